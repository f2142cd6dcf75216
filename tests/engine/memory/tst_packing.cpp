// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/memory/packing.h"

#include <QTest>

using namespace nestloom;
using memory::Buffer;

namespace {

bool isLegal(const std::vector<Buffer>& buffers, const memory::Packing& packing)
{
    for (std::size_t a = 0; a < buffers.size(); ++a)
        for (std::size_t b = 0; b < a; ++b) {
            const bool meet = buffers[a].first <= buffers[b].last && buffers[b].first <= buffers[a].last;
            const bool overlap = packing.offsets[a] < packing.offsets[b] + buffers[b].size
                                 && packing.offsets[b] < packing.offsets[a] + buffers[a].size;
            if (meet && overlap)
                return false;
        }
    return true;
}

/// Cuts a full rectangle of steps and addresses into buffers: a packing exists, and the load is the capacity.
std::vector<Buffer> cutRectangle(Rng& rng, std::size_t steps, std::int64_t bytes, std::size_t count)
{
    std::vector<Buffer> parts{{0, steps - 1, {bytes}}};
    while (parts.size() < count) {
        const std::size_t i = rng.below(parts.size());
        const Buffer part = parts[i];
        const bool inTime = rng.below(2) == 0;
        if (inTime && part.last > part.first) {
            const std::size_t at = part.first + rng.below(part.last - part.first);
            parts[i].last = at;
            parts.push_back({at + 1, part.last, part.size});
        } else if (!inTime && part.size.count > 1) {
            const auto at = std::int64_t(1 + rng.below(std::uint64_t(part.size.count - 1)));
            parts[i].size = {at};
            parts.push_back({part.first, part.last, part.size - Bytes{at}});
        }
    }
    rng.shuffle(std::span(parts));
    return parts;
}

} // namespace

class TestPacking : public QObject {
    Q_OBJECT
private slots:
    void loadIsTheMostInUseAtOnce()
    {
        QCOMPARE(memory::load({}).count, 0);
        QCOMPARE(memory::load({{0, 2, {5}}, {2, 3, {4}}, {3, 3, {2}}}).count, 9);
    }

    void refusesALoadAboveTheCapacity()
    {
        const auto outcome = memory::pack({{0, 2, {5}}, {2, 3, {4}}}, {8}, {});
        QCOMPARE(outcome.status, SolveStatus::Infeasible);
        QVERIFY2(outcome.reason.find("(1 B too little)") != std::string::npos, outcome.reason.c_str());
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

    void packsWithoutRoomToSpareWhatFirstFitCannot()
    {
        Rng rng(1);
        int bySkyline = 0;
        for (int i = 0; i < 8; ++i) {
            const auto buffers = cutRectangle(rng, 500, 100'000, 110);
            const auto outcome = memory::pack(buffers, {100'000}, {});
            if (outcome.status != SolveStatus::Optimal)
                continue;
            QVERIFY(isLegal(buffers, *outcome.solution));
            QVERIFY(outcome.solution->top <= Bytes{100'000});
            bySkyline += outcome.solution->method.starts_with("skyline") ? 1 : 0;
        }
        QVERIFY2(bySkyline >= 2, qPrintable(QString::number(bySkyline)));
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
