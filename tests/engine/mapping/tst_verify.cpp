// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/verify.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using enum workload::LoopDimension;
using mapping::Rule;

namespace {

/// 4 x 4 outputs of 2 channels from 3 x 3 taps of 2 channels on the two-level accelerator; 36 + 72 + 32 B when all is
/// inside.
workload::Layer layer() { return tests::convolution("conv", 3, 4, 2, 2); }

mapping::LayerMapping valid()
{
    mapping::LayerMapping nest;
    nest.levels = {{{{C, 2}}, {}, TensorSet::all()},
                   {{{P, 2}, {Q, 4}, {R, 3}, {S, 3}}, {{K, 2}, {P, 2}}, TensorSet::all()}};
    return nest;
}

} // namespace

class TestVerify : public QObject {
    Q_OBJECT

    static void expect(const mapping::LayerMapping& nest, Rule rule, const char* words, Bytes capacity = Bytes{256})
    {
        const auto violations = mapping::verify(tests::twoLevels(capacity), layer(), nest);
        QVERIFY(!violations.empty());
        QCOMPARE(violations.front().rule, rule);
        QVERIFY2(violations.front().message.find(words) != std::string::npos, violations.front().message.c_str());
    }

private slots:
    void acceptsAValidMapping() { QVERIFY(mapping::verify(tests::twoLevels(), layer(), valid()).empty()); }

    void acceptsATileThatFillsTheLevelExactly()
    {
        // 18 weights + 36 inputs + 32 outputs, one byte each
        QVERIFY(mapping::verify(tests::twoLevels(Bytes{86}), layer(), valid()).empty());
        expect(valid(), Rule::Capacity, "tiles need 86 B, capacity is 85 B", Bytes{85});
    }

    /// Groups, batch, strides and dilations: 108 weights, 9 x 14 inputs of 2 channels, 2 groups and 2 images, 144
    /// outputs.
    void capacityCountsWhatATileSpans()
    {
        auto strided = tests::convolution("conv", 3, 3, 2, 3);
        strided.bounds[G] = strided.bounds[N] = 2;
        strided.bounds[Q] = 4;
        strided.strideP = strided.dilationR = strided.dilationS = 2;
        strided.strideQ = 3;
        mapping::LayerMapping nest;
        nest.levels.resize(2, {{}, {}, TensorSet::all()});
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            nest.levels[1].temporal.push_back({d, strided.bounds[d]});
        QVERIFY(mapping::verify(tests::twoLevels(Bytes{1260}), strided, nest).empty());
        const auto violations = mapping::verify(tests::twoLevels(Bytes{1259}), strided, nest);
        QCOMPARE(violations.size(), std::size_t(1));
        QCOMPARE(violations.front().message, std::string("level Buffer: tiles need 1,260 B, capacity is 1,259 B "
                                                         "(weights 108 B, inputs 1,008 B, outputs 144 B)"));
    }

    void rejectsWhatABoundedOutermostLevelCannotHold()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[0].capacity = Bytes{139}; // 36 weights, 72 inputs, 32 outputs
        const auto violations = mapping::verify(accelerator, layer(), valid());
        QCOMPARE(violations.size(), std::size_t(1));
        QVERIFY(violations.front().message.starts_with("level DRAM: tiles need 140 B, capacity is 139 B"));
    }

    void rejectsAnotherNumberOfLevels()
    {
        auto nest = valid();
        nest.levels.pop_back();
        expect(nest, Rule::LevelCount, "1 levels, the accelerator has 2");
    }

    void rejectsBoundsBelowOne_data()
    {
        QTest::addColumn<qint64>("bound");
        QTest::newRow("zero") << qint64(0);
        QTest::newRow("negative") << qint64(-3);
    }
    void rejectsBoundsBelowOne()
    {
        QFETCH(qint64, bound);
        auto nest = valid();
        nest.levels[0].temporal.push_back({N, bound});
        expect(nest, Rule::LoopBound, "loop N has bound");
    }

    void rejectsFactorsThatDoNotMultiplyToTheBound_data()
    {
        QTest::addColumn<qint64>("bound");
        QTest::newRow("too small") << qint64(1);
        QTest::newRow("overflow") << (qint64(1) << 62);
    }
    void rejectsFactorsThatDoNotMultiplyToTheBound()
    {
        QFETCH(qint64, bound);
        auto nest = valid();
        nest.levels[0].temporal = {{C, bound}, {C, bound == 1 ? 1 : 4}};
        expect(nest, Rule::FactorProduct,
               bound == 1 ? "the factors of C multiply to 1," : "the factors of C multiply to more than 2^63,");
    }

    void acceptsLoopsThatCoverMoreThanTheLayer()
    {
        auto seven = layer();
        seven.bounds[K] = 7;
        auto nest = valid();
        nest.levels[0].temporal.push_back({K, 4}); // with the 2 inside: 8 of 7; 3 times 2 and 4 times 1 are too few
        QVERIFY(mapping::verify(tests::twoLevels(), seven, nest).empty());
        QCOMPARE(mapping::coveredLayer(seven, nest).bounds[K], std::int64_t(8));
        QCOMPARE(mapping::describeCovered(seven, nest), std::string("K 7 as 8"));
        QCOMPARE(mapping::describeCovered(layer(), valid()), std::string());
    }

    void rejectsALoopThatCouldBeSmaller()
    {
        auto nest = valid();
        nest.levels[0].temporal = {{C, 4}};
        expect(nest, Rule::Waste, "level DRAM: loop C = 4 could be 2 and the loops of C would still cover the 2");
        auto six = layer();
        six.bounds[K] = 6;
        nest = valid();
        nest.levels[0].temporal.push_back({K, 4});
        const auto violations = mapping::verify(tests::twoLevels(), six, nest);
        QCOMPARE(violations.size(), std::size_t(1));
        QCOMPARE(violations.front().rule, Rule::Waste);
        QVERIFY(violations.front().message.find("loop K = 4 could be 3") != std::string::npos);
    }

    void rejectsMoreChildrenThanTheFanout()
    {
        auto nest = valid();
        nest.levels[1].temporal = {{Q, 4}, {R, 3}, {S, 3}};
        nest.levels[1].spatial = {{K, 2}, {P, 4}};
        expect(nest, Rule::Fanout, "spatial loops use 8 children, the fan-out is 4");
    }

    /// Loops K 2 and P 2, the latter over columns or rows, on as many children as they use and on one fewer.
    void rejectsFanoutsThatAreExceededByOne_data()
    {
        QTest::addColumn<hardware::Axis>("axisOfP");
        QTest::addColumn<qint64>("columns");
        QTest::addColumn<qint64>("rows");
        QTest::addColumn<QString>("words"); // empty = accepted
        using enum hardware::Axis;
        const auto row = [](const char* name, hardware::Axis axis, qint64 columns, qint64 rows, const char* words) {
            QTest::newRow(name) << axis << columns << rows << QString::fromLatin1(words);
        };
        row("a row of as many", Columns, 4, 1, "");
        row("a row with one too few", Columns, 3, 1, "level Buffer: spatial loops use 4 children, the fan-out is 3");
        row("as many columns and rows", Rows, 2, 2, "");
        row("columns and rows on a line with one too few", Rows, 3, 1,
            "level Buffer: spatial loops use 4 children, the fan-out is 3");
        row("a column of as many", Columns, 1, 4, "");
        row("a column with one too few", Columns, 1, 3, "level Buffer: spatial loops use 4 children, the fan-out is 3");
        row("one column too few for both", Columns, 3, 2,
            "level Buffer: spatial loops along the columns use 4, the fan-out of 3 x 2 has 3");
        row("columns enough for both", Columns, 4, 2, "");
    }
    void rejectsFanoutsThatAreExceededByOne()
    {
        QFETCH(hardware::Axis, axisOfP);
        QFETCH(qint64, columns);
        QFETCH(qint64, rows);
        QFETCH(QString, words);
        auto accelerator = tests::twoLevels();
        accelerator.levels[1].fanout = {columns, rows};
        auto nest = valid();
        nest.levels[1].spatial[1].axis = axisOfP;
        const auto violations = mapping::verify(accelerator, layer(), nest);
        QCOMPARE(violations.size(), std::size_t(words.isEmpty() ? 0 : 1));
        if (words.isEmpty())
            return;
        QCOMPARE(violations.front().rule, Rule::Fanout);
        QCOMPARE(QString::fromStdString(violations.front().message), words);
    }

    void rejectsSpatialLoopsOutsideAllFanouts()
    {
        auto nest = valid();
        std::swap(nest.levels[0].temporal, nest.levels[0].spatial);
        expect(nest, Rule::Fanout, "level DRAM: spatial loops use 2 children, the fan-out is 1");
    }

    void rejectsRowsThatAreExceededByOne()
    {
        auto accelerator = tests::twoLevels();
        auto nest = valid();
        for (mapping::Loop& loop : nest.levels[1].spatial)
            loop.axis = hardware::Axis::Rows;
        accelerator.levels[1].fanout = {2, 4};
        QVERIFY(mapping::verify(accelerator, layer(), nest).empty());
        accelerator.levels[1].fanout = {2, 3};
        const auto violations = mapping::verify(accelerator, layer(), nest);
        QCOMPARE(violations.size(), std::size_t(1));
        QCOMPARE(violations.front().rule, Rule::Fanout);
        QCOMPARE(violations.front().message,
                 std::string("level Buffer: spatial loops along the rows use 4, the fan-out of 2 x 3 has 3"));
    }

    /// 64 x 2 of 14 x 12: fewer than 168, but no columns and rows multiply to 128.
    void rejectsWhatLiesOnNoColumnsAndRows()
    {
        auto accelerator = tests::twoLevels(Bytes{100'000});
        accelerator.levels[1].fanout = {14, 12};
        const auto wide = tests::convolution("conv", 1, 8, 16, 64);
        mapping::LayerMapping nest;
        nest.levels = {{{{C, 8}, {P, 8}, {Q, 8}}, {}, TensorSet::all()}, {{}, {}, TensorSet::all()}};
        int laid = 0;
        for (const std::int64_t kColumns : {1, 2, 4, 8, 16, 32, 64})
            for (const std::int64_t cColumns : {1, 2}) {
                nest.levels[1].spatial = {{K, 64 / kColumns, hardware::Axis::Rows},
                                          {C, 2 / cColumns, hardware::Axis::Rows},
                                          {K, kColumns},
                                          {C, cColumns}};
                const auto violations = mapping::verify(accelerator, wide, nest);
                laid += violations.empty() ? 1 : 0;
                QVERIFY(violations.empty() || violations.front().rule == Rule::Fanout);
            }
        QCOMPARE(laid, 0);
        accelerator.levels[1].fanout = {16, 12}; // 16 x 8
        nest.levels[1].spatial = {{K, 8, hardware::Axis::Rows}, {K, 8}, {C, 2}};
        QVERIFY(mapping::verify(accelerator, wide, nest).empty());
    }

    void rejectsTensorsALevelMayNotKeep()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[1].keeps = tests::kInputs;
        const auto violations = mapping::verify(accelerator, layer(), valid());
        QVERIFY(!violations.empty());
        QCOMPARE(violations.front().rule, Rule::Keep);
    }

    void rejectsAnOutermostLevelThatDoesNotKeepAll()
    {
        auto nest = valid();
        nest.levels[0].keeps = tests::kWeights;
        expect(nest, Rule::Keep, "must keep inputs");
    }

    void partialSumsCountWithTheirWidth()
    {
        auto accelerator = tests::twoLevels(Bytes{86});
        accelerator.levels[1].elementBits[TensorRole::Outputs] = {24};
        const auto violations = mapping::verify(accelerator, layer(), valid());
        QCOMPARE(violations.size(), std::size_t(1));
        QCOMPARE(
            violations.front().message,
            std::string("level Buffer: tiles need 150 B, capacity is 86 B (weights 18 B, inputs 36 B, outputs 96 B)"));
    }

    void agreesWithTheTilesOfRandomMappings()
    {
        Rng rng(3);
        for (int i = 0; i < 200; ++i) {
            auto small = tests::convolution("x", 1 + std::int64_t(rng.below(3)), 1 + std::int64_t(rng.below(8)), 4, 6,
                                            1 + std::int64_t(rng.below(3)), 1 + std::int64_t(rng.below(2)));
            small.dilationR = 1 + std::int64_t(rng.below(2));
            const auto accelerator = tests::simba();
            const auto nest = tests::randomMapping(rng, accelerator, small);
            const auto violations = mapping::verify(accelerator, small, nest);
            QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().message.c_str());
        }
    }

    void explainsWhatCannotFit()
    {
        auto accelerator = tests::simba();
        accelerator.levels[4].capacity = Bytes{2};
        const auto reason = mapping::explainInfeasible(accelerator, layer());
        QVERIFY(reason.has_value());
        QCOMPARE(reason->level, std::string("AccumulationBuffer"));
        QCOMPARE(reason->needed, Bytes{3});
        QCOMPARE(reason->available, Bytes{2});
        QCOMPARE(reason->message, std::string("level AccumulationBuffer needs 3 B for one element of outputs but holds "
                                              "2 B (1 B short); raise its capacity to 3 B"));

        auto two = accelerator; // every level that lacks something is named at once
        two.levels[3].capacity = Bytes{0};
        const auto both = mapping::explainInfeasible(two, layer());
        QVERIFY(both.has_value());
        QCOMPARE(both->level, two.levels[3].name);
        QVERIFY2(both->message.find("; and level AccumulationBuffer needs 3 B") != std::string::npos,
                 both->message.c_str());

        accelerator.levels[4].capacity = Bytes{3}; // the change it asked for is enough
        QVERIFY(!mapping::explainInfeasible(accelerator, layer()));
        QVERIFY(mapping::verify(accelerator, layer(), mapping::outermostMapping(accelerator, layer())).empty());
        accelerator.levels[4].elementBits[TensorRole::Outputs] = {25}; // a bit more
        QCOMPARE(mapping::explainInfeasible(accelerator, layer())->needed, Bytes{4});
    }

    void explainsABoundedOutermostLevel()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[0].capacity = Bytes{100}; // 36 weights + 72 inputs + 32 outputs
        const auto reason = mapping::explainInfeasible(accelerator, layer());
        QVERIFY(reason.has_value());
        QCOMPARE(reason->needed, Bytes{140});
        QVERIFY2(reason->message.find("140 B for the whole weights and inputs and outputs but holds 100 B (40 B short)")
                     != std::string::npos,
                 reason->message.c_str());
    }
};

QTEST_GUILESS_MAIN(TestVerify)
#include "tst_verify.moc"
