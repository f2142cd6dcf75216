// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/memory.h"

#include <QTest>

using namespace nestloom::dram;

namespace {

constexpr std::int64_t kNanosecond = 1'000'000;

std::unique_ptr<Memory> make(const MemoryModel& model)
{
    auto memory = makeMemory(model, kNanosecond);
    if (!memory)
        qFatal("%s", memory.error().text().c_str());
    return std::move(*memory);
}

/// Clocks for a number of reads of 64 B, each sent as soon as the memory takes it.
std::vector<Clock> reads(Memory& memory, std::uint32_t count)
{
    std::vector<Done> done;
    for (std::uint32_t id = 0; id < count; ++id) {
        while (!memory.canSend({id, 0, false}))
            memory.advance(memory.nextEventTime(), done);
        memory.send({id, 0, false, {64}});
    }
    while (memory.nextEventTime() != kNever)
        memory.advance(memory.nextEventTime(), done);
    std::vector<Clock> at;
    for (const Done& each : done)
        at.push_back(each.clock);
    return at;
}

} // namespace

class TestSimpleMemories : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bandwidthIsALatencyAndARate();
    void bandwidthIsSharedByReadsAndWrites();
    void eachDirectionHasItsOwnBandwidth();
    void bandwidthKnowsNoBursts();
    void compatibleReadsOneAtATime();
    void compatibleWritesDoNotWait();
    void modelsHaveNames();
    void refusesFiguresThatCannotBe();
};

void TestSimpleMemories::bandwidthIsALatencyAndARate()
{
    MemoryModel model = *memoryModel("bandwidth");
    model.rates = {16, 16}; // 64 B take 4 cycles
    model.latency = 50;
    QCOMPARE(reads(*make(model), 3), (std::vector<Clock>{50, 54, 58}));
    model.latency = 1; // shorter than the burst
    QCOMPARE(reads(*make(model), 3), (std::vector<Clock>{4, 8, 12}));
}

void TestSimpleMemories::bandwidthIsSharedByReadsAndWrites()
{
    MemoryModel model = *memoryModel("bandwidth");
    model.rates = {64, 64, true};
    model.latency = 10;
    const auto memory = make(model);
    memory->send({0, 0, true, {64}});
    memory->send({1, 0, false, {64}});
    std::vector<Done> done;
    memory->advance(100, done);
    QCOMPARE(done[0].clock, 1); // a write is taken over when its bytes are there
    QCOMPARE(done[1].clock, 11);
    QCOMPARE(memory->statistics().busClocks, 2);
}

void TestSimpleMemories::eachDirectionHasItsOwnBandwidth()
{
    MemoryModel model = *memoryModel("bandwidth");
    model.rates = {32, 4}; // 2 and 16 cycles for 64 B
    model.latency = 1;
    const auto memory = make(model);
    for (const bool write : {true, false, true, false})
        memory->send({write, 0, write, {64}});
    std::vector<Done> done;
    memory->advance(100, done);
    std::vector<std::pair<bool, Clock>> order;
    for (const Done& each : done)
        order.emplace_back(each.write, each.clock);
    QVERIFY(order == (std::vector<std::pair<bool, Clock>>{{false, 2}, {false, 4}, {true, 16}, {true, 32}}));
    QCOMPARE(memory->statistics().busClocks, 32); // both move in the first 4
}

void TestSimpleMemories::bandwidthKnowsNoBursts()
{
    MemoryModel model = *memoryModel("bandwidth");
    model.rates = {4, 4};
    model.latency = 1;
    const auto memory = make(model);
    QVERIFY(memory->takesAnySize());
    QVERIFY(!make(*memoryModel("compat"))->takesAnySize());
    for (const std::int64_t bytes : {2, 12, 2}) // half a cycle, three, half a one
        memory->send({0, 0, true, {bytes}});
    std::vector<Done> done;
    memory->advance(100, done);
    QCOMPARE(done[0].clock, 1);
    QCOMPARE(done[1].clock, 4);
    QCOMPARE(done[2].clock, 4); // at 3.5 and at 4 cycles
    QCOMPARE(memory->statistics().writes, 16);
    QCOMPARE(memory->statistics().busClocks, 4);
}

void TestSimpleMemories::compatibleReadsOneAtATime()
{
    const auto memory = make(*memoryModel("compat"));
    QCOMPARE(memory->burst().count, 32);
    // 17, then 16 each, and every fourth read after the first four finds its row closed: 4 more.
    QCOMPARE(reads(*memory, 9), (std::vector<Clock>{17, 33, 49, 65, 85, 101, 117, 133, 153}));
    QCOMPARE(memory->statistics().rowConflicts, 2);
}

void TestSimpleMemories::compatibleWritesDoNotWait()
{
    const auto memory = make(*memoryModel("compat"));
    memory->send({0, 0, false});
    QVERIFY(!memory->canSend({1, 0, false}));
    QVERIFY(memory->canSend({1, 0, true}));
    memory->send({1, 0, true});
    std::vector<Done> done;
    memory->advance(100, done);
    QCOMPARE(done[0].id, 1u);
    QCOMPARE(done[0].clock, 13);
    QCOMPARE(done[1].clock, 17);
}

void TestSimpleMemories::modelsHaveNames()
{
    for (const std::string& name : memoryModelNames()) {
        const auto model = memoryModel(name);
        QVERIFY(model);
        QCOMPARE(nameOf(*model), name);
        QVERIFY(makeMemory(*model, kNanosecond));
    }
    QVERIFY(!memoryModel("core"));
    QVERIFY(memoryModel("core").error().message.find("ddr4-2400, ") != std::string::npos);
}

void TestSimpleMemories::refusesFiguresThatCannotBe()
{
    MemoryModel model = *memoryModel("bandwidth");
    model.rates.reads = 0;
    QVERIFY(!makeMemory(model, kNanosecond));
    model.rates = {16, 0};
    QVERIFY(!makeMemory(model, kNanosecond));
    model = *memoryModel("ddr4-2400");
    model.device.ranks = 3;
    QVERIFY(!makeMemory(model, kNanosecond));
}

QTEST_APPLESS_MAIN(TestSimpleMemories)
#include "tst_simple_memories.moc"
