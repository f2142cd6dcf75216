// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/straight_cuts.h"

#include "engine/base/rng.h"
#include "engine/memory/cut_moves.h"
#include "engine/memory/cut_worth.h"
#include "tests/support/cut_rectangle.h"

#include <QTest>

using namespace nestloom;
using memory::Buffer;
using memory::CutState;

namespace {

constexpr std::int64_t kNodes = 200'000;

/// What one step follows another of: 6 B that become 2 B and 4 B, of which the first stays longer.
const std::vector<Buffer> kThree{{0, 1, {6}}, {2, 4, {2}}, {2, 3, {4}}, {4, 4, {4}}};

/// Five around a middle one: no straight cut goes through from one end to the other.
const std::vector<Buffer> kPinwheel{{0, 1, {1}}, {2, 2, {2}}, {1, 2, {1}}, {0, 0, {2}}, {1, 1, {1}}};

} // namespace

class TestStraightCuts : public QObject {
    Q_OBJECT
private slots:
    void waysToFillSlotsAreCounted()
    {
        const memory::SlotFillings few({5, 3, 2, 2});
        const auto five = few.ways({5, 7}, 0xF, true, 10);
        QVERIFY(five);
        QCOMPARE(five->size(), std::size_t(3)); // 5, 3 + 2, 3 + the other 2
        QCOMPARE(few.ways({5, 7}, 0xF, true, 2)->size(), std::size_t(2));
        QVERIFY(few.ways({1, 11}, 0xF, true, 10)->empty());
        QVERIFY(few.mayFill(9) && !few.mayFill(6));
        QCOMPARE(few.ways({4}, 0xF, false, 10)->size(), std::size_t(1)); // the rest is left
    }

    void manySizesAreCountedWithoutATable()
    {
        std::vector<std::int64_t> sizes;
        for (int i = 30; i > 0; --i)
            sizes.push_back(i);
        const memory::SlotFillings many(sizes);
        const auto three = many.ways({3}, (std::uint64_t{1} << 30) - 1, false, 10);
        QVERIFY(three);
        QCOMPARE(three->size(), std::size_t(2));                                     // 3, 2 + 1
        QVERIFY(many.ways({500}, (std::uint64_t{1} << 30) - 1, false, 10)->empty()); // the sum is 465
    }

    void partsOfOnePileThatEndTogetherAreExchanged()
    {
        const memory::CutEvents events(kThree);
        QCOMPARE(events.count(), 2U);
        QVERIFY(events.isSeam(0) && !events.isSeam(1));
        memory::CutMoves moves(events);
        moves.begin(0);
        moves.begin(1);
        CutState state;
        state.begin(events.arriving(0));
        state.waiting.push_back({1, 1});
        std::vector<CutState> next;
        QVERIFY(moves.expand(state, 1, next));
        QCOMPARE(next.size(), std::size_t(1));
        QVERIFY((next.front().tree == std::vector<std::int16_t>{CutState::kOpen, 3, 1, CutState::kClose})
                || (next.front().tree == std::vector<std::int16_t>{CutState::kOpen, 1, 3, CutState::kClose}));
        QVERIFY(next.front().waiting.empty());
        std::vector<CutState> none;
        QVERIFY(!moves.expand(next.front(), 1, none));
    }

    void orderInPilesDoesNotTellStatesApart()
    {
        const memory::CutEvents events({{0, 3, {4}}, {0, 2, {3}}, {0, 1, {2}}, {2, 3, {2}}, {3, 3, {3}}});
        memory::CutWorth worth(events);
        CutState one, same, other;
        one.tree = {CutState::kOpen, 0, CutState::kOpen, 1, 2, CutState::kClose, CutState::kClose};
        same.tree = {CutState::kOpen, CutState::kOpen, 2, 1, CutState::kClose, 0, CutState::kClose};
        other.tree = {CutState::kOpen, 0, 1, 2, CutState::kClose};
        for (CutState* state : {&one, &same, &other})
            worth.rate(*state, 0, 0);
        QCOMPARE(one.fingerprint, same.fingerprint);
        QCOMPARE(one.worth, same.worth);
        QVERIFY(one.fingerprint != other.fingerprint);
    }

    void rectanglesCutStraightArePlaced_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("steps");
        QTest::newRow("one") << 1 << 5;
        QTest::newRow("few") << 12 << 10;
        QTest::newRow("150") << 150 << 50;
        QTest::newRow("350, on few steps") << 350 << 50;
        QTest::newRow("450, on many steps") << 450 << 5000;
    }
    void rectanglesCutStraightArePlaced()
    {
        QFETCH(int, count);
        QFETCH(int, steps);
        Rng rng{std::uint64_t(count)};
        const Bytes capacity{1000};
        const auto buffers =
            tests::cutRectangle(rng, std::size_t(steps), capacity.count, std::size_t(count), tests::CutStyle::Large);
        const auto found = memory::searchStraightCuts(buffers, capacity, kNodes, {});
        QVERIFY(found.offsets);
        QVERIFY(tests::isPacked(buffers, *found.offsets, capacity));
        const auto again = memory::searchStraightCuts(buffers, capacity, kNodes, {});
        QVERIFY(again.offsets == found.offsets && again.nodes == found.nodes);
    }

    void aPinwheelIsNotPlaced()
    {
        QVERIFY(tests::isPacked(kPinwheel, {{0}, {0}, {2}, {1}, {1}}, {3})); // there is a packing, but no such one
        const auto found = memory::searchStraightCuts(kPinwheel, {3}, 1000, {});
        QVERIFY(!found.offsets);
        QCOMPARE(found.cause, StopCause::WorkLimit);
    }

    void nothingIsTriedTwiceWhenEveryStateWasFollowed()
    {
        std::vector<Buffer> many{{0, 9, {1}}}; // beside it more begin at one step than can be followed
        for (std::size_t i = 0; i < 80; ++i) {
            many.push_back({0, 4, {2}});
            many.push_back({5, 9, {2}});
        }
        const std::int64_t most = std::int64_t{1} << 40; // would take for ever
        for (const std::vector<Buffer>& buffers : {many, kPinwheel})
            QVERIFY(!memory::searchStraightCuts(buffers, {161}, most, {}).offsets);
    }

    void aStopIsObeyed()
    {
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        Rng rng(7);
        const auto buffers = tests::cutRectangle(rng, 50, 1000, 450, tests::CutStyle::Large);
        const auto found = memory::searchStraightCuts(buffers, {1000}, kNodes, control);
        QVERIFY(!found.offsets);
        QCOMPARE(found.cause, StopCause::Cancelled);
        QVERIFY(found.nodes < 1000);
    }
};

QTEST_APPLESS_MAIN(TestStraightCuts)
#include "tst_straight_cuts.moc"
