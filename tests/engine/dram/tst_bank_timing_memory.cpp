// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/dram/bank_timing_memory.h"
#include "engine/dram/device.h"
#include "engine/dram/stream_run.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::dram;

namespace {

Device ddr4() { return *findDevice("ddr4-2400"); }

/// When each of some requests, all sent at clock 0, is done.
std::vector<Clock> doneAt(BankTimingMemory& memory, const std::vector<Request>& requests)
{
    for (const Request& request : requests)
        memory.send(request);
    std::vector<Clock> at(requests.size());
    std::vector<Done> done;
    memory.advance(5000, done);
    for (const Done& each : done)
        at[each.id] = each.clock;
    return at;
}

/// A mix of reads and writes sent whenever there is room; time goes on by `step` or to the next event (0).
std::vector<Done> mixed(const Device& device, Clock step, Statistics& statistics)
{
    BankTimingMemory memory(device);
    Rng rng(3);
    std::vector<Done> done;
    for (std::uint32_t id = 0; id < 600;) {
        const Request request{id, rng.below(1 << 22) * 64, rng.below(3) == 0};
        while (!memory.canSend(request))
            memory.advance(step > 0 ? memory.now() + step : memory.nextEventTime(), done);
        memory.send(request);
        ++id;
    }
    memory.advance(1'000'000, done);
    statistics = memory.statistics();
    return done;
}

} // namespace

class TestBankTimingMemory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAClosedRow();
    void readsAnOpenRow();
    void closesARowForAnother();
    void letsHitsOvertake();
    void closesARowAfterFourHits();
    void takesWritesOver();
    void answersFromTheWriteBuffer();
    void skippingChangesNothing();
    void readsAndWritesOfTheSameBurstsGoOn_data();
    void readsAndWritesOfTheSameBurstsGoOn();
    void aMemoryThatStandsStillEndsTheStream();
    void refreshes();
    void staysBelowThePeak();
    void refusesWhatItCannotHold();
    void nothingHappensInAnIdleMemory();
};

// A request moves to its bank in clock 0 and gets its first command in clock 1; data that end with clock c are there at
// c + 1.
void TestBankTimingMemory::readsAClosedRow()
{
    BankTimingMemory memory(ddr4());
    QCOMPARE(doneAt(memory, {{0, 0, false}}), (std::vector<Clock>{1 + 17 + 17 + 4 + 1}));
    QCOMPARE(memory.statistics().rowMisses, 1);
}

void TestBankTimingMemory::readsAnOpenRow()
{
    BankTimingMemory memory(ddr4());
    QCOMPARE(doneAt(memory, {{0, 0, false}, {1, 64, false}}), (std::vector<Clock>{40, 46})); // tCCD_L later
    QCOMPARE(memory.statistics().rowHits, 1);
}

void TestBankTimingMemory::closesARowForAnother()
{
    BankTimingMemory memory(ddr4());
    // Activate 1, read 18, precharge 40 (tRAS), activate 57, read 74, there at 96.
    QCOMPARE(doneAt(memory, {{0, 0, false}, {1, 262144, false}}), (std::vector<Clock>{40, 96}));
    QCOMPARE(memory.statistics().rowConflicts, 1);
}

void TestBankTimingMemory::letsHitsOvertake()
{
    BankTimingMemory memory(ddr4());
    const auto at = doneAt(memory, {{0, 0, false}, {1, 262144, false}, {2, 64, false}});
    QVERIFY(at[2] < at[1]);
}

void TestBankTimingMemory::closesARowAfterFourHits()
{
    Device device = ddr4();
    device.timings.tRTP = 4; // the row may be closed between two reads
    BankTimingMemory memory(device);
    // The other row is second; by tRAS (clock 40) four hits were given, so the three others wait.
    const auto at = doneAt(memory, {{0, 0, false},
                                    {1, 262144, false},
                                    {2, 64, false},
                                    {3, 128, false},
                                    {4, 192, false},
                                    {5, 256, false},
                                    {6, 320, false},
                                    {7, 384, false}});
    QVERIFY(at[4] < at[1]);
    QVERIFY(at[7] > at[1]);
}

void TestBankTimingMemory::takesWritesOver()
{
    BankTimingMemory memory(ddr4());
    QCOMPARE(doneAt(memory, {{0, 0, true}}), (std::vector<Clock>{1}));
}

void TestBankTimingMemory::answersFromTheWriteBuffer()
{
    BankTimingMemory memory(ddr4());
    QCOMPARE(doneAt(memory, {{0, 0, true}, {1, 32, false}, {2, 64, false}}), (std::vector<Clock>{1, 1, 40}));
}

void TestBankTimingMemory::skippingChangesNothing()
{
    Statistics each, skipped;
    const auto one = mixed(ddr4(), 1, each);
    const auto events = mixed(ddr4(), 0, skipped);
    QCOMPARE(one.size(), std::size_t{600});
    QCOMPARE(events.size(), one.size());
    for (std::size_t i = 0; i < one.size(); ++i) {
        QCOMPARE(events[i].id, one[i].id);
        QCOMPARE(events[i].clock, one[i].clock);
        QVERIFY(i == 0 || one[i - 1].clock <= one[i].clock);
    }
    QVERIFY(each == skipped);
}

void TestBankTimingMemory::readsAndWritesOfTheSameBurstsGoOn_data()
{
    QTest::addColumn<int>("device");
    QTest::addColumn<quint64>("bursts");
    QTest::addColumn<double>("writes");
    for (std::size_t i = 0; i < devices().size(); ++i)
        for (const quint64 bursts : {40, 64, 256, 4096})
            for (const double writes : {0.25, 0.5, 0.75})
                QTest::addRow("%s, %llu bursts, %g written", devices()[i].name.c_str(), bursts, writes)
                    << int(i) << bursts << writes;
}

// So many requests to so few bursts that both queues fill up and writes wait for older reads of their bursts.
void TestBankTimingMemory::readsAndWritesOfTheSameBurstsGoOn()
{
    QFETCH(int, device);
    QFETCH(quint64, bursts);
    QFETCH(double, writes);
    const Device& used = devices()[std::size_t(device)];
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        BankTimingMemory memory(used);
        Stream stream;
        stream.pattern = Stream::Pattern::Random;
        stream.span = bursts * std::uint64_t(used.burst().count);
        stream.writeFraction = writes;
        stream.outstanding = 64;
        stream.requests = 3000;
        stream.seed = seed;
        const auto result = runStream(memory, stream);
        QVERIFY2(result.has_value(), result ? "" : result.error().text().c_str());
        QCOMPARE(memory.statistics().reads + memory.statistics().writes, 3000);
        QVERIFY(result->clocks < 3000 * 60); // a closed row takes that long
    }
}

void TestBankTimingMemory::aMemoryThatStandsStillEndsTheStream()
{
    class DeadMemory final : public Memory {
    public:
        explicit DeadMemory(Clock wakesAfter) : m_wakesAfter(wakesAfter) {}
        Bytes burst() const override { return {64}; }
        std::int64_t clockFemtoseconds() const override { return 1'000'000; }
        Clock now() const override { return m_now; }
        bool canSend(const Request&) const override { return true; }
        void send(const Request&) override {}
        void advance(Clock to, std::vector<Done>&) override { m_now = to; }
        Clock nextEventTime() const override { return m_wakesAfter == kNever ? kNever : m_now + m_wakesAfter; }
        const Statistics& statistics() const override { return m_statistics; }

    private:
        Clock m_wakesAfter, m_now = 0;
        Statistics m_statistics;
    };
    for (const Clock wakesAfter : {Clock{1}, kNever}) {
        DeadMemory memory(wakesAfter);
        const auto result = runStream(memory, {});
        QVERIFY(!result);
        QCOMPARE(result.error().message, std::string("the memory stands still with 16 requests under way"));
    }
}

void TestBankTimingMemory::refreshes()
{
    BankTimingMemory memory(ddr4());
    std::vector<Done> done;
    memory.advance(9360 * 10 + 1000, done);
    QCOMPARE(memory.statistics().refreshes, 20); // two ranks
    BankTimingMemory late(ddr4());
    late.advance(4680, done); // the first refresh of rank 0 is due
    late.send({0, 0, false});
    late.send({1, 131072, false}); // rank 1 goes on
    done.clear();
    late.advance(20000, done);
    QCOMPARE(done.front().id, 1u);
    QVERIFY(done.back().clock >= 4680 + 420);
}

void TestBankTimingMemory::staysBelowThePeak()
{
    for (const Device& device : devices()) {
        BankTimingMemory memory(device);
        Stream stream;
        stream.outstanding = 64;
        stream.requests = 3000;
        const auto result = runStream(memory, stream);
        QVERIFY(result.has_value());
        QVERIFY(result->gigabytesPerSecond < device.peakGigabytesPerSecond());
        QVERIFY(result->gigabytesPerSecond > 0.5 * device.peakGigabytesPerSecond());
        QVERIFY(memory.statistics().busClocks <= memory.now());
        QCOMPARE(memory.statistics().reads, 3000);
    }
}

void TestBankTimingMemory::refusesWhatItCannotHold()
{
    BankTimingMemory memory(ddr4());
    for (std::uint32_t id = 0; id < 32; ++id) {
        QVERIFY(memory.canSend({id, 0, false}));
        memory.send({id, std::uint64_t{id} * 64, false});
    }
    QVERIFY(!memory.canSend({32, 0, false}));
    QVERIFY(memory.canSend({32, 0, true})); // writes have a buffer of their own
}

void TestBankTimingMemory::nothingHappensInAnIdleMemory()
{
    BankTimingMemory memory(ddr4());
    QCOMPARE(memory.nextEventTime(), kNever);
    memory.send({0, 0, false});
    QCOMPARE(memory.nextEventTime(), 1);
}

QTEST_APPLESS_MAIN(TestBankTimingMemory)
#include "tst_bank_timing_memory.moc"
