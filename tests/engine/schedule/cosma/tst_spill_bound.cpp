// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/cosma/spill_bound.h"
#include "engine/schedule/cosma/spill_search.h"
#include "tests/engine/schedule/cosma/brute_force.h"
#include "tests/support/operator_graphs.h"

#include <QTest>

using namespace nestloom;
namespace cosma = schedule::cosma;

namespace {

std::int64_t sizeOf(const workload::OperatorGraph& graph, TensorId t) { return graph.tensors[t.value].size.count; }

/// Attention as an exported graph has it: a projection each, the two products, and a softmax between them.
struct Attention {
    workload::OperatorGraph& graph;
    std::int64_t features, heads, batch;
    bool moves; // reshapes and transposes around the products, as ONNX writes them

    TensorId op(const char* type, std::vector<TensorId> inputs, std::int64_t size)
    {
        return workload::append(graph, type + std::to_string(graph.operators.size()), type, std::move(inputs), {size});
    }
    TensorId moved(TensorId x)
    {
        return moves ? op("transpose", {op("reshape", {x}, sizeOf(graph, x))}, sizeOf(graph, x)) : x;
    }
    TensorId projection(TensorId x) { return moved(op("linear", {x}, sizeOf(graph, x))); }
    TensorId normed(TensorId x) { return op("norm", {x}, sizeOf(graph, x)); }

    /// With the sum over it and the normalisation of that.
    TensorId operator()(TensorId query, TensorId source)
    {
        const TensorId q = projection(query), k = projection(source), v = projection(source);
        const std::int64_t tokens = sizeOf(graph, query) / features / batch,
                           others = sizeOf(graph, source) / features / batch;
        const TensorId scores = op("product", {q, k}, batch * heads * tokens * others);
        const TensorId values =
            op("product", {op("softmax", {scores}, sizeOf(graph, scores)), v}, sizeOf(graph, query));
        const TensorId out = op("linear", {moved(values)}, sizeOf(graph, query));
        return normed(op("add", {query, out}, sizeOf(graph, query)));
    }
    TensorId feedForward(TensorId x)
    {
        const TensorId wide = op("linear", {x}, 4 * sizeOf(graph, x));
        const TensorId out = op("linear", {op("relu", {wide}, sizeOf(graph, wide))}, sizeOf(graph, x));
        return normed(op("add", {x, out}, sizeOf(graph, x)));
    }
};

/// torch.nn.Transformer with its default sizes: projections of the encoder's output may be made long before they are
/// used.
workload::OperatorGraph expandedTransformer(bool moves)
{
    workload::OperatorGraph graph;
    graph.name = "transformer";
    Attention attention{graph, 512, 8, 32, moves};
    TensorId memory = attention.op("input", {}, 10 * 32 * 512), x = attention.op("input", {}, 20 * 32 * 512);
    for (int layer = 0; layer < 6; ++layer)
        memory = attention.feedForward(attention(memory, memory));
    memory = attention.normed(memory);
    for (int layer = 0; layer < 6; ++layer) {
        x = attention(x, x);
        x = attention.feedForward(attention(x, memory));
    }
    attention.normed(x);
    return graph;
}

} // namespace

class TestSpillBound : public QObject {
    Q_OBJECT
private slots:
    void leastPriceAgreesWithAllChoices()
    {
        Rng rng(3);
        for (int i = 0; i < 3000; ++i) {
            std::vector<cosma::Leaver> leavers(1 + rng.below(7));
            std::int64_t all = 0;
            for (cosma::Leaver& leaver : leavers) {
                leaver.size = std::int64_t(rng.below(i % 2 == 0 ? 12 : 100'000));
                leaver.price = leaver.size * std::int64_t(1 + rng.below(2));
                all += leaver.size;
            }
            const std::int64_t excess = all - std::int64_t(rng.below(std::uint64_t(all) + 1));
            std::int64_t least = INT64_MAX;
            for (unsigned choice = 0; choice < 1u << leavers.size(); ++choice) {
                std::int64_t size = 0, price = 0;
                for (std::size_t l = 0; l < leavers.size(); ++l)
                    if (choice >> l & 1) {
                        size += leavers[l].size;
                        price += leavers[l].price;
                    }
                if (size >= excess)
                    least = std::min(least, price);
            }
            QCOMPARE(cosma::leastPrice(leavers, excess), least);
        }
    }

    /// Where there are too many choices to try, the answer is the price of parts of tensors: too low, but proven.
    void leastPriceOfManyTensorsIsABound()
    {
        std::vector<cosma::Leaver> leavers;
        for (std::int64_t i = 0; i < 40; ++i)
            leavers.push_back({1'000'003 + 977 * i * i, 2 * (1'000'003 + 977 * i * i)});
        const std::int64_t price = cosma::leastPrice(leavers, 20'123'457);
        QVERIFY(price >= 2 * 20'123'457);
        QVERIFY(price <= 2 * 20'123'457 + 2 * 3'000'000); // one whole tensor more is enough
    }

    void isNeverAboveTheLeastTraffic()
    {
        Rng rng(41);
        int sharp = 0;
        for (int i = 0; i < 400; ++i) {
            auto graph = tests::randomGraph(rng, 5 + rng.below(4), 7, i % 3 == 0);
            for (workload::Tensor& tensor : graph.tensors)
                tensor.size.count = tensor.size.count * 100 + std::int64_t(rng.below(90));
            std::int64_t least = 0;
            for (std::size_t o = 0; o < graph.operators.size(); ++o)
                least = std::max(least, workload::workingSet(graph, {std::uint32_t(o)}).count);
            const std::int64_t budget = least + std::int64_t(rng.below(200));
            const bool backed = i % 2 == 0;
            const cosma::GraphIndex index(graph, backed);
            const std::int64_t bound = cosma::SpillBound(index, budget)(cosma::startState(index));
            const std::int64_t traffic = tests::BruteForce(graph, budget, backed).leastTraffic();
            QVERIFY2(bound <= traffic, qPrintable(QStringLiteral("%1: %2 above %3").arg(i).arg(bound).arg(traffic)));
            sharp += bound > 0 && bound == traffic ? 1 : 0;
            QCOMPARE(cosma::leastSpill(index, {budget, {}}, {}).solution->cost, traffic);
        }
        QVERIFY2(sharp > 20, qPrintable(QString::number(sharp)));
    }

    void attentionAsItsProductsIsProvenAtEverySize_data()
    {
        QTest::addColumn<bool>("moves");
        QTest::newRow("products only") << false;
        QTest::newRow("with transposes") << true;
    }

    void attentionAsItsProductsIsProvenAtEverySize()
    {
        QFETCH(bool, moves);
        const workload::OperatorGraph graph = expandedTransformer(moves);
        const auto budgets = cosma::budgets(graph, {});
        QVERIFY(budgets && budgets->peakIsProven);
        QCOMPARE(budgets->least.count, 2'621'440);
        QCOMPARE(budgets->peak.count, 3'112'960);
        const std::int64_t traffic[] = {4'915'200, 4'915'200, 4'915'200, 3'932'160, 3'932'160,
                                        3'932'160, 983'040,   983'040,   0};
        for (std::int64_t i = 0; i <= 8; ++i) {
            const Bytes size{budgets->least.count + (budgets->peak.count - budgets->least.count) * i / 8};
            const auto outcome = cosma::solve(graph, size, {}, {});
            QVERIFY(outcome && outcome->solution);
            QCOMPARE(outcome->status, SolveStatus::Optimal);
            QCOMPARE(outcome->solution->traffic.count, traffic[i]);
        }
    }
};

QTEST_APPLESS_MAIN(TestSpillBound)
#include "tst_spill_bound.moc"
