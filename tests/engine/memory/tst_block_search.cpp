// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/block_search.h"

#include "engine/base/rng.h"
#include "tests/support/cut_rectangle.h"

#include <QTest>

using namespace nestloom;
using memory::Buffer;

namespace {

constexpr std::int64_t kNodes = 200'000;

/// Five around a middle one: no straight cut goes through from one end to the other.
const std::vector<Buffer> kPinwheel{{0, 1, {1}}, {2, 2, {2}}, {1, 2, {1}}, {0, 0, {2}}, {1, 1, {1}}};

/// The smallest rectangle of squares that all differ (Moron 1925): no two sides match, and no part of it is a
/// rectangle.
const std::vector<Buffer> kSquares{{0, 17, {18}}, {18, 32, {15}}, {18, 24, {7}}, {25, 32, {8}}, {0, 13, {14}},
                                   {14, 17, {4}}, {14, 23, {10}}, {24, 24, {1}}, {24, 32, {9}}};

} // namespace

class TestBlockSearch : public QObject {
    Q_OBJECT
private slots:
    void rectanglesCutStraightArePlaced_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("steps");
        QTest::newRow("one") << 1 << 5;
        QTest::newRow("few") << 12 << 10;
        QTest::newRow("150") << 150 << 50;
        QTest::newRow("350, on few steps") << 350 << 50;
        QTest::newRow("450, on few steps") << 450 << 50;
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
        const auto found = memory::searchBlocks(buffers, capacity, kNodes, {});
        QVERIFY(found.offsets);
        QVERIFY(tests::isPacked(buffers, *found.offsets, capacity));
        const auto again = memory::searchBlocks(buffers, capacity, kNodes, {});
        QVERIFY(again.offsets == found.offsets && again.nodes == found.nodes);
    }

    void pinwheelsArePlaced_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("few") << 13;
        QTest::newRow("150") << 150;
        QTest::newRow("250") << 250;
    }
    void pinwheelsArePlaced()
    {
        QFETCH(int, count);
        Rng rng{std::uint64_t(count)};
        const auto buffers = tests::cutRectangle(rng, 50, 1000, std::size_t(count), tests::CutStyle::Pinwheel);
        const auto found = memory::searchBlocks(buffers, {1000}, kNodes, {});
        QVERIFY(found.offsets);
        QVERIFY(tests::isPacked(buffers, *found.offsets, {1000}));
    }

    void aPinwheelIsPlacedBothWays()
    {
        std::vector<Buffer> mirrored;
        for (const Buffer& buffer : kPinwheel)
            mirrored.push_back({2 - buffer.last, 2 - buffer.first, buffer.size});
        for (const std::vector<Buffer>& buffers : {kPinwheel, mirrored}) {
            const auto found = memory::searchBlocks(buffers, {3}, 1000, {});
            QVERIFY(found.offsets);
            QVERIFY(tests::isPacked(buffers, *found.offsets, {3}));
        }
    }

    void nothingIsFoundWithoutSeams()
    {
        const std::vector<Bytes> offsets{{0}, {0}, {15}, {15}, {18}, {18}, {22}, {22}, {23}};
        QVERIFY(tests::isPacked(kSquares, offsets, {32})); // there is a packing, but no such one
        const std::int64_t most = std::int64_t{1} << 40;   // would take for ever
        const auto found = memory::searchBlocks(kSquares, {32}, most, {});
        QVERIFY(!found.offsets);
        QCOMPARE(found.cause, StopCause::Completed);
        QVERIFY(found.nodes < 100);
    }

    void manyEqualBuffersArePlaced()
    {
        std::vector<Buffer> many{{0, 9, {1}}, {3, 5, {0}}}; // one takes no room
        for (std::size_t i = 0; i < 80; ++i) {
            many.push_back({0, 4, {2}});
            many.push_back({5, 9, {2}});
        }
        const auto found = memory::searchBlocks(many, {161}, kNodes, {});
        QVERIFY(found.offsets);
        QVERIFY(tests::isPacked(many, *found.offsets, {161}));
    }

    void aStopIsObeyed()
    {
        std::stop_source source;
        source.request_stop();
        RunControl control;
        control.stop = source.get_token();
        Rng rng(7);
        const auto buffers = tests::cutRectangle(rng, 50, 1000, 450, tests::CutStyle::Large);
        const auto found = memory::searchBlocks(buffers, {1000}, kNodes, control);
        QVERIFY(!found.offsets);
        QCOMPARE(found.cause, StopCause::Cancelled);
        QVERIFY(found.nodes < 1000);
    }
};

QTEST_APPLESS_MAIN(TestBlockSearch)
#include "tst_block_search.moc"
