// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/bank_timings.h"
#include "engine/dram/device.h"

#include <QTest>

#include <map>
#include <utility>

using nestloom::dram::ClockRatio;
using nestloom::dram::kNever;
using namespace nestloom::dram;

/// DDR4-2400: CL 17, CWL 12, tRCD 17, tRP 17, tRAS 39, tRRD 4/6, tFAW 26, tCCD 4/6, tWTR 3/9, tWR 18, tRTP 9, burst 4.
/// Banks 0-3 are group 0, 4-7 group 1, 16 and up rank 1.

class TestBankTimings : public QObject {
    Q_OBJECT
private slots:
    void convertsBothWays();
    void losesNothingOverALongTime();
    void comesBackNoEarlier();

    void keepsARowTogether();
    void alternatesBankGroups();
    void givesEveryBurstAPlaceOfItsOwn();
    void devicesAreUsable();
    void refusesDevicesThatCannotBe();

    void activates();
    void reads();
    void writes();
    void closesRows();
    void refreshesARank();
};

void TestBankTimings::convertsBothWays()
{
    const ClockRatio ratio(830'000, 1'000'000); // 0.83 ns and 1 ns
    QCOMPARE(ratio.toMemory(0), 0);
    QCOMPARE(ratio.toMemory(1), 1);   // 1 ns: one tick of 0.83 ns has passed
    QCOMPARE(ratio.toMemory(5), 6);   // 5 ns = 6.02 ticks
    QCOMPARE(ratio.fromMemory(6), 5); // 4.98 ns
    QCOMPARE(ratio.fromMemory(7), 6); // 5.81 ns
    QCOMPARE(ratio.fromMemory(kNever), kNever);
}

void TestBankTimings::losesNothingOverALongTime()
{
    const ClockRatio ratio(830'000, 1'000'000);
    QCOMPARE(ratio.toMemory(83'000'000'000), 100'000'000'000); // 83 s
    QCOMPARE(ratio.fromMemory(100'000'000'000), 83'000'000'000);
}

void TestBankTimings::comesBackNoEarlier()
{
    for (const ClockRatio& ratio : {ClockRatio(830'000, 1'000'000), ClockRatio(630'000, 2'000'000), ClockRatio(3, 7)})
        for (std::int64_t tick = 0; tick < 1000; ++tick) {
            // The other clock's tick at which the memory has reached `tick`, and not one tick sooner.
            const std::int64_t other = ratio.fromMemory(tick);
            QVERIFY(ratio.toMemory(other) >= tick);
            QVERIFY(other == 0 || ratio.toMemory(other - 1) < tick);
        }
}

void TestBankTimings::keepsARowTogether()
{
    const AddressMap map(*findDevice("ddr4-2400")); // 64 B bursts, 8 KiB rows, 4 groups of 4 banks, 2 ranks
    QCOMPARE(map.burst(130), std::uint64_t{2});
    QVERIFY((map.place(0) == Place{0, 0, 0, 0}));
    QVERIFY((map.place(8191) == Place{0, 0, 0, 0}));
    QVERIFY((map.place(8192) == Place{0, 1, 4, 0}));                   // next bank group
    QVERIFY((map.place(32768) == Place{0, 0, 1, 0}));                  // next bank
    QVERIFY((map.place(131072) == Place{1, 0, 16, 0}));                // next rank
    QVERIFY((map.place(262144) == Place{0, 0, 0, 1}));                 // next row
    QVERIFY((map.place(std::uint64_t{1} << 34) == Place{0, 0, 0, 0})); // 16 GiB: wraps
}

void TestBankTimings::alternatesBankGroups()
{
    Device device = *findDevice("ddr4-2400");
    device.order = AddressOrder::BankGroupsLowest;
    const AddressMap map(device);
    QVERIFY((map.place(64) == Place{0, 1, 4, 0}));
    QVERIFY((map.place(256) == Place{0, 0, 0, 0}));
    QVERIFY((map.place(32768) == Place{0, 0, 1, 0}));
}

void TestBankTimings::givesEveryBurstAPlaceOfItsOwn()
{
    Device small = *findDevice("lpddr4-2400");
    small.rows = 4;
    small.columns = 64; // 4 bursts
    for (const AddressOrder order : {AddressOrder::ColumnsLowest, AddressOrder::BankGroupsLowest}) {
        small.order = order;
        const AddressMap map(small);
        std::map<std::pair<int, std::int64_t>, int> bursts; // of each row
        for (std::int64_t address = 0; address < small.size(); address += small.burst().count) {
            const Place place = map.place(static_cast<std::uint64_t>(address));
            QCOMPARE(place.rank, place.bank / 8);
            QCOMPARE(place.group, place.bank % 8 / 4);
            ++bursts[{place.bank, place.row}];
        }
        QCOMPARE(bursts.size(), std::size_t{16 * 4});
        for (const auto& [row, count] : bursts)
            QCOMPARE(count, 4);
    }
}

void TestBankTimings::devicesAreUsable()
{
    for (const Device& device : devices())
        QVERIFY2(!problemOf(device), device.name.c_str());
    QCOMPARE(findDevice("ddr4-2400")->size(), std::int64_t{1} << 34);
    QCOMPARE(qRound(findDevice("ddr4-2400")->peakGigabytesPerSecond() * 10), 193);
    QCOMPARE(findDevice("lpddr4-2400")->burst().count, 128);
    QVERIFY(!findDevice("ddr9"));
}

void TestBankTimings::refusesDevicesThatCannotBe()
{
    Device device = *findDevice("ddr4-2400");
    device.bankGroups = 3;
    QVERIFY(problemOf(device));
    device = *findDevice("ddr4-2400");
    device.timings.tREFI = 800; // the ranks would refresh all the time
    QVERIFY(problemOf(device));
    device = *findDevice("ddr4-2400");
    device.columns = 4;
    QVERIFY(problemOf(device));
    device = *findDevice("ddr4-2400");
    device.controller.perBank = 0;
    QVERIFY(problemOf(device));
}

void TestBankTimings::activates()
{
    BankTimings timings(*findDevice("ddr4-2400"));
    timings.activate(0, 7, 100);
    QCOMPARE(timings.openRow(0), 7);
    QCOMPARE(timings.columnFrom(0, false), 117);
    QCOMPARE(timings.prechargeFrom(0), 139);
    QCOMPARE(timings.activateFrom(0), 156); // tRAS + tRP
    QCOMPARE(timings.activateFrom(1), 106); // same group
    QCOMPARE(timings.activateFrom(4), 104); // other group
    QCOMPARE(timings.activateFrom(16), 0);  // other rank
    timings.activate(4, 7, 104);
    timings.activate(8, 7, 108);
    timings.activate(12, 7, 112);
    QCOMPARE(timings.activateFrom(5), 126); // the fifth within tFAW waits for the first
}

void TestBankTimings::reads()
{
    BankTimings timings(*findDevice("ddr4-2400"));
    timings.activate(0, 7, 0);
    timings.read(0, 100);
    QCOMPARE(timings.hits(0), 1);
    QCOMPARE(timings.columnFrom(1, false), 106);
    QCOMPARE(timings.columnFrom(4, false), 104);
    QCOMPARE(timings.columnFrom(16, false), 105); // the bus changes ranks
    QCOMPARE(timings.columnFrom(4, true), 110);   // data end at 121, a preamble, write data begin at 122
    QCOMPARE(timings.columnFrom(16, true), 110);
    QCOMPARE(timings.prechargeFrom(0), 109);
}

void TestBankTimings::writes()
{
    BankTimings timings(*findDevice("ddr4-2400"));
    timings.activate(0, 7, 0);
    timings.write(0, 100); // data until 116
    QCOMPARE(timings.columnFrom(1, true), 106);
    QCOMPARE(timings.columnFrom(4, true), 104);
    QCOMPARE(timings.columnFrom(16, true), 104);
    QCOMPARE(timings.columnFrom(1, false), 125);
    QCOMPARE(timings.columnFrom(4, false), 119);
    QCOMPARE(timings.columnFrom(16, false), 100);
    QCOMPARE(timings.prechargeFrom(0), 134);
}

void TestBankTimings::closesRows()
{
    BankTimings timings(*findDevice("ddr4-2400"));
    timings.activate(0, 7, 0);
    timings.read(0, 17);
    timings.precharge(0, 39);
    QCOMPARE(timings.openRow(0), BankTimings::kClosed);
    QCOMPARE(timings.hits(0), 0);
    QCOMPARE(timings.activateFrom(0), 56);
    QCOMPARE(timings.refreshFrom(0), 56);
}

void TestBankTimings::refreshesARank()
{
    BankTimings timings(*findDevice("ddr4-2400"));
    timings.refresh(1, 1000);
    QCOMPARE(timings.activateFrom(16), 1420);
    QCOMPARE(timings.activateFrom(31), 1420);
    QCOMPARE(timings.activateFrom(0), 0);
}

QTEST_APPLESS_MAIN(TestBankTimings)
#include "tst_bank_timings.moc"
