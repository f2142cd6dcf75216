// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/export_timeloop.h"

#include "engine/conformance/timeloop_cases.h"
#include "engine/cost/evaluate.h"
#include "engine/io/read_accelerator.h"
#include "engine/mapping/verify.h"
#include "tests/engine/io/timeloop/timeloop_samples.h"
#include "tests/places.h"

#include <QTest>

#include <algorithm>
#include <utility>

using namespace nestloom;
using namespace nestloom::tests;
using mapping::Loop;
using workload::LoopDimension;

namespace {

const std::string kSource = NESTLOOM_SOURCE_DIR;

/// What a level of a recorded mapping keeps may be more than the preset's level does.
hardware::Accelerator allowing(hardware::Accelerator accelerator, const mapping::LayerMapping& mapping)
{
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        for (const TensorRole role : kTensorRoles)
            if (mapping.levels[i].keeps.contains(role))
                accelerator.levels[i].keeps = accelerator.levels[i].keeps.with(role);
    return accelerator;
}

Result<mapping::DesignImport> importAgain(const io::TimeloopFiles& files)
{
    const TimeloopFolder folder;
    return io::importTimeloop(
        {folder.write("architecture.yaml", files.architecture), folder.write("energies.yaml", files.energies),
         folder.write("problem.yaml", files.problem), folder.write("mapping.yaml", files.mapping)},
        {});
}

QByteArray different(const cost::LayerCost& a, const cost::LayerCost& b)
{
    if (a.cycles != b.cycles)
        return "cycles";
    if (std::abs(a.energy.count - b.energy.count) > 1e-12 * a.energy.count)
        return "energy";
    for (std::size_t i = 0; i < a.levels.size(); ++i)
        for (const TensorRole role : kTensorRoles) {
            const auto &x = a.levels[i].tensors[role], &y = b.levels[i].tensors[role];
            if (x.has_value() != y.has_value())
                return QByteArray::fromStdString(a.levels[i].level + " keeps");
            if (x && (x->reads != y->reads || x->fills != y->fills || x->updates != y->updates))
                return QByteArray::fromStdString(a.levels[i].level + " accesses");
        }
    return {};
}

} // namespace

class TestExportTimeloop : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void comesBackWithEqualMappingAndFigures_data();
    void comesBackWithEqualMappingAndFigures();
    void presetsComeBack_data();
    void presetsComeBack();
    void saysWhenTheMappingNoLongerFits();
    void laysLoopsOnColumnsAndRows();
    void refusesALoopThatComesBack();
    void joinsLoopsOfOneDimension();
    void writesGroups();
    void writesWhatTheFrontEndTakes();
    void fanOutsWithinFanOutsComeBack();
    void leavesOpenWhatTheMappingDoesNotKeep();
};

void TestExportTimeloop::comesBackWithEqualMappingAndFigures_data()
{
    QTest::addColumn<int>("index");
    const auto cases = conformance::readTimeloopCases(kSource + "/tests/engine/conformance/timeloop_cases.jsonl");
    QVERIFY(cases);
    QVERIFY(cases->size() > 20);
    for (std::size_t i = 0; i < cases->size(); ++i)
        QTest::newRow((*cases)[i].name.c_str()) << int(i);
}

void TestExportTimeloop::comesBackWithEqualMappingAndFigures()
{
    QFETCH(const int, index);
    const auto cases = conformance::readTimeloopCases(kSource + "/tests/engine/conformance/timeloop_cases.jsonl");
    const conformance::TimeloopCase& recorded = (*cases)[std::size_t(index)];
    const auto preset = io::readAccelerator(kSource + "/presets/accelerators/" + recorded.arch + ".yaml");
    QVERIFY(preset);
    hardware::Accelerator machine = allowing(*preset, recorded.mapping);
    for (hardware::BufferLevel& level : machine.levels)
        level.fanout = {level.fanout.count(), 1}; // of the recordings
    const auto files = io::exportTimeloop(machine, recorded.layer, recorded.mapping);
    QVERIFY2(files, files ? "" : files.error().text().c_str());
    const auto import = importAgain(*files);
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    QVERIFY(import->mapping);
    QVERIFY(*import->mapping == recorded.mapping);
    QVERIFY(import->network->layers.front().bounds == recorded.layer.bounds);
    QVERIFY(mapping::verify(*import->accelerator, import->network->layers.front(), *import->mapping).empty());
    for (const auto model : {cost::Model::Timeloop2022, cost::Model::Nestloom}) {
        const auto before = cost::evaluate(machine, recorded.layer, recorded.mapping, model);
        const auto after =
            cost::evaluate(*import->accelerator, import->network->layers.front(), *import->mapping, model);
        QVERIFY(before && after);
        QCOMPARE(different(*before, *after), QByteArray());
    }
    const auto cost = cost::evaluate(*import->accelerator, recorded.layer, *import->mapping, cost::Model::Timeloop2022);
    QVERIFY(std::abs(cost->cycles.count - recorded.cycles) <= 1);
    QVERIFY(std::abs(cost->energy.count - recorded.energyPj) <= 1e-9 * recorded.energyPj);
}

void TestExportTimeloop::presetsComeBack_data()
{
    QTest::addColumn<QByteArray>("path");
    for (const auto& entry : std::filesystem::directory_iterator(kSource + "/presets/accelerators"))
        QTest::newRow(entry.path().stem().c_str()) << QByteArray(entry.path().c_str());
}

void TestExportTimeloop::presetsComeBack()
{
    QFETCH(const QByteArray, path);
    const auto machine = io::readAccelerator(path.toStdString());
    QVERIFY(machine);
    const io::TimeloopFiles files = io::exportTimeloop(*machine);
    const auto import = TimeloopFolder().import({files.architecture, files.energies});
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    const hardware::Accelerator& again = *import->accelerator;
    QCOMPARE(again.name, machine->name);
    QCOMPARE(again.levels.size(), machine->levels.size());
    QCOMPARE(again.clock.count, machine->clock.count);
    QCOMPARE(again.macEnergy.count, machine->macEnergy.count);
    QCOMPARE(again.macUnits(), machine->macUnits());
    for (std::size_t i = 0; i < again.levels.size(); ++i) {
        const hardware::BufferLevel &a = machine->levels[i], &b = again.levels[i];
        QCOMPARE(b.name, a.name);
        QVERIFY(b.kind == a.kind);
        QVERIFY(b.keeps == a.keeps);
        QVERIFY(b.fanout == a.fanout);
        QCOMPARE(b.accessElements, a.accessElements);
        QCOMPARE(b.clusterSize, a.clusterSize);
        QCOMPARE(b.readBandwidth.has_value(), a.readBandwidth.has_value());
        if (a.readBandwidth)
            QCOMPARE(again.readRate(i)->count, machine->readRate(i)->count); // Timeloop has words a cycle only
        QVERIFY(b.capacity == a.capacity);
    }
}

void TestExportTimeloop::saysWhenTheMappingNoLongerFits()
{
    hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    const workload::Layer layer{.name = "l", .bounds = {{1, 1, 1, 1, 64, 16, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[1].temporal = std::exchange(mapping.levels[0].temporal, {});
    hardware::BufferLevel& buffer = machine.levels[1]; // of inputs and outputs
    buffer.elementBits[TensorRole::Inputs] = Bits{8};
    buffer.elementBits[TensorRole::Outputs] = Bits{24};
    const auto isTold = [&] {
        const auto files = io::exportTimeloop(machine, layer, mapping);
        return std::ranges::any_of(files->remarks, [](const std::string& remark) {
            return remark.find("will refuse the mapping") != std::string::npos;
        });
    };
    buffer.capacity = Bytes{64 + 16 * 3};
    QVERIFY(mapping::verify(machine, layer, mapping).empty());
    QVERIFY(isTold());
    buffer.capacity = Bytes{(64 + 16) * 3};
    QVERIFY(!isTold());
}

void TestExportTimeloop::laysLoopsOnColumnsAndRows()
{
    hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    const workload::Layer layer{.name = "l", .bounds = {{1, 1, 1, 1, 4, 16, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[0].temporal = {};
    constexpr auto rows = hardware::Axis::Rows;
    mapping.levels[1].spatial = {{LoopDimension::K, 4, rows},
                                 {LoopDimension::K, 4}}; // a mapping of Timeloop names K once
    mapping.levels[0].temporal = {{LoopDimension::C, 4}};
    auto files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(files);
    QVERIFY(files->architecture.find("meshX: 16, meshY: 1") != std::string::npos);
    QVERIFY(files->remarks[0].find("one row of 16") != std::string::npos);
    mapping.levels[0].temporal = {{LoopDimension::K, 4}};
    mapping.levels[1].spatial = {{LoopDimension::K, 4, rows}, {LoopDimension::C, 4}};
    files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(files);
    const auto same = importAgain(*files);
    QVERIFY2(same, same ? "" : same.error().text().c_str());
    QVERIFY(same->mapping->levels[1].spatial == mapping.levels[1].spatial);
    QVERIFY(files->architecture.find("meshX: 4, meshY: 4") != std::string::npos);
    QVERIFY(files->mapping.find("permutation: [C, M, R, S, N, P, Q], split: 1}") != std::string::npos);
    mapping.levels[1].spatial = {{LoopDimension::C, 4, rows},
                                 {LoopDimension::K, 4}}; // the same loops the other way round
    files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(files);
    QVERIFY(files->mapping.find("permutation: [M, C, R, S, N, P, Q], split: 1}") != std::string::npos);
    QVERIFY(importAgain(*files)->mapping->levels[1].spatial == mapping.levels[1].spatial);
}

void TestExportTimeloop::refusesALoopThatComesBack()
{
    const hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    const workload::Layer layer{.name = "l", .bounds = {{1, 1, 4, 1, 4, 1, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[0].temporal = {{LoopDimension::P, 2}, {LoopDimension::C, 4}, {LoopDimension::P, 2}};
    const auto files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(!files);
    QVERIFY(files.error().message.find("DRAM loops over a dimension twice") != std::string::npos);
}

void TestExportTimeloop::joinsLoopsOfOneDimension()
{
    const hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    const workload::Layer layer{.name = "l", .bounds = {{1, 1, 4, 1, 4, 1, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[0].temporal = {{LoopDimension::C, 4}, {LoopDimension::P, 2}, {LoopDimension::P, 2}};
    const auto files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(files);
    QVERIFY(files->mapping.find("factors: [C=4, M=1, R=1, S=1, N=1, P=4, Q=1], permutation: [P, C, ")
            != std::string::npos);
}

void TestExportTimeloop::writesGroups()
{
    const hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    const workload::Layer layer{.name = "depthwise", .bounds = {{3, 3, 8, 8, 1, 1, 1, 32}}, .strideP = 2, .strideQ = 2};
    const auto files = io::exportTimeloop(machine, layer, mapping::outermostMapping(machine, layer));
    QVERIFY(files);
    const auto import = importAgain(*files);
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    QVERIFY(import->network->layers.front() == layer);
    QVERIFY(import->mapping);
}

/// The front end of v0.4 knows no type `datatype` and no name of a problem, finds containers by their names, and wants
/// factors with equals signs and energies with points.
void TestExportTimeloop::writesWhatTheFrontEndTakes()
{
    hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    machine.levels[1].accessEnergy = Picojoules{6};
    machine.levels[2].accessEnergy = Picojoules{1e30};
    machine.clock = Hertz{1e9};
    const workload::Layer layer{.name = "layer1.0.conv1", .bounds = {{1, 1, 1, 1, 4, 16, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[0].temporal = {{LoopDimension::C, 4}};
    mapping.levels[1].spatial = {{LoopDimension::K, 16}};
    const auto files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(files);
    const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
    QVERIFY(has(files->architecture, "as Timeloop does in commit 019f107 of June 2022 (timeloop-2022).\n"));
    machine.timeloop = hardware::TimeloopVersion::March2025;
    QVERIFY(has(io::exportTimeloop(machine).architecture, "in commit 4cf6d4c of March 2025 (timeloop-2025).\n"));
    QVERIFY2(has(files->mapping, "{target: DRAM, type: dataspace, keep: ["), files->mapping.c_str());
    QVERIFY2(has(files->mapping, "{target: DRAM, type: temporal, factors: [C=4, M=1, "), files->mapping.c_str());
    QVERIFY2(has(files->mapping, "{target: GlobalBuffer_children, type: spatial, factors: [C=1, M=16, "),
             files->mapping.c_str());
    QVERIFY(!has(files->mapping, "datatype") && !has(files->mapping, "inter_"));
    QVERIFY2(!has(files->problem, "\n  name:") && has(files->problem, "shape:\n    name: layer1.0.conv1"),
             files->problem.c_str());
    QVERIFY2(has(files->energies, "energy: 6.0}") && has(files->energies, "energy: 1.0e+30}"), files->energies.c_str());
    QVERIFY2(has(files->architecture, "global_cycle_seconds: 1.0e-09"), files->architecture.c_str());
    const TimeloopFolder folder;
    folder.write("problem.yaml", files->problem);
    const auto import = io::importTimeloop({folder.folder() / "problem.yaml"}, {});
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    QCOMPARE(import->network->layers.front().name, layer.name);
}

void TestExportTimeloop::fanOutsWithinFanOutsComeBack()
{
    const auto import = TimeloopFolder().import({kNodesForm});
    QVERIFY(import);
    hardware::Accelerator machine = *import->accelerator;
    machine.levels[1].multicast = TensorSet::of(TensorRole::Inputs);
    const workload::Layer layer{.name = "l", .bounds = {{1, 1, 1, 14, 4, 3, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[0].temporal = {{LoopDimension::C, 4}};
    mapping.levels[1].spatial = {{LoopDimension::Q, 14}};
    mapping.levels[2].spatial = {{LoopDimension::K, 3}};
    const auto files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY2(files, files ? "" : files.error().text().c_str());
    QVERIFY2(files->mapping.find("{target: PE, type: spatial") != std::string::npos, files->mapping.c_str());
    const auto again = importAgain(*files);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->mapping && *again->mapping == mapping);
    for (std::size_t i = 0; i < machine.levels.size(); ++i) {
        QCOMPARE(again->accelerator->levels[i].name, machine.levels[i].name);
        QVERIFY(again->accelerator->levels[i].fanout == machine.levels[i].fanout);
        QVERIFY(again->accelerator->levels[i].keeps == machine.levels[i].keeps);
        QVERIFY(again->accelerator->levels[i].multicast == machine.levels[i].multicast);
    }
    mapping.levels[1].spatial = {};
    mapping.levels[2].temporal = {{LoopDimension::Q, 14}};
    const auto refused = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(!refused && refused.error().message.find("PE keeps nothing but has temporal loops") != std::string::npos);
}

void TestExportTimeloop::leavesOpenWhatTheMappingDoesNotKeep()
{
    const hardware::Accelerator machine = *io::readAccelerator(kSource + "/presets/accelerators/simba.yaml");
    const workload::Layer layer{.name = "l", .bounds = {{1, 1, 1, 1, 4, 1, 1, 1}}};
    mapping::LayerMapping mapping = mapping::outermostMapping(machine, layer);
    mapping.levels[1].keeps = TensorSet::of(TensorRole::Inputs);
    const auto files = io::exportTimeloop(machine, layer, mapping);
    QVERIFY(files);
    QVERIFY2(files->architecture.find("{dataspace: {keep: [Inputs], bypass: [Weights]}}") != std::string::npos,
             files->architecture.c_str());
    const auto again = importAgain(*files);
    QVERIFY2(again, again ? "" : again.error().text().c_str());
    QVERIFY(again->accelerator->levels[1].keeps == machine.levels[1].keeps);
    QVERIFY(again->mapping && again->mapping->levels[1].keeps == mapping.levels[1].keeps);
}

QTEST_GUILESS_MAIN(TestExportTimeloop)
#include "tst_export_timeloop.moc"
