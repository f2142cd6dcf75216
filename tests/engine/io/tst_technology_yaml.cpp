// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/energy_table.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/technology_yaml.h"
#include "tests/places.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using hardware::Technology;

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

// Technologies as text: what is written is read again as the same value.

namespace {

Technology complete()
{
    Technology t;
    t.name = "my 45 nm";
    t.description = "with a: colon, a # and \"quotes\"";
    t.source = "measured";
    t.word = Bits{32};
    t.macs = {{Bits{8}, {0.1}, "chip A, {x}"}, {Bits{16}, {0.25}, {}}};
    t.dram = hardware::StatedEnergy{{640.123456789}, "data sheet, page 7"};
    t.sram = {{Bytes{1024}, {1.5}, {}}, {Bytes{3000}, {2.5}, "own value"}};
    t.registers = {{Bytes{7}, {0.01}, "null"}};
    t.hop = hardware::StatedEnergy{{0.3}, {}};
    t.areas.sramPerKib = hardware::StatedArea{{2500.5}, "compiler"};
    t.areas.mac = hardware::StatedArea{{400}, {}};
    return t;
}

} // namespace

class TestTechnologyYaml : public QObject {
    Q_OBJECT
private slots:
    void presetsFitTheAcceleratorsTheyComeFrom();
    void energiesGoWithSizeAndWidth();
    void everyTableFitsEveryAccelerator();
    void anotherTableLeavesNothingOfTheFirst();
    void refusesBrokenTables_data();
    void refusesBrokenTables();

    void comesBackAsItWas()
    {
        const Technology before = complete();
        const std::string yaml = io::writeTechnology(before);
        const auto after = io::parseTechnology(yaml, "t.yaml");
        QVERIFY2(after, after ? "" : after.error().text().c_str());
        QVERIFY2(*after == before, yaml.c_str());
        QVERIFY(io::writeTechnology(*after) == yaml);
    }
    void presetsComeBackAsTheyWere()
    {
        int seen = 0;
        for (const auto& entry :
             std::filesystem::directory_iterator(std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets/technologies")) {
            const auto preset = io::readTechnology(entry.path());
            QVERIFY2(preset, preset ? "" : preset.error().text().c_str());
            const auto again = io::parseTechnology(io::writeTechnology(*preset), "t.yaml");
            QVERIFY2(again && *again == *preset, entry.path().c_str());
            ++seen;
        }
        QVERIFY(seen >= 3);
    }
    void everyNumberOfAPresetHasASource()
    {
        const auto kapla =
            io::readTechnology(std::filesystem::path(NESTLOOM_SOURCE_DIR) / "presets/technologies/kapla.yaml");
        QVERIFY(kapla);
        QVERIFY(!kapla->macs[0].source.empty() && !kapla->dram->source.empty() && !kapla->hop->source.empty());
        for (const auto* sizes : {&kapla->sram, &kapla->registers})
            for (const hardware::SizedEnergy& size : *sizes)
                QVERIFY(!size.source.empty());
    }
    void numbersBesideAFormulaAreLeftOut()
    {
        Technology formula = complete();
        formula.formula = hardware::EnergySource::TimeloopPat;
        const auto after = io::parseTechnology(io::writeTechnology(formula), "t.yaml");
        QVERIFY2(after, after ? "" : after.error().text().c_str());
        QVERIFY(after->sram.empty() && !after->dram);
        QVERIFY(after->macs == formula.macs && after->hop == formula.hop && after->areas == formula.areas);
    }
    void aSourceNeedsItsNumber()
    {
        const std::string begin = "energies:\n  name: t\n  source: s\n  formula: timeloop-pat\n  mac: {energy: 1 pJ}\n";
        QVERIFY(io::parseTechnology(begin + "  hop: {energy: 2 pJ, source: x}\n", "t.yaml"));
        const auto wrong = io::parseTechnology(begin + "  hop: {source: x}\n", "t.yaml");
        QVERIFY(!wrong);
        QVERIFY2(wrong.error().text().find("hop") != std::string::npos, wrong.error().text().c_str());
        const auto area = io::parseTechnology(begin + "  area: {mac: 3}\n", "t.yaml");
        QVERIFY(!area);
        QVERIFY2(area.error().text().find("area.mac") != std::string::npos, area.error().text().c_str());
    }
};

void TestTechnologyYaml::presetsFitTheAcceleratorsTheyComeFrom()
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

void TestTechnologyYaml::energiesGoWithSizeAndWidth()
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

void TestTechnologyYaml::everyTableFitsEveryAccelerator()
{
    for (const auto& table : std::filesystem::directory_iterator(kPresets / "technologies"))
        for (const auto& machine : std::filesystem::directory_iterator(kPresets / "accelerators")) {
            const auto energies = io::readTechnology(table.path());
            QVERIFY2(energies, energies ? "" : energies.error().text().c_str());
            const auto changed = hardware::withEnergies(*io::readAccelerator(machine.path()), *energies);
            QVERIFY2(hardware::check(changed).empty(), machine.path().c_str());
        }
}

void TestTechnologyYaml::anotherTableLeavesNothingOfTheFirst()
{
    const hardware::Accelerator simba = accelerator("simba");
    const auto pat = technology("timeloop-pat");
    const auto once = hardware::withEnergies(simba, pat);
    QVERIFY(hardware::withEnergies(hardware::withEnergies(simba, technology("kapla")), pat) == once);
}

void TestTechnologyYaml::refusesBrokenTables_data()
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
    QTest::newRow("formula and numbers") << good + registers + "  formula: timeloop-pat\n"
                                         << QByteArray("dram: the formula stands in place of these numbers");
    QTest::newRow("key") << good + registers + "  sran: 1\n" << QByteArray("did you mean 'sram'");
}

void TestTechnologyYaml::refusesBrokenTables()
{
    QFETCH(const QByteArray, rest);
    QFETCH(const QByteArray, why);
    const auto result = io::parseTechnology("energies:\n  name: t\n" + rest.toStdString(), "t.yaml");
    QVERIFY(!result);
    QVERIFY2(result.error().text().find(why.toStdString()) != std::string::npos, result.error().text().c_str());
}

QTEST_GUILESS_MAIN(TestTechnologyYaml)
#include "tst_technology_yaml.moc"
