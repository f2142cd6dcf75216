// SPDX-License-Identifier: Apache-2.0
#include "engine/dram/bank_timings.h"
#include "engine/dram/devices.h"

#include <QTest>

using namespace nestloom::dram;

/// DDR4-2400: CL 17, CWL 12, tRCD 17, tRP 17, tRAS 39, tRRD 4/6, tFAW 26, tCCD 4/6, tWTR 3/9, tWR 18, tRTP 9, burst 4.
/// Banks 0-3 are group 0, 4-7 group 1, 16 and up rank 1.
class TestBankTimings : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void activates();
    void reads();
    void writes();
    void closesRows();
    void refreshesARank();
};

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
