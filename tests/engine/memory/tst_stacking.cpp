// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/stacking.h"

#include "engine/base/rng.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using memory::Buffer;
using memory::Stacking;

namespace {

/// Where a buffer would rest, from what is placed: every pair is looked at.
std::int64_t lowest(const Stacking& stacking, std::size_t i)
{
    std::int64_t result = 0;
    for (std::size_t other = 0; other < stacking.count(); ++other) {
        const memory::SectionItem &a = stacking.item(i), &b = stacking.item(other);
        if (stacking.isPlaced(other) && a.first <= b.last && b.first <= a.last)
            result = std::max(result, stacking.offset(other) + b.size);
    }
    return result;
}

} // namespace

class TestStacking : public QObject {
    Q_OBJECT

private slots:
    void liftsWhatIsInUseAtItsSteps()
    {
        // steps 0..2: one over all of them, two short ones
        const std::vector<Buffer> buffers{{0, 2, {4}}, {0, 0, {3}}, {2, 2, {2}}};
        Stacking stacking(memory::sections(buffers), 7);
        const auto first = stacking.place(1);
        QVERIFY(first.covers && !first.cuts);
        QCOMPARE(stacking.offset(0), std::int64_t{3});
        QCOMPARE(stacking.offset(2), std::int64_t{0});
        const auto second = stacking.place(0);
        QVERIFY(second.covers && second.cuts);
        QCOMPARE(stacking.offset(2), std::int64_t{7});
        QVERIFY(!stacking.place(2).covers);
    }

    void tellsWhenWhatIsLeftDoesNotFit()
    {
        const std::vector<Buffer> buffers{{0, 1, {4}}, {0, 0, {3}}, {1, 1, {2}}};
        Stacking stacking(memory::sections(buffers), 7);
        QVERIFY(!stacking.findOverfull(0, 1, 0));
        QVERIFY(stacking.findOverfull(0, 1, 1) == 0); // 7 B are left in section 0
        QVERIFY(!stacking.findOverfull(1, 1, 1));
        QVERIFY(stacking.findOverfull(1, 1, 2) == 1); // 6 B
        stacking.place(2);
        QVERIFY(!stacking.findOverfull(0, 1, 0)); // in section 1, 4 B above 2 B
        stacking.place(1);
        QVERIFY(!stacking.findOverfull(0, 1, 3)); // 4 B above 3 B
        QVERIFY(stacking.findOverfull(0, 1, 4) == 0);
    }

    void tellsWhenWhatIsLeftFallsIntoParts()
    {
        const std::vector<Buffer> buffers{{0, 1, {1}}, {1, 2, {1}}, {3, 3, {1}}};
        Stacking stacking(memory::sections(buffers), 4);
        QVERIFY(stacking.place(0).cuts);
        QVERIFY(!stacking.place(2).cuts); // it was by itself already
    }

    void takesAwayWhatWasPlacedLast()
    {
        Rng rng(3);
        for (int round = 0; round < 50; ++round) {
            std::vector<Buffer> buffers;
            for (int i = 0; i < 12; ++i) {
                const std::size_t first = rng.below(8), last = first + rng.below(8 - first);
                buffers.push_back({first, last, {std::int64_t(rng.below(5)) + 1}});
            }
            Stacking stacking(memory::sections(buffers), 100);
            for (int step = 0; step < 40; ++step) {
                const std::size_t i = rng.below(buffers.size());
                if (!stacking.isPlaced(i))
                    stacking.place(i);
                else if (rng.below(2) == 0)
                    stacking.takeAwayTo(rng.below(stacking.placedCount()));
                for (std::size_t b = 0; b < buffers.size(); ++b)
                    if (!stacking.isPlaced(b))
                        QCOMPARE(stacking.offset(b), lowest(stacking, b));
            }
            stacking.takeAwayTo(0);
            QVERIFY(!stacking.findOverfull(0, memory::sections(buffers).load.size() - 1, 0));
        }
    }
};

QTEST_APPLESS_MAIN(TestStacking)
#include "tst_stacking.moc"
