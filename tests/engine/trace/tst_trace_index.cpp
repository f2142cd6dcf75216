// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/trace/trace_index.h"
#include "tests/engine/trace/check_trace.h"

#include <QTest>

using namespace nestloom;
using trace::Trace;
using trace::TraceIndex;

namespace {

std::shared_ptr<Trace> small()
{
    auto trace = std::make_shared<Trace>();
    trace->lanes = {{"NPU 0", ""}, {"DMA", ""}, {"idle", ""}};
    trace->kinds = {"compute", "load"};
    trace->labels = {"x"};
    trace->events = {{20, 30, 0, 0, 0, 0}, {0, 10, 100, 1, 0, 1}, {10, 12, 8, 1, 0, 0}, {40, 50, 0, 0, 0, 1}};
    return trace;
}

/// Random events with gaps, out of order.
std::shared_ptr<Trace> many(int count)
{
    auto trace = std::make_shared<Trace>();
    trace->lanes.resize(3);
    trace->kinds = {"a", "b", "c"};
    trace->labels = {"x"};
    Rng rng(7);
    std::array<std::int64_t, 3> at{};
    for (int i = 0; i < count; ++i) {
        const auto lane = std::uint32_t(rng.below(3));
        const std::int64_t begin = at[lane] + std::int64_t(rng.below(4)), end = begin + std::int64_t(rng.below(9));
        at[lane] = end;
        trace->events.push_back({begin, end, std::int64_t(rng.below(100)), lane, 0, std::uint16_t(rng.below(3))});
    }
    for (std::size_t i = trace->events.size() - 1; i > 0; --i)
        std::swap(trace->events[i], trace->events[rng.below(i + 1)]);
    return trace;
}

/// As use() says it, one event after the other.
trace::Use summed(const Trace& trace, std::size_t lane, std::int64_t from, std::int64_t to)
{
    trace::Use use;
    for (const trace::Event& event : trace.events) {
        if (event.lane != lane || event.end <= from || event.begin >= to)
            continue;
        const std::int64_t inside = std::min(event.end, to) - std::max(event.begin, from);
        ++use.events;
        use.busy += inside;
        use.cycles[event.kind] += inside;
        use.bytes += event.end > event.begin
                         ? std::llround(double(event.bytes) * double(inside) / double(event.end - event.begin))
                         : event.bytes;
    }
    return use;
}

} // namespace

class TraceIndexTest : public QObject {
    Q_OBJECT
private slots:
    void sortsEveryLane()
    {
        const TraceIndex index(small());
        QCOMPARE(index.end(), 50);
        QCOMPARE(index.lane(0).size(), std::size_t(2));
        QCOMPARE(index.lane(0)[1].event, 3u);
        QVERIFY(index.lane(2).empty());
    }
    void findsWhatIsUnderACycle()
    {
        const TraceIndex index(small());
        QCOMPARE(index.eventAt(0, 20), std::optional(0u));
        QCOMPARE(index.eventAt(0, 30), std::nullopt);
        QCOMPARE(index.eventAt(2, 0), std::nullopt);
        QCOMPARE(index.eventNear(0, 32), std::optional(0u));
        QCOMPARE(index.eventNear(0, 38), std::optional(3u));
        QCOMPARE(index.eventNear(0, 99), std::optional(3u));
        QCOMPARE(index.eventNear(2, 0), std::nullopt);
    }
    void stepsFromEventToEvent()
    {
        const TraceIndex index(small());
        QCOMPARE(index.neighbour(0, 1), std::optional(3u));
        QCOMPARE(index.neighbour(3, -1), std::optional(0u));
        QCOMPARE(index.neighbour(3, 1), std::nullopt);
        QCOMPARE(index.neighbour(1, -1), std::nullopt);
    }
    void takesTheShareOfEventsThatReachOut()
    {
        const TraceIndex index(small());
        const trace::Use use = index.use(1, 5, 11);
        QCOMPARE(use.events, 2);
        QCOMPARE(use.busy, 6);
        QCOMPARE(use.bytes, 50 + 4);
        QCOMPARE(use.cycles[1], 5);
        QCOMPARE(index.use(0, 30, 40).events, 0);
    }
    void sumsLikeOneAfterTheOther()
    {
        const auto trace = many(2000);
        QVERIFY(bool(trace::check(*trace)));
        const TraceIndex index(trace);
        Rng rng(3);
        for (int i = 0; i < 500; ++i) {
            const std::size_t lane = rng.below(3);
            const auto from = std::int64_t(rng.below(std::uint64_t(index.end())));
            const auto to = from + 1 + std::int64_t(rng.below(600));
            const trace::Use use = index.use(lane, from, to), expected = summed(*trace, lane, from, to);
            QCOMPARE(use.busy, expected.busy);
            QCOMPARE(use.bytes, expected.bytes);
            QCOMPARE(use.cycles, expected.cycles);
            std::array<double, trace::kMostKinds> low{}, high{};
            index.cyclesBefore(lane, double(from), index.firstEndingAfter(lane, double(from)), low);
            index.cyclesBefore(lane, double(to), index.firstEndingAfter(lane, double(to)), high);
            for (std::size_t kind = 0; kind < 3; ++kind)
                QCOMPARE(high[kind] - low[kind], double(expected.cycles[kind]));
        }
    }
    void gallopsToTheSamePlace()
    {
        const auto trace = many(3000);
        const TraceIndex index(trace);
        std::size_t at = 0;
        for (double cycle = 0; cycle < double(index.end()) + 10; cycle += 3.5) {
            at = index.firstEndingAfter(1, cycle, at);
            QCOMPARE(at, index.firstEndingAfter(1, cycle));
            QVERIFY(at == index.lane(1).size() || double(index.lane(1)[at].end) > cycle);
        }
        QCOMPARE(at, index.lane(1).size());
    }
};

QTEST_APPLESS_MAIN(TraceIndexTest)
#include "tst_trace_index.moc"
