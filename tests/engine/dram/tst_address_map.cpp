// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/address_map.h"
#include "engine/dram/devices.h"

#include <QTest>

#include <map>
#include <utility>

using namespace nestloom::dram;

class TestAddressMap : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsARowTogether();
    void alternatesBankGroups();
    void givesEveryBurstAPlaceOfItsOwn();
    void devicesAreUsable();
    void refusesDevicesThatCannotBe();
};

void TestAddressMap::keepsARowTogether()
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

void TestAddressMap::alternatesBankGroups()
{
    Device device = *findDevice("ddr4-2400");
    device.order = AddressOrder::BankGroupsLowest;
    const AddressMap map(device);
    QVERIFY((map.place(64) == Place{0, 1, 4, 0}));
    QVERIFY((map.place(256) == Place{0, 0, 0, 0}));
    QVERIFY((map.place(32768) == Place{0, 0, 1, 0}));
}

void TestAddressMap::givesEveryBurstAPlaceOfItsOwn()
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

void TestAddressMap::devicesAreUsable()
{
    for (const Device& device : devices())
        QVERIFY2(!problemOf(device), device.name.c_str());
    QCOMPARE(findDevice("ddr4-2400")->size(), std::int64_t{1} << 34);
    QCOMPARE(qRound(findDevice("ddr4-2400")->peakGigabytesPerSecond() * 10), 193);
    QCOMPARE(findDevice("lpddr4-2400")->burst().count, 128);
    QVERIFY(!findDevice("ddr9"));
}

void TestAddressMap::refusesDevicesThatCannotBe()
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

QTEST_APPLESS_MAIN(TestAddressMap)
#include "tst_address_map.moc"
