// SPDX-License-Identifier: Apache-2.0
#include "engine/records/compared_layers.h"

#include "tests/support/whole_runs.h"

#include <QTest>

#include <algorithm>

using namespace nestloom;
using namespace nestloom::records;

namespace {

kapla::NodeRunOptions nodes(std::int64_t batch, bool training)
{
    kapla::NodeRunOptions options;
    options.batch = batch;
    options.training = training;
    return options;
}

} // namespace

class TestComparedLayers : public QObject {
    Q_OBJECT
private slots:
    void everyStepOnNodesHasItsRow()
    {
        const RunRecord forward = tests::nodesRun(1, nodes(4, false)), step = tests::nodesRun(2, nodes(4, true));
        const std::vector<const RunRecord*> runs{&forward, &step};
        const ComparedLayers layers = compareLayers(runs);
        QVERIFY(!layers.perInput);
        for (std::size_t run = 0; run < runs.size(); ++run) { // each once, with the cycles that it has
            double sum = 0, expected = 0;
            for (const ComparedLayer& row : layers.rows)
                sum += row.cycles[run].value_or(0);
            for (const kapla::LayerSchedule* layer : runs[run]->nodes->schedule->layers())
                expected += double(layer->cost.cycles());
            QVERIFY(expected > 0);
            QCOMPARE(sum, expected);
        }
        const auto row = [&](const std::string& name) {
            return *std::ranges::find(layers.rows, name, &ComparedLayer::name);
        };
        QVERIFY(row("features.2").cycles[0] && row("features.2").cycles[1]);
        QVERIFY(!row("features.2").layers[0]); // no layer of the network
        QCOMPARE(row("features.3.dw").shape, std::string("backward weights"));
        QVERIFY(!row("features.3.dw").cycles[0] && row("features.3.dw").cycles[1]);
    }

    void batchesAreCountedByInput()
    {
        const RunRecord few = tests::nodesRun(1, nodes(2, false)), many = tests::nodesRun(2, nodes(8, false));
        const std::vector<const RunRecord*> runs{&few, &many};
        const ComparedLayers layers = compareLayers(runs);
        QVERIFY(layers.perInput);
        QCOMPARE(*layers.rows[0].cycles[1], double(many.nodes->schedule->layers()[0]->cost.cycles()) / 8);
        RunRecord unknown = many;
        unknown.summary.batch.reset();
        const std::vector<const RunRecord*> three{&few, &many, &unknown};
        QVERIFY(!compareLayers(three).rows[0].cycles[2]); // it may be for any
    }

    /// A layer of a batch has it in its bounds, a network on nodes beside them.
    void aBatchOnNodesIsThatOfALayer()
    {
        const RunRecord onNodes = tests::nodesRun(1, nodes(4, false));
        RunRecord mapped = onNodes;
        mapped.nodes.reset();
        mapped.inputs.nodes.reset();
        mapped.summary.kind = RunKind::Layers;
        for (workload::Layer& layer : mapped.inputs.network.layers)
            layer.bounds[workload::LoopDimension::N] = 4;
        schedule::LayerResult& first = mapped.layers.emplace_back();
        first.cost.emplace();
        first.cost->cycles = Cycles{77};
        const ComparedLayers layers = compareLayers(std::vector<const RunRecord*>{&mapped, &onNodes});
        QVERIFY(!layers.perInput);
        const std::size_t all = mapped.inputs.network.layers.size();
        QVERIFY(layers.rows.size() >= all);
        for (std::size_t i = 0; i < all; ++i)
            QVERIFY2(layers.rows[i].layers[0] && layers.rows[i].layers[1], layers.rows[i].name.c_str());
        QCOMPARE(layers.rows[0].cycles[0], std::optional(77.0)); // of the whole batch, as the other
        QCOMPARE(*layers.rows[0].cycles[1], double(onNodes.nodes->schedule->layers()[0]->cost.cycles()));
    }

    void runsWithoutMappingsSaySo()
    {
        const RunRecord schedule = tests::nodesRun(1, nodes(2, false)), plan = tests::memoryRun(2);
        RunRecord mapped;
        mapped.layers.emplace_back();
        const std::vector<std::string> names{"A", "B", "C"};
        const std::vector<const RunRecord*> all{&mapped, &schedule, &schedule}, plans{&plan, &mapped, &mapped};
        QCOMPARE(whyNoMappings(all, names), std::string("B and C schedule the whole network on nodes: of layers and "
                                                        "backward passes only cycles are compared."));
        QCOMPARE(whyNoMappings(plans, names),
                 std::string("A plans the memory of the whole network, without figures of layers."));
        QCOMPARE(whyNoMappings(std::vector<const RunRecord*>{&mapped, &mapped}, names), std::string());
        QVERIFY(compareLayers(std::vector<const RunRecord*>{&plan, &plan}).rows.empty());
    }
};

QTEST_GUILESS_MAIN(TestComparedLayers)
#include "tst_compared_layers.moc"
