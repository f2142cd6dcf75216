// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/simple_memories.h"
#include "engine/simulation/dram_port.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::simulation;

namespace {

constexpr std::int64_t kNanosecond = 1'000'000;

/// Bursts of 64 B, each `clocks` long and done ten clocks after its turn or at its end.
class Bursts final : public dram::Memory {
public:
    explicit Bursts(double clocks, std::int64_t clockFemtoseconds = kNanosecond)
        : m_bus({64 / clocks, 64 / clocks, true}, 10, clockFemtoseconds)
    {
    }
    Bytes burst() const override { return {64}; }
    std::int64_t clockFemtoseconds() const override { return m_bus.clockFemtoseconds(); }
    dram::Clock now() const override { return m_bus.now(); }
    bool canSend(const dram::Request& request) const override { return m_bus.canSend(request); }
    void send(const dram::Request& request) override
    {
        m_bus.send({request.id, request.address, request.write, burst()});
        ++(request.write ? m_statistics.writes : m_statistics.reads);
    }
    void advance(dram::Clock to, std::vector<dram::Done>& done) override { m_bus.advance(to, done); }
    dram::Clock nextEventTime() const override { return m_bus.nextEventTime(); }
    const dram::Statistics& statistics() const override { return m_statistics; }

private:
    dram::BandwidthMemory m_bus;
    dram::Statistics m_statistics;
};

/// Packets of 32 B that lie one after the other, each transaction in a row of its own.
void add(noc::TransactionId transaction, std::uint32_t packet, std::vector<std::uint64_t>& addresses)
{
    addresses.push_back(transaction * 4096 + packet * 32);
}

/// Packets of 128 B, in parts of 32 B.
void addFour(noc::TransactionId, std::uint32_t packet, std::vector<std::uint64_t>& addresses)
{
    for (std::uint64_t part = 0; part < 4; ++part)
        addresses.push_back(packet * 128 + part * 32);
}

} // namespace

class TestDramPort : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void packetsShareABurst();
    void aLatePacketFindsTheDataThere();
    void aLargePacketWaitsForAllItsBursts();
    void requestsWaitWhereTheMemoryHasNoRoom();
    void transactionsDoNotShare();
    void aMemoryOfAnySizeMovesWhatPacketsCarry();
    void convertsTimes();
};

void TestDramPort::packetsShareABurst()
{
    Bursts memory(1);
    DramPort port(memory, kNanosecond, add);
    std::vector<noc::MemoryRequest> completed;
    port.advance(0, completed);
    QVERIFY(port.accepts(false));
    for (std::uint32_t packet = 0; packet < 3; ++packet)
        port.submit({0, packet, false}, 0);
    QCOMPARE(memory.statistics().reads, 2); // 0 and 1, then 2
    QCOMPARE(port.nextEvent(0), 10);
    port.advance(10, completed);
    QCOMPARE(completed.size(), std::size_t{2});
    port.advance(11, completed);
    QCOMPARE(completed.size(), std::size_t{3});
    QCOMPARE(completed.back().packet, 2u);
    QCOMPARE(port.nextEvent(11), noc::kNever);
}

void TestDramPort::aLatePacketFindsTheDataThere()
{
    Bursts memory(1);
    DramPort port(memory, kNanosecond, add);
    std::vector<noc::MemoryRequest> completed;
    port.submit({0, 0, false}, 0);
    port.advance(20, completed);
    port.submit({0, 1, false}, 20);
    QCOMPARE(port.nextEvent(20), 21);
    port.advance(21, completed);
    QCOMPARE(completed.size(), std::size_t{2});
    QCOMPARE(memory.statistics().reads, 1);
}

void TestDramPort::aLargePacketWaitsForAllItsBursts()
{
    Bursts memory(16); // 16 clocks for a burst of 64 B
    DramPort port(memory, kNanosecond, addFour);
    std::vector<noc::MemoryRequest> completed;
    port.submit({0, 0, false}, 0);
    QCOMPARE(memory.statistics().reads, 2);
    port.advance(31, completed);
    QVERIFY(completed.empty());
    port.advance(32, completed);
    QCOMPARE(completed.size(), std::size_t{1});
    QCOMPARE(port.nextEvent(32), noc::kNever);
}

void TestDramPort::requestsWaitWhereTheMemoryHasNoRoom()
{
    dram::CompatibleMemory memory(kNanosecond); // one read of 32 B at a time: 17 clocks, then 16
    DramPort port(memory, kNanosecond, addFour);
    std::vector<noc::MemoryRequest> completed;
    port.submit({0, 0, false}, 0);
    QCOMPARE(memory.statistics().reads, 1);
    QVERIFY(!port.accepts(false));
    QVERIFY(port.accepts(true));
    port.advance(17 + 3 * 16 - 1, completed);
    QCOMPARE(memory.statistics().reads, 4);
    QVERIFY(completed.empty());
    QVERIFY(!port.accepts(false));
    port.advance(17 + 3 * 16, completed);
    QCOMPARE(completed.size(), std::size_t{1});
    QVERIFY(port.accepts(false));
}

void TestDramPort::transactionsDoNotShare()
{
    Bursts memory(1);
    DramPort port(memory, kNanosecond, [](auto, auto, auto& addresses) { addresses.push_back(0); });
    port.submit({0, 0, false}, 0);
    port.submit({1, 0, false}, 0);
    port.submit({1, 1, true}, 0);
    QCOMPARE(memory.statistics().reads, 2);
    QCOMPARE(memory.statistics().writes, 1);
}

/// Two packets of one burst, and of two transactions by turns: each is a request of its own bytes.
void TestDramPort::aMemoryOfAnySizeMovesWhatPacketsCarry()
{
    dram::BandwidthMemory memory({4, 4}, 1, kNanosecond);
    DramPort port(memory, kNanosecond, add, [](auto, std::uint32_t packet) { return Bytes{packet == 0 ? 32 : 2}; });
    for (std::uint32_t packet = 0; packet < 2; ++packet)
        for (noc::TransactionId transaction = 0; transaction < 2; ++transaction)
            port.submit({transaction, packet, true}, 0);
    QCOMPARE(memory.statistics().writes, 2 * (32 + 2));
    std::vector<noc::MemoryRequest> completed;
    port.advance(16, completed);
    QCOMPARE(completed.size(), std::size_t{2});
    QCOMPARE(port.nextEvent(16), 17);
    port.advance(18, completed); // 68 B at 4 B a cycle; the last one begins at 16.5
    QCOMPARE(completed.size(), std::size_t{4});
}

void TestDramPort::convertsTimes()
{
    Bursts memory(1, kNanosecond / 2); // twice as fast as the mesh
    DramPort port(memory, kNanosecond, add);
    port.submit({0, 0, false}, 0);
    QCOMPARE(port.nextEvent(0), 5);
}

QTEST_APPLESS_MAIN(TestDramPort)
#include "tst_dram_port.moc"
