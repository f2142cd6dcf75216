// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/vector_cost.h"
#include "engine/io/accelforge/import_accelforge.h"
#include "engine/workload/network.h"
#include "tests/engine/io/accelforge/accelforge_samples.h"
#include "tests/support/replaced.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nestloom;
using namespace nestloom::tests;
using mapping::DesignImport;
using mapping::ImportRemark;
using enum workload::LoopDimension;
namespace fs = std::filesystem;

namespace {

class Folder {
public:
    fs::path write(const std::string& name, const std::string& text) const
    {
        const fs::path path = fs::path(m_folder.path().toStdString()) / name;
        fs::create_directories(path.parent_path());
        std::ofstream(path) << text;
        return path;
    }

private:
    QTemporaryDir m_folder;
};

using Answers = std::map<std::string, std::string>;

DesignImport imported(const std::vector<fs::path>& files, const Answers& answers = {})
{
    auto result = io::importAccelforge(files, {answers, {}, {}});
    if (!result)
        qFatal("%s", result.error().text().c_str());
    return *std::move(result);
}

Error refusal(const std::vector<fs::path>& files, const Answers& answers = {})
{
    const auto result = io::importAccelforge(files, {answers, {}, {}});
    return result ? Error{ErrorCode::InvalidInput, "was read", ""} : result.error();
}

bool hasRemark(const DesignImport& import, ImportRemark::Kind kind, const std::string& key, const std::string& text)
{
    return std::ranges::any_of(import.remarks, [&](const ImportRemark& remark) {
        return remark.kind == kind && remark.key == key && remark.text.find(text) != std::string::npos
               && remark.line > 0 && !remark.file.empty();
    });
}

} // namespace

class TestImportAccelforge : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void looksLikeItsFilesOnly();
    void readsAnArchitecture();
    void takesAUnitForSingleTensors();
    void costsWhatWorksOnSingleTensors();
    void takesWhatFanOutsMayReuse();
    void takesAnswers();
    void takesComponentCosts();
    void readsAWorkload();
    void readsConvolutions();
    void sharesWidthsWithTheArchitecture();
    void carriesOutTemplates();
    void asksForOpenValues();
    void includesFiles();
    void refusesWhatItDoesNotUnderstand_data();
    void refusesWhatItDoesNotUnderstand();
    void refusesWorkloads_data();
    void refusesWorkloads();
    void survivesBrokenFiles();
};

void TestImportAccelforge::looksLikeItsFilesOnly()
{
    QVERIFY(io::looksLikeAccelforge(kAccelforgeArch));
    QVERIFY(io::looksLikeAccelforge(kAccelforgeWorkload));
    QVERIFY(io::looksLikeAccelforge("component_costs: {A: {read: 1}}\n"));
    QVERIFY(!io::looksLikeAccelforge("arch:\n  arithmetic: {instances: 4}\n  storage: []\n"));
    QVERIFY(!io::looksLikeAccelforge("architecture:\n  nodes:\n  - !Container\n    name: chip\n"));
    QVERIFY(!io::looksLikeAccelforge("network:\n  name: n\n"));
}

void TestImportAccelforge::readsAnArchitecture()
{
    const Folder folder;
    const DesignImport import = imported({folder.write("machine.yaml", kAccelforgeArch)});
    QVERIFY(import.accelerator && !import.network);
    const hardware::Accelerator& machine = *import.accelerator;
    QCOMPARE(machine.name, std::string("machine"));
    QCOMPARE(machine.clock.count, 5e8);
    QCOMPARE(machine.macEnergy.count, 1.0);
    QCOMPARE(machine.macLeakage.count, 2e-6);
    QCOMPARE(machine.macUnits(), 8);
    QCOMPARE(machine.energySource, hardware::EnergySource::Explicit);
    QCOMPARE(machine.levels.size(), std::size_t(4));
    const hardware::BufferLevel &dram = machine.levels[0], &shared = machine.levels[1], &second = machine.levels[2],
                                &psums = machine.levels[3];
    QVERIFY(!dram.capacity);
    QCOMPARE(dram.keeps, TensorSet::all());
    QCOMPARE(dram.accessEnergy->count, 64.0);
    QVERIFY(!dram.fillEnergy);
    QCOMPARE(machine.readRate(0)->count, 2.0); // 8 Gbit/s at 500 MHz
    QCOMPARE(dram.ports, std::optional<std::int64_t>(1));
    QCOMPARE(shared.capacity->count, 2048);
    QCOMPARE(shared.keeps, TensorSet::of(TensorRole::Inputs).with(TensorRole::Outputs));
    QCOMPARE(shared.accessEnergy->count, 8.0);
    QCOMPARE(shared.fillEnergy->count, 16.0);
    QCOMPARE(shared.leakage.count, 1e-3);
    QCOMPARE(machine.readRate(1)->count, 32.0); // two actions of 64 bit a nanosecond
    QCOMPARE(shared.ports, std::optional<std::int64_t>(2));
    QCOMPARE(shared.fanout.count(), 4);
    QVERIFY(second.keeps.empty());
    QCOMPARE(second.fanout.count(), 2);
    QCOMPARE(psums.capacity->count, 3);
    QCOMPARE(psums.elementBits[TensorRole::Outputs].count, 24);
    QCOMPARE(psums.accessEnergy->count, 0.0);
    QCOMPARE(shared.multicast, TensorSet::of(TensorRole::Weights)); // across X; `may_reuse` is as `reuse`
    QCOMPARE(second.multicast, TensorSet::of(TensorRole::Outputs));
    const std::vector<std::string> constraints{"Shared: spatial only P Q N", "Array_Y: no temporal",
                                               "Array_Y: spatial only R S C"};
    QCOMPARE(machine.constraints, constraints);
    QVERIFY(hasRemark(import, ImportRemark::Kind::Ignored, "arch.nodes[2].spatial[0].min_usage", "least use"));
    QVERIFY(hasRemark(import, ImportRemark::Kind::Assumed, "arch", "8 bits"));
}

void TestImportAccelforge::takesAUnitForSingleTensors()
{
    const Folder folder;
    const auto read = [&](const std::string& what, const std::string& by) {
        return imported({folder.write("machine.yaml", replaced(kAccelforgeArch, what, by))});
    };
    const DesignImport import = read("len(All) == 2", "len(All) == 2");
    const auto& unit = import.accelerator->vectorUnit;
    QVERIFY(unit);
    QCOMPARE(unit->lanes, 64); // 4 x 2 instances x 4e9 a second, at 500 MHz
    QCOMPARE(unit->operationsPerCycle, 1);
    QCOMPARE(unit->specialOperations, 1);
    QCOMPARE(unit->energy.count, 2.0);
    QVERIFY(hasRemark(import, ImportRemark::Kind::Assumed, "arch.nodes[4]", "64 lanes"));
    QVERIFY(!hasRemark(import, ImportRemark::Kind::Ignored, "arch.nodes[4]", ""));

    QCOMPARE(read("throughput: 4e9", "throughput: 1e6").accelerator->vectorUnit->lanes, 1); // the least
    const DesignImport timeless = read(", throughput: 4e9", "");
    QVERIFY(!timeless.accelerator->vectorUnit);
    QVERIFY(hasRemark(timeless, ImportRemark::Kind::Ignored, "arch.nodes[4]", "no finite throughput of Scalar"));
    const DesignImport never = read("len(All) == 2", "len(All) == 4");
    QVERIFY(!never.accelerator->vectorUnit);
    QVERIFY(hasRemark(never, ImportRemark::Kind::Ignored, "arch.nodes[4]", "not enabled"));
    const DesignImport leaking =
        read("leak_power: 0\n    actions:\n    - {name: compute", "leak_power: 1\n    actions:\n    - {name: compute");
    QVERIFY(hasRemark(leaking, ImportRemark::Kind::Ignored, "arch.nodes[4].leak_power", "no leakage"));

    const std::string second =
        replaced(kAccelforgeArch, "  - !Compute\n    name: Mac",
                 "  - !Compute\n    name: Other\n    leak_power: 0\n    actions:\n"
                 "    - {name: compute, energy: 0, throughput: 1e9}\n    enabled: len(All) == 2\n"
                 "  - !Compute\n    name: Mac");
    QCOMPARE(refusal({folder.write("second.yaml", second)}).message,
             std::string("a second compute unit for single tensors"));
}

void TestImportAccelforge::costsWhatWorksOnSingleTensors()
{
    const Folder folder;
    const DesignImport import =
        imported({folder.write("machine.yaml", kAccelforgeArch), folder.write("network.yaml", kAccelforgeWorkload)});
    const auto costs = cost::vectorCosts(*import.accelerator, *import.network, false);
    QVERIFY(costs.uncosted.empty());
    QCOMPARE(costs.operators.size(), std::size_t(1));
    QCOMPARE(costs.operators[0].type, std::string("elementwise"));
    QCOMPARE(costs.operators[0].operations, 256.0); // Act: 8 x 32
}

void TestImportAccelforge::takesWhatFanOutsMayReuse()
{
    const Folder folder;
    const auto multicast = [&](const std::string& y) {
        const std::string text = replaced(kAccelforgeArch, "fanout: 2, reuse: output}", "fanout: 2" + y + "}");
        return imported({folder.write("machine.yaml", text)}).accelerator->levels[2].multicast;
    };
    QCOMPARE(multicast(""), TensorSet::all());
    QCOMPARE(multicast(", may_reuse: Nothing"), TensorSet());
    QCOMPARE(multicast(", may_reuse: ~weight"), TensorSet::all().without(TensorRole::Weights));
    const Error unknown =
        refusal({folder.write("machine.yaml", replaced(kAccelforgeArch, "reuse: output}", "may_reuse: outputs}"))});
    QVERIFY(unknown.text().find("arch.nodes[2].spatial[1].may_reuse") != std::string::npos);
}

void TestImportAccelforge::takesAnswers()
{
    const Folder folder;
    const fs::path path = folder.write("machine.yaml", kAccelforgeArch);
    const DesignImport import = imported({path}, {{"Shared", "inputs"}, {"FANOUT", "16"}});
    QCOMPARE(import.accelerator->levels[1].keeps, TensorSet::of(TensorRole::Inputs));
    QCOMPARE(import.accelerator->levels[1].fanout.count(), 16);
    QCOMPARE(import.questions.size(), std::size_t(2));
    const hardware::Accelerator without = *imported({path}, {{"Shared", "nothing"}}).accelerator;
    QVERIFY(without.levels[1].keeps.empty() && !without.levels[1].capacity);
    QCOMPARE(without.levels[1].leakage.count, 1e-3);
    QVERIFY(refusal({path}, {{"Shared", "weights"}}).message.find("known: nothing, inputs") != std::string::npos);
    QVERIFY(refusal({path}, {{"nosuch", "1"}}).message.find("no question") != std::string::npos);
}

void TestImportAccelforge::takesComponentCosts()
{
    const Folder folder;
    const fs::path arch = folder.write(
        "machine.yaml",
        replaced(kAccelforgeArch, "    - {name: read, energy: 64e-12, bits_per_action: 64}\n", "    - {name: read}\n"));
    const DesignImport unknown = imported({arch});
    QCOMPARE(unknown.accelerator->energySource, hardware::EnergySource::BankedPat);
    QVERIFY(!unknown.accelerator->levels[1].accessEnergy);
    QVERIFY(hasRemark(unknown, ImportRemark::Kind::Assumed, "arch.nodes[1]", "energy (a formula stands in) of Shared"));
    QCOMPARE(imported({arch}, {{"energies", "timeloop-pat"}}).accelerator->energySource,
             hardware::EnergySource::TimeloopPat);
    QVERIFY(refusal({arch}, {{"energies", "refuse"}}).message.find("energies of Shared") != std::string::npos);

    const fs::path costs = folder.write("costs.yaml", "component_costs:\n  Shared: {read: 3e-12, leak_power: 5}\n");
    const DesignImport known = imported({arch, costs});
    QCOMPARE(known.accelerator->energySource, hardware::EnergySource::Explicit);
    QCOMPARE(known.accelerator->levels[1].accessEnergy->count, 24.0); // a bit an action
    QCOMPARE(known.accelerator->levels[1].leakage.count, 1e-3);       // the file goes first
    const fs::path wrong = folder.write("wrong.yaml", "component_costs:\n  Shared:\n    reads: 3e-12\n");
    QVERIFY(refusal({arch, wrong}).where.ends_with("wrong.yaml:3: component_costs.Shared.reads"));
}

void TestImportAccelforge::readsAWorkload()
{
    const Folder folder;
    const DesignImport import = imported({folder.write("chain.yaml", kAccelforgeWorkload)});
    QVERIFY(import.network && !import.accelerator);
    const workload::Network& network = *import.network;
    QCOMPARE(network.name, std::string("chain"));
    QCOMPARE(network.layers.size(), std::size_t(2));
    QCOMPARE(network.layers[0].bounds, (workload::Extents{{1, 1, 8, 1, 16, 32, 1, 1}}));
    QCOMPARE(network.layers[1].bounds, (workload::Extents{{1, 1, 8, 1, 32, 16, 1, 1}}));
    QCOMPARE(network.graph.operators.size(), std::size_t(4)); // with the input
    QCOMPARE(network.graph.operators[0].type, std::string("input"));
    QCOMPARE(network.graph.operators[2].type, std::string("elementwise"));
    QCOMPARE(network.graph.operators[3].parameters, std::vector<Bytes>{Bytes{512}});
    QCOMPARE(network.graph.tensors[3].size, Bytes{256}); // 16 bit
    QVERIFY(hasRemark(import, ImportRemark::Kind::Assumed, "workload.einsums[0]", "'In' is taken"));
}

void TestImportAccelforge::readsConvolutions()
{
    const Folder folder;
    const DesignImport import = imported({folder.write("conv.yaml", R"(workload:
  bits_per_value: {All: 8}
  iteration_space_shape: {c: 0 <= c < 3, "n": 0 <= n <= 1, h: 0 <= h < 4, a: 0 <= a < 10, b: 0 <= b < 20}
  einsums:
  - einsum: "T0[p, q, n, m] = I[n, c, H: 2 * p + r, W: q * 2 + s * 3] * W0[r, s, c, m]"
    iteration_space_shape: [0 <= p < 7, 0 <= q < 9, 0 <= m < 64, 0 <= r < 5, 0 <= s < 3]
    renames: {input: I}
  - einsum: "T1[x, y, m] = T0[P: x + u, Q: y + v, m] * W1[u, v, m]"
    iteration_space_shape: [0 <= x < 5, 0 <= y < 7, 0 <= m < 64, 0 <= u < 3, 0 <= v < 3]
  - einsum: "T2[h, a, b] = X[h, a, e] * Y[h, b, e]"
    iteration_space_shape: [0 <= e < 30]
    renames: {weight: Y}
  - "T3[h, a, b] = T2[h, a, b] * Z[h, a, b]"
  - "T4[h, a, b] = T3[h, a, b] + T2[h, a, b]"
)")});
    const std::vector<workload::Layer>& layers = import.network->layers;
    QCOMPARE(layers.size(), std::size_t(3));
    QCOMPARE(layers[0].bounds, (workload::Extents{{5, 3, 7, 9, 3, 64, 2, 1}}));
    QCOMPARE(layers[0].strideP, 2);
    QCOMPARE(layers[0].strideQ, 2);
    QCOMPARE(layers[0].dilationR, 1);
    QCOMPARE(layers[0].dilationS, 3);
    QCOMPARE(layers[1].bounds, (workload::Extents{{3, 3, 5, 7, 1, 1, 1, 64}}));
    QCOMPARE(layers[2].bounds, (workload::Extents{{1, 1, 10, 1, 30, 20, 1, 4}}));
    const auto& operators = import.network->graph.operators;
    QCOMPARE(operators[operators.size() - 2].type, std::string("mul"));
    QCOMPARE(operators.back().type, std::string("add"));
    QCOMPARE(import.network->graph.tensors[0].shape, (std::vector<std::int64_t>{2, 3, 17, 23}));
}

void TestImportAccelforge::sharesWidthsWithTheArchitecture()
{
    const Folder folder;
    const DesignImport import =
        imported({folder.write("machine.yaml", kAccelforgeArch), folder.write("chain.yaml", kAccelforgeWorkload)});
    const hardware::Accelerator& machine = *import.accelerator;
    QCOMPARE(machine.levels[0].elementBits, (PerTensor<Bits>{{{Bits{8}, Bits{8}, Bits{16}}}}));
    QCOMPARE(machine.levels[3].elementBits[TensorRole::Outputs].count, 48);
    QCOMPARE(machine.levels[0].accessEnergy->count, 128.0); // of the widest
    QVERIFY(hasRemark(import, ImportRemark::Kind::Assumed, "arch.nodes[0]", "widest"));
}

void TestImportAccelforge::carriesOutTemplates()
{
    const Folder folder;
    const DesignImport import = imported({folder.write("chain.yaml", R"({# a comment {{ nothing }} #}
{% set SIZES = dict() %}
workload:
  rank_sizes:
    M: {{ [4, 6] | min }}
    {% for i in range(N+1) %}
    K{{i}}: {{ 8 * (i + 1) }}
    {% endfor %}
  bits_per_value: {All: {% if WIDE %}16{% elif N > 5 %}4{% else %}8{% endif %}}
  {% for key, value in SIZES.items() %}
  {{key}}: {{value}}
  {% endfor %}
  {% raw %}# {{ not read }} {% endraw %}
  {% assert N < 10, "N is too large" %}
  einsums:
  {% for i in range(N) %}
  - {einsum: "T{{i+1}}[m, k{{i+1}}] = T{{i}}[m, k{{i}}] * W{{i}}[k{{i}}, k{{i+1}}]", renames: {input: T{{i}}}}
  {% endfor %}
)")},
                                         {{"N", "3"}, {"WIDE", "False"}});
    QCOMPARE(import.network->layers.size(), std::size_t(3));
    QCOMPARE(import.network->layers[2].bounds, (workload::Extents{{1, 1, 4, 1, 24, 32, 1, 1}}));
    QCOMPARE(import.network->graph.tensors[0].elementBits, 8);
    for (const auto& [text, where] : {std::pair{"workload:\n{% if 1 %}\n", ":2"},
                                      {"workload:\n{{ 1 +\n }}", ":2"},
                                      {"{% nosuch %}\n", ":1"},
                                      {"{% for i in 3\n", ":1"},
                                      {"a\n{% raw %}", ":2"},
                                      {"{% assert 1 > 2, \"no\" %}", ":1"},
                                      {"\n\n{{ nosuch(1) }}", ":3"},
                                      {"{% set x %}", ":1"},
                                      {"workload:\n  a: 1\n", ":2: workload.a"}}) {
        const Error error = refusal({folder.write("wrong.yaml", text)});
        QVERIFY2(error.where.ends_with(std::string("wrong.yaml") + where), (error.text() + text).c_str());
    }
    std::string ifs, ends;
    for (int i = 0; i < 20'000; ++i) {
        ifs += "{% if 1 %}";
        ends += "{% endif %}";
    }
    QVERIFY(refusal({folder.write("deep.yaml", ifs + ends)}).message.find("nested") != std::string::npos);
    QVERIFY(refusal({folder.write("long.yaml", "{% for i in range(9999) %}{% for j in range(9999) %}{{i}}{% endfor %}"
                                               "{% endfor %}")})
                .message.find("too much text")
            != std::string::npos);
}

void TestImportAccelforge::asksForOpenValues()
{
    const Folder folder;
    const fs::path path = folder.write("open.yaml", R"(workload:
  rank_sizes: {M: {{ M }}, K: {{ CACHED if DECODE else 1 }}}
  bits_per_value: {All: {{ BITS | default(8) }}}
  einsums: ["B[m] = A[m]"]
)");
    const DesignImport open = imported({path});
    QVERIFY(!open.network);
    QVERIFY(hasRemark(open, ImportRemark::Kind::Refused, "M", "this value open"));
    QVERIFY(hasRemark(open, ImportRemark::Kind::Refused, "DECODE", "open"));
    QVERIFY(!hasRemark(open, ImportRemark::Kind::Refused, "CACHED", "open")); // not yet
    QCOMPARE(open.questions.size(), std::size_t(3));
    QCOMPARE(open.questions[0].id, std::string("BITS"));
    QCOMPARE(open.questions[0].chosen, std::string("8"));
    QVERIFY(open.questions[1].choices.empty() && open.questions[1].chosen.empty());
    QVERIFY(
        hasRemark(imported({path}, {{"M", "4"}, {"DECODE", "True"}}), ImportRemark::Kind::Refused, "CACHED", "open"));
    const DesignImport read = imported({path}, {{"M", "4"}, {"DECODE", "False"}, {"BITS", "16"}});
    QCOMPARE(read.network->graph.tensors.back().size, Bytes{8});
    // What cannot be computed without a value is no mistake of the file.
    const fs::path divided = folder.write("divided.yaml", R"({% set PARTS = ceil(8 / SIZE) %}
workload:
  rank_sizes: {M: {{ ceil(8 / PARTS) }}}
  bits_per_value: {All: 8}
  einsums: ["B[m] = A[m]"]
)");
    QVERIFY(hasRemark(imported({divided}), ImportRemark::Kind::Refused, "SIZE", "open"));
    QVERIFY(refusal({divided}, {{"SIZE", "0"}}).message.find("division by zero") != std::string::npos);
}

void TestImportAccelforge::includesFiles()
{
    const Folder folder;
    folder.write("parts/inner.yaml",
                 "{{include_text(\"../sizes.yaml\")}}\nworkload:\n  rank_sizes: {M: {{SIZE}}, K: 2}\n  einsums:\n"
                 "  - einsum: \"B[m] = A[m, k] * W[k]\"\n    renames: {input: A}\n");
    folder.write("sizes.yaml", "{% if SIZE > 100 %}{% assert 1 > 2, \"large\" %}{% endif %}");
    const std::string text = R"({{add_to_path("parts")}}
{% set SIZE = SIZE | default(3) %}
{% set INNER = include("inner.yaml", "") %}
workload:
  rank_sizes:
    <<<: [{{INNER}}.workload.rank_sizes, {N: 5}]
  bits_per_value: {All: 8}
  einsums:
  - {{INNER}}.workload.einsums
  - einsum: "C[m, n] = B[m] * V[n]"
)";
    const fs::path path = folder.write("outer.yaml", text);
    const DesignImport import = imported({path});
    QCOMPARE(import.files.size(), std::size_t(3));
    QCOMPARE(import.network->layers.size(), std::size_t(2));
    QCOMPARE(import.network->layers[0].bounds[P], 3);
    QCOMPARE(import.network->layers[1].bounds, (workload::Extents{{1, 1, 3, 1, 1, 5, 1, 1}}));
    QVERIFY(refusal({path}, {{"SIZE", "200"}}).where.ends_with("sizes.yaml:1"));

    const fs::path wrong = folder.write("wrong.yaml", text);
    folder.write("parts/inner.yaml", "workload:\n  rank_sizes: {M: 1}\n  einsums:\n  - nosuch\n");
    QVERIFY(refusal({wrong}).where.ends_with("inner.yaml:4: workload.einsums[0][0]"));
    QVERIFY(refusal({folder.write("self.yaml", "{{include_text('self.yaml')}}")}).message.find("itself")
            != std::string::npos);
    QVERIFY(refusal({folder.write("deep/out.yaml", "{{include_text('../sizes.yaml')}}")}).message.find("--folder")
            != std::string::npos);
    QVERIFY(refusal({folder.write("gone.yaml", "{{include('gone_too.yaml', '')}}")}).message.find("not there")
            != std::string::npos);
}

void TestImportAccelforge::refusesWhatItDoesNotUnderstand_data()
{
    QTest::addColumn<QString>("what");
    QTest::addColumn<QString>("by");
    QTest::addColumn<QString>("where");
    const auto row = [](const char* name, const char* what, const char* by, const char* where) {
        QTest::newRow(name) << QString::fromLatin1(what) << QString::fromLatin1(by) << QString::fromLatin1(where);
    };
    row("a component", "!Container", "!Toll", "machine.yaml:22: arch.nodes[2]");
    row("no tag", "!Container\n", "\n", "arch.nodes[2]");
    row("a key of a memory", "size: inf", "size: inf\n    skip_initial_output_write: False",
        "machine.yaml:8: arch.nodes[0].skip_initial_output_write");
    row("a key of a fan-out", "fanout: 2,", "fanout: 2, loop_bounds: [],", "arch.nodes[2].spatial[1].loop_bounds");
    row("a key of an action", "throughput: 5e8", "throughput: 5e8, speed: 1", "arch.nodes[5].actions[0].speed");
    row("another action", "{name: compute, energy: 1e-12", "{name: divide, energy: 1e-12", "arch.nodes[5].actions");
    row("another action of a scalar unit", "{name: compute, energy: 2e-12", "{name: divide, energy: 2e-12",
        "arch.nodes[4].actions");
    row("a key of tensors", "keep: output", "keep: output, order: 1", "arch.nodes[3].tensors.order");
    row("a key at the top", "arch:", "archs: {}\narch:", "machine.yaml:2: archs");
    row("a key of arch", "variables:", "size: 3\n  variables:", "arch.size");
    row("an expression", "words * 8 * 2", "words * eight", "arch.nodes[1].size");
    row("a set", "keep: output", "keep: outputs", "arch.nodes[3].tensors.keep");
    row("a latency", "/ 2 / 1e9", "+ 3", "arch.nodes[1].total_latency");
    row("half a child", "fanout: 2,", "fanout: 2.5,", "arch.nodes[2].spatial[1].fanout");
    row("a negative energy", "energy: 1e-12", "energy: -1e-12", "arch.nodes[5].actions[0].energy");
    row("no compute unit", "len(All) == 3", "len(All) == 4", "arch");
    row("two compute units", "len(All) == 2", "len(All) == 3", "arch.nodes[5]");
    row("many main memories", "leak_power: 0", "leak_power: 0\n    spatial: [{name: X, fanout: 2}]",
        "arch.nodes[0].spatial[0]");
}

void TestImportAccelforge::refusesWhatItDoesNotUnderstand()
{
    QFETCH(const QString, what);
    QFETCH(const QString, by);
    QFETCH(const QString, where);
    const Folder folder;
    const Error error =
        refusal({folder.write("machine.yaml", replaced(kAccelforgeArch, what.toStdString(), by.toStdString()))});
    QVERIFY2(error.where.ends_with(where.toStdString()), error.text().c_str());
}

void TestImportAccelforge::refusesWorkloads_data()
{
    QTest::addColumn<QString>("einsum");
    QTest::addColumn<QString>("says");
    const auto row = [](const char* einsum, const char* says) {
        QTest::newRow(einsum) << QString::fromLatin1(einsum) << QString::fromLatin1(says);
    };
    row("C[m] = A[m] * B[m] * D[m]", "this has 3 into 1");
    row("C[m]", "no Einsum");
    row("C[m] = A[m] / B[m]", "no Einsum");
    row("C[m] = A[m, -k]", "no Einsum");
    row("C[m] = max(A[m])", "no Einsum");
    row("C[m] = A[m, k] + B[m, k]", "an addition that also sums over k");
    row("C[m, x] = A[m, k] * B[k, x]", "size of 'x'");
    row("C[m] = A[m, k] * B[m]", "one tensor only");
    row("C[m] = A[m] * B[m, K: k + n]", "only the input");
    row("C[m] = A[M: m + k + n] * B[k, n]", "no window");
    row("C[m] = A[M: 2 * m + n, K: k + 3 * n] * B[k, n]", "no window");
}

void TestImportAccelforge::refusesWorkloads()
{
    QFETCH(const QString, einsum);
    QFETCH(const QString, says);
    const Folder folder;
    const Error error =
        refusal({folder.write("chain.yaml", "workload:\n  rank_sizes: {M: 8}\n  iteration_space_shape: "
                                            "{k: 0 <= k < 3, n: 0 <= n < 3}\n  bits_per_value: "
                                            "{All: 8}\n  einsums:\n  - {einsum: \""
                                                + einsum.toStdString() + "\", renames: {input: A}}\n")});
    QVERIFY2(error.message.find(says.toStdString()) != std::string::npos, error.text().c_str());
    QVERIFY2(error.where.ends_with("chain.yaml:6: workload.einsums[0]"), error.text().c_str());
}

void TestImportAccelforge::survivesBrokenFiles()
{
    const Folder folder;
    for (const std::string& text : {kAccelforgeArch, kAccelforgeWorkload})
        for (std::size_t at = 0; at < text.size(); at += 17)
            for (const char c : std::string("{}[]:%~-9'")) {
                std::string broken = text;
                broken[at] = c;
                const auto result = io::importAccelforge({folder.write("broken.yaml", broken)}, {});
                QVERIFY(result || !result.error().where.empty());
            }
}

QTEST_APPLESS_MAIN(TestImportAccelforge)
#include "tst_import_accelforge.moc"
