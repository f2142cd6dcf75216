// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/energy_table.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using hardware::Accelerator;

namespace {

Accelerator patLevel(hardware::BufferLevel level)
{
    Accelerator a;
    a.energySource = hardware::EnergySource::TimeloopPat;
    a.levels.push_back(std::move(level));
    return a;
}

hardware::BufferLevel level(hardware::LevelKind kind, std::optional<Bytes> capacity = std::nullopt)
{
    hardware::BufferLevel result;
    result.name = "L";
    result.kind = kind;
    result.capacity = capacity;
    return result;
}

using enum hardware::LevelKind;

double energy(const Accelerator& a) { return hardware::accessEnergy(a, BufferLevelId{0})->count; }

} // namespace

class TestEnergyTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aStatedEnergyComesFirst();
    void explicitWithoutAnEnergyIsNothing();
    void patChargesSramBySizeAndWidth();
    void patChargesAClusterAsOneMacro();
    void patChargesDramByWidth();
    void theWidestKeptTensorCounts();
    void patNeedsASizeForSram();
};

void TestEnergyTable::aStatedEnergyComesFirst()
{
    Accelerator a = patLevel(level(Dram));
    a.levels[0].accessEnergy = Picojoules{3};
    QCOMPARE(energy(a), 3.0);
}

void TestEnergyTable::explicitWithoutAnEnergyIsNothing()
{
    Accelerator a = patLevel(level(Dram));
    a.energySource = hardware::EnergySource::Explicit;
    QVERIFY(!hardware::accessEnergy(a, BufferLevelId{0}));
}

void TestEnergyTable::patChargesSramBySizeAndWidth()
{
    // 0.5 KiB, one 16-bit element an access: (1 + 5/99.5 * 0) * 16/16
    Accelerator a = patLevel(level(Sram, Bytes{512}));
    a.levels[0].elementBits.values.fill(Bits{16});
    QCOMPARE(energy(a), 1.0);
    // 100 KiB: 1 + 5/99.5 * 99.5 = 6, as the published scale says for a 100 KiB buffer
    a.levels[0].capacity = Bytes{100 * 1024};
    QCOMPARE(energy(a), 6.0);
    // four elements an access: four times the width
    a.levels[0].accessElements = 4;
    QCOMPARE(energy(a), 24.0);
}

void TestEnergyTable::patChargesAClusterAsOneMacro()
{
    // Timeloop 019f107 prints 0.489007537688442 for one word of 8 bit in clusters of 64.
    Accelerator a = patLevel(level(Registers, Bytes{1}));
    a.levels[0].clusterSize = 64;
    QVERIFY(std::abs(energy(a) - 0.489007537688442) < 1e-12);
}

void TestEnergyTable::patChargesDramByWidth()
{
    Accelerator a = patLevel(level(Dram));
    a.levels[0].accessElements = 64;
    QCOMPARE(energy(a), 6400.0);
}

void TestEnergyTable::theWidestKeptTensorCounts()
{
    Accelerator a = patLevel(level(Dram));
    a.levels[0].elementBits[TensorRole::Outputs] = Bits{24};
    QCOMPARE(energy(a), 300.0); // 200 * 24/16
    a.levels[0].keeps = TensorSet::of(TensorRole::Inputs);
    QCOMPARE(energy(a), 100.0);
}

void TestEnergyTable::patNeedsASizeForSram()
{
    QVERIFY(!hardware::accessEnergy(patLevel(level(Sram)), BufferLevelId{0}));
}

QTEST_APPLESS_MAIN(TestEnergyTable)
#include "tst_energy_table.moc"
