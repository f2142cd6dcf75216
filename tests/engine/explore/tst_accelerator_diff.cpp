// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/accelerator_diff.h"

#include <QtTest>

using namespace nestloom;
using namespace nestloom::explore;
using hardware::Accelerator;
using hardware::BufferLevel;

namespace {

BufferLevel level(const char* name, std::int64_t bytes)
{
    BufferLevel l;
    l.name = name;
    if (bytes > 0)
        l.capacity = Bytes{bytes};
    return l;
}

Accelerator accelerator()
{
    Accelerator a;
    a.name = "a";
    a.levels = {level("DRAM", 0), level("Global", 65'536), level("Local", 1'024)};
    a.levels[1].fanout = {4, 4};
    return a;
}

AcceleratorDiff diffOf(const Accelerator& a, const Accelerator& b) { return diff({&a, &b}); }

const FieldRow& row(const AcceleratorDiff& d, const std::string& path)
{
    for (const FieldRow& candidate : d.rows)
        if (candidate.path == path)
            return candidate;
    qFatal("no row %s", path.c_str());
}

const LevelRow& levelRow(const AcceleratorDiff& d, const std::string& name)
{
    for (const LevelRow& candidate : d.levels)
        if (candidate.name == name)
            return candidate;
    qFatal("no level %s", name.c_str());
}

std::vector<std::string> names(const AcceleratorDiff& d)
{
    std::vector<std::string> list;
    for (const LevelRow& candidate : d.levels)
        list.push_back(candidate.name);
    return list;
}

using Names = std::vector<std::string>;

} // namespace

class TestAcceleratorDiff : public QObject {
    Q_OBJECT
private slots:
    void equalAcceleratorsDifferNowhere();
    void namesAndNotesAreNoDifference();
    void aChangedNumberIsOneChangeWithBothValues();
    void derivedFiguresFollowAndDoNotCount();
    void wordsAndMissingLimitsAreCompared();
    void bandwidthsInTwoUnitsMeetInBytesACycle();
    void areasAreCompared();
    void anAddedLevelStandsWhereItIsAndIsOneChange();
    void aRemovedLevelIsOneChange();
    void aMovedLevelIsTheOneThatMoved();
    void everyNumericFieldHasARow();
    void whatEnginesForNodesAndSimulationsReadIsCompared();
    void fourAcceleratorsShareTheirRows();
    void nothingAtAllIsFine();
};

void TestAcceleratorDiff::equalAcceleratorsDifferNowhere()
{
    const AcceleratorDiff d = diffOf(accelerator(), accelerator());
    QCOMPARE(d.changes(1), std::size_t{0});
    for (const FieldRow& r : d.rows)
        QVERIFY2(!r.differs(), r.path.c_str());
}

void TestAcceleratorDiff::namesAndNotesAreNoDifference()
{
    Accelerator b = accelerator();
    b.name = "b";
    b.description = "another";
    b.notes = {"note"};
    QCOMPARE(diffOf(accelerator(), b).changes(1), std::size_t{0});
}

void TestAcceleratorDiff::aChangedNumberIsOneChangeWithBothValues()
{
    Accelerator b = accelerator();
    b.levels[1].capacity = Bytes{131'072};
    const AcceleratorDiff d = diffOf(accelerator(), b);
    const FieldRow& capacity = row(d, "levels.Global.capacity");
    QVERIFY(capacity.differs(1));
    QCOMPARE(std::get<double>(capacity.values[0]), 65'536.0);
    QCOMPARE(std::get<double>(capacity.values[1]), 131'072.0);
    QCOMPARE(int(capacity.kind), int(FieldKind::Bytes));
    QCOMPARE(d.changes(1), std::size_t{1});
}

void TestAcceleratorDiff::derivedFiguresFollowAndDoNotCount()
{
    Accelerator b = accelerator();
    b.levels[1].fanout.columns = 8;
    const AcceleratorDiff d = diffOf(accelerator(), b);
    QCOMPARE(std::get<double>(row(d, "mac.units").values[0]), 16.0);
    QCOMPARE(std::get<double>(row(d, "mac.units").values[1]), 32.0);
    QCOMPARE(std::get<double>(row(d, "levels.Local.instances").values[1]), 32.0);
    QCOMPARE(std::get<double>(row(d, "on_chip").values[1]), 65'536.0 + 32 * 1'024);
    QVERIFY(row(d, "mac.units").isDerived);
    QCOMPARE(d.changes(1), std::size_t{1}); // the columns alone
}

void TestAcceleratorDiff::wordsAndMissingLimitsAreCompared()
{
    Accelerator b = accelerator();
    b.levels[1].keeps = TensorSet::of(TensorRole::Inputs);
    b.levels[0].readBandwidth = BytesPerCycle{10};
    b.levels[1].multicast = TensorSet::of(TensorRole::Weights);
    const AcceleratorDiff d = diffOf(accelerator(), b);
    QCOMPARE(std::get<std::string>(row(d, "levels.Global.keeps").values[0]), std::string("weights, inputs, outputs"));
    QCOMPARE(std::get<std::string>(row(d, "levels.Global.keeps").values[1]), std::string("inputs"));
    QVERIFY(std::holds_alternative<Unstated>(row(d, "levels.DRAM.read_bandwidth").values[0]));
    QCOMPARE(std::get<double>(row(d, "levels.DRAM.read_bandwidth").values[1]), 10.0);
    QCOMPARE(std::get<std::string>(row(d, "levels.Global.multicast").values[1]), std::string("weights"));
    QCOMPARE(d.changes(1), std::size_t{3});
}

void TestAcceleratorDiff::bandwidthsInTwoUnitsMeetInBytesACycle()
{
    Accelerator a = accelerator(), b = accelerator();
    b.clock = a.clock = Hertz{8e8};
    a.levels[0].readBandwidth = BytesPerSecond{12.8e9};
    b.levels[0].readBandwidth = BytesPerSecond{6.4e9};
    const AcceleratorDiff seconds = diffOf(a, b);
    QCOMPARE(row(seconds, "levels.DRAM.read_bandwidth").kind, FieldKind::BytesPerSecond);
    QCOMPARE(std::get<double>(row(seconds, "levels.DRAM.read_bandwidth").values[1]), 6.4e9);
    b.levels[0].readBandwidth = BytesPerCycle{16};
    const AcceleratorDiff mixed = diffOf(a, b);
    QCOMPARE(row(mixed, "levels.DRAM.read_bandwidth").kind, FieldKind::BytesPerCycle);
    QCOMPARE(mixed.changes(1), std::size_t{0}); // 16 B/cycle both
    b.levels[0].readBandwidth.reset();
    QCOMPARE(row(diffOf(b, a), "levels.DRAM.read_bandwidth").kind, FieldKind::BytesPerSecond);
    b.levels[0].readBandwidth = BytesPerSecond{12.8e9};
    b.clock = Hertz{1.6e9};
    QCOMPARE(diffOf(a, b).changes(1), std::size_t{1}); // the clock alone
}

void TestAcceleratorDiff::areasAreCompared()
{
    Accelerator a = accelerator();
    a.levels[0].kind = hardware::LevelKind::Dram;
    a.area = {SquareMicrometres{100}, std::nullopt, SquareMicrometres{10}, "made up"};
    Accelerator b = a;
    b.levels[1].capacity = Bytes{131'072};
    const AcceleratorDiff d = diffOf(a, b);
    // Global 64 KiB and 16 times Local 1 KiB at 100, 16 MAC units at 10
    QCOMPARE(std::get<double>(row(d, "area.chip").values[0]), 8'160.0);
    QCOMPARE(std::get<double>(row(d, "area.chip").values[1]), 14'560.0);
    QVERIFY(std::holds_alternative<Unstated>(row(d, "area.registers_per_kib").values[0]));
    QCOMPARE(d.changes(1), std::size_t{1}); // the capacity; the area follows
    b.area.mac = SquareMicrometres{12};
    QCOMPARE(diffOf(a, b).changes(1), std::size_t{2});
}

void TestAcceleratorDiff::anAddedLevelStandsWhereItIsAndIsOneChange()
{
    Accelerator b = accelerator();
    b.levels.insert(b.levels.begin() + 1, level("Shared", 1 << 20));
    const AcceleratorDiff d = diffOf(accelerator(), b);
    QCOMPARE(names(d), (Names{"DRAM", "Shared", "Global", "Local"}));
    QVERIFY(levelRow(d, "Shared").added(1));
    QVERIFY(!levelRow(d, "Global").moved[1]); // pushed down, not moved
    QVERIFY(std::holds_alternative<Missing>(row(d, "levels.Shared.capacity").values[0]));
    QCOMPARE(d.changes(1), std::size_t{1});
}

void TestAcceleratorDiff::aRemovedLevelIsOneChange()
{
    Accelerator b = accelerator();
    b.levels.pop_back();
    const AcceleratorDiff d = diffOf(accelerator(), b);
    QVERIFY(levelRow(d, "Local").removed(1));
    QVERIFY(!levelRow(d, "Local").added(1));
    QVERIFY(std::holds_alternative<Missing>(row(d, "levels.Local.keeps").values[1]));
    QCOMPARE(d.changes(1), std::size_t{1});
}

void TestAcceleratorDiff::aMovedLevelIsTheOneThatMoved()
{
    Accelerator a = accelerator();
    a.levels.push_back(level("Registers", 64));
    Accelerator b = a;
    std::rotate(b.levels.begin() + 1, b.levels.begin() + 2, b.levels.end()); // Global goes innermost
    const AcceleratorDiff d = diffOf(a, b);
    QVERIFY(levelRow(d, "Global").moved[1]);
    for (const char* stays : {"DRAM", "Local", "Registers"})
        QVERIFY2(!levelRow(d, stays).moved[1], stays);
}

void TestAcceleratorDiff::everyNumericFieldHasARow()
{
    const Accelerator a = accelerator();
    const AcceleratorDiff d = diffOf(a, a);
    for (const Field& field : fields(a))
        QCOMPARE(row(d, field.path).values[0], field.value ? FieldValue(*field.value) : FieldValue(Unstated{}));
}

void TestAcceleratorDiff::whatEnginesForNodesAndSimulationsReadIsCompared()
{
    Accelerator b = accelerator();
    b.macLeakage = {1e-6};
    b.levels[1].leakage = {2e-3};
    b.nodes = hardware::NodeArray{.idleEnergy = {3}, .bufferSharing = false};
    b.dram.model = "ddr4-2400";
    const AcceleratorDiff d = diffOf(accelerator(), b);
    QVERIFY(row(d, "levels.Global.leakage").values[1] == FieldValue(2e-3));
    QCOMPARE(int(row(d, "mac.leakage").kind), int(FieldKind::Watts));
    QVERIFY(row(d, "nodes.idle").values == (std::vector<FieldValue>{Unstated{}, 3.0}));
    QVERIFY(row(d, "nodes.buffer_sharing").values[1] == FieldValue(std::string("no")));
    QVERIFY(row(d, "nodes.spatial_layer_pipe").values[1] == FieldValue(std::string("yes")));
    QVERIFY(row(d, "dram.model").values[1] == FieldValue(std::string("ddr4-2400")));
    b = accelerator();
    b.nodes = hardware::NodeArray{};
    Accelerator c = b;
    c.nodes->temporalLayerPipe = false;
    QCOMPARE(diffOf(b, c).changes(1), std::size_t{1});
}

void TestAcceleratorDiff::fourAcceleratorsShareTheirRows()
{
    const Accelerator a = accelerator();
    Accelerator b = a;
    b.clock = Hertz{5e8};
    Accelerator c = a;
    c.levels.push_back(level("Registers", 64));
    const AcceleratorDiff d = diff({&a, &b, &c, &a});
    QCOMPARE(row(d, "clock").values.size(), std::size_t{4});
    QVERIFY(row(d, "clock").differs(1) && !row(d, "clock").differs(2));
    QCOMPARE(d.changes(1), std::size_t{1});
    QCOMPARE(d.changes(2), std::size_t{1});
    QCOMPARE(d.changes(3), std::size_t{0});
}

void TestAcceleratorDiff::nothingAtAllIsFine()
{
    QVERIFY(diff({}).rows.empty());
    const Accelerator a = accelerator();
    QCOMPARE(diff({&a}).changes(0), std::size_t{0});
}

QTEST_GUILESS_MAIN(TestAcceleratorDiff)
#include "tst_accelerator_diff.moc"
