// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/machine.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

namespace {

hardware::Accelerator fourNpus()
{
    using enum hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "four";
    accelerator.levels = {tests::level("DRAM", Dram, {}, TensorSet::all(), 1),
                          tests::level("Scratchpad", Sram, Bytes{262144}, TensorSet::all(), 2, 2),
                          tests::level("NpuWeights", Registers, Bytes{2048}, tests::kWeights, 16, 32)};
    accelerator.levels[0].readBandwidth = BytesPerCycle{64};
    accelerator.levels[0].writeBandwidth = BytesPerCycle{32};
    accelerator.levels[1].elementBits[TensorRole::Outputs] = {32};
    return accelerator;
}

} // namespace

class TestMachine : public QObject {
    Q_OBJECT
private slots:
    void readsNpusArrayScratchpadAndChannel()
    {
        const auto machine = machineOf(fourNpus());
        QVERIFY(machine);
        QCOMPARE(machine->npus, 4);
        QCOMPARE(machine->arrayColumns, 16);
        QCOMPARE(machine->arrayRows, 32);
        QCOMPARE(machine->scratchpad->count, 262144);
        QCOMPARE(machine->dma.count, 32.0); // the slower direction: one channel does both
        QCOMPARE(machine->onChip[TensorRole::Outputs].count, 32);
        QCOMPARE(machine->offChip[TensorRole::Outputs].count, 8);
    }

    void twoPortsAreAChannelForLoadsAndOneForStores()
    {
        auto accelerator = fourNpus();
        accelerator.levels[0].ports = 2;
        const auto machine = machineOf(accelerator);
        QVERIFY(machine);
        QCOMPARE(machine->loadTime(Bytes{128}).count, 2);
        QCOMPARE(machine->storeTime(Bytes{128}).count, 4);
        QCOMPARE(machine->leastCycles(640, 320), 10.0); // side by side
        accelerator.levels[0].ports = 1;
        QCOMPARE(machineOf(accelerator)->storeTime(Bytes{128}).count, 4);
        QCOMPARE(machineOf(accelerator)->leastCycles(640, 320), 30.0); // one after the other, at the smaller bandwidth
        accelerator.levels[0].ports = 2;
        accelerator.levels[0].writeBandwidth.reset();
        QVERIFY(!machineOf(accelerator));
        QVERIFY(machineOf(accelerator).error().message.find("both DMA channels") != std::string::npos);
    }

    void aScratchpadWithoutFanoutsInsideFeedsOneNpu()
    {
        const auto machine = machineOf(tests::twoLevels());
        QVERIFY(machine);
        QCOMPARE(machine->npus, 1);
        QCOMPARE(machine->arrayRows * machine->arrayColumns, 4);
        QCOMPARE(machine->dma.count, 2.0);
    }

    void saysWhatIsMissing_data()
    {
        QTest::addColumn<QString>("what");
        QTest::addColumn<QString>("expected");
        QTest::addRow("weights") << "keeps"
                                 << "level Scratchpad does not keep weights";
        QTest::addRow("bandwidth") << "bandwidth"
                                   << "state read_bandwidth of level DRAM";
        QTest::addRow("NPUs") << "npus"
                              << "level Scratchpad feeds 9";
        QTest::addRow("two scratchpads") << "scratchpads"
                                         << "level DRAM feeds 2";
        QTest::addRow("multicast") << "multicast"
                                   << "let level Scratchpad multicast all three tensors";
        QTest::addRow("levels") << "levels"
                                << "add a level that keeps all three tensors";
    }
    void saysWhatIsMissing()
    {
        QFETCH(QString, what);
        QFETCH(QString, expected);
        hardware::Accelerator accelerator = fourNpus();
        if (what == QLatin1String("keeps"))
            accelerator.levels[1].keeps = TensorSet::all().without(TensorRole::Weights);
        if (what == QLatin1String("bandwidth")) {
            accelerator.levels[0].readBandwidth.reset();
            accelerator.levels[0].writeBandwidth.reset();
        }
        if (what == QLatin1String("npus"))
            accelerator.levels[1].fanout = {9, 1};
        if (what == QLatin1String("scratchpads"))
            accelerator.levels[0].fanout = {2, 1};
        if (what == QLatin1String("multicast"))
            accelerator.levels[1].multicast = TensorSet::of(TensorRole::Inputs);
        if (what == QLatin1String("levels"))
            accelerator.levels.resize(1);
        const auto machine = machineOf(accelerator);
        QVERIFY(!machine);
        QCOMPARE(machine.error().code, ErrorCode::Unsupported);
        QVERIFY2(machine.error().message.find(expected.toStdString()) != std::string::npos,
                 machine.error().message.c_str());
    }

    void transfersAreRoundedUpToWholeCycles()
    {
        const Machine machine{.dma = {32}};
        QCOMPARE(machine.loadTime(Bytes{64}).count, 2);
        QCOMPARE(machine.loadTime(Bytes{65}).count, 3);
        QCOMPARE((Machine{.dma = {12.8}}.loadTime(Bytes{64}).count), 5);
    }
};

QTEST_GUILESS_MAIN(TestMachine)
#include "tst_machine.moc"
