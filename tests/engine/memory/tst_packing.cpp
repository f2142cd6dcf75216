// SPDX-License-Identifier: Apache-2.0
#include "tests/support/cut_rectangle.h"

#include <QTest>

#include <functional>
#include <numeric>

using namespace nestloom;
using memory::Buffer;
using tests::cutRectangle;
using tests::CutStyle;

namespace {

bool isLegal(const std::vector<Buffer>& buffers, const memory::Packing& packing)
{
    return tests::isPacked(buffers, packing.offsets, packing.top);
}

/// Tries every offset of every buffer.
bool anyPlacement(const std::vector<Buffer>& buffers, Bytes capacity)
{
    std::vector<Bytes> offsets;
    const std::function<bool()> place = [&] {
        if (offsets.size() == buffers.size())
            return true;
        const std::size_t next = offsets.size();
        const std::vector<Buffer> some(buffers.begin(), buffers.begin() + std::ptrdiff_t(next) + 1);
        for (Bytes offset{}; offset + buffers[next].size <= capacity; offset += Bytes{1}) {
            offsets.push_back(offset);
            if (tests::isPacked(some, offsets, capacity) && place())
                return true;
            offsets.pop_back();
        }
        return false;
    };
    return place();
}

/// Three pairs would have to be neighbours in a full memory of 77 B, and one of them cannot.
const std::vector<Buffer> kTorn{{0, 0, {7}}, {0, 1, {10}}, {0, 2, {20}}, {0, 3, {40}}, {1, 1, {1}},
                                {1, 2, {2}}, {1, 3, {4}},  {2, 4, {11}}, {3, 4, {22}}, {4, 4, {44}}};

} // namespace

class TestPacking : public QObject {
    Q_OBJECT
private slots:
    void loadIsTheMostInUseAtOnce()
    {
        QCOMPARE(memory::peakLoad({}).load.count, 0);
        QCOMPARE(memory::peakLoad({{0, 2, {5}}, {2, 3, {4}}, {3, 3, {2}}}).load.count, 9);
    }

    void refusesALoadAboveTheCapacity()
    {
        const auto outcome = memory::pack({{0, 2, {5}}, {2, 3, {4}}}, {8}, {});
        QCOMPARE(outcome.status, SolveStatus::Infeasible);
        QCOMPARE(outcome.reason, std::string("the buffers in use at step 2 need 9 B, the capacity is 8 B "
                                             "(1 B too little)"));
        QVERIFY(!outcome.solution);
    }

    void packsTheFirstStepsOfANetworkThatFirstFitDoesNot()
    {
        // R(2+1)D-18, fused, in its least memory; in units of 200,704 B
        const std::vector<Buffer> buffers{{0, 1, {12}},  {1, 2, {45}},   {2, 3, {64}},  {7, 7, {64}},
                                          {3, 4, {144}}, {4, 5, {64}},   {5, 6, {144}}, {6, 7, {64}},
                                          {7, 8, {64}},  {12, 12, {64}}, {8, 9, {144}}, {9, 10, {64}}};
        const auto outcome = memory::pack(buffers, {208}, {});
        QCOMPARE(outcome.status, SolveStatus::Optimal);
        QVERIFY(tests::isPacked(buffers, outcome.solution->offsets, {208}));
        QVERIFY2(outcome.solution->method.starts_with("offsets"), outcome.solution->method.c_str());
    }

    void packsARectangleThatWasCut()
    {
        Rng rng(7);
        for (int i = 0; i < 20; ++i) {
            const auto buffers = cutRectangle(rng, 12, 60, 12);
            const auto outcome = memory::pack(buffers, {60}, {});
            QCOMPARE(outcome.status, SolveStatus::Optimal);
            QVERIFY(isLegal(buffers, *outcome.solution));
            QVERIFY(outcome.solution->top <= Bytes{60});
        }
    }

    void buffersWithGapsThatDoNotFitEndLittleAboveTheCapacity()
    {
        auto buffers = kTorn;
        buffers.push_back({0, 5, {1}, {1}, {{0, 4, {}}}});
        RunControl control;
        const auto outcome = memory::pack(buffers, {77}, control);
        QCOMPARE(outcome.status, SolveStatus::Feasible); // no search for these proves anything
        QVERIFY2(outcome.solution->top > Bytes{77} && outcome.solution->top <= Bytes{85},
                 qPrintable(QString::number(outcome.solution->top.count)));
        QCOMPARE(memory::findConflict(buffers, outcome.solution->offsets, outcome.solution->top), std::string());
    }

    void packsAlignedBuffersOfAFullMemory()
    {
        Rng rng(7);
        auto buffers = cutRectangle(rng, 500, 2000, 60, CutStyle::Large);
        for (Buffer& buffer : buffers) {
            buffer.size = {buffer.size.count * 64 - std::int64_t(rng.below(64))};
            buffer.alignment = {64};
        }
        const auto outcome = memory::pack(buffers, {2000 * 64 + 63}, {});
        QCOMPARE(outcome.status, SolveStatus::Optimal);
        QCOMPARE(memory::findConflict(buffers, outcome.solution->offsets, {2000 * 64 + 63}), std::string());
    }

    void givesTheLowestPackingWhenTheBudgetOfRetriesIsSpent()
    {
        Rng rng(3);
        const auto buffers = cutRectangle(rng, 40, 1000, 120);
        RunControl control;
        control.workLimit = 0;
        const auto outcome = memory::pack(buffers, {1000}, control);
        QCOMPARE(outcome.status, SolveStatus::Feasible);
        QCOMPARE(outcome.cause, StopCause::WorkLimit);
        QVERIFY(isLegal(buffers, *outcome.solution));
        QVERIFY(outcome.solution->top > Bytes{1000});
    }

    void respectsAlignmentGapsAndGivenOffsets()
    {
        Rng rng(13);
        int placed = 0;
        for (int i = 0; i < 200; ++i) {
            std::vector<Buffer> buffers;
            for (int k = 0; k < 12; ++k) {
                const std::size_t first = rng.below(20), last = first + rng.below(20);
                Buffer buffer{first, last, {std::int64_t(1 + rng.below(12))}};
                buffer.alignment = {std::int64_t(1) << rng.below(3)};
                if (rng.below(3) == 0 && last >= first + 3)
                    buffer.gaps = {{first + 1, first + 2,
                                    rng.below(2) == 0 ? std::optional(memory::Window{{0}, {1}}) : std::nullopt}};
                if (k == 0)
                    buffer.offset = Bytes{std::int64_t(4 * rng.below(3))};
                buffers.push_back(buffer);
            }
            const Bytes capacity{memory::peakLoad(buffers).load.count + std::int64_t(rng.below(12)) + 4};
            RunControl control;
            control.workLimit = 2000;
            const auto outcome = memory::pack(buffers, capacity, control);
            if (!outcome.solution)
                continue; // the given offset is above the capacity
            const Bytes top = outcome.status == SolveStatus::Optimal ? capacity : outcome.solution->top;
            QCOMPARE(memory::findConflict(buffers, outcome.solution->offsets, top), std::string());
            placed += outcome.status == SolveStatus::Optimal ? 1 : 0;
        }
        QVERIFY2(placed > 100, qPrintable(QString::number(placed)));
    }

    void aBufferFitsIntoTheGapOfAnother()
    {
        Buffer outer{0, 9, {8}}, inner{3, 5, {8}};
        outer.gaps = {{3, 5, {}}};
        QCOMPARE(memory::peakLoad({outer, inner}).load.count, 8);
        QCOMPARE(memory::pack({outer, inner}, {8}, {}).status, SolveStatus::Optimal);
        outer.gaps[0].window = memory::Window{{2}, {4}};
        QCOMPARE(memory::peakLoad({outer, inner}).load.count, 10);
        QCOMPARE(memory::pack({outer, inner}, {9}, {}).status, SolveStatus::Infeasible);
        QCOMPARE(memory::pack({outer, inner}, {12}, {}).status, SolveStatus::Optimal); // 2 B below, 8 above
    }

    void placesTenThousandBuffers()
    {
        Rng rng(1);
        std::vector<Buffer> buffers;
        for (int i = 0; i < 10'000; ++i) {
            const std::size_t first = rng.below(20'000);
            buffers.push_back({first, first + rng.below(60), {16 * std::int64_t(1 + rng.below(4095))}});
        }
        const Bytes capacity = memory::peakLoad(buffers).load;
        const auto outcome = memory::pack(buffers, capacity, {});
        QCOMPARE(outcome.status, SolveStatus::Optimal);
        QCOMPARE(memory::findConflict(buffers, outcome.solution->offsets, capacity), std::string());
        QVERIFY(outcome.stats.cpu < std::chrono::seconds(5)); // 0.1 s, and much more when every pair is looked at
        buffers.resize(3'000);
        for (Buffer& buffer : buffers)
            buffer.first = buffer.last = 0; // each meets each
        const auto together = memory::pack(buffers, memory::peakLoad(buffers).load, {});
        QCOMPARE(together.status, SolveStatus::Optimal);
    }

    void overlapsAreFoundAsInEveryPair()
    {
        Rng rng(33);
        int apart = 0;
        for (int i = 0; i < 2000; ++i) {
            std::vector<Buffer> buffers;
            std::vector<Bytes> offsets;
            for (int k = 0; k < 5; ++k) {
                const std::size_t first = rng.below(8), last = first + rng.below(6);
                Buffer buffer{first, last, {std::int64_t(rng.below(6))}};
                if (last >= first + 3 && rng.below(2) == 0)
                    buffer.gaps = {{first + 1, first + 2,
                                    rng.below(2) == 0 ? std::optional(memory::Window{{0}, {1}}) : std::nullopt}};
                buffers.push_back(buffer);
                offsets.push_back({std::int64_t(rng.below(16))});
            }
            std::size_t firstStep = SIZE_MAX, meetings = 0;
            std::vector<memory::BufferPart> all;
            for (std::size_t a = 0; a < buffers.size(); ++a)
                for (const memory::BufferPart& mine : memory::parts(buffers[a])) {
                    all.push_back(mine);
                    for (std::size_t b = 0; b < a; ++b)
                        for (const memory::BufferPart& other : memory::parts(buffers[b])) {
                            if (mine.first > other.last || other.first > mine.last)
                                continue;
                            meetings += 2;
                            if (offsets[a].count + mine.low < offsets[b].count + other.high
                                && offsets[b].count + other.low < offsets[a].count + mine.high)
                                firstStep = std::min(firstStep, std::max(mine.first, other.first));
                        }
                }
            const auto counts = memory::countMeetings(all);
            QCOMPARE(std::accumulate(counts.begin(), counts.end(), std::size_t(0)), meetings);
            const std::string conflict = memory::findConflict(buffers, offsets, {100});
            apart += conflict.empty() ? 1 : 0;
            QCOMPARE(conflict.empty(), firstStep == SIZE_MAX);
            if (!conflict.empty())
                QVERIFY2(conflict.ends_with(" at step " + std::to_string(firstStep)), conflict.c_str());
        }
        QVERIFY2(apart > 100 && apart < 1900, qPrintable(QString::number(apart)));
    }

    void givenOffsetsThatClashAreRefused()
    {
        Buffer a{0, 2, {4}}, b{2, 3, {4}};
        a.offset = Bytes{0};
        b.offset = Bytes{3};
        const auto outcome = memory::pack({a, b}, {16}, {});
        QCOMPARE(outcome.status, SolveStatus::Infeasible);
        QCOMPARE(outcome.reason, std::string("buffer 1 overlaps buffer 0 at step 2"));
        b.offset = Bytes{14};
        QCOMPARE(memory::pack({a, b}, {16}, {}).status, SolveStatus::Infeasible); // ends at 18 B
    }

    void agreesWithAllPlacementsOfAFew()
    {
        Rng rng(21);
        int feasible = 0;
        for (int i = 0; i < 400; ++i) {
            std::vector<Buffer> buffers;
            for (int k = 0; k < 6; ++k) {
                const std::size_t first = rng.below(5);
                buffers.push_back(
                    {first, std::min<std::size_t>(4, first + rng.below(4)), {std::int64_t(1 + rng.below(3))}});
            }
            const Bytes capacity = memory::peakLoad(buffers).load;
            const bool exists = anyPlacement(buffers, capacity);
            const auto outcome = memory::pack(buffers, capacity, {});
            QCOMPARE(outcome.status, exists ? SolveStatus::Optimal : SolveStatus::Infeasible);
            QVERIFY(isLegal(buffers, *outcome.solution));
            QCOMPARE(outcome.solution->top <= capacity, exists);
            feasible += exists ? 1 : 0;
        }
        QVERIFY(feasible > 100);
        RunControl control;
        control.workLimit = 1000;
        QCOMPARE(memory::peakLoad(kTorn).load.count, 77);
        const auto torn = memory::pack(kTorn, {77}, control);
        QCOMPARE(torn.status, SolveStatus::Infeasible);
        QVERIFY(torn.reason.starts_with("no packing within 77 B exists"));
        QVERIFY(isLegal(kTorn, *torn.solution) && torn.solution->top > Bytes{77});
        QVERIFY(!anyPlacement(kTorn, {77}));
    }

    void sameSeedSamePacking()
    {
        Rng rng(5);
        const auto buffers = cutRectangle(rng, 20, 300, 40);
        QVERIFY(memory::pack(buffers, {320}, {}).solution == memory::pack(buffers, {320}, {}).solution);
    }

    void buffersWithoutBytesTakeNoRoom()
    {
        const auto outcome = memory::pack({{0, 1, {4}}, {0, 1, {0}}, {1, 1, {4}}}, {8}, {});
        QCOMPARE(outcome.status, SolveStatus::Optimal);
    }
};

QTEST_GUILESS_MAIN(TestPacking)
#include "tst_packing.moc"
