// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/seam_finder.h"

#include <QTest>

#include <bit>

using namespace nestloom;
using memory::BlockForest;
using memory::Buffer;
using memory::Seam;
using memory::SeamFinder;

namespace {

std::vector<Seam> seamsOf(const std::vector<Buffer>& buffers, std::uint32_t event)
{
    BlockForest forest(buffers);
    return SeamFinder(forest).at(event);
}

} // namespace

class TestSeamFinder : public QObject {
    Q_OBJECT
private slots:
    void pilesOfEqualSizeMatch()
    {
        const auto one = seamsOf({{0, 1, {700}}, {2, 3, {700}}}, 1);
        QCOMPARE(one.size(), std::size_t(1));
        QVERIFY(one[0].odds > 100);
        QVERIFY(seamsOf({{0, 1, {700}}, {2, 3, {600}}, {2, 4, {100}}}, 1).empty()); // they end at different steps
        const auto two = seamsOf({{0, 1, {700}}, {2, 3, {600}}, {2, 3, {100}}}, 1);
        QCOMPARE(two.size(), std::size_t(1));
        QCOMPARE(two[0].piles[Seam::After].count, 2);
        QCOMPARE(two[0].piles[Seam::After].members, std::uint64_t(3));
    }

    void nothingMatchesAtEitherEnd()
    {
        const std::vector<Buffer> buffers{{0, 1, {700}}, {2, 3, {700}}};
        QVERIFY(seamsOf(buffers, 0).empty());
        QVERIFY(seamsOf(buffers, 2).empty());
    }

    void rareSizesAreLikelier()
    {
        const auto large = seamsOf({{0, 1, {700}}, {2, 3, {700}}}, 1);
        const auto small = seamsOf({{0, 1, {7}}, {2, 3, {7}}}, 1);
        QVERIFY(large[0].odds > 50 * small[0].odds);
    }

    void seamsOfOneBlockCompete()
    {
        const auto alone = seamsOf({{0, 1, {70}}, {2, 3, {70}}, {2, 4, {60}}}, 1);
        const auto either = seamsOf({{0, 1, {70}}, {2, 3, {70}}, {2, 4, {70}}}, 1);
        QCOMPARE(alone.size(), std::size_t(1));
        QCOMPARE(either.size(), std::size_t(2));
        QVERIFY(either[0].odds + either[1].odds < alone[0].odds);
    }

    void equalBlocksAreOneChoice()
    {
        const auto twins = seamsOf({{0, 1, {70}}, {2, 3, {70}}, {2, 3, {70}}}, 1);
        QCOMPARE(twins.size(), std::size_t(1));
    }

    void allOfALargeSpanIsOnePile()
    {
        std::vector<Buffer> buffers;
        std::int64_t sum = 0;
        for (std::int64_t i = 0; i < 40; ++i) {
            buffers.push_back({0, 1, {1000 + i * i}});
            sum += 1000 + i * i;
        }
        buffers.push_back({2, 3, {sum}});
        buffers.push_back({2, 4, {sum - 1000}}); // all but one
        const auto seams = seamsOf(buffers, 1);
        QCOMPARE(seams.size(), std::size_t(2));
        for (const Seam& seam : seams)
            QCOMPARE(std::popcount(seam.piles[Seam::Before].members), seam.piles[Seam::After].size == sum ? 40 : 39);
    }

    void pinwheelsAreSeenFromBothEvents()
    {
        const std::vector<Buffer> fits{{0, 3, {200}}, {4, 5, {500}}, {2, 5, {150}}, {0, 1, {450}}, {2, 3, {300}}};
        for (const std::uint32_t event : {1U, 2U}) {
            const auto seams = seamsOf(fits, event);
            QCOMPARE(seams.size(), std::size_t(1));
            QCOMPARE(seams[0].count, std::size_t(5));
            QCOMPARE(seams[0].size, std::int64_t(650));
            QCOMPARE(seams[0].at, 1U);
            QCOMPARE(seams[0].lastAt, 2U);
        }
        std::vector<Buffer> wrong = fits;
        wrong[2].size = {151};
        QVERIFY(seamsOf(wrong, 1).empty() && seamsOf(wrong, 2).empty());
    }

    void theBlockOfAPinwheelIsFull()
    {
        const std::vector<Buffer> fits{{0, 3, {200}}, {4, 5, {500}}, {2, 5, {150}}, {0, 1, {450}}, {2, 3, {300}}};
        BlockForest forest(fits);
        SeamFinder finder(forest);
        forest.join(finder.blockOf(finder.at(1).front()));
        QCOMPARE(forest.loose(), std::size_t(0));
        QCOMPARE(forest.addresses(), (std::vector<Bytes>{{0}, {0}, {500}, {200}, {200}}));
    }

    void whatMatchesByChanceIsLeftOut()
    {
        std::vector<Buffer> buffers;
        for (std::int64_t i = 1; i <= 12; ++i) {
            buffers.push_back({0, 1, {i}});
            buffers.push_back({2, 3, {i}});
        }
        for (const Seam& seam : seamsOf(buffers, 1))
            QVERIFY(seam.piles[Seam::Before].ways * seam.piles[Seam::After].ways * 0.4
                    <= 2 * double(seam.piles[Seam::Before].size));
    }
};

QTEST_APPLESS_MAIN(TestSeamFinder)
#include "tst_seam_finder.moc"
