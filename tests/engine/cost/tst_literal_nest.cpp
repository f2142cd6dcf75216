// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/access_counts.h"
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "tests/support/builders.h"
#include "tests/support/literal_nest.h"

#include <QTest>

using namespace nestloom;
using enum workload::LoopDimension;
using workload::LoopDimension;

namespace {

constexpr int kCases = 10'000;

TensorSet randomTensors(Rng& rng)
{
    TensorSet tensors = TensorSet{};
    for (const TensorRole role : kTensorRoles)
        if (rng.below(3) > 0)
            tensors = tensors.with(role);
    return tensors;
}

/// Two to five levels; each keeps some tensors, may be small, and may feed several children in one or two directions,
/// with multicast of some tensors or of all.
hardware::Accelerator randomAccelerator(Rng& rng)
{
    using enum hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "random";
    accelerator.levels = {tests::level("DRAM", Dram, {}, TensorSet::all(), 1 + std::int64_t(rng.below(3)))};
    const std::size_t inner = 1 + rng.below(4);
    for (std::size_t i = 0; i < inner; ++i)
        accelerator.levels.push_back(tests::level("L" + std::to_string(i), i + 1 == inner ? Registers : Sram,
                                                  Bytes{4 + std::int64_t(rng.below(120))}, randomTensors(rng),
                                                  1 + std::int64_t(rng.below(4)), 1 + std::int64_t(rng.below(2))));
    for (hardware::BufferLevel& level : accelerator.levels)
        if (rng.below(2) == 0)
            level.multicast = randomTensors(rng);
    return accelerator;
}

workload::Layer randomLayer(Rng& rng)
{
    auto layer = tests::convolution("random", 1, 1, 1, 1);
    for (const LoopDimension d : {R, S, P, Q, C, K, N, G})
        layer.bounds[d] = rng.below(2) == 0 ? 1 : 2 + std::int64_t(rng.below(3));
    while (workload::macs(layer) > 96)
        layer.bounds[workload::kLoopDimensions[rng.below(workload::kLoopDimensionCount)]] = 1;
    layer.strideP = 1 + std::int64_t(rng.below(3));
    layer.strideQ = 1 + std::int64_t(rng.below(3));
    layer.dilationR = 1 + std::int64_t(rng.below(2));
    layer.dilationS = 1 + std::int64_t(rng.below(3));
    return layer;
}

/// Every prime factor anywhere, whether it fits or not.
mapping::LayerMapping anyMapping(Rng& rng, const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    mapping::LayerMapping mapping;
    for (const auto& level : accelerator.levels)
        mapping.levels.push_back({{}, {}, level.keeps});
    for (const LoopDimension d : workload::kLoopDimensions)
        for (const PrimeFactor& factor : primeFactors(layer.bounds[d]))
            for (int i = 0; i < factor.multiplicity; ++i) {
                const std::size_t at = rng.below(mapping.levels.size());
                if (rng.below(4) == 0)
                    mapping.levels[at].spatial.push_back({d, factor.prime,
                                                          accelerator.levels[at].fanout.isPlane() && rng.below(2) == 0
                                                              ? hardware::Axis::Rows
                                                              : hardware::Axis::Columns});
                else
                    mapping.levels[at].temporal.push_back({d, factor.prime});
            }
    return mapping;
}

bool fitsLiterally(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                   const mapping::LayerMapping& mapping)
{
    const tests::LiteralNest nest(accelerator, layer, mapping);
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        std::int64_t columns = 1, rows = 1;
        for (const mapping::Loop& loop : mapping.levels[i].spatial)
            (loop.axis == hardware::Axis::Rows ? rows : columns) *= loop.bound;
        std::size_t bytes = 0; // every element has 8 bit
        for (const TensorRole role : kTensorRoles)
            bytes += mapping.levels[i].keeps.contains(role) ? nest.held(role, i) : 0;
        const auto& level = accelerator.levels[i];
        if (columns * rows > level.fanout.count()
            || (level.fanout.isPlane() && (columns > level.fanout.columns || rows > level.fanout.rows))
            || (level.capacity && std::int64_t(bytes) > level.capacity->count))
            return false;
    }
    return true;
}

/// Whether one of the loops could have one turn less, and all together still reach every index of the layer.
bool couldBeSmaller(const workload::Layer& layer, const mapping::LayerMapping& mapping)
{
    const auto covers = [&](const mapping::LayerMapping& nest) {
        workload::Extents all = workload::unitExtents();
        for (const mapping::LevelLoops& level : nest.levels)
            for (const auto* loops : {&level.temporal, &level.spatial})
                for (const mapping::Loop& loop : *loops)
                    all[loop.dimension] *= loop.bound;
        return std::ranges::equal(all.values, layer.bounds.values, std::greater_equal());
    };
    mapping::LayerMapping nest = mapping;
    for (mapping::LevelLoops& level : nest.levels)
        for (auto* loops : {&level.temporal, &level.spatial})
            for (mapping::Loop& loop : *loops) {
                --loop.bound;
                if (covers(nest))
                    return true;
                ++loop.bound;
            }
    return false;
}

QString describe(int number, const hardware::Accelerator& accelerator, std::size_t level, TensorRole role)
{
    return QStringLiteral("case %1, level %2, tensor %3")
        .arg(number)
        .arg(QString::fromStdString(accelerator.levels[level].name))
        .arg(int(role));
}

} // namespace

class TestLiteralNest : public QObject {
    Q_OBJECT
private slots:
    void closedFormsEqualTheLiteralNest()
    {
        Rng rng(2026);
        for (int number = 0; number < kCases; ++number) {
            const auto accelerator = randomAccelerator(rng);
            const auto layer = randomLayer(rng);
            const auto mapping = tests::randomMapping(rng, accelerator, layer);
            cost::Nest nest;
            cost::flatten(accelerator, mapping, nest);
            cost::AccessCounts counts;
            cost::countAccesses(layer, nest, counts);
            const tests::LiteralNest literal(accelerator, layer, mapping);
            QCOMPARE(double(nest.computeCycles()), literal.cycles());
            for (const TensorRole role : kTensorRoles) {
                const auto expected = literal.count(role);
                for (std::size_t level = 0; level < expected.size(); ++level) {
                    const cost::Counts& closed = counts[level][role];
                    const QByteArray where = describe(number, accelerator, level, role).toUtf8();
                    QVERIFY2(qFuzzyCompare(1 + closed.reads, 1 + expected[level].reads), where);
                    QVERIFY2(qFuzzyCompare(1 + closed.fills, 1 + expected[level].fills), where);
                    QVERIFY2(qFuzzyCompare(1 + closed.updates, 1 + expected[level].updates), where);
                }
            }
        }
    }

    void theVerifierAgreesWithTheLiteralNest()
    {
        Rng rng(11);
        int accepted = 0;
        for (int number = 0; number < kCases; ++number) {
            const auto accelerator = randomAccelerator(rng);
            const auto layer = randomLayer(rng);
            const auto mapping = anyMapping(rng, accelerator, layer);
            const bool fits = fitsLiterally(accelerator, layer, mapping);
            QVERIFY2(mapping::verify(accelerator, layer, mapping).empty() == fits, qPrintable(QString::number(number)));
            accepted += fits;
        }
        QVERIFY2(accepted > kCases / 20 && accepted < kCases * 19 / 20,
                 qPrintable(QString::number(accepted))); // both answers occur
    }

    /// Mappings of a larger layer, judged for a smaller one: accepted when they fit and no loop is larger than need be;
    /// then the cost is that of everything that is walked.
    void mappingsThatCoverMoreCostWhatTheyWalk()
    {
        Rng rng(23);
        int accepted = 0, wasteful = 0;
        for (int number = 0; number < kCases; ++number) {
            const auto accelerator = randomAccelerator(rng);
            const auto larger = randomLayer(rng);
            auto layer = larger;
            for (std::int64_t& bound : layer.bounds.values)
                bound -= bound > 2 ? std::int64_t(rng.below(2)) : 0;
            const auto mapping = anyMapping(rng, accelerator, larger);
            const bool fits = fitsLiterally(accelerator, layer, mapping), wastes = couldBeSmaller(layer, mapping);
            QVERIFY2(mapping::verify(accelerator, layer, mapping).empty() == (fits && !wastes),
                     qPrintable(QString::number(number)));
            wasteful += fits && wastes;
            if (!fits || wastes)
                continue;
            accepted += layer.bounds != larger.bounds;
            const auto cost = cost::evaluate(accelerator, layer, mapping, cost::Model::Nestloom);
            QVERIFY(cost);
            const tests::LiteralNest literal(accelerator, layer, mapping);
            QCOMPARE(double(cost->computeCycles.count), literal.cycles());
            QCOMPARE(cost->macs, workload::macs(layer));
            QCOMPARE(cost->macUnitsUsed * cost->computeCycles.count, workload::macs(larger));
            for (const TensorRole role : kTensorRoles) {
                const auto expected = literal.count(role);
                for (std::size_t level = 0; level < expected.size(); ++level)
                    if (const auto& counted = cost->levels[level].tensors[role]) {
                        const QByteArray where = describe(number, accelerator, level, role).toUtf8();
                        QVERIFY2(qFuzzyCompare(1 + counted->reads, 1 + expected[level].reads), where);
                        QVERIFY2(qFuzzyCompare(1 + counted->fills, 1 + expected[level].fills), where);
                        QVERIFY2(qFuzzyCompare(1 + counted->updates, 1 + expected[level].updates), where);
                    }
            }
        }
        QVERIFY2(accepted > kCases / 50 && wasteful > kCases / 50,
                 qPrintable(QStringLiteral("%1, %2").arg(accepted).arg(wasteful)));
    }
};

QTEST_GUILESS_MAIN(TestLiteralNest)
#include "tst_literal_nest.moc"
