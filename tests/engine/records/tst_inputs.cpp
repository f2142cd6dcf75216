// SPDX-License-Identifier: Apache-2.0
#include "engine/records/inputs.h"
#include "engine/zoo/zoo.h"
#include "tests/engine/schedule/kapla/small_nodes.h"
#include "tests/support/builders.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::records;

namespace {

RunInputs layersRun(const std::string& engine = "cosa")
{
    RunInputs inputs{tests::simba(), tests::branches(), {}};
    inputs.options.engine = engine;
    return inputs;
}

RunInputs nodesRun()
{
    RunInputs inputs{tests::smallNodes(), tests::branches(), {}};
    inputs.nodes.emplace();
    return inputs;
}

RunInputs memoryRun(bool fused = false)
{
    RunInputs inputs{{}, tests::branches(), {}};
    inputs.memory.emplace();
    inputs.memory->scratchpad = Bytes{4096};
    inputs.memory->fused = fused;
    return inputs;
}

std::size_t operators(const workload::Network& network)
{
    return std::size_t(std::count_if(network.graph.operators.begin(), network.graph.operators.end(),
                                     [](const auto& op) { return op.type != "input"; }));
}

std::string refusal(const RunInputs& inputs)
{
    const auto error = whyRefused(inputs);
    return error ? error->text() : "";
}

} // namespace

class TestInputs : public QObject {
    Q_OBJECT
private slots:
    void goodInputsAreNotRefused()
    {
        QCOMPARE(refusal(layersRun()), std::string());
        QCOMPARE(refusal(nodesRun()), std::string());
        QCOMPARE(refusal(memoryRun()), std::string());
    }

    void whatAnEngineCannotDoIsSaidBefore()
    {
        QVERIFY(refusal(layersRun("flexer")).find("Flexer needs") != std::string::npos); // simba has no such scratchpad
        QVERIFY(refusal(layersRun("cozy")).find("no engine named 'cozy'") != std::string::npos);
        RunInputs nodes = nodesRun();
        nodes.accelerator = tests::simba();
        QVERIFY(refusal(nodes).find("nodes") != std::string::npos);
        RunInputs memory = memoryRun();
        memory.network.graph = {};
        QVERIFY(refusal(memory).find("needs its operators") != std::string::npos);
        memory = memoryRun();
        memory.memory->scratchpad = {};
        QVERIFY(refusal(memory).find("above 0 B") != std::string::npos);
        RunInputs empty = layersRun();
        empty.network = {};
        QVERIFY(whyRefused(empty).has_value());
    }

    /// Each operator is counted or named, by every kind of run.
    void everyOperatorIsCountedOrNamed()
    {
        const workload::Network network = tests::branches();
        const std::size_t all = operators(network);
        QCOMPARE(leftOut(layersRun()).size() + network.layers.size(), all);
        const auto lowered = kapla::loweredRun(tests::smallNodes(), network, {});
        QVERIFY(lowered);
        QCOMPARE(leftOut(nodesRun()).size() + lowered->graph.network.layers.size(), all);
        QVERIFY(leftOut(memoryRun()).empty());
        const auto joined = leftOut(memoryRun(true));
        QCOMPARE(joined.size(), std::size_t(1)); // relu
        QCOMPARE(joined[0].name, std::string("relu"));
        QCOMPARE(joined[0].reason, std::string("it is part of the operator before it"));
    }

    void alexnetHasEightLayersAndElevenOnNodes()
    {
        RunInputs inputs = layersRun();
        inputs.network = *zoo::build("alexnet");
        QCOMPARE(inputs.network.layers.size(), std::size_t(8));
        const std::size_t all = operators(inputs.network);
        QCOMPARE(leftOut(inputs).size(), all - 8);
        inputs.nodes.emplace();
        QCOMPARE(leftOut(inputs).size(), all - 11);
    }
};

QTEST_GUILESS_MAIN(TestInputs)
#include "tst_inputs.moc"
