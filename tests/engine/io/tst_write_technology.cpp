// SPDX-License-Identifier: Apache-2.0
// Technologies as text: what is written is read again as the same value.
#include "engine/io/read_technology.h"
#include "engine/io/write_technology.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;
using hardware::Technology;

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

class TestWriteTechnology : public QObject {
    Q_OBJECT
private Q_SLOTS:
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

QTEST_GUILESS_MAIN(TestWriteTechnology)
#include "tst_write_technology.moc"
