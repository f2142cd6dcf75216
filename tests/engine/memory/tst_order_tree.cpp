// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/memory/order_tree.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <span>

using namespace nestloom;
using memory::OrderTree;

namespace {

using Items = std::vector<std::uint32_t>;

bool areNeighbours(const Items& order, const Items& items)
{
    const auto isItem = [&](std::uint32_t i) { return std::find(items.begin(), items.end(), i) != items.end(); };
    const auto first = std::find_if(order.begin(), order.end(), isItem);
    return std::all_of(first, first + std::ptrdiff_t(items.size()), isItem);
}

Items randomItems(Rng& rng, std::uint32_t count)
{
    Items all(count);
    std::iota(all.begin(), all.end(), 0u);
    rng.shuffle(std::span(all));
    all.resize(2 + rng.below(count - 2));
    return all;
}

int runs(const Items& order, const std::vector<bool>& marked)
{
    int count = 0;
    for (std::size_t i = 0; i < order.size(); ++i)
        count += marked[order[i]] && (i == 0 || !marked[order[i - 1]]) ? 1 : 0;
    return count;
}

} // namespace

class TestOrderTree : public QObject {
    Q_OBJECT
private slots:
    void keepsExactlyTheOrdersInWhichSetsAreNeighbours()
    {
        Rng rng(3);
        int impossible = 0;
        for (int i = 0; i < 300; ++i) {
            std::optional<OrderTree> tree(Items{0, 1, 2, 3, 4, 5});
            std::vector<Items> sets;
            for (int set = 0; set < 3 && tree; ++set) {
                sets.push_back(randomItems(rng, 6));
                tree = tree->gathered(sets.back());
            }
            Items order{0, 1, 2, 3, 4, 5};
            int count = 0;
            do {
                if (!std::all_of(sets.begin(), sets.end(), [&](const Items& s) { return areNeighbours(order, s); }))
                    continue;
                ++count;
                QVERIFY(tree);
                Items position(6);
                for (std::uint32_t p = 0; p < 6; ++p)
                    position[order[p]] = p;
                QCOMPARE(tree->ordered(position), order); // the tree has this order
            } while (std::next_permutation(order.begin(), order.end()));
            QCOMPARE(tree.has_value(), count > 0);
            if (tree)
                QVERIFY(std::abs(std::exp(tree->freedom()) - count) < 0.5);
            impossible += tree ? 0 : 1;
        }
        QVERIFY(impossible > 20 && impossible < 280);
    }

    void countsTheLeastRunsOfMarkedItems()
    {
        Rng rng(5);
        int severalRuns = 0;
        for (int round = 0; round < 200; ++round) {
            OrderTree tree({0, 1, 2, 3, 4, 5, 6});
            std::vector<Items> sets;
            for (int i = 0; i < 4; ++i) {
                const Items items = randomItems(rng, 7);
                if (const auto less = tree.gathered(items)) {
                    tree = *less;
                    sets.push_back(items);
                }
            }
            std::vector<bool> marked(7);
            for (std::size_t i = 0; i < marked.size(); ++i)
                marked[i] = rng.below(2) == 0;
            int least = 7;
            Items order{0, 1, 2, 3, 4, 5, 6};
            do {
                if (std::all_of(sets.begin(), sets.end(), [&](const Items& s) { return areNeighbours(order, s); }))
                    least = std::min(least, runs(order, marked));
            } while (std::next_permutation(order.begin(), order.end()));
            QCOMPARE(tree.leastRuns(marked), least);
            severalRuns += least > 1 ? 1 : 0;
        }
        QVERIFY(severalRuns > 20);
    }

    void whatArrivesIsWhereItsPredecessorsWere()
    {
        const OrderTree row = *OrderTree({0, 1, 2, 3}).gathered({0, 1})->gathered({1, 2}); // 3 beside 0 1 2
        const auto tree = row.exchanged({1, 2}, {4, 5, 6});
        QVERIFY(tree);
        QVERIFY(tree->gathered({0, 4}));
        QVERIFY(!tree->gathered({0, 4})->gathered({0, 5})); // 0 is at one end of 4 5 6
        QVERIFY(!row.exchanged({0, 2}, {4}));
    }

    void partsOfALooseItemMayLieApart()
    {
        OrderTree tree({0, 1, 2}), loose = tree;
        tree.cut(2, {3, 4});
        QVERIFY(!tree.gathered({0, 3})->gathered({0, 4})); // 3 and 4 share one place
        loose.loosen(2);
        loose.cut(2, {3, 4});
        QVERIFY(loose.gathered({0, 3})->gathered({0, 4})); // 0 between them
        QCOMPARE(loose.leaves().size(), std::size_t(4));
    }

    void inARowOfTwoNothingIsLoose()
    {
        OrderTree tree({0, 1, 2, 3});
        tree.loosen(0);
        tree = *tree.gathered({1, 2})->gathered({2, 3})->gathered({0, 1, 2}); // 0 1 2 3 or back
        tree = *tree.exchanged({1, 2, 3}, {4});
        tree.cut(0, {5, 6});
        QVERIFY(!tree.gathered({4, 5})->gathered({4, 6})); // both were on one side
    }

    void neighbourSetsAreThoseThatCanBeGathered()
    {
        Rng rng(4);
        for (int round = 0; round < 50; ++round) {
            OrderTree tree({0, 1, 2, 3, 4, 5, 6, 7});
            for (int i = 0; i < 3; ++i)
                if (const auto less = tree.gathered(randomItems(rng, 8)))
                    tree = *less;
            const Items items = randomItems(rng, 8);
            const auto sets = tree.neighbourSets(items);
            for (std::uint64_t mask = 1; mask < std::uint64_t{1} << items.size(); ++mask) {
                Items some;
                for (std::size_t i = 0; i < items.size(); ++i)
                    if (mask >> i & 1)
                        some.push_back(items[i]);
                const bool isListed = std::find(sets.begin(), sets.end(), mask) != sets.end();
                QCOMPARE(isListed, tree.gathered(some).has_value());
            }
        }
    }

    void aRenamedItemKeepsItsPlace()
    {
        OrderTree tree = *OrderTree({0, 1, 2, 3}).gathered({0, 1})->gathered({1, 2});
        tree.rename(1, 7);
        QVERIFY(tree.gathered({0, 7}));
        QVERIFY(!tree.gathered({0, 2}));
    }

    void interchangeableItemsGiveTheSameFingerprint()
    {
        const std::vector<std::uint64_t> kind{1, 2, 2, 3};
        const OrderTree all({0, 1, 2, 3});
        QCOMPARE(all.gathered({0, 1})->fingerprint(kind), all.gathered({2, 0})->fingerprint(kind));
        QVERIFY(all.gathered({0, 1})->fingerprint(kind) != all.gathered({3, 1})->fingerprint(kind));
    }
};

QTEST_GUILESS_MAIN(TestOrderTree)
#include "tst_order_tree.moc"
