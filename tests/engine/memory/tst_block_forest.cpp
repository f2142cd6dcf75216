// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/block_forest.h"

#include "tests/support/cut_rectangle.h"

#include <QTest>

using namespace nestloom;
using memory::Block;
using memory::BlockForest;
using memory::Buffer;

namespace {

/// 6 B, then 2 B and 4 B, of which the first is replaced by another 2 B.
const std::vector<Buffer> kFour{{0, 1, {6}}, {2, 3, {2}}, {2, 5, {4}}, {4, 5, {2}}};

/// Piles that meet at a seam.
Block joint(const BlockForest& forest, const std::vector<std::uint32_t>& before,
            const std::vector<std::uint32_t>& after)
{
    const std::uint32_t seam = forest.block(before[0]).end;
    Block block{forest.block(before[0]).first, forest.block(after[0]).end, 0, seam, seam, {}};
    for (const auto& pile : {before, after}) {
        block.size = 0;
        for (const std::uint32_t part : pile) {
            block.parts.push_back(part);
            block.addresses.push_back(block.size);
            block.size += forest.block(part).size;
        }
    }
    return block;
}

} // namespace

class TestBlockForest : public QObject {
    Q_OBJECT
private slots:
    void buffersAreTheFirstBlocks()
    {
        BlockForest forest(kFour);
        QCOMPARE(forest.lastEvent(), 3U);
        QCOMPARE(forest.loose(), std::size_t(4));
        QCOMPARE(forest.block(2).first, 1U);
        QCOMPARE(forest.block(2).end, 3U);
        QCOMPARE(forest.spansBeginningAt(1).size(), std::size_t(2));
        QCOMPARE(forest.takeChanged().size(), std::size_t(4));
        QVERIFY(forest.takeChanged().empty());
    }

    void joinedBlocksBecomeOnePacking()
    {
        BlockForest forest(kFour);
        forest.join(joint(forest, {1}, {3})); // block 4: 2 B over all that follows the first buffer
        QCOMPARE(forest.block(4).size, std::int64_t(2));
        QCOMPARE(forest.block(4).seam, 2U);
        QCOMPARE(forest.loose(), std::size_t(3));
        forest.join(joint(forest, {0}, {4, 2}));
        QCOMPARE(forest.block(5).size, std::int64_t(6));
        QCOMPARE(forest.loose(), std::size_t(0));
        QVERIFY(tests::isPacked(kFour, forest.addresses(), {6}));
        QCOMPARE(forest.joinedBlocks(), (std::vector<std::uint32_t>{4, 5}));
    }

    void splittingTakesApartAllThatHoldsTheBlock()
    {
        BlockForest forest(kFour);
        forest.join(joint(forest, {1}, {3}));
        forest.join(joint(forest, {0}, {4, 2}));
        forest.split(4);
        QCOMPARE(forest.loose(), std::size_t(4));
        QVERIFY(forest.joinedBlocks().empty());
        forest.split(0); // a buffer
        forest.split(4); // again
        QCOMPARE(forest.loose(), std::size_t(4));
    }

    void changesAreTakenBack()
    {
        BlockForest forest(kFour);
        forest.join(joint(forest, {1}, {3}));
        forest.keep();
        forest.join(joint(forest, {0}, {4, 2}));
        forest.split(4);
        forest.takeBack();
        QCOMPARE(forest.joinedBlocks(), (std::vector<std::uint32_t>{4}));
        QCOMPARE(forest.block(1).whole, 4U);
        QCOMPARE(forest.looseBlocks().size(), std::size_t(3));
        forest.join(joint(forest, {0}, {4, 2}));
        QVERIFY(tests::isPacked(kFour, forest.addresses(), {6}));
    }

    void buffersWithoutSizeTakeNoPart()
    {
        BlockForest forest({{0, 1, {3}}, {0, 0, {0}}});
        QCOMPARE(forest.addresses(), (std::vector<Bytes>{{0}, {0}}));
        BlockForest none(std::vector<Buffer>{});
        QCOMPARE(none.loose(), std::size_t(0));
        QVERIFY(none.addresses().empty());
    }
};

QTEST_APPLESS_MAIN(TestBlockForest)
#include "tst_block_forest.moc"
