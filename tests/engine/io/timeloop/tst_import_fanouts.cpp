// SPDX-License-Identifier: Apache-2.0
// Fan-outs within fan-outs, and what Timeloop counts through them. The figures are Timeloop's own.
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "tests/engine/io/timeloop/timeloop_samples.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::tests;
using workload::LoopDimension;

namespace {

/// Columns and rows of PEs, each told by a container of its own.
const std::string kColumnsAndRows = R"(architecture:
  version: 0.4
  nodes:
  - !Component {name: Memory, class: DRAM, attributes: {width: 64, datawidth: 8}}
  - !Component
    name: Store
    class: smartbuffer_SRAM
    attributes: {depth: 16384, width: 64, datawidth: 8}
    constraints: {dataspace: {bypass: [Weights]}}
  - !Container {name: Column, spatial: {meshX: 14}, constraints: {spatial: {factors: [N=1, C=1, P=1, R=1, S=1]}}}
  - !Container {name: PE, spatial: {meshY: 12}, constraints: {spatial: {factors: [N=1, P=1, Q=1, R=1]}}}
  - !Parallel
    nodes:
    - !Component {name: InputRegs, class: regfile, attributes: {depth: 12, width: 16, datawidth: 8}, constraints: {dataspace: {keep: [Inputs]}}}
    - !Component {name: WeightRegs, class: regfile, attributes: {depth: 192, width: 16, datawidth: 8}, constraints: {dataspace: {keep: [Weights]}}}
    - !Component {name: SumRegs, class: regfile, attributes: {depth: 16, width: 16, datawidth: 16}, constraints: {dataspace: {keep: [Outputs]}}}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
)";
const std::string kProblem =
    "problem: {shape: cnn-layer, R: 3, S: 3, P: 112, Q: 112, C: 3, M: 32, N: 1, Wstride: 2, Hstride: 2}\n";
const std::string kOnColumnsAndRows = R"(mapping:
- {target: Memory, type: temporal, factors: [M=4, P=8, Q=2], permutation: [M, Q, P]}
- {target: Store, type: temporal, factors: [P=14, Q=4], permutation: [Q, P]}
- {target: Column, type: spatial, factors: [Q=14]}
- {target: Column, type: dataspace, keep: [], bypass: [Weights, Inputs, Outputs]}
- {target: PE, type: temporal, factors: [C=1, M=1]}
- {target: PE, type: spatial, factors: [C=3, S=3], permutation: [S, C]}
- {target: WeightRegs, type: temporal, factors: [R=3]}
- {target: SumRegs, type: temporal, factors: [M=8]}
)";

/// MAC units that ask the only buffer.
const std::string kOneBuffer = R"(architecture:
  version: 0.4
  nodes:
  - !Component {name: Memory, class: DRAM, attributes: {width: 64, datawidth: 8}}
  - !Component {name: Buffer, class: SRAM, attributes: {depth: 512, width: 128, datawidth: 8}}
  - !Container {name: PE, spatial: {meshX: 8}}
  - !Component {name: mac, class: intmac, attributes: {datawidth: 8}}
)";
const std::string kPointwise = "problem: {shape: cnn-layer, R: 1, S: 1, P: 128, Q: 128, C: 128, M: 128, N: 32}\n";
const std::string kOnOneBuffer = R"(mapping:
- {target: Memory, type: temporal, factors: [C=2, M=2, N=32, P=128, Q=4], permutation: PQMNC}
- {target: Buffer, type: temporal, factors: [C=64, M=8, Q=32], permutation: MQC}
- {target: PE, type: spatial, factors: [M=8]}
)";

struct Evaluated {
    Result<mapping::DesignImport> import;
    Result<cost::LayerCost> cost;
};

Evaluated evaluated(const std::string& architecture, const std::string& problem, const std::string& mapping)
{
    auto import = TimeloopFolder().import({architecture, problem, mapping});
    if (!import)
        return {import.error(), import.error()};
    if (!import->mapping)
        return {import, Error{ErrorCode::InvalidInput, import->remarks.back().text, "mapping"}};
    auto cost = cost::evaluate(*import->accelerator, import->network->layers.front(), *import->mapping,
                               cost::timeloopModel(*import->accelerator));
    return {std::move(import), std::move(cost)};
}

} // namespace

class TestImportFanouts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsMappingsThatNameContainers();
    void countsReadsThroughFanOutsAsTimeloopDoes();
    void letsMacsTakeElementsFromTheirNeighbours();
    void breaksNoContainersConstraint();
    void leavesOutFirstFillsAsTimeloopOf2025();
};

void TestImportFanouts::readsMappingsThatNameContainers()
{
    const auto [import, cost] = evaluated(kColumnsAndRows, kProblem, kOnColumnsAndRows);
    QVERIFY2(cost, cost ? "" : cost.error().text().c_str());
    const auto& levels = import->mapping->levels;
    QVERIFY((levels[1].spatial == std::vector<mapping::Loop>{{LoopDimension::Q, 14}}));
    QVERIFY((levels[2].spatial == std::vector<mapping::Loop>{{LoopDimension::C, 3}, {LoopDimension::S, 3}}));
    QVERIFY(levels[2].keeps.empty());
    QVERIFY(mapping::verify(*import->accelerator, import->network->layers.front(), *import->mapping).empty());
}

void TestImportFanouts::countsReadsThroughFanOutsAsTimeloopDoes()
{
    const auto [import, cost] = evaluated(kColumnsAndRows, kProblem, kOnColumnsAndRows);
    QVERIFY2(cost, cost ? "" : cost.error().text().c_str());
    const auto& levels = cost->levels;
    QCOMPARE(cost->cycles.count, 86016);
    QCOMPARE(levels[0].tensors[TensorRole::Weights]->reads, 13824.0);
    QCOMPARE(levels[0].tensors[TensorRole::Inputs]->reads, 157296.0);
    QCOMPARE(levels[1].tensors[TensorRole::Inputs]->reads, 1354752.0);
    QCOMPARE(levels[1].tensors[TensorRole::Outputs]->updates, 401408.0);
    QCOMPARE(levels[3].tensors[TensorRole::Inputs]->fills, 10752.0);
    QCOMPARE(levels[4].tensors[TensorRole::Weights]->fills, 1536.0);
    QCOMPARE(levels[5].tensors[TensorRole::Outputs]->reads, 57344.0);
    QCOMPARE(levels[5].tensors[TensorRole::Outputs]->updates, 86016.0);
}

void TestImportFanouts::letsMacsTakeElementsFromTheirNeighbours()
{
    const auto [import, cost] = evaluated(kOneBuffer, kPointwise, kOnOneBuffer);
    QVERIFY2(cost, cost ? "" : cost.error().text().c_str());
    const auto& buffer = cost->levels[1].tensors;
    QCOMPARE(cost->cycles.count, 1073741824);
    QCOMPARE(buffer[TensorRole::Inputs]->reads, 134217728.0); // M moves no input: the neighbours have it
    QCOMPARE(buffer[TensorRole::Weights]->reads, 8589934592.0);
    QCOMPARE(buffer[TensorRole::Outputs]->reads, 8522825728.0);
    QCOMPARE(buffer[TensorRole::Outputs]->updates, 8589934592.0);
}

void TestImportFanouts::breaksNoContainersConstraint()
{
    const auto [import, cost] = evaluated(kColumnsAndRows, kProblem, kOnColumnsAndRows);
    QVERIFY(import && import->mapping);
    const auto broken = [&](std::vector<mapping::Loop> columns, std::vector<mapping::Loop> rows) {
        mapping::LayerMapping mapping = *import->mapping;
        mapping.levels[1].spatial = std::move(columns);
        mapping.levels[2].spatial = std::move(rows);
        const auto violations = mapping::verify(*import->accelerator, import->network->layers.front(), mapping);
        return violations.empty() ? std::string() : violations.front().message;
    };
    const std::vector<mapping::Loop> q{{LoopDimension::Q, 14}}, c{{LoopDimension::C, 3}}, s{{LoopDimension::S, 3}};
    QCOMPARE(broken(q, {c[0], s[0]}), std::string());
    QVERIFY(broken({s[0], q[0]}, c).find("Store: spatial loops use 42 children") != std::string::npos);
    QVERIFY(broken({c[0], s[0]}, q).find("PE: spatial loops use 14 children") != std::string::npos);
}

void TestImportFanouts::leavesOutFirstFillsAsTimeloopOf2025()
{
    const auto [import, cost] = evaluated(kColumnsAndRows, kProblem, kOnColumnsAndRows);
    QVERIFY2(cost, cost ? "" : cost.error().text().c_str());
    QVERIFY(cost->model == cost::Model::Timeloop2025);
    QCOMPARE(cost->levels[1].tensors[TensorRole::Outputs]->fills, 0.0);
    QCOMPARE(cost->levels[5].tensors[TensorRole::Outputs]->fills, 0.0);
    const auto [_, second] = evaluated(kOneBuffer, kPointwise, kOnOneBuffer);
    QCOMPARE(second->levels[1].tensors[TensorRole::Outputs]->fills, 67108864.0);
    const auto old = cost::evaluate(*import->accelerator, import->network->layers.front(), *import->mapping,
                                    cost::Model::Timeloop2022);
    QVERIFY(old);
    QCOMPARE(old->levels[1].tensors[TensorRole::Outputs]->fills, 401408.0);
    QCOMPARE(old->levels[5].tensors[TensorRole::Outputs]->fills, 28672.0);
    for (std::size_t i = 0; i < old->levels.size(); ++i) // nothing else differs
        for (const TensorRole role : kTensorRoles)
            if (const auto& a = old->levels[i].tensors[role], &b = cost->levels[i].tensors[role]; a)
                QVERIFY(a->reads == b->reads && a->updates == b->updates
                        && (role == TensorRole::Outputs || a->fills == b->fills));
}

QTEST_GUILESS_MAIN(TestImportFanouts)
#include "tst_import_fanouts.moc"
