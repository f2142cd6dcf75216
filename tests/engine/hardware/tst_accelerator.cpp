// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/accelerator.h"

#include <QTest>

#include <functional>
#include <set>

using namespace nestloom;
using hardware::Accelerator;

namespace {

Accelerator threeLevels()
{
    Accelerator a;
    a.name = "three";
    a.levels.resize(3);
    a.levels[0].name = "DRAM";
    a.levels[1].name = "Buffer";
    a.levels[1].capacity = Bytes{1024};
    a.levels[1].fanout = {4, 2};
    a.levels[2].name = "Registers";
    a.levels[2].capacity = Bytes{3};
    a.levels[2].fanout = {5, 1};
    return a;
}

/// One buffer of 2 KiB, 4 register files of 512 B with 3 MAC units each.
Accelerator small()
{
    Accelerator a;
    a.levels.resize(3);
    a.levels[0].kind = hardware::LevelKind::Dram;
    a.levels[1].capacity = Bytes{2048};
    a.levels[1].fanout = {2, 2};
    a.levels[2].kind = hardware::LevelKind::Registers;
    a.levels[2].capacity = Bytes{512};
    a.levels[2].fanout = {3, 1};
    a.area = {SquareMicrometres{1000}, SquareMicrometres{4000}, SquareMicrometres{100}, "by hand"};
    return a;
}

} // namespace

class TestAccelerator : public QObject {
    Q_OBJECT
private slots:
    void instancesFollowFromTheFanoutsOutside();
    void onChipBytesCountEveryInstance();
    void findsLevelsByName();
    void fingerprintIgnoresWhatOnlyPeopleRead();
    void fingerprintSeesEveryFieldThatMatters();
    void aClockChangesWhatABandwidthInASecondMovesInACycle();
    void enumsHaveTheNamesOfTheFiles();

    void addsUpTheParts()
    {
        QCOMPARE(hardware::levelArea(small(), BufferLevelId{0})->count, 0.0); // off the chip
        QCOMPARE(hardware::levelArea(small(), BufferLevelId{1})->count, 2000.0);
        QCOMPARE(hardware::levelArea(small(), BufferLevelId{2})->count, 4 * 0.5 * 4000);
        QCOMPARE(hardware::macArea(small())->count, 1200.0);
        QCOMPARE(hardware::chipArea(small())->count, 2000.0 + 8000 + 1200);
    }

    void guessesNothing_data()
    {
        QTest::addColumn<int>("missing");
        QTest::newRow("SRAM") << 0;
        QTest::newRow("registers") << 1;
        QTest::newRow("MAC") << 2;
        QTest::newRow("capacity") << 3;
    }

    void guessesNothing()
    {
        QFETCH(int, missing);
        Accelerator a = small();
        if (missing == 0)
            a.area.sramPerKib.reset();
        else if (missing == 1)
            a.area.registersPerKib.reset();
        else if (missing == 2)
            a.area.mac.reset();
        else
            a.levels[1].capacity.reset();
        QVERIFY(!hardware::chipArea(a));
    }

    void needsNoFigureForWhatIsNotThere()
    {
        Accelerator a = small();
        a.levels[2].kind = hardware::LevelKind::Sram;
        a.area.registersPerKib.reset();
        QCOMPARE(hardware::chipArea(a)->count, 2000.0 + 2000 + 1200);
    }

    void doesNotMakeAnotherMappingProblem()
    {
        Accelerator other = small();
        other.area.mac = SquareMicrometres{7};
        QCOMPARE(hardware::fingerprint(other), hardware::fingerprint(small()));
        QVERIFY(other != small());
    }
};

void TestAccelerator::instancesFollowFromTheFanoutsOutside()
{
    const Accelerator a = threeLevels();
    QCOMPARE(a.instances(std::size_t(0)), 1);
    QCOMPARE(a.instances(1), 1);
    QCOMPARE(a.instances(2), 8);
    QCOMPARE(a.macUnits(), 40);
}

void TestAccelerator::onChipBytesCountEveryInstance()
{
    auto accelerator = threeLevels();
    QCOMPARE(accelerator.onChipBytes().count, 1024 + 8 * 3);
    accelerator.levels[0].kind = hardware::LevelKind::Dram;
    accelerator.levels[0].capacity = Bytes{std::int64_t(4) << 30}; // DRAM is not on the chip, however large
    QCOMPARE(accelerator.onChipBytes().count, 1024 + 8 * 3);
}

void TestAccelerator::findsLevelsByName()
{
    QCOMPARE(threeLevels().findLevel("Registers")->value, 2u);
    QVERIFY(!threeLevels().findLevel("registers"));
}

void TestAccelerator::fingerprintIgnoresWhatOnlyPeopleRead()
{
    Accelerator other = threeLevels();
    other.name = "other";
    other.description = "text";
    other.notes = {"note"};
    QCOMPARE(fingerprint(other), fingerprint(threeLevels()));
    QCOMPARE(fingerprint(threeLevels()), 12390320453046176088u); // stored runs refer to it
}

void TestAccelerator::fingerprintSeesEveryFieldThatMatters()
{
    using Change = std::function<void(Accelerator&)>;
    const std::vector<Change> changes{
        [](Accelerator& a) { a.energySource = hardware::EnergySource::TimeloopPat; },
        [](Accelerator& a) { a.macEnergy = Picojoules{1}; },
        [](Accelerator& a) { a.macBits = Bits{16}; },
        [](Accelerator& a) { a.levels.pop_back(); },
        [](Accelerator& a) { a.levels[1].name = "L2"; },
        [](Accelerator& a) { a.levels[1].kind = hardware::LevelKind::Registers; },
        [](Accelerator& a) { a.levels[1].capacity = Bytes{1025}; },
        [](Accelerator& a) { a.levels[1].capacity.reset(); },
        [](Accelerator& a) { a.levels[1].keeps = TensorSet::of(TensorRole::Inputs); },
        [](Accelerator& a) { a.levels[1].elementBits[TensorRole::Outputs] = Bits{24}; },
        [](Accelerator& a) { a.levels[1].readBandwidth = BytesPerCycle{8}; },
        [](Accelerator& a) { a.levels[1].writeBandwidth = BytesPerCycle{8}; },
        [](Accelerator& a) { a.levels[1].readBandwidth = BytesPerSecond{9e9}; },
        [](Accelerator& a) { a.levels[1].ports = 1; },
        [](Accelerator& a) { a.levels[1].ports = 2; },
        [](Accelerator& a) { a.levels[1].accessElements = 8; },
        [](Accelerator& a) { a.levels[1].accessEnergy = Picojoules{6}; },
        [](Accelerator& a) { a.levels[1].clusterSize = 2; },
        [](Accelerator& a) {
            a.levels[1].fanout = {2, 4};
        },
        [](Accelerator& a) { a.interconnect.below = "Buffer"; },
        [](Accelerator& a) { a.interconnect.flit = Bits{128}; },
        [](Accelerator& a) { a.levels[1].multicast = TensorSet::of(TensorRole::Weights); },
    };
    std::set<std::uint64_t> prints{fingerprint(threeLevels())};
    for (std::size_t i = 0; i < changes.size(); ++i) {
        Accelerator changed = threeLevels();
        changes[i](changed);
        QVERIFY2(prints.insert(fingerprint(changed)).second, std::to_string(i).c_str());
    }
}

void TestAccelerator::aClockChangesWhatABandwidthInASecondMovesInACycle()
{
    Accelerator a = threeLevels();
    a.clock = Hertz{800e6};
    a.levels[0].readBandwidth = BytesPerSecond{12.8e9};
    a.levels[0].writeBandwidth = BytesPerCycle{16};
    QCOMPARE(a.readRate(0)->count, 16.0);
    const auto before = fingerprint(a);
    a.clock = Hertz{1600e6};
    QCOMPARE(a.readRate(0)->count, 8.0);
    QCOMPARE(a.writeRate(0)->count, 16.0);
    QVERIFY(!a.readRate(1));
    QVERIFY(fingerprint(a) != before);
    a.levels[0].readBandwidth = BytesPerCycle{16};
    QCOMPARE(fingerprint(a), before); // the same problem, written in another unit
}

void TestAccelerator::enumsHaveTheNamesOfTheFiles()
{
    QCOMPARE(name(hardware::LevelKind::Dram), std::string_view("dram"));
    QCOMPARE(name(hardware::LevelKind::Sram), std::string_view("sram"));
    QCOMPARE(name(hardware::LevelKind::Registers), std::string_view("registers"));
    QCOMPARE(name(hardware::EnergySource::Explicit), std::string_view("explicit"));
    QCOMPARE(name(hardware::EnergySource::TimeloopPat), std::string_view("timeloop-pat"));
}

QTEST_APPLESS_MAIN(TestAccelerator)
#include "tst_accelerator.moc"
