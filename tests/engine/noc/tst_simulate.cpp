// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/simulate.h"

#include "engine/noc/wormhole_mesh.h"

#include <QTest>

#include <deque>

using namespace nestloom;
using namespace nestloom::noc;

namespace {

using Ids = std::vector<std::uint32_t>;

Transaction make(Operation operation, EndpointId actor, std::uint32_t size)
{
    Transaction transaction;
    transaction.operation = operation;
    transaction.actor = actor;
    transaction.size = size;
    return transaction;
}

SimulationResult run(const Grid& grid, const TransactionList& list, const SimulationOptions& options = {},
                     const std::vector<MemoryAttachment>& memories = {}, const RunControl& control = {})
{
    const auto result = simulate(grid, list, memories, options, control);
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *result;
}

/// Takes `latency` cycles for everything, and holds at most `most` requests.
class SlowMemory : public MemoryPort {
public:
    SlowMemory(Cycle latency, std::size_t most) : m_latency(latency), m_most(most) {}
    void advance(Cycle now, std::vector<MemoryRequest>& completed) override
    {
        for (; !m_requests.empty() && m_requests.front().first <= now; m_requests.pop_front())
            completed.push_back(m_requests.front().second);
    }
    bool accepts(bool) const override { return m_requests.size() < m_most; }
    void submit(const MemoryRequest& request, Cycle now) override
    {
        QVERIFY(accepts(request.write));
        m_requests.emplace_back(now + m_latency, request);
        (request.write ? m_writes : m_reads).push_back(request.packet);
    }
    Cycle nextEvent(Cycle) const override { return m_requests.empty() ? kNever : m_requests.front().first; }
    Ids m_reads, m_writes;

private:
    Cycle m_latency;
    std::size_t m_most;
    std::deque<std::pair<Cycle, MemoryRequest>> m_requests;
};

} // namespace

class TestSimulate : public QObject {
    Q_OBJECT
private slots:
    /// 1 + 4 cycles a router + 4 flits behind the header + 5 for each further packet.
    void aLonePacketTakesFourCyclesARouter_data()
    {
        QTest::addColumn<int>("to");
        QTest::addColumn<int>("packets");
        QTest::addColumn<int>("cycles");
        QTest::newRow("to itself") << 0 << 1 << 9;
        QTest::newRow("next router") << 1 << 1 << 13;
        QTest::newRow("far corner") << 19 << 1 << 37;
        QTest::newRow("out of the mesh") << 29 << 1 << 37;
        QTest::newRow("1000 packets") << 1 << 1000 << 13 + 999 * 5;
    }
    void aLonePacketTakesFourCyclesARouter()
    {
        QFETCH(int, to);
        QFETCH(int, packets);
        QFETCH(int, cycles);
        TransactionList list;
        list.add(make(Operation::Unicast, 0, std::uint32_t(packets)), Ids{EndpointId(to)}, Ids{});
        const SimulationResult result = run({4, 5}, list);
        QVERIFY(result.finished);
        QCOMPARE(result.times[0].start, 0);
        QCOMPARE(result.times[0].end, cycles);
        QCOMPARE(result.cycles, cycles);
    }

    void aMulticastReachesEachDestinationAsIfAlone()
    {
        TransactionList list;
        list.add(make(Operation::Multicast, 19, 1), Ids{0, 4, 12, 19}, Ids{});
        const SimulationResult result = run({4, 5}, list);
        QCOMPARE(result.arrivals, (std::vector<Cycle>{37, 33, 25, 9}));
        QCOMPARE(result.flitHops, 5u * 11); // 7 hops to router 0, and out at four of the routers
    }

    void aCountLastsItsSize()
    {
        TransactionList list;
        list.add(make(Operation::Count, 3, 100), Ids{}, Ids{});
        list.add(make(Operation::Count, 3, 50), Ids{}, Ids{});
        QCOMPARE(run({4, 5}, list).times[1].end, 150);
        const SimulationResult compatible = run({4, 5}, list, compatibleOptions());
        QCOMPARE(compatible.times[0], (TransactionTimes{2, 102}));
        QCOMPARE(compatible.times[1], (TransactionTimes{103, 153})); // one cycle later
        QVERIFY(compatible.steppedCycles < 10);
    }

    void anActorSendsWhileBusyUnlessTold()
    {
        TransactionList list;
        list.add(make(Operation::Count, 0, 100), Ids{}, Ids{});
        list.add(make(Operation::Unicast, 0, 1), Ids{1}, Ids{});
        QCOMPARE(run({4, 5}, list).times[1].start, 0);
        SimulationOptions options;
        options.busyOrSending = true;
        QCOMPARE(run({4, 5}, list, options).times[1].start, 101);
    }

    void aWaitEndsWhenPacketsArriveAtTheWaitingActor()
    {
        TransactionList list;
        list.add(make(Operation::Multicast, 19, 1), Ids{15, 0}, Ids{}); // at 15 in cycle 13, at 0 in cycle 37
        list.add(make(Operation::Count, 15, 5), Ids{}, Ids{0});
        list.add(make(Operation::Count, 1, 5), Ids{}, Ids{0});
        const SimulationResult result = run({4, 5}, list);
        QCOMPARE(result.times[1].start, 13);
        QCOMPARE(result.times[2].start, 37); // 1 acts after 0, in the same cycle
    }

    void packetsFollowOneByOne()
    {
        TransactionList chain, whole;
        for (TransactionList* list : {&chain, &whole}) {
            list->add(make(Operation::Unicast, 0, 50), Ids{1}, Ids{});
            Transaction next = make(Operation::Unicast, 1, 50);
            if (list == &chain)
                next.follows = 0;
            list->add(next, Ids{2}, list == &chain ? Ids{} : Ids{0});
        }
        const Cycle hop = 13 + 49 * 5;
        QCOMPARE(run({4, 5}, whole).cycles, 2 * hop);
        QCOMPARE(run({4, 5}, chain).cycles, hop + 13);
    }

    void widerMasksNeedMoreHeaderFlits()
    {
        TransactionList list;
        list.add(make(Operation::Multicast, 0, 3), Ids{1, 2}, Ids{});
        QCOMPARE(run({8, 8}, list).injected, 3u * 5);
        QCOMPARE(run({8, 9}, list).injected, 3u * 6);
        QCOMPARE(run({16, 17}, list).injected, 3u * 9);
        SimulationOptions options;
        options.maskBitsPerFlit = 16;
        QCOMPARE(run({8, 8}, list, options).injected, 3u * 8);
    }

    void readsLeaveWhenTheMemoryHasThem()
    {
        TransactionList list;
        list.add(make(Operation::Unicast, 29, 8), Ids{19}, Ids{});
        const auto cyclesWith = [&](std::uint32_t outstanding) {
            SlowMemory memory(40, 64);
            MemoryAttachment attached{29, &memory, outstanding, true, 0, 32};
            const SimulationResult result = run({4, 5}, list, {}, {attached});
            [&] { QCOMPARE(memory.m_reads, (Ids{0, 1, 2, 3, 4, 5, 6, 7})); }();
            [&] { QCOMPARE(result.memoryPhases.size(), 1u); }();
            return result.times[0].end;
        };
        QCOMPARE(cyclesWith(8), 40 + 9 + 7 * 5);        // one latency, then as fast as the mesh
        QCOMPARE(cyclesWith(1), 40 + 9 + 7 * (40 + 5)); // the next read when the packet before has left
    }

    void readsOfTheNextTransactionRunAhead()
    {
        TransactionList list;
        for (int i = 0; i < 4; ++i)
            list.add(make(Operation::Unicast, 29, 2), Ids{19}, Ids{});
        const auto cyclesWith = [&](bool ahead) {
            SlowMemory memory(40, 64);
            return run({4, 5}, list, {}, {{29, &memory, 16, ahead, 0, 32}}).cycles;
        };
        QCOMPARE(cyclesWith(true), 40 + 9 + 7 * 5);
        QVERIFY(cyclesWith(false) >= 4 * (40 + 10));
    }

    void aFullMemoryHoldsUpTheMesh()
    {
        TransactionList list;
        list.add(make(Operation::Unicast, 0, 40), Ids{29}, Ids{});
        SlowMemory memory(50, 1);
        const SimulationResult result = run({4, 5}, list, {}, {{29, &memory, 1, true, 0, 2}});
        QVERIFY(result.finished);
        QVERIFY(result.cycles >= 40 * 50);
        QCOMPARE(memory.m_writes.size(), 40u);
        QCOMPARE(result.memoryPhases[0].end, result.times[0].end);
        const Grid grid{4, 5};
        QVERIFY(result.totals.links[grid.into(0)].blocked > 0);
    }

    /// A memory that takes nothing any more: the packets behind it stand still, and the report says where.
    void aRunThatStandsStillSaysWhy()
    {
        class DeadMemory : public MemoryPort {
        public:
            void advance(Cycle, std::vector<MemoryRequest>&) override {}
            bool accepts(bool) const override { return false; }
            void submit(const MemoryRequest&, Cycle) override {}
            Cycle nextEvent(Cycle) const override { return kNever; }
        } memory;
        TransactionList list;
        list.add(make(Operation::Unicast, 3, 20), Ids{29}, Ids{});
        list.add(make(Operation::Unicast, 16, 20), Ids{29}, Ids{});
        const SimulationResult result = run({4, 5}, list, {}, {{29, &memory, 1, true, 0, 1}});
        QVERIFY(!result.finished);
        QVERIFY(result.standstill.has_value());
        QVERIFY(result.standstill->since < 1000);
        QVERIFY(!result.standstill->waits.empty());
        QVERIFY(result.standstill->waits.front().starts_with("router "));
        QVERIFY(result.standstill->waits.back().find("router 19") != std::string::npos);
    }

    /// One that always asks to be looked at again, but never finishes a read: no endless run.
    void aMemoryThatNeverFinishesIsAStandstill()
    {
        class BusyMemory : public MemoryPort {
        public:
            void advance(Cycle, std::vector<MemoryRequest>&) override {}
            bool accepts(bool) const override { return true; }
            void submit(const MemoryRequest&, Cycle) override {}
            Cycle nextEvent(Cycle now) const override { return now + 100; }
        } memory;
        TransactionList list;
        list.add(make(Operation::Unicast, 29, 4), Ids{3}, Ids{});
        RunControl control;
        control.timeLimit = std::chrono::seconds(20);
        const auto result = simulate({4, 5}, list, {{29, &memory, 1, true, 0, 1}}, {}, control);
        QVERIFY(result && !result->finished);
        QCOMPARE(result->cause, StopCause::Completed); // not ended by the time limit
        QVERIFY(result->standstill.has_value());
        QVERIFY(result->standstill->since < 10);
        QCOMPARE(result->standstill->waits.size(), 1u);
    }

    void packetsMustFitARouter()
    {
        constexpr Grid kGrid{3, 3};
        TransactionList list;
        list.add({Operation::Unicast, 0, 0, 2, {}}, std::vector<EndpointId>{8}, {});
        SimulationOptions options;
        options.payloadFlits = WormholeMesh::kMostPacketFlits - 1;
        const auto longest = simulate(kGrid, list, {}, options, {});
        QVERIFY(longest && longest->finished);
        QCOMPARE(longest->cycles, Cycle(1 + 4 * 5 + 46 + 47));
        ++options.payloadFlits;
        const auto tooLong = simulate(kGrid, list, {}, options, {});
        QVERIFY(!tooLong);
        QCOMPARE(tooLong.error().text(),
                 std::string("packets of 48 flits are more than a router can hold; at most 47"));
        for (const std::uint32_t payload : {0u, UINT32_MAX}) {
            options.payloadFlits = payload;
            QVERIFY(!simulate(kGrid, list, {}, options, {}));
        }
    }

    void refusesMemoriesThatCannotBe()
    {
        SlowMemory memory(1, 1);
        const auto messageOf = [&](const std::vector<MemoryAttachment>& memories) {
            const auto result = simulate({4, 5}, {}, memories, {}, {});
            return result ? std::string() : result.error().message;
        };
        QCOMPARE(messageOf({{38, &memory, 1, true, 0, 1}}), std::string("the mesh has no endpoint 38 for a memory"));
        QCOMPARE(messageOf({{3, &memory, 1, true, 0, 1}, {3, &memory, 1, true, 0, 1}}),
                 std::string("two memories are attached to endpoint 3"));
        QCOMPARE(messageOf({{3, nullptr, 1, true, 0, 1}}),
                 std::string("the memory at endpoint 3 cannot hold any request"));
        QCOMPARE(messageOf({{3, &memory, 1, true, 0, 1}}), std::string(""));
    }

    void aRunThatIsStoppedSaysSo()
    {
        TransactionList list;
        list.add(make(Operation::Unicast, 0, 100'000), Ids{1}, Ids{});
        SimulationOptions options;
        options.maxCycles = 1000;
        const SimulationResult limited = run({4, 5}, list, options);
        QVERIFY(!limited.finished);
        QCOMPARE(limited.cause, StopCause::WorkLimit);
        QCOMPARE(limited.cycles, 1000);
        QCOMPARE(limited.times[0].start, 0);
        QCOMPARE(limited.times[0].end, kNever);
        std::stop_source stop;
        stop.request_stop();
        const SimulationResult cancelled = run({4, 5}, list, {}, {}, RunControl{stop.get_token(), {}});
        QCOMPARE(cancelled.cause, StopCause::Cancelled);
        QVERIFY(!cancelled.finished);
    }

    void theTraceKeepsBothEnds()
    {
        TransactionList list;
        for (int i = 0; i < 10; ++i)
            list.add(make(Operation::Count, 0, 1), Ids{}, Ids{});
        SimulationOptions options;
        options.traceLimit = 4;
        const SimulationResult result = run({4, 5}, list, options);
        std::vector<TransactionId> ids;
        for (const TraceEntry& entry : result.trace)
            ids.push_back(entry.transaction);
        QCOMPARE(ids, (std::vector<TransactionId>{0, 1, 8, 9}));
        QCOMPARE(result.untraced, 6u);
    }
};

QTEST_APPLESS_MAIN(TestSimulate)
#include "tst_simulate.moc"
