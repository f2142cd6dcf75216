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

std::size_t operators(const workload::Network& network)
{
    return std::size_t(std::count_if(network.graph.operators.begin(), network.graph.operators.end(),
                                     [](const auto& op) { return op.type != "input"; }));
}

} // namespace

class TestInputs : public QObject {
    Q_OBJECT
private slots:
    /// Each operator is counted or named, by every kind of run.
    void everyOperatorIsCountedOrNamed()
    {
        const workload::Network network = tests::branches();
        const std::size_t all = operators(network);
        QCOMPARE(schedule::leftOutOfMaps(network).size() + network.layers.size(), all);
        const auto lowered = kapla::loweredRun(tests::smallNodes(), network, {});
        QVERIFY(lowered);
        QCOMPARE(schedule::leftOutOfNodes(network).size() + lowered->graph.network.layers.size(), all);
        QVERIFY(schedule::leftOutOfPlan(network, false).empty());
        const auto joined = schedule::leftOutOfPlan(network, true);
        QCOMPARE(joined.size(), std::size_t(1)); // relu
        QCOMPARE(joined[0].name, std::string("relu"));
        QCOMPARE(joined[0].reason, std::string("it is part of the operator before it"));
    }

    void aTrainingStepSaysThatNoWeightIsUpdated()
    {
        RunInputs inputs{.accelerator = tests::smallNodes(), .network = *zoo::build("mlp_l"), .options = {}};
        inputs.nodes.emplace();
        QVERIFY(notCosted(inputs).find("update") == std::string::npos);
        inputs.nodes->training = true;
        QVERIFY(notCosted(inputs).ends_with("the update of the weights"));
    }

    void whatIsNotAsUsualIsNamed()
    {
        RunInputs inputs;
        QCOMPARE(inputs.variant().words(), std::string());
        inputs.options.fuseOperators = true;
        inputs.options.largerSizes = false;
        QCOMPARE(inputs.variant().words(), std::string("fused, own sizes"));
        inputs.options.flexer.extensions = schedule::flexer::kPublished;
        QCOMPARE(inputs.variant().words(), std::string("fused, own sizes")); // CoSA knows no such thing
        inputs.options.engine = "flexer";
        QCOMPARE(inputs.variant().words(), std::string("fused, own sizes, as published"));
        inputs.options.flexer.extensions = {};
        inputs.options.flexer.extensions.seed = false;
        QCOMPARE(inputs.variant().words(), std::string("fused, own sizes, unseeded"));
        inputs.nodes.emplace();
        inputs.nodes->training = true;
        QCOMPARE(inputs.variant().words(), std::string("training")); // fused is of engines that map layers
        inputs.nodes.reset();
        inputs.memory.emplace().fused = true;
        inputs.memory->scratchpad = Bytes{813 << 10};
        QCOMPARE(inputs.variant().words(), std::string("813 KiB, fused"));
        inputs.accelerator.name = "eyeriss";
        QCOMPARE(inputs.acceleratorTitle(), std::string("eyeriss"));
        inputs.edited = true;
        QCOMPARE(inputs.acceleratorTitle(), std::string("eyeriss*"));
    }

    void alexnetHasEightLayersAndElevenOnNodes()
    {
        const workload::Network alexnet = *zoo::build("alexnet");
        QCOMPARE(alexnet.layers.size(), std::size_t(8));
        QCOMPARE(schedule::leftOutOfMaps(alexnet).size(), operators(alexnet) - 8);
        QCOMPARE(schedule::leftOutOfNodes(alexnet).size(), operators(alexnet) - 11);
    }
};

QTEST_GUILESS_MAIN(TestInputs)
#include "tst_inputs.moc"
