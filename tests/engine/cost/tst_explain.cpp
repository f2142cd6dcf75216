// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/cost/explain.h"
#include "engine/cost/mesh_model.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>
#include <functional>

using namespace nestloom;
using enum workload::LoopDimension;
using cost::Formula;
using cost::Model;

namespace {

void walk(const Formula& formula, const std::function<void(const Formula&)>& visit)
{
    visit(formula);
    for (const Formula& part : formula.parts)
        walk(part, visit);
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max({1.0, std::abs(a), std::abs(b)}); }

/// Every node's reported value is what its parts give.
void checkTree(const Formula& root, double reported)
{
    QVERIFY2(near(root.value, reported), cost::oneLine(root).c_str());
    walk(root, [](const Formula& node) {
        QVERIFY2(near(cost::computed(node), node.value),
                 (std::to_string(cost::computed(node)) + " for " + cost::asText(node, 2)).c_str());
        QVERIFY(!node.name.empty());
        QVERIFY(node.source.find("loops of the mapping") == std::string::npos); // they are the layer's
        QVERIFY(node.operation == Formula::Operation::Given || !node.parts.empty() || node.value == 1
                || node.value == 0);
    });
}

/// Bytes at a level by the plain reading of a cost.
double bytesAt(const hardware::Accelerator& accelerator, const cost::LayerCost& cost, std::size_t level)
{
    double bytes = 0;
    for (const TensorRole role : kTensorRoles)
        if (const auto& moved = cost.levels[level].tensors[role])
            bytes += (moved->reads + moved->fills + moved->updates) * double(moved->instances)
                     * double(accelerator.levels[level].elementBits[role].count) / 8.0;
    return bytes;
}

void checkAllFigures(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                     const mapping::LayerMapping& mapping, Model model)
{
    const auto cost = cost::evaluate(accelerator, layer, mapping, model);
    QVERIFY(cost);
    const cost::CostedMapping costed{accelerator, layer, mapping, *cost};
    checkTree(cost::explainCycles(costed), double(cost->cycles.count));
    checkTree(cost::explainCompute(costed), double(cost->computeCycles.count));
    checkTree(cost::explainEnergy(costed), cost->energy.count);
    checkTree(cost::explainUtilization(costed), cost->utilization);
    checkTree(cost::explainEdp(costed), cost->energy.count * double(cost->cycles.count) / accelerator.clock.count);
    for (std::size_t level = 0; level < accelerator.levels.size(); ++level) {
        checkTree(cost::explainReadPort(costed, level), double(cost->levels[level].readCycles.count));
        checkTree(cost::explainWritePort(costed, level), double(cost->levels[level].writeCycles.count));
        checkTree(cost::explainLevelEnergy(costed, level), cost->levels[level].energy.count);
        checkTree(cost::explainLevelBytes(costed, level), bytesAt(accelerator, *cost, level));
        double tiles = 0;
        for (const TensorRole role : kTensorRoles)
            if (mapping.levels[level].keeps.contains(role))
                tiles += double(mapping::tileBits(accelerator, layer, mapping, level, role).count) / 8.0;
        checkTree(cost::explainTiles(accelerator, layer, mapping, level), tiles);
    }
}

} // namespace

class TestExplain : public QObject {
    Q_OBJECT
private slots:
    void everyFigureOfRandomMappingsIsTheSumOfItsParts_data()
    {
        QTest::addColumn<bool>("bandwidths");
        QTest::addColumn<int>("model");
        QTest::newRow("Timeloop of 2025") << true << int(Model::Timeloop2025);
        QTest::newRow("ours") << false << int(Model::Nestloom);
        QTest::newRow("ours, all ports limited") << true << int(Model::Nestloom);
        QTest::newRow("Timeloop") << false << int(Model::Timeloop2022);
        QTest::newRow("Timeloop, all ports limited") << true << int(Model::Timeloop2022);
        QTest::newRow("mesh") << false << int(Model::Mesh);
        QTest::newRow("mesh, all ports limited") << true << int(Model::Mesh);
    }
    void everyFigureOfRandomMappingsIsTheSumOfItsParts()
    {
        QFETCH(bool, bandwidths);
        QFETCH(int, model);
        Rng rng(11);
        auto accelerator = tests::simba();
        accelerator.interconnect.below = cost::meshBelow(accelerator);
        if (bandwidths)
            accelerator = tests::withBandwidths(accelerator, 0.5);
        if (bandwidths) {
            accelerator.levels[1].fillEnergy = Picojoules{3};
            accelerator.levels[4].updateEnergy = Picojoules{0.1};
            accelerator.levels[1].leakage = accelerator.macLeakage = Watts{1e-3};
        }
        for (int i = 0; i < 60; ++i) {
            const auto layer = tests::convolution("x", 1 + std::int64_t(rng.below(4)), 1 + std::int64_t(rng.below(14)),
                                                  8, 12, 1 + std::int64_t(rng.below(3)), 1 + std::int64_t(rng.below(3)),
                                                  1 + std::int64_t(rng.below(2)));
            accelerator.levels[0].ports = 1 + i % 2;
            for (hardware::BufferLevel& level : accelerator.levels)
                level.multicast = i % 3 == 0 ? TensorSet::of(kTensorRoles[rng.below(3)]) : TensorSet::all();
            checkAllFigures(accelerator, layer, tests::randomMapping(rng, accelerator, layer), Model(model));
            if (QTest::currentTestFailed())
                return;
        }
    }

    void theMeshShowsWhatItsPortsCarry()
    {
        auto accelerator = tests::simba();
        accelerator.interconnect.below = cost::meshBelow(accelerator);
        const auto layer = tests::convolution("x", 3, 14, 8, 12, 1);
        Rng rng(13);
        const auto mapping = tests::randomMapping(rng, accelerator, layer);
        const auto cost = cost::evaluate(accelerator, layer, mapping, Model::Mesh);
        const Formula root = cost::explainCycles({accelerator, layer, mapping, *cost});
        double computing = 0, used = 0;
        walk(root, [&](const Formula& node) {
            if (node.name == "computing")
                computing = node.value;
            if (node.name.ends_with(": in use"))
                used = std::max(used, node.value);
            QVERIFY2(node.value >= 0 || node.unit != cost::Unit::Cycles, cost::oneLine(node).c_str());
        });
        QCOMPARE(computing, double(cost->computeCycles.count));
        QVERIFY(used > 0 && used <= double(cost->cycles.count));
    }

    void bypassedLevelsAndWideAccessesAreExplained()
    {
        Rng rng(12);
        auto accelerator = tests::twoLevels();
        accelerator.levels.insert(accelerator.levels.begin() + 1,
                                  tests::level("L2", hardware::LevelKind::Sram, Bytes{4096}, TensorSet::all(), 2));
        accelerator.levels[1].accessElements = 8;
        const auto layer = tests::convolution("x", 3, 6, 4, 4, 2);
        for (int i = 0; i < 40; ++i) {
            auto mapping = tests::randomMapping(rng, accelerator, layer);
            for (const TensorRole role : kTensorRoles)
                if (rng.below(2) == 0)
                    mapping.levels[1 + rng.below(2)].keeps = mapping.levels[1].keeps.without(role);
            checkAllFigures(accelerator, layer, mapping, Model::Nestloom);
            if (QTest::currentTestFailed())
                return;
        }
    }

    void aBandwidthInASecondIsDividedByTheClock()
    {
        auto accelerator = tests::twoLevels();
        accelerator.clock = Hertz{800e6};
        accelerator.levels[0].readBandwidth = BytesPerSecond{3.2e9};
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        Rng rng(1);
        const auto mapping = tests::randomMapping(rng, accelerator, layer);
        checkAllFigures(accelerator, layer, mapping, Model::Nestloom);
        const auto cost = cost::evaluate(accelerator, layer, mapping, Model::Nestloom);
        const std::string text = cost::asText(cost::explainReadPort({accelerator, layer, mapping, *cost}, 0));
        QVERIFY2(text.find("read bandwidth of one DRAM = 4 B/cycle = 3,200,000,000 B/s / 800,000,000 cycles/s")
                     != std::string::npos,
                 text.c_str());
    }

    /// The outermost level holds the outputs from the start; inside it they are filled again after the first visit.
    void fillsOfOutputsAreExplainedWhereThereAreSome()
    {
        const auto accelerator = tests::withBandwidths(tests::twoLevels(), 0.5);
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        mapping::LayerMapping nest;
        nest.levels = {{{{C, 2}, {P, 2}}, {}, TensorSet::all()}, {{{Q, 2}}, {{K, 2}}, TensorSet::all()}};
        const auto cost = cost::evaluate(accelerator, layer, nest, Model::Nestloom);
        QVERIFY(cost && cost->levels[1].tensors[TensorRole::Outputs]->fills > 0);
        const cost::CostedMapping costed{accelerator, layer, nest, *cost};
        const std::string inner = cost::asText(cost::explainWritePort(costed, 1)),
                          outer = cost::asText(cost::explainWritePort(costed, 0));
        QVERIFY2(inner.find("outputs: elements filled") != inner.npos && inner.find("drained outward") != inner.npos,
                 inner.c_str());
        QVERIFY2(outer.find("nothing is outside it") != outer.npos && outer.find("drained outward") == outer.npos,
                 outer.c_str());
    }

    void leakageOfAFractionOfAPicojouleIsAPart()
    {
        auto accelerator = tests::twoLevels();
        accelerator.macLeakage = Watts{1e-6};
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        const auto mapping = mapping::outermostMapping(accelerator, layer);
        const auto cost = cost::evaluate(accelerator, layer, mapping, Model::Nestloom);
        QVERIFY(cost);
        const cost::CostedMapping costed{accelerator, layer, mapping, *cost};
        QVERIFY(cost::asText(cost::explainEnergy(costed)).find("leak") != std::string::npos);
    }

    void saysTheFormulaInWords()
    {
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        mapping::LayerMapping nest;
        nest.levels = {{{{C, 2}}, {}, TensorSet::all()}, {{{P, 2}, {Q, 2}}, {{K, 2}}, TensorSet::all()}};
        const auto accelerator = tests::twoLevels();
        const auto cost = cost::evaluate(accelerator, layer, nest, Model::Nestloom);
        const cost::CostedMapping costed{accelerator, layer, nest, *cost};
        QCOMPARE(cost::oneLine(cost::explainCycles(costed)),
                 std::string("cycles = 8 cycles = max(compute 8 cycles, DRAM read 3 cycles, DRAM write 4 cycles) "
                             "(bound by compute, nestloom model)"));
        QCOMPARE(cost::oneLine(cost::explainUtilization(costed)), std::string("utilisation = 0.5 = 16 MACs / 32 MACs"));
        const std::string text = cost::asText(cost::explainReadPort(costed, 0));
        QVERIFY2(text.find("DRAM read, exact = 3 cycles = 12 B / 4 B/cycle") != std::string::npos, text.c_str());
        QVERIFY2(text.find("for C at DRAM = 2 iterations (loop of the mapping)") != std::string::npos, text.c_str());
        QCOMPARE(cost::oneLine(cost::explainWritePort(costed, 1)),
                 std::string("Buffer write = 0 cycles (the accelerator states no bandwidth: unlimited)"));
    }

    void aWrongPartIsSeen()
    {
        Formula sum =
            cost::made("sum", cost::Unit::Bytes, Formula::Operation::Sum,
                       {cost::given("a", 2, cost::Unit::Bytes, {}), cost::given("b", 3, cost::Unit::Bytes, {})});
        QCOMPARE(cost::computed(sum), 5.0);
        sum.parts[0].value = 1;
        QVERIFY(cost::computed(sum) != sum.value);
    }

    void numbersAreGroupedAndKeepTheirDigits_data()
    {
        QTest::addColumn<double>("value");
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("thousands") << 1234567.0 << QByteArray("x = 1,234,567 B");
        QTest::newRow("negative") << -1234.0 << QByteArray("x = -1,234 B");
        QTest::newRow("hundreds, negative") << -123.0 << QByteArray("x = -123 B");
        QTest::newRow("fraction") << 12345.678 << QByteArray("x = 12,345.68 B");
        QTest::newRow("above one") << 1.23456 << QByteArray("x = 1.23 B");
        QTest::newRow("small") << 0.0123456 << QByteArray("x = 0.01235 B");
    }
    void numbersAreGroupedAndKeepTheirDigits()
    {
        QFETCH(double, value);
        QFETCH(QByteArray, text);
        QCOMPARE(QByteArray::fromStdString(cost::oneLine(cost::given("x", value, cost::Unit::Bytes, {}))), text);
    }
};

QTEST_GUILESS_MAIN(TestExplain)
#include "tst_explain.moc"
