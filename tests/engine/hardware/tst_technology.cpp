// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/technology.h"

#include "engine/hardware/energy_table.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::hardware;

namespace {

Technology table()
{
    Technology t;
    t.name = "t";
    t.source = "a test";
    t.macs = {{Bits{16}, {1}, {}}};
    t.dram = StatedEnergy{{200}, {}};
    t.sram = {{Bytes{1024}, {6}, {}}};
    t.registers = {{Bytes{64}, {1}, {}}};
    return t;
}

Accelerator machine()
{
    Accelerator a;
    a.name = "m";
    a.macBits = Bits{8};
    for (const LevelKind kind : {LevelKind::Dram, LevelKind::Sram, LevelKind::Registers}) {
        BufferLevel level;
        level.name = std::string(name(kind));
        level.kind = kind;
        if (kind != LevelKind::Dram)
            level.capacity = Bytes{2048};
        a.levels.push_back(level);
    }
    return a;
}

} // namespace

class TestTechnology : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aTableThatKeepsTheRulesHasNoFindings() { QVERIFY(check(table()).empty()); }
    void brokenRulesAreFound_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<QByteArray>("key");
        int change = 0;
        for (const char* key : {"name", "source", "mac", "mac[1].width", "mac[0].energy", "dram", "sram[1].capacity",
                                "hop", "area.mac", "word"})
            QTest::newRow(key) << change++ << QByteArray(key);
    }
    void brokenRulesAreFound()
    {
        QFETCH(const int, change);
        QFETCH(const QByteArray, key);
        Technology t = table();
        switch (change) {
        case 0: t.name = "a, b"; break;
        case 1: t.source.clear(); break;
        case 2: t.macs.clear(); break;
        case 3: t.macs.push_back({Bits{16}, {2}, {}}); break;
        case 4: t.macs = {{Bits{8}, {0}, {}}, {Bits{16}, {1}, {}}}; break;
        case 5: t.dram.reset(); break;
        case 6: t.sram.push_back({Bytes{1024}, {7}, {}}); break;
        case 7: t.hop = StatedEnergy{{-1}, {}}; break;
        case 8: t.areas.mac = StatedArea{{-1}, {}}; break;
        default: t.word = Bits{0};
        }
        const std::vector<Finding> findings = check(t);
        QCOMPARE(findings.size(), std::size_t(1));
        QCOMPARE(QByteArray::fromStdString(findings[0].key), key);
    }
    void macsGoWithTheSquareOrBetweenStatedWidths()
    {
        QCOMPARE(energyAt(table().macs, Bits{8}).count, 0.25);
        const std::vector<MacEnergy> two{{Bits{8}, {1}, {}}, {Bits{32}, {4}, {}}};
        QCOMPARE(energyAt(two, Bits{8}).count, 1.0);
        QCOMPARE(energyAt(two, Bits{32}).count, 4.0);
        QVERIFY(std::abs(energyAt(two, Bits{16}).count - 2) < 1e-12); // power 1
    }
    void hopsAndAreasReachTheAccelerator()
    {
        Technology t = table();
        t.hop = StatedEnergy{{8}, {}};
        t.areas.sramPerKib = StatedArea{{100}, "foundry"};
        t.areas.mac = StatedArea{{50}, {}};
        Accelerator a = machine();
        QVERIFY(!withEnergies(a, t).nodes); // it describes none
        a.nodes.emplace();
        const Accelerator changed = withEnergies(a, t);
        QCOMPARE(changed.nodes->hopEnergy.count, 4.0); // 8 of 16 bit
        QCOMPARE(changed.area.sramPerKib->count, 100.0);
        QCOMPARE(changed.area.source, std::string("foundry; a test"));
        QVERIFY(!changed.area.registersPerKib);
        a.area.mac = SquareMicrometres{7};
        a.area.source = "mine";
        QVERIFY(withEnergies(a, table()).area == a.area); // a table without areas leaves them alone
    }
    void anAcceleratorTellsItsTable()
    {
        const Accelerator a = machine();
        QVERIFY(!hasEnergiesOf(a, table()));
        QCOMPARE(technologyNamed(a), std::string());
        Accelerator changed = withEnergies(a, table());
        QVERIFY(hasEnergiesOf(changed, table()));
        QCOMPARE(technologyNamed(changed), std::string("t"));
        changed.levels[1].accessEnergy = Picojoules{9};
        QVERIFY(!hasEnergiesOf(changed, table()));
        Technology broken = table();
        broken.sram.clear();
        QVERIFY(!hasEnergiesOf(changed, broken));
    }
    void aFormulaStatedAsNumbersCostsTheSame()
    {
        QVERIFY(withStatedNumbers(table()) == table());
        Technology pat;
        pat.name = "pat";
        pat.source = "a test";
        pat.macs = {{Bits{16}, {1}, {}}};
        pat.formula = EnergySource::TimeloopPat;
        const Technology stated = withStatedNumbers(pat);
        QVERIFY(check(stated).empty());
        Accelerator a = machine();
        for (const std::int64_t bytes : {64, 100, 4096, 24 * 1024, 700 * 1024}) {
            a.levels[1].capacity = Bytes{bytes};
            const Accelerator formula = withEnergies(a, pat), numbers = withEnergies(a, stated);
            for (std::uint32_t i = 0; i < 2; ++i) {
                const double ratio = accessEnergy(numbers, {i})->count / accessEnergy(formula, {i})->count;
                QVERIFY2(std::abs(ratio - 1) < 0.02, qPrintable(QString::number(ratio)));
            }
        }
    }
};

QTEST_APPLESS_MAIN(TestTechnology)
#include "tst_technology.moc"
