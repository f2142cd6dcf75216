// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/timeloop/export_timeloop.h"
#include "engine/mapping/verify.h"
#include "tests/engine/io/timeloop/timeloop_samples.h"
#include "tests/places.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::tests;
using mapping::ImportRemark;
using workload::LoopDimension;

namespace {

bool hasRemark(const mapping::DesignImport& import, ImportRemark::Kind kind, const std::string& key,
               const std::string& part)
{
    return std::any_of(import.remarks.begin(), import.remarks.end(), [&](const ImportRemark& remark) {
        return remark.kind == kind && remark.key.find(key) != std::string::npos
               && remark.text.find(part) != std::string::npos && remark.line > 0 && !remark.file.empty();
    });
}

QByteArray shown(const Result<mapping::DesignImport>& import)
{
    return import ? QByteArray("taken over") : QByteArray::fromStdString(import.error().text());
}

} // namespace

class TestImportTimeloop : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsTheFirstForm();
    void countsAnImportedMappingAsTimeloopDoes();
    void readsNodesWithExpressionsAndBranches();
    void listsUnknownKeysAndConstraints();
    void takesConstraintsOnLoops();
    void aRuleToKeepTakesNothingAway();
    void takesWhatSpatialChildrenDoNotShare();
    void keepsTheConstraintsOfEachFanOut();
    void readsProcessedInputAndItsMapping();
    void takesEveryEnergyOfATable();
    void asksWhichTimeloopToCountAs();
    void takesEnergiesOntoAnAccelerator();
    void takesTheClockOfAContainer();
    void takesAnEmptyMappingForNone();
    void includesAndMergesOtherFiles();
    void readsAMatrixProductAndAsks();
    void makesANetworkOfSeveralProblems();
    void refusesWhatAMappingNeeds_data();
    void refusesWhatAMappingNeeds();
    void takesAsManyWordsAsCanBe();
    void refusesBrokenFilesInOneSentence_data();
    void refusesBrokenFilesInOneSentence();
    void staysInItsFolder();
    void knowsItsFiles();
};

void TestImportTimeloop::readsTheFirstForm()
{
    const auto import = TimeloopFolder().import({kFirstForm, kFirstFormConstraints});
    QVERIFY2(import, shown(import));
    const hardware::Accelerator& machine = *import->accelerator;
    QCOMPARE(machine.levels.size(), std::size_t(6));
    QCOMPARE(machine.macUnits(), 1024);
    QCOMPARE(machine.levels[0].name, std::string("DRAM"));
    QVERIFY(!machine.levels[0].capacity);
    QCOMPARE(machine.levels[0].readBandwidth->count, 10.0);
    QCOMPARE(machine.levels[1].capacity->count, 65536);
    QCOMPARE(machine.levels[1].fanout.count(), 16);
    QVERIFY(!machine.levels[1].keeps.contains(TensorRole::Weights));
    QCOMPARE(machine.levels[4].capacity->count, 192); // 64 words of 24 bit
    QCOMPARE(machine.levels[5].clusterSize, 64);
    QVERIFY(machine.levels[5].kind == hardware::LevelKind::Registers);
    QVERIFY(!import->network && !import->mapping);
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Assumed, "bandwidth", "half of them each way"));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "num-ports", "not modelled"));
}

// Timeloop itself counted 112896 cycles and 249425464.603 pJ for this mapping.
void TestImportTimeloop::countsAnImportedMappingAsTimeloopDoes()
{
    const auto import = TimeloopFolder().import({kMapping, kOldProblem, kFirstForm, kFirstFormConstraints});
    QVERIFY2(import, shown(import));
    QVERIFY(import->mapping);
    const workload::Layer& layer = import->network->layers.front();
    QVERIFY(mapping::verify(*import->accelerator, layer, *import->mapping).empty());
    const auto cost = cost::evaluate(*import->accelerator, layer, *import->mapping, cost::Model::Timeloop2022);
    QVERIFY(cost);
    QCOMPARE(cost->cycles.count, 112896);
    QVERIFY(std::abs(cost->energy.count - 249425464.603015) < 1e-9 * cost->energy.count);
    const auto& outer = import->mapping->levels[0].temporal; // innermost first in the file
    QVERIFY((outer
             == std::vector<mapping::Loop>{
                 {LoopDimension::C, 4}, {LoopDimension::K, 2}, {LoopDimension::R, 3}, {LoopDimension::S, 3}}));
}

void TestImportTimeloop::readsNodesWithExpressionsAndBranches()
{
    const auto import = TimeloopFolder().import({kNodesForm});
    QVERIFY2(import, shown(import));
    const hardware::Accelerator& machine = *import->accelerator;
    QCOMPARE(machine.clock.count, 500e6);
    QCOMPARE(machine.levels.size(), std::size_t(5));
    QCOMPARE(machine.levels[1].capacity->count, 128 * 1024); // 16384 lines of 64 bit
    QCOMPARE(machine.levels[1].accessElements, 8);
    QCOMPARE(machine.levels[1].readBandwidth->count, 16.0);
    QCOMPARE(machine.levels[1].writeBandwidth->count, 12.0);
    QVERIFY((machine.levels[1].fanout == hardware::Fanout{14, 1}));
    QCOMPARE(machine.levels[2].name, std::string("PE")); // a fan-out within a fan-out
    QVERIFY((machine.levels[2].fanout == hardware::Fanout{1, 12}));
    QVERIFY(machine.levels[2].keeps.empty());
    QVERIFY(machine.levels[3].keeps == TensorSet::of(TensorRole::Inputs));
    QVERIFY(machine.levels[4].keeps == TensorSet::of(TensorRole::Weights));
    QCOMPARE(machine.macUnits(), 168);
    QCOMPARE(machine.macEnergy.count, 0.25);
}

void TestImportTimeloop::listsUnknownKeysAndConstraints()
{
    const auto import = TimeloopFolder().import({kNodesForm});
    QVERIFY2(import, shown(import));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "architecture.nodes[5].nodes[0].attributes.colour",
                      "unknown key"));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "spatial.permutation", "PE_column"));
    const auto colour = std::find_if(import->remarks.begin(), import->remarks.end(),
                                     [](const ImportRemark& remark) { return remark.text == "unknown key"; });
    QCOMPARE(colour->line, 22);
    QVERIFY(colour->file.find("file0.yaml") != std::string::npos);
}

void TestImportTimeloop::takesConstraintsOnLoops()
{
    const std::string rules = R"(architecture_constraints:
  targets:
  - {target: GlobalBuffer, type: temporal, factors: K=4 C<=8 R0, permutation: QPK}
  - {target: GlobalBuffer, type: spatial, factors_only: [C, K=8], split: 3}
  - {target: Registers, type: utilization, min: 0.5}
  - {target: Nowhere, type: temporal, factors: K=2}
)";
    const auto import = TimeloopFolder().import({kOldProblem, kFirstForm, kFirstFormConstraints, rules});
    QVERIFY2(import, shown(import));
    QCOMPARE(import->accelerator->constraints,
             (std::vector<std::string>{"GlobalBuffer: K = 4", "GlobalBuffer: C <= 8", "GlobalBuffer: R = all",
                                       "GlobalBuffer: order ... K P Q", "GlobalBuffer: spatial K = 8",
                                       "GlobalBuffer: spatial only C K"}));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Assumed, "factors",
                      "taken over as the constraint 'GlobalBuffer: K = 4'"));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "split", "mappings may be allowed that Timeloop forbids"));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "", "a kind of constraint that is not taken over"));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "factors", "'Nowhere'"));
}

/// Levels one within the other keep what no rule takes from them; only of those side by side a rule says all.
void TestImportTimeloop::aRuleToKeepTakesNothingAway()
{
    const auto import = TimeloopFolder().import(
        {kOldProblem, kFirstForm,
         "mapspace: {constraints: [{target: GlobalBuffer, type: datatype, keep: [Inputs]}]}\n"});
    QVERIFY2(import && import->accelerator, shown(import));
    QCOMPARE(import->accelerator->levels[import->accelerator->findLevel("GlobalBuffer")->value].keeps,
             TensorSet::all());
}

void TestImportTimeloop::takesWhatSpatialChildrenDoNotShare()
{
    const auto multicast = [](const std::string& rule) {
        const std::string rules = "architecture_constraints: {targets: [" + rule + "]}\n";
        const auto import = TimeloopFolder().import({kOldProblem, kFirstForm, kFirstFormConstraints, rules});
        const auto level = import->accelerator->findLevel("GlobalBuffer");
        return import->accelerator->levels[level->value].multicast;
    };
    QCOMPARE(multicast("{target: GlobalBuffer, type: spatial, no_reuse: [Weights, Outputs]}"),
             TensorSet::of(TensorRole::Inputs));
    QCOMPARE(multicast("{target: GlobalBuffer, type: spatial, no_multicast_no_reduction: [Inputs]}"),
             TensorSet::all().without(TensorRole::Inputs));
    QCOMPARE(multicast("{target: GlobalBuffer, type: temporal, no_reuse: [Inputs]}"), TensorSet::all());
}

void TestImportTimeloop::keepsTheConstraintsOfEachFanOut()
{
    const std::string rules = R"(mapspace_constraints:
- {target: PE_column, type: spatial, factors: [C=2, M=7]}
- {target: inter_PE_spatial, type: spatial, factors: [C=4, R<=3]}
- {target: shared_glb, type: spatial, factors: [C=1]}
)";
    const auto import = TimeloopFolder().import({kNodesForm, rules});
    QVERIFY2(import, shown(import));
    QCOMPARE(import->accelerator->constraints,
             (std::vector<std::string>{"PE: no temporal", "shared_glb: spatial N = 1", "shared_glb: spatial C = 2",
                                       "shared_glb: spatial K = 7", "PE: spatial C = 4", "PE: spatial R <= 3"}));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "factors", "'shared_glb', which has one child"));
}

void TestImportTimeloop::readsProcessedInputAndItsMapping()
{
    const auto import = TimeloopFolder().import({kProcessedForm, kProcessedMapping});
    QVERIFY2(import, shown(import));
    const hardware::Accelerator& machine = *import->accelerator;
    QCOMPARE(machine.levels.size(), std::size_t(4)); // the fan-outs are none
    QCOMPARE(machine.levels[1].fanout.columns, 16);
    QCOMPARE(machine.levels[2].fanout.rows, 4);
    QCOMPARE(machine.levels[3].clusterSize, 64);
    QCOMPARE(machine.levels[3].accessElements, 1);
    QCOMPARE(import->network->layers[0].bounds[LoopDimension::K], 32);
    QCOMPARE(import->network->layers[0].strideP, 2);
    QVERIFY(import->mapping);
    const auto violations = mapping::verify(machine, import->network->layers[0], *import->mapping);
    QVERIFY2(violations.empty(), violations.empty() ? "" : violations[0].message.c_str());
    const auto& spread = import->mapping->levels[1].spatial;
    QVERIFY((spread == std::vector<mapping::Loop>{{LoopDimension::C, 3}, {LoopDimension::K, 2}}));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "mapper", "search"));
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Ignored, "Wpad", "follows"));
}

void TestImportTimeloop::takesEveryEnergyOfATable()
{
    const TimeloopFolder folder;
    const auto import = folder.import({kProcessedForm, kEnergies});
    QVERIFY2(import, shown(import));
    const hardware::Accelerator& machine = *import->accelerator;
    QVERIFY(machine.energySource == hardware::EnergySource::Explicit);
    QCOMPARE(machine.levels[0].accessEnergy->count, 512.0);
    QVERIFY(!machine.levels[0].fillEnergy && !machine.levels[0].updateEnergy);
    QCOMPARE(machine.levels[1].accessEnergy->count, 50.0);
    QCOMPARE(machine.levels[1].fillEnergy->count, 66.0);
    QVERIFY(!machine.levels[1].updateEnergy);                          // as a fill
    QVERIFY(std::abs(machine.levels[1].leakage.count - 3e-6) < 1e-18); // 0.003 pJ in each ns
    QCOMPARE(machine.macEnergy.count, 0.315);
    const auto files = io::exportTimeloop(machine);
    const auto again = folder.import({files.architecture, files.energies});
    QVERIFY2(again, shown(again));
    QVERIFY(again->accelerator->levels[1].fillEnergy == machine.levels[1].fillEnergy);
    QVERIFY(std::abs(again->accelerator->levels[1].leakage.count - machine.levels[1].leakage.count) < 1e-18);
}

void TestImportTimeloop::asksWhichTimeloopToCountAs()
{
    using hardware::TimeloopVersion;
    const TimeloopFolder folder;
    const auto old = folder.import({kFirstForm}), today = folder.import({kProcessedForm});
    QVERIFY(old && today);
    QVERIFY(old->accelerator->timeloop == TimeloopVersion::June2022);
    QVERIFY(today->accelerator->timeloop == TimeloopVersion::March2025);
    QCOMPARE(today->questions.size(), std::size_t(1));
    QCOMPARE(today->questions[0].chosen, std::string("timeloop-2025"));
    const auto answered = folder.import({kProcessedForm}, {{{"timeloop", "timeloop-2022"}}, {}, {}});
    QVERIFY2(answered, shown(answered));
    QVERIFY(answered->accelerator->timeloop == TimeloopVersion::June2022);
    QVERIFY(!folder.import({kProcessedForm}, {{{"timeloop", "today"}}, {}, {}}));
    QVERIFY(!folder.import({kProcessedForm}, {{{"nothing", "read"}}, {}, {}}));
}

void TestImportTimeloop::takesEnergiesOntoAnAccelerator()
{
    const TimeloopFolder folder;
    const auto simba = io::readAccelerator(std::string(NESTLOOM_SOURCE_DIR) + "/presets/accelerators/simba.yaml");
    QVERIFY(simba);
    const auto table = [](const std::string& level) {
        return "ERT:\n  tables:\n  - {name: 'chip." + level
               + "[1..1]', actions: [{name: read, arguments: {}, energy: 7}]}\n";
    };
    const auto import = folder.import({table("GlobalBuffer")}, {{}, {}, *simba});
    QVERIFY2(import, shown(import));
    QCOMPARE(import->accelerator->levels[1].accessEnergy->count, 7.0);
    QVERIFY(import->accelerator->levels[2] == simba->levels[2]);
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Assumed, "ERT",
                      "no energy of level InputBuffer; Timeloop's pat-public formula"));
    const auto inArray =
        folder.import({table("PE[0..15].GlobalBuffer")}, {{}, {}, *simba}); // in an array of containers
    QVERIFY2(inArray, shown(inArray));
    QCOMPARE(inArray->accelerator->levels[1].accessEnergy->count, 7.0);
    const auto other = folder.import({table("Elsewhere")}, {{}, {}, *simba});
    QVERIFY2(shown(other).contains("file0.yaml:1: ERT: no table is of a level or a MAC unit of 'simba'"), shown(other));
}

void TestImportTimeloop::takesTheClockOfAContainer()
{
    const auto import = TimeloopFolder().import({R"(architecture:
  nodes:
  - !Container {name: chip, attributes: {global_cycle_seconds: 4e-9}}
  - !Component {name: DRAM, class: DRAM, attributes: {width: 64, datawidth: 8}}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
)"});
    QVERIFY2(import, shown(import));
    QCOMPARE(import->accelerator->clock.count, 250e6);
    const auto processed = TimeloopFolder().import({kProcessedForm});
    QVERIFY2(processed, shown(processed));
    QVERIFY(!hasRemark(*processed, ImportRemark::Kind::Assumed, "", "no clock is stated"));
}

void TestImportTimeloop::takesAnEmptyMappingForNone()
{
    for (const char* mapping : {"mapping: []\n", "mapping:\n", "mapping: {}\n"}) {
        const auto alone = TimeloopFolder().import({kProcessedForm + mapping});
        QVERIFY2(alone, shown(alone));
        QVERIFY(!alone->mapping && alone->network && alone->accelerator);
        const auto both = TimeloopFolder().import({kProcessedForm + mapping, kProcessedMapping});
        QVERIFY2(both, shown(both));
        QVERIFY(both->mapping);
    }
}

void TestImportTimeloop::includesAndMergesOtherFiles()
{
    const TimeloopFolder folder;
    std::string base = kProblemBase;
    const std::string stated = "{name: Hdilation, default: 1}"; // 1 where nothing is stated
    QVERIFY(base.find(stated) != base.npos);
    folder.write("base.yaml", base.replace(base.find(stated), stated.size(), "{name: Hdilation}"));
    const auto import = folder.import({"{{ include_text('base.yaml') }}\nproblem:\n  <<<: *problem_base\n"
                                       "  instance: {C: 64, M: 192, P: 27, Q: 27, R: 5, S: 5, Wstride: 2}\n"});
    QVERIFY2(import, shown(import));
    const workload::Layer& layer = import->network->layers.front();
    QCOMPARE(layer.bounds[LoopDimension::K], 192);
    QCOMPARE(layer.bounds[LoopDimension::R], 5);
    QCOMPARE(layer.strideP, 2);
    QCOMPARE(layer.strideQ, 1);
    QCOMPARE(layer.dilationR, 1);
    QCOMPARE(layer.dilationS, 1);
    QCOMPARE(import->files.size(), std::size_t(2));
    const auto last = folder.import({"{{ include_text('base.yaml') }}\nproblem:\n  instance: {C: 64, M: 192, P: 27, "
                                     "Q: 27, R: 5, S: 5, Wstride: 2}\n  <<<: *problem_base\n"});
    QVERIFY2(last, shown(last));
    QVERIFY(last->network->layers.front().bounds == layer.bounds);
    const auto computed =
        folder.import({"{{add_to_path('/nowhere')}}\n{% set WIDTH = 8 %}\n{{ include_text('base.yaml') }}\n"
                       "problem: {<<<: *problem_base, instance: {C: {{ WIDTH * 8 }}}}\n"});
    QVERIFY2(computed, shown(computed));
    QCOMPARE(computed->network->layers.front().bounds[LoopDimension::C], 64);
}

void TestImportTimeloop::readsAMatrixProductAndAsks()
{
    const std::string gemm =
        "problem:\n  shape:\n    name: gemm\n    dimensions: [M, N, K]\n    data-spaces:\n"
        "    - {name: A, projection: [[[M]], [[K]]]}\n    - {name: B, projection: [[[K]], [[N]]]}\n"
        "    - {name: Z, projection: [[[M]], [[N]]], read-write: True}\n"
        "  instance: {M: 128, N: 256, K: 512}\n";
    const TimeloopFolder folder;
    const auto import = folder.import({gemm});
    QVERIFY2(import, shown(import));
    const workload::Layer& layer = import->network->layers.front();
    QVERIFY(layer.kind == workload::LayerKind::FullyConnected);
    QCOMPARE(layer.bounds[LoopDimension::C], 512);
    QCOMPARE(layer.bounds[LoopDimension::K], 256);
    QCOMPARE(layer.bounds[LoopDimension::N], 128);
    const auto other = folder.import({gemm}, {{{"weights", "A"}}, {}, {}});
    QVERIFY2(other, shown(other));
    QCOMPARE(other->network->layers.front().bounds[LoopDimension::K], 128);
}

void TestImportTimeloop::makesANetworkOfSeveralProblems()
{
    const auto import = TimeloopFolder().import({kOldProblem, kOldProblem});
    QVERIFY2(import, shown(import));
    QCOMPARE(import->network->layers.size(), std::size_t(2));
    QCOMPARE(import->network->layers[1].name, std::string("file1"));
}

void TestImportTimeloop::refusesWhatAMappingNeeds_data()
{
    QTest::addColumn<std::vector<std::string>>("files");
    QTest::addColumn<QByteArray>("why");
    QTest::newRow("no architecture") << std::vector{kMapping, kOldProblem} << QByteArray("needs the architecture");
    QTest::newRow("no problem") << std::vector{kMapping, kFirstForm} << QByteArray("needs the problem");
    QTest::newRow("two problems") << std::vector{kMapping, kFirstForm, kOldProblem, kOldProblem}
                                  << QByteArray("2 problems");
    QTest::newRow("a remainder") << std::vector{
        std::string("mapping: [{target: DRAM, type: temporal, factors: 'P=4,3'}]\n"), kFirstForm,
        kOldProblem} << QByteArray("has a factor with a remainder");
    QTest::newRow("a dimension with two places")
        << std::vector{std::string("mapping: [{target: DRAM, type: temporal, factors: 'P=4', permutation: PCP}]\n"),
                       kFirstForm, kOldProblem}
        << QByteArray("'P' has two places in the order");
    QTest::newRow("loops of a container without children")
        << std::vector{std::string("mapping: [{target: system, type: temporal, factors: 'C=4'}]\n"), kNodesForm,
                       kOldProblem}
        << QByteArray("'system' is a container and has no temporal loops");
    QTest::newRow("spatial loops over one child")
        << std::vector{std::string("mapping: [{target: ifmap_spad, type: spatial, factors: 'C=4'}]\n"), kNodesForm,
                       kOldProblem}
        << QByteArray("'ifmap_spad' has one child");
}

void TestImportTimeloop::refusesWhatAMappingNeeds()
{
    QFETCH(const std::vector<std::string>, files);
    QFETCH(const QByteArray, why);
    const auto import = TimeloopFolder().import(files);
    QVERIFY2(import, shown(import));
    QVERIFY(!import->mapping);
    QVERIFY(hasRemark(*import, ImportRemark::Kind::Refused, "mapping", why.toStdString()));
}

namespace {

std::string withDepth(const std::string& depth)
{
    return "architecture: {nodes: [!Component {name: DRAM, class: DRAM}, !Component {name: B, class: SRAM, attributes: "
           "{depth: "
           + depth + ", width: 16384, datawidth: 8}}, !Component {name: mac, class: intmac}]}\n";
}

} // namespace

void TestImportTimeloop::takesAsManyWordsAsCanBe()
{
    const auto import = TimeloopFolder().import({withDepth("549755813888")});
    QVERIFY2(import, shown(import));
    QCOMPARE(import->accelerator->levels[1].capacity->count, std::int64_t(1) << 50);
}

void TestImportTimeloop::refusesBrokenFilesInOneSentence_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("why");
    QByteArray bomb = "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n";
    for (int i = 1; i < 9; ++i) {
        const QByteArray alias = "*a" + QByteArray::number(i - 1);
        bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" + (alias + ",").repeated(9) + alias
                + "]\n";
    }
    const auto row = [](const char* name, const QByteArray& text, const char* why) {
        QTest::newRow(name) << text << QByteArray(why);
    };
    row("an alias within its anchor", "problem: &p\n  <<: *p\n", "would never end");
    row("too many aliases", bomb + "problem: *a8\n", "more than 300000 values");
    row("an unknown alias", "problem: *p\n", "valid YAML");
    row("a merge of text", "problem: {<<: text, C: 1}\n", "can be merged");
    row("two merge keys", "problem: {<<: {C: 1}, <<<: {K: 1}}\n", "one merge key");
    row("a file that includes itself", "{{include_text('file0.yaml')}}\n", "includes itself");
    row("a file that is not there", "{{include_text('none.yaml')}}\n", "is not there");
    row("a template that is no map", "problem: {{ 3 }}\n", "problem: a map");
    row("a template block without end", "{% for i in [1] %}\nproblem: 1\n", "'endfor' is missing");
    row("a huge number", "problem: {shape: cnn-layer, C: 99999999999999999999999}\n",
        "problem.C: '99999999999999999999999' is too large");
    row("a product of huge numbers", "problem: {shape: cnn-layer, C: 999999999999, K: 999999999999, P: 999999999999}\n",
        "multiply to more than");
    row("a negative number", "problem: {shape: cnn-layer, C: -3}\n", "problem.C: '-3' is not a whole number");
    row("a size of nothing", "problem: {shape: cnn-layer, C: 0}\n", "from 1 up");
    row("a list for a number", "problem: {shape: cnn-layer, C: [1, 2]}\n", "problem.C: a single value");
    row("text for a number", "problem: {shape: cnn-layer, C: many}\n", "'many' is not a number");
    row("a scalar architecture", "architecture: 7\n", "architecture: a map");
    row("scalar nodes", "architecture: {nodes: 3}\n", "architecture.nodes: a list");
    row("no storage", "architecture: {nodes: [!Component {name: mac, class: intmac}]}\n", "no storage");
    row("an unknown class", "architecture: {nodes: [!Component {name: x, class: wheel}]}\n", "'wheel' of 'x'");
    row("an unknown tag", "architecture: {nodes: [!Wheel {name: x}]}\n", "'!Wheel' is not a kind of node");
    row("a mesh of nothing",
        "architecture: {nodes: [!Component {name: DRAM, class: DRAM}, !Container {name: P, spatial: {meshX: 0}}]}\n",
        "0 x 1");
    row("a width that does not fit",
        "architecture: {nodes: [!Component {name: DRAM, class: DRAM, attributes: {width: 20, datawidth: 8}}]}\n",
        "no multiple");
    const QByteArray depht = "architecture: {nodes: [!Component {name: DRAM, class: DRAM}, "
                             "!Component {name: B, class: SRAM, attributes: {depht: 64, width: 8, datawidth: 8}}]}\n";
    row("a slip of the pen", depht, "unknown key 'depht'; did you mean 'depth'?");
    row("more words than can be", withDepth("549755813889").c_str(), "1125899906844672 words, which cannot be");
    row("uneven fan-outs",
        "arch: {storage: [{name: A, entries: 4, instances: 3}, {name: B, entries: 4, instances: 2}, {name: DRAM, "
        "technology: DRAM}]}\n",
        "evenly");
    row("a broken range", "architecture: {subtree: [{name: 'PE[3..1]', local: []}]}\n", "number of instances");
    row("four tensors",
        "problem: {shape: {dimensions: [M], data_spaces: [{name: A}, {name: B}, {name: C}, {name: D}]}, instance: {M: "
        "1}}\n",
        "not 4");
    row("outputs that slide",
        "problem: {shape: {dimensions: [C, K, R, P], data_spaces: [{name: W, projection: [[[C]], [[K]], [[R]]]}, "
        "{name: I, projection: [[[C]], [[P]]]}, {name: O, projection: [[[K]], [[P], [R]]], read_write: true}]}, "
        "instance: {C: 2, K: 2, R: 3, P: 4}}\n",
        "an index of 'O' is the sum P + R");
    row("a dimension that is none",
        "problem: {shape: {dimensions: [C, K], data_spaces: [{name: W, projection: [[[C]], [[K]]]}, "
        "{name: I, projection: [[[CC]]]}, {name: O, projection: [[[K]]], read_write: true}]}, instance: {C: 2, K: "
        "2}}\n",
        "the projection of 'I' names 'CC', which is no dimension of the shape");
    row("no tensor to copy",
        "arch: {storage: [{name: A, entries: 4, instances: 4}, {name: DRAM, technology: DRAM}]}\n"
        "mapspace_constraints: [{target: DRAM, type: spatial, no_reuse: [Sums]}]\n",
        "'Sums' is not a tensor of the problem");
    row("only settings of a search", "mapper: {version: 0.4}\n", "neither an architecture nor a problem here");
    row("a size that no dimension has, of a dimension without one",
        "problem:\n  instance: {CC: 64, K: 8, N: 1, P: 4, Q: 4, R: 3, S: 3}\n",
        "this is no dimension of the shape, whose C has no size");
    row("unknown version", "problem: {version: 9.9, instance: {C: 3}}\n",
        "version '9.9' of Timeloop's files is not known; known are 0.1, 0.2, 0.3, 0.4");
    row("nothing to take", "mapspace: {constraints: []}\n", "neither an architecture nor a problem");
    row("not text", "problem: \x01\x02\n", "UTF-8");
}

void TestImportTimeloop::refusesBrokenFilesInOneSentence()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, why);
    const auto import = TimeloopFolder().import({text.toStdString()});
    QVERIFY(!import);
    const QByteArray sentence = shown(import);
    QVERIFY2(sentence.contains(why), sentence);
    QVERIFY2(sentence.contains("file0.yaml:"), sentence);
    QVERIFY(!sentence.contains('\n'));
}

void TestImportTimeloop::staysInItsFolder()
{
    const TimeloopFolder folder;
    folder.write("base.yaml", kProblemBase);
    const auto inner = folder.write(
        "layers/conv.yaml", "{{include_text('../base.yaml')}}\nproblem: {<<<: *problem_base, instance: {C: 4}}\n");
    const auto import = io::importTimeloop({inner}, {});
    QVERIFY(!import);
    QVERIFY2(shown(import).contains("lies outside the folder"), shown(import));
    QVERIFY(io::importTimeloop({inner}, {{}, folder.folder(), {}}));
    QVERIFY(io::importTimeloop({inner, folder.folder() / "base.yaml"}, {}));
    QVERIFY(!folder.import({"{{include_text('/etc/hostname')}}\n"}));
}

void TestImportTimeloop::knowsItsFiles()
{
    QVERIFY(io::looksLikeTimeloop(kNodesForm));
    QVERIFY(io::looksLikeTimeloop(kFirstForm));
    QVERIFY(io::looksLikeTimeloop(kMapping));
    QVERIFY(io::looksLikeTimeloop("mapper:\n  algorithm: random\n"));
    QVERIFY(io::looksLikeTimeloop("# a comment\n{{include_text('x.yaml')}}\n"));
    QVERIFY(!io::looksLikeTimeloop("network:\n  name: n\n  layers: []\n"));
    QVERIFY(!io::looksLikeTimeloop("accelerator:\n  name: a\n"));
    QVERIFY(!io::looksLikeTimeloop(""));
}

QTEST_GUILESS_MAIN(TestImportTimeloop)
#include "tst_import_timeloop.moc"
