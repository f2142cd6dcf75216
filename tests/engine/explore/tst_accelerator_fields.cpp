// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/accelerator_fields.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

class TestAcceleratorFields : public QObject {
    Q_OBJECT
private slots:
    void listsEveryNumberOnceWithKindAndValue()
    {
        const auto all = fields(tests::simba());
        QCOMPARE(all.size(),
                 std::size_t(6 + 6 * 13)); // clock, MAC energy, width and leakage, flit, hop; 13 for each of six levels
        std::set<std::string> paths;
        for (const Field& each : all)
            paths.insert(each.path);
        QCOMPARE(paths.size(), all.size());
        QVERIFY(all.front() == (Field{"clock", FieldKind::Hertz, 1e9}));
        QVERIFY(*field(tests::simba(), "mac.energy") == (Field{"mac.energy", FieldKind::Picojoules, 0.25}));
        QVERIFY(*field(tests::simba(), "levels.GlobalBuffer.capacity")
                == (Field{"levels.GlobalBuffer.capacity", FieldKind::Bytes, 65536}));
        QVERIFY(*field(tests::simba(), "levels.GlobalBuffer.fanout.rows")
                == (Field{"levels.GlobalBuffer.fanout.rows", FieldKind::Count, 4}));
        QVERIFY(*field(tests::simba(), "levels.AccumulationBuffer.element.outputs")
                == (Field{"levels.AccumulationBuffer.element.outputs", FieldKind::Bits, 24}));
        QVERIFY(*field(tests::simba(), "levels.DRAM.read_bandwidth")
                == (Field{"levels.DRAM.read_bandwidth", FieldKind::BytesPerCycle, 10}));
    }

    void leakageIsAField()
    {
        const hardware::Accelerator accelerator = tests::simba();
        QVERIFY(*field(accelerator, "mac.leakage") == (Field{"mac.leakage", FieldKind::Watts, 0}));
        const auto changed = withField(accelerator, "levels.GlobalBuffer.leakage", 2e-3);
        QCOMPARE(changed->levels[1].leakage.count, 2e-3);
        QCOMPARE(std::string(unit(FieldKind::Watts)), std::string("W"));
    }

    void nodesHaveFieldsWhereTheyAreDescribed()
    {
        hardware::Accelerator accelerator = tests::simba();
        QVERIFY(!field(accelerator, "nodes.hop"));
        accelerator.nodes = hardware::NodeArray{.hopEnergy = {9.76}, .wireEnergy = {1.5}, .idleEnergy = {3}};
        QVERIFY(*field(accelerator, "nodes.hop") == (Field{"nodes.hop", FieldKind::Picojoules, 9.76}));
        QVERIFY(*field(accelerator, "nodes.idle") == (Field{"nodes.idle", FieldKind::Picojoules, 3}));
        const auto changed = withField(accelerator, "nodes.wires", 2);
        QCOMPARE(changed->nodes->wireEnergy.count, 2.0);
        QCOMPARE(changed->nodes->hopEnergy.count, 9.76);
    }

    void aVectorUnitHasFieldsWhereThereIsOne()
    {
        hardware::Accelerator accelerator = tests::simba();
        QVERIFY(!field(accelerator, "vector_unit.lanes"));
        accelerator.vectorUnit = hardware::VectorUnit{.lanes = 16, .energy = {0.5}};
        QVERIFY(*field(accelerator, "vector_unit.lanes") == (Field{"vector_unit.lanes", FieldKind::Count, 16}));
        QCOMPARE(withField(accelerator, "vector_unit.energy", 2)->vectorUnit->energy.count, 2.0);
        QCOMPARE(withField(accelerator, "vector_unit.special_operations", 6)->vectorUnit->specialOperations, 6);
        QVERIFY(!withField(accelerator, "vector_unit.lanes", 1.5));
    }

    void sayNothingWhereTheAcceleratorHasNoNumber()
    {
        QVERIFY(!field(tests::simba(), "levels.DRAM.capacity")->value);               // unbounded
        QVERIFY(!field(tests::simba(), "levels.GlobalBuffer.read_bandwidth")->value); // unlimited
        QVERIFY(!field(tests::simba(), "levels.GlobalBuffer.access.energy")->value);  // from the energy source
    }

    void whatIsSetIsReadBackAndNothingElseChanges()
    {
        const hardware::Accelerator before = tests::withBandwidths(tests::simba());
        for (const Field& each : fields(before)) {
            const double value = each.value.value_or(0) + 3;
            const auto changed = withField(before, each.path, value);
            QVERIFY2(changed, each.path.c_str());
            QCOMPARE(field(*changed, each.path)->value, std::optional<double>(value));
            for (const Field& other : fields(*changed))
                if (other.path != each.path)
                    QVERIFY2(other == *field(before, other.path), (each.path + " changed " + other.path).c_str());
            if (each.value)
                QVERIFY2(*withField(*changed, each.path, *each.value) == before, each.path.c_str());
        }
    }

    void onePortForBothDirectionsHasOneBandwidth()
    {
        auto simba = tests::simba();
        simba.levels[0].ports = 1;
        const auto changed = *withField(simba, "levels.DRAM.read_bandwidth", 25.6);
        QCOMPARE(changed.writeRate(0)->count, 25.6);
        QCOMPARE(withField(changed, "levels.DRAM.ports", 2)->readRate(0)->count, 25.6);
        simba.levels[0].ports = 2;
        QCOMPARE(withField(simba, "levels.DRAM.read_bandwidth", 25.6)->writeRate(0)->count, 10.0);
    }

    void anUnlimitedPortBecomesLimited()
    {
        const auto changed = withField(tests::simba(), "levels.GlobalBuffer.read_bandwidth", 25.6);
        QCOMPARE(changed->levels[1].readBandwidth, std::optional(BytesPerCycle{25.6}));
    }

    void anUnknownPathNamesTheNearestKnownOne_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("nearest");
        QTest::newRow("letter") << "levels.GlobalBufer.capacity"
                                << "levels.GlobalBuffer.capacity";
        QTest::newRow("key") << "levels.DRAM.read-bandwidth"
                             << "levels.DRAM.read_bandwidth";
        QTest::newRow("short") << "clok"
                               << "clock";
    }
    void anUnknownPathNamesTheNearestKnownOne()
    {
        QFETCH(QString, path);
        QFETCH(QString, nearest);
        const auto refused = withField(tests::simba(), path.toStdString(), 1);
        QVERIFY(!refused);
        QVERIFY(refused.error().code == ErrorCode::InvalidInput);
        QVERIFY2(refused.error().message.find("'" + nearest.toStdString() + "'") != std::string::npos,
                 refused.error().message.c_str());
    }

    void aPathUnlikeAnyOtherIsToldHowFieldsAreNamed()
    {
        for (const char* path : {"", "nothing.of.this.kind"}) {
            const auto refused = withField(tests::simba(), path, 1);
            QVERIFY(!refused);
            QVERIFY2(refused.error().message.find("did you mean") == std::string::npos,
                     refused.error().message.c_str());
            QVERIFY2(refused.error().message.find("named like 'levels.GlobalBuffer.capacity'") != std::string::npos,
                     refused.error().message.c_str());
        }
    }

    void fractionsAreRefusedWhereWholeNumbersAreCounted()
    {
        QVERIFY(!withField(tests::simba(), "levels.GlobalBuffer.fanout.columns", 2.5));
        QVERIFY(!withField(tests::simba(), "levels.GlobalBuffer.capacity", 1e300));
        QVERIFY(!withField(tests::simba(), "clock", std::nan("")));
        QVERIFY(withField(tests::simba(), "levels.DRAM.write_bandwidth", 2.5));
    }
};

QTEST_GUILESS_MAIN(TestAcceleratorFields)
#include "tst_accelerator_fields.moc"
