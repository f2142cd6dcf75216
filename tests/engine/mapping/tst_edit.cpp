// SPDX-License-Identifier: Apache-2.0
#include "engine/base/integers.h"
#include "engine/mapping/edit.h"
#include "engine/mapping/mapping_text.h"
#include "engine/mapping/verify.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;

using enum workload::LoopDimension;
using hardware::Axis;
using mapping::Direction;
using mapping::Loop;
using mapping::LoopPlace;

namespace {

/// 3 x 3 taps, 4 x 4 pixels, 2 -> 2 channels, as in the tests of the verifier.
workload::Layer layer() { return tests::convolution("conv", 3, 4, 2, 2); }

mapping::LayerMapping nest()
{
    mapping::LayerMapping result;
    result.levels = {{{{C, 2}}, {}, TensorSet::all()},
                     {{{P, 2}, {Q, 4}, {R, 3}, {S, 3}}, {{K, 2}, {P, 2}}, TensorSet::all()}};
    return result;
}

} // namespace

class TestEdit : public QObject {
    Q_OBJECT
private slots:
    void aFactorLeavesItsLoopAndStandsElsewhere()
    {
        const auto edited = mapping::moveFactor(nest(), {1, false, 1}, 2, {0, false, 1});
        QVERIFY(edited);
        QCOMPARE(edited->mapping.levels[0].temporal, (std::vector<Loop>{{C, 2}, {Q, 2}}));
        QCOMPARE(edited->mapping.levels[1].temporal, (std::vector<Loop>{{P, 2}, {Q, 2}, {R, 3}, {S, 3}}));
        QCOMPARE(edited->place, (LoopPlace{0, false, 1}));
    }

    void theWholeBoundMovesTheLoop()
    {
        const auto edited = mapping::moveFactor(nest(), {1, false, 0}, 2, {0, false, 0});
        QVERIFY(edited);
        QCOMPARE(edited->mapping.levels[0].temporal, (std::vector<Loop>{{P, 2}, {C, 2}}));
        QCOMPARE(edited->mapping.levels[1].temporal, (std::vector<Loop>{{Q, 4}, {R, 3}, {S, 3}}));
    }

    void neighboursOfOneDimensionBecomeOne()
    {
        // the P spread over children comes back next to the temporal P
        const auto edited = mapping::moveFactor(nest(), {1, true, 1}, 2, {1, false, 0});
        QVERIFY(edited);
        QCOMPARE(edited->mapping.levels[1].temporal, (std::vector<Loop>{{P, 4}, {Q, 4}, {R, 3}, {S, 3}}));
        QCOMPARE(edited->mapping.levels[1].spatial, (std::vector<Loop>{{K, 2}}));
        QCOMPARE(edited->place, (LoopPlace{1, false, 0}));
    }

    void spatialLoopsOfOneDimensionBecomeOneWhereverTheyStand()
    {
        const auto edited = mapping::moveFactor(nest(), {1, false, 0}, 2, {1, true, 0});
        QVERIFY(edited);
        QCOMPARE(edited->mapping.levels[1].spatial, (std::vector<Loop>{{P, 4}, {K, 2}}));
        QCOMPARE(edited->place, (LoopPlace{1, true, 0}));
    }

    void loopsOfOneLevelChangePlaces()
    {
        const auto inward = mapping::moveFactor(nest(), {1, false, 0}, 2, {1, false, 3});
        QVERIFY(inward);
        QCOMPARE(inward->mapping.levels[1].temporal, (std::vector<Loop>{{Q, 4}, {R, 3}, {P, 2}, {S, 3}}));
        QCOMPARE(inward->place, (LoopPlace{1, false, 2}));
        const auto back = mapping::moveFactor(inward->mapping, inward->place, 2, {1, false, 0});
        QVERIFY(back);
        QCOMPARE(back->mapping, nest());
    }

    void aLoopSplitsAroundAnother()
    {
        const auto edited = mapping::moveFactor(nest(), {1, false, 1}, 2, {1, false, 3});
        QVERIFY(edited);
        QCOMPARE(edited->mapping.levels[1].temporal, (std::vector<Loop>{{P, 2}, {Q, 2}, {R, 3}, {Q, 2}, {S, 3}}));
    }

    void refusesWhatIsNotThere_data()
    {
        QTest::addColumn<int>("level");
        QTest::addColumn<int>("position");
        QTest::addColumn<int>("factor");
        QTest::addColumn<int>("toPosition");
        QTest::addColumn<QString>("words");
        QTest::newRow("no loop") << 0 << 1 << 2 << 0 << "no loop at that place";
        QTest::newRow("no level") << 7 << 0 << 2 << 0 << "no loop at that place";
        QTest::newRow("no divisor") << 1 << 1 << 3 << 0 << "3 is no factor of the bound 4 of loop Q";
        QTest::newRow("one") << 1 << 1 << 1 << 0 << "1 is no factor";
        QTest::newRow("no target") << 1 << 1 << 2 << 9 << "no such place";
    }
    void refusesWhatIsNotThere()
    {
        QFETCH(int, level);
        QFETCH(int, position);
        QFETCH(int, factor);
        QFETCH(int, toPosition);
        QFETCH(QString, words);
        const auto edited = mapping::moveFactor(nest(), {std::size_t(level), false, std::size_t(position)}, factor,
                                                {0, false, std::size_t(toPosition)});
        QVERIFY(!edited);
        QVERIFY2(QString::fromStdString(edited.error().message).contains(words), edited.error().message.c_str());
    }

    void randomEditsKeepTheLayer()
    {
        Rng rng(5);
        const auto accelerator = tests::simba();
        const auto conv = tests::convolution("x", 3, 28, 12, 18);
        auto current = tests::randomMapping(rng, accelerator, conv);
        for (int i = 0; i < 500; ++i) {
            const std::size_t level = rng.below(6);
            const LoopPlace from{level, rng.below(2) == 0, rng.below(4)};
            const Loop* loop = mapping::loopAt(current, from);
            if (!loop)
                continue;
            const auto factors = divisors(loop->bound);
            const auto places = mapping::otherPlaces(accelerator, current, from);
            const auto edited = mapping::moveFactor(current, from, factors[1 + rng.below(factors.size() - 1)],
                                                    places[rng.below(places.size())]);
            QVERIFY(edited);
            const Loop* moved = mapping::loopAt(edited->mapping, edited->place);
            QVERIFY(moved);
            QCOMPARE(moved->dimension, loop->dimension);
            current = edited->mapping;
            for (const auto& violation : mapping::verify(accelerator, conv, current))
                QVERIFY(violation.rule == mapping::Rule::Capacity || violation.rule == mapping::Rule::Fanout);
        }
    }

    void stepsLeadThroughTheWholeNestAndBack()
    {
        const auto accelerator = tests::twoLevels();
        mapping::LayerMapping current = nest();
        LoopPlace place{0, false, 0}; // C 2, alone at DRAM, which has one child
        int steps = 0;
        while (const auto next = mapping::nextPlace(accelerator, current, place, Direction::Inward)) {
            const auto edited = mapping::moveFactor(current, place, 2, *next);
            QVERIFY(edited);
            current = edited->mapping;
            place = edited->place;
            ++steps;
        }
        QCOMPARE(steps, 6); // before P, past P, Q, R and S, to the children
        QCOMPARE(current.levels[1].spatial.front(), (Loop{C, 2}));
        while (const auto next = mapping::nextPlace(accelerator, current, place, Direction::Outward)) {
            const auto edited = mapping::moveFactor(current, place, 2, *next);
            QVERIFY(edited);
            current = edited->mapping;
            place = edited->place;
        }
        QCOMPARE(current, nest());
    }

    void stepsLeadOverRowsAndColumns()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[1].fanout = {2, 2};
        mapping::LayerMapping current = nest();
        current.levels[1].spatial = {{K, 2, Axis::Rows}, {P, 2}};
        const mapping::LayerMapping before = current;
        LoopPlace place{1, false, 3}; // S 3
        std::vector<Axis> axes;
        while (const auto next = mapping::nextPlace(accelerator, current, place, Direction::Inward)) {
            const auto edited = mapping::moveFactor(current, place, 3, *next);
            QVERIFY(edited);
            current = edited->mapping;
            place = edited->place;
            axes.push_back(current.levels[1].spatial[place.position].axis);
        }
        QCOMPARE(axes, (std::vector<Axis>{Axis::Rows, Axis::Columns}));
        QCOMPARE(current.levels[1].spatial, (std::vector<Loop>{{K, 2, Axis::Rows}, {S, 3}, {P, 2}}));
        while (place.spatial) {
            const auto edited = mapping::moveFactor(
                current, place, 3, *mapping::nextPlace(accelerator, current, place, Direction::Outward));
            current = edited->mapping;
            place = edited->place;
        }
        QCOMPARE(current, before);
    }

    void aFactorTakesTheOtherAxis()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[1].fanout = {2, 2};
        const auto crowded = nest(); // K 2 and P 2 over two columns
        QCOMPARE(mapping::verify(accelerator, layer(), crowded).front().message,
                 std::string("level Buffer: spatial loops along the columns use 4, the fan-out of 2 x 2 has 2"));
        const auto places = mapping::otherPlaces(accelerator, crowded, {1, true, 1});
        QCOMPARE(places, (std::vector<LoopPlace>{{0, false, 1}, {1, false, 0}, {1, true, 0, Axis::Rows}}));
        const auto relief = mapping::smallestRelief(accelerator, layer(), crowded);
        QVERIFY(relief);
        QCOMPARE(relief->text, std::string("move loop P from Buffer (columns) to Buffer (rows)"));
        QCOMPARE(relief->edited.mapping.levels[1].spatial, (std::vector<Loop>{{P, 2, Axis::Rows}, {K, 2}}));
        QCOMPARE(mapping::axisWithRoom({2, 2}, crowded.levels[1], 2), Axis::Rows);
        QCOMPARE(mapping::axisWithRoom({2, 2}, {}, 2), Axis::Columns);
        QCOMPARE(mapping::axisWithRoom({2, 3}, {}, 3), Axis::Rows);
        QCOMPARE(mapping::axisWithRoom({1, 4}, {}, 2), Axis::Columns); // one axis has no name
        // a dimension runs over both axes as two loops, which do not become one
        mapping::LayerMapping both = nest();
        both.levels[1].spatial = {{Q, 2, Axis::Rows}};
        both.levels[1].temporal = {{P, 4}, {Q, 2}, {R, 3}, {S, 3}, {K, 2}};
        const auto edited = mapping::moveFactor(both, {1, false, 1}, 2, {1, true, 1, Axis::Columns});
        QVERIFY(edited);
        QCOMPARE(edited->mapping.levels[1].spatial, (std::vector<Loop>{{Q, 2, Axis::Rows}, {Q, 2}}));
        QVERIFY(mapping::verify(accelerator, layer(), edited->mapping).empty());
    }

    void theNearestListHasRoomForAFactor()
    {
        const auto accelerator = tests::twoLevels();
        QCOMPARE(mapping::nextList(accelerator, nest(), {1, false, 1}, Direction::Outward), (LoopPlace{0, false, 1}));
        QCOMPARE(mapping::nextList(accelerator, nest(), {1, false, 0}, Direction::Inward),
                 (LoopPlace{1, true, 1})); // its P
        QVERIFY(!mapping::nextList(accelerator, nest(), {0, false, 0}, Direction::Outward));
        QVERIFY(!mapping::nextList(accelerator, nest(), {1, true, 0}, Direction::Inward));
    }

    void aTensorIsKeptOrBypassed()
    {
        const auto without = mapping::withKept(nest(), 1, TensorRole::Weights, false);
        QVERIFY(without);
        QVERIFY(!without->levels[1].keeps.contains(TensorRole::Weights));
        QCOMPARE(*mapping::withKept(*without, 1, TensorRole::Weights, true), nest());
        QVERIFY(!mapping::withKept(nest(), 2, TensorRole::Weights, true));
    }

    void namesTheSmallestMoveThatMakesItFit()
    {
        // 86 B are needed
        const auto accelerator = tests::twoLevels(Bytes{80});
        const auto relief = mapping::smallestRelief(accelerator, layer(), nest());
        QVERIFY(relief);
        QCOMPARE(relief->text, std::string("move loop P from Buffer (spatial) to DRAM"));
        QVERIFY(mapping::verify(accelerator, layer(), relief->edited.mapping).empty());
    }

    void namesNoMoveWhereNoneIsNeededOrNoneHelps()
    {
        QVERIFY(!mapping::smallestRelief(tests::twoLevels(), layer(), nest()));
        QVERIFY(!mapping::smallestRelief(tests::twoLevels(Bytes{3}), layer(), nest()));
        auto other = nest();
        other.levels[0].temporal.clear(); // another layer
        QVERIFY(!mapping::smallestRelief(tests::twoLevels(), layer(), other));
    }

    void readsWhatPrintWrites()
    {
        Rng rng(9);
        const auto accelerator = tests::simba();
        const auto conv = tests::convolution("x", 3, 14, 16, 24);
        for (int i = 0; i < 50; ++i) {
            auto drawn = tests::randomMapping(rng, accelerator, conv);
            drawn.levels[1].keeps = i % 2 == 0 ? tests::kOutputs : TensorSet{};
            const std::string text = mapping::print(accelerator, conv, drawn);
            const auto read = mapping::parse(accelerator, text);
            QVERIFY2(read, read ? "" : read.error().text().c_str());
            QCOMPARE(mapping::print(accelerator, conv, *read), text);
        }
    }

    void saysWhichLineIsWrong_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("words");
        QTest::newRow("no level") << QByteArray("for C in 0..2")
                                  << QByteArray("line 1: a loop stands before the first level DRAM");
        QTest::newRow("other level") << QByteArray("DRAM\nL1\n")
                                     << QByteArray("line 2: 'L1' stands where two-levels has level Buffer");
        QTest::newRow("one more") << QByteArray("DRAM\nBuffer\nX")
                                  << QByteArray("line 3: 'X' stands behind the innermost level Buffer");
        QTest::newRow("one less") << QByteArray("DRAM") << QByteArray("the mapping has no level Buffer");
        QTest::newRow("dimension") << QByteArray("DRAM\n for Z in 0..3")
                                   << QByteArray("line 2: 'for Z in 0..3' is no loop");
        QTest::newRow("bound") << QByteArray("DRAM\n for K in 0..x")
                               << QByteArray("line 2: 'for K in 0..x' is no loop");
        QTest::newRow("zero") << QByteArray("DRAM\n for K in 0..0") << QByteArray("is no loop");
        QTest::newRow("huge") << QByteArray("DRAM\n for K in 0..99999999999999999999") << QByteArray("is no loop");
        QTest::newRow("no bound") << QByteArray("DRAM\n par for K") << QByteArray("line 2: 'par for K' is no loop");
    }
    void saysWhichLineIsWrong()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, words);
        const auto read = mapping::parse(tests::twoLevels(), text.toStdString());
        QVERIFY(!read);
        QVERIFY2(read.error().text().find(words.toStdString()) != std::string::npos, read.error().text().c_str());
    }

    void levelsWithoutBracketsKeepWhatTheyMay()
    {
        const auto read = mapping::parse(
            tests::simba(),
            "DRAM\nGlobalBuffer\nInputBuffer\nWeightBuffer\nAccumulationBuffer\nRegisters\n for K in 0..1");
        QVERIFY(read);
        QCOMPARE(read->levels[1].keeps, tests::kInputs.with(TensorRole::Outputs));
        QVERIFY(read->levels[5].temporal.empty());
    }
};

QTEST_GUILESS_MAIN(TestEdit)
#include "tst_edit.moc"
