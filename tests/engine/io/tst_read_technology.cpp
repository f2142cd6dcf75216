// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_technology.h"

#include "engine/hardware/energy_table.h"
#include "engine/io/read_accelerator.h"
#include "tests/places.h"

#include <QTest>

#include <cmath>

using namespace nestloom;

namespace {

const std::filesystem::path kPresets = std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets";

hardware::Technology technology(const char* name)
{
    auto result = io::readTechnology(kPresets / "technologies" / (std::string(name) + ".yaml"));
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *std::move(result);
}

hardware::Accelerator accelerator(const char* name)
{
    return *io::readAccelerator(kPresets / "accelerators" / (std::string(name) + ".yaml"));
}

} // namespace

class TestReadTechnology : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void presetsFitTheAcceleratorsTheyComeFrom();
    void energiesGoWithSizeAndWidth();
    void everyTableFitsEveryAccelerator();
    void anotherTableLeavesNothingOfTheFirst();
    void refusesBrokenTables_data();
    void refusesBrokenTables();
};

void TestReadTechnology::presetsFitTheAcceleratorsTheyComeFrom()
{
    for (const auto& [machine, table] :
         {std::pair{"simba", "timeloop-pat"}, std::pair{"simba", "pat-banked"}, std::pair{"flexer-arch3", "pat-banked"},
          std::pair{"edge-systolic", "kapla"}, std::pair{"eyeriss", "eyeriss-relative"}}) {
        const hardware::Accelerator before = accelerator(machine);
        const hardware::Accelerator after = hardware::withEnergies(before, technology(table));
        QVERIFY(std::abs(after.macEnergy.count - before.macEnergy.count) < 1e-12);
        for (std::uint32_t i = 0; i < before.levels.size(); ++i)
            QVERIFY2(std::abs(hardware::accessEnergy(after, {i})->count - hardware::accessEnergy(before, {i})->count)
                         < 1e-9,
                     before.levels[i].name.c_str());
        QVERIFY(after.notes.back().find(table) != std::string::npos);
    }
}

void TestReadTechnology::energiesGoWithSizeAndWidth()
{
    const std::vector<hardware::SizedEnergy> sizes{{Bytes{64}, {1}, {}}, {Bytes{256}, {2}, {}}, {Bytes{1024}, {8}, {}}};
    QCOMPARE(hardware::energyAt(sizes, Bytes{64}).count, 1.0);
    QCOMPARE(hardware::energyAt(sizes, Bytes{1024}).count, 8.0);
    QVERIFY(std::abs(hardware::energyAt(sizes, Bytes{128}).count - std::sqrt(2.0)) < 1e-12); // power 1/2
    QVERIFY(std::abs(hardware::energyAt(sizes, Bytes{512}).count - 4) < 1e-12);              // power 1
    QVERIFY(std::abs(hardware::energyAt(sizes, Bytes{16}).count - 0.5) < 1e-12);             // beyond: the nearest two
    QVERIFY(std::abs(hardware::energyAt(sizes, Bytes{2048}).count - 16) < 1e-12);
    QCOMPARE(hardware::energyAt(std::vector<hardware::SizedEnergy>{{Bytes{64}, {3}, {}}}, Bytes{1}).count, 3.0);
    hardware::Accelerator machine = accelerator("edge-systolic");
    machine.macBits = Bits{8};
    machine.levels[1].elementBits.values.fill({8});
    machine.levels[1].accessElements = 4;
    const hardware::Accelerator after = hardware::withEnergies(machine, technology("kapla"));
    QVERIFY(std::abs(after.macEnergy.count - 0.9984 / 4) < 1e-12);
    QVERIFY(std::abs(after.levels[1].accessEnergy->count - 7.4837 / 2 * 4) < 1e-9);
}

void TestReadTechnology::everyTableFitsEveryAccelerator()
{
    for (const auto& table : std::filesystem::directory_iterator(kPresets / "technologies"))
        for (const auto& machine : std::filesystem::directory_iterator(kPresets / "accelerators")) {
            const auto energies = io::readTechnology(table.path());
            QVERIFY2(energies, energies ? "" : energies.error().text().c_str());
            const auto changed = hardware::withEnergies(*io::readAccelerator(machine.path()), *energies);
            QVERIFY2(hardware::check(changed).empty(), machine.path().c_str());
        }
}

void TestReadTechnology::anotherTableLeavesNothingOfTheFirst()
{
    const hardware::Accelerator simba = accelerator("simba");
    const auto pat = technology("timeloop-pat");
    const auto once = hardware::withEnergies(simba, pat);
    QVERIFY(hardware::withEnergies(hardware::withEnergies(simba, technology("kapla")), pat) == once);
}

void TestReadTechnology::refusesBrokenTables_data()
{
    QTest::addColumn<QByteArray>("rest");
    QTest::addColumn<QByteArray>("why");
    const QByteArray good =
        "  source: s\n  mac: {energy: 1 pJ}\n  dram: 2 pJ\n  sram: [{capacity: 1 KiB, energy: 1 pJ}]\n";
    const QByteArray registers = "  registers: [{capacity: 8 B, energy: 1 pJ}]\n";
    QTest::newRow("no registers") << good << QByteArray("registers: the table states no size");
    QTest::newRow("no source") << "  mac: {energy: 1 pJ}\n  dram: 2 pJ\n" + registers
                               << QByteArray("source: the key 'source' is missing");
    QTest::newRow("descending") << good
                                       + "  registers: [{capacity: 8 B, energy: 1 pJ}, {capacity: 4 B, energy: 1 pJ}]\n"
                                << QByteArray("t.yaml:7: registers[1].capacity: sizes must ascend");
    QTest::newRow("nothing") << good + "  registers: [{capacity: 8 B, energy: 0 pJ}]\n" << QByteArray("above 0 pJ");
    QTest::newRow("no unit") << good + "  registers: [{capacity: 8 B, energy: 1}]\n"
                             << QByteArray("registers[0].energy");
    QTest::newRow("formula") << good + registers + "  formula: pat\n" << QByteArray("'pat' is not a formula");
    QTest::newRow("key") << good + registers + "  sran: 1\n" << QByteArray("did you mean 'sram'");
}

void TestReadTechnology::refusesBrokenTables()
{
    QFETCH(const QByteArray, rest);
    QFETCH(const QByteArray, why);
    const auto result = io::parseTechnology("energies:\n  name: t\n" + rest.toStdString(), "t.yaml");
    QVERIFY(!result);
    QVERIFY2(result.error().text().find(why.toStdString()) != std::string::npos, result.error().text().c_str());
}

QTEST_GUILESS_MAIN(TestReadTechnology)
#include "tst_read_technology.moc"
