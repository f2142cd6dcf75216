// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/network_run.h"
#include "engine/simulation/layer_simulation.h"
#include "tests/engine/traffic/small_mesh.h"
#include "tests/places.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

Result<std::vector<LayerResult>> mapped(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                        const std::string& engine, Objective objective = Objective::Latency,
                                        bool simulated = false)
{
    workload::Network network;
    network.name = "one";
    network.layers = {layer};
    ScheduleOptions options;
    options.engine = engine;
    options.cosa.objective = objective;
    options.cosa.simulated = simulated;
    options.cosa.evaluations = 4000;
    return scheduleNetwork(accelerator, network, options,
                           [] {
                               return std::make_unique<milp::ProcessSolver>(
                                   milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
                           },
                           {});
}

double summed(const hardware::Accelerator& accelerator, const workload::Layer& layer,
              const mapping::LayerMapping& mapping)
{
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    return cost::Evaluator(accelerator, layer, cost::Model::Mesh).score(nest).cycles;
}

} // namespace

class TestMeshEngine : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void payingForHopsItIsNoWorseThanCosaThatDoesNot()
    {
        hardware::Accelerator accelerator = tests::simbaWithMesh();
        accelerator.interconnect.hopEnergy = Picojoules{20};
        const workload::Layer layer = tests::convolution("layer", 3, 8, 16, 16);
        const auto usual = mapped(accelerator, layer, "cosa", Objective::Energy);
        const auto found = mapped(accelerator, layer, "cosa-mesh", Objective::Energy);
        QVERIFY(usual && found && usual->front().mapping && found->front().mapping);
        const auto judged = cost::evaluate(accelerator, layer, *usual->front().mapping, cost::Model::Mesh);
        QVERIFY(judged && judged->levels[*cost::meshLevel(accelerator)].mesh.count > 0);
        QVERIFY(found->front().cost->energy <= judged->energy);
        QVERIFY(*found->front().objectiveBound <= found->front().cost->energy.count);

        workload::Network network;
        network.layers = {layer};
        ScheduleOptions options;
        options.engine = "cosa";
        const std::string said = totals(accelerator, network, options, *usual).vector.leftOut;
        QVERIFY2(said.find("energy of hops over the mesh (engine cosa-mesh counts it)") != said.npos, said.c_str());
        QVERIFY(said.find("idle energy") == said.npos);
        accelerator.nodes = hardware::NodeArray{};
        accelerator.nodes->idleEnergy = Picojoules{2};
        const std::string idle = operatorSums(accelerator, network, options).leftOut;
        QVERIFY2(idle.find("; idle energy of the nodes (the engines of nodes count it)") != idle.npos, idle.c_str());
        options.engine = "cosa-mesh";
        QVERIFY(totals(accelerator, network, options, *found).vector.leftOut.find("hops") == said.npos);
    }
    void isNoWorseThanCosaUnderItsModel()
    {
        const auto accelerator = tests::simbaWithMesh();
        for (const workload::Layer& layer :
             {tests::convolution("1x1", 1, 14, 64, 128), tests::convolution("3x3", 3, 7, 64, 64)}) {
            const auto usual = mapped(accelerator, layer, "cosa"), mesh = mapped(accelerator, layer, "cosa-mesh");
            QVERIFY(usual && mesh && mesh->front().verified);
            QVERIFY(mesh->front().cost->model == cost::Model::Mesh);
            QVERIFY(summed(accelerator, layer, *mesh->front().mapping)
                    <= summed(accelerator, layer, *usual->front().mapping) * (1 + 1e-9));
            QVERIFY(*mesh->front().lowerBoundCycles <= double(mesh->front().cost->cycles.count));
            QVERIFY(*mesh->front().lowerBoundCycles >= *usual->front().lowerBoundCycles); // its ports are narrower
        }
    }

    /// The figure kept is that of the very mapping, and CoSA's is among the candidates.
    void whatIsSimulatedIsNoSlowerThanCosa()
    {
        const auto accelerator = tests::simbaWithMesh();
        const auto layer = tests::convolution("1x1", 1, 14, 64, 128);
        const auto usual = mapped(accelerator, layer, "cosa");
        const auto best = mapped(accelerator, layer, "cosa-mesh", Objective::Latency, true);
        QVERIFY(usual && best && best->front().verified && best->front().simulated);
        const auto settings = simulation::settingsFor(accelerator, cost::dramModelOf(accelerator));
        QVERIFY(settings);
        const auto cycles = [&](const LayerResult& result) {
            const auto run = simulation::simulateLayer(accelerator, layer, *result.mapping, *settings, {});
            return run && run->run.finished ? std::int64_t(run->run.cycles) : 0;
        };
        QVERIFY(cycles(best->front()) > 0);
        QCOMPARE(cycles(best->front()), best->front().simulated->count);
        QVERIFY(best->front().simulated->count <= cycles(usual->front()));
        QVERIFY(!mapped(accelerator, layer, "cosa", Objective::Latency, true)); // simulates nothing
    }

    /// What is proven of the accelerator with the ports of the mesh is proven of the mesh model.
    void portsOfTheMeshAreNoSlowerThanTheModel()
    {
        Rng rng(3);
        const auto layer = tests::convolution("layer", 3, 6, 8, 12);
        for (auto accelerator : {tests::simbaWithMesh(), tests::meshAccelerator(2, 3, 2)})
            for (int i = 0; i < 200; ++i) {
                accelerator.interconnect.flit = Bits{i % 2 == 0 ? 64 : 32};
                const auto mapping = tests::randomMapping(rng, accelerator, layer);
                const auto ports =
                    cost::evaluate(cost::withMeshPorts(accelerator), layer, mapping, cost::Model::Nestloom);
                const auto mesh = cost::evaluate(accelerator, layer, mapping, cost::Model::Mesh);
                if (!ports || !mesh)
                    continue; // does not fit
                QVERIFY(ports->cycles <= mesh->cycles);
                QVERIFY(summed(accelerator, layer, mapping) >= double(mesh->cycles.count) - 1);
                QCOMPARE(ports->energy.count, mesh->energy.count);
            }
    }

    void refusesWhatHasNoMesh()
    {
        const auto layer = tests::convolution("layer", 1, 6, 8, 12);
        const auto refused = mapped(tests::simba(), layer, "cosa-mesh");
        QVERIFY(!refused && refused.error().message.find("interconnect") != std::string::npos);
        auto accelerator = tests::simbaWithMesh();
        accelerator.dram.model = "abacus";
        QVERIFY(!mapped(accelerator, layer, "cosa-mesh"));
        QVERIFY(!mapped(tests::simbaWithMesh(), layer, "cosa-mesh", Objective::CosaPaper));
    }
};

QTEST_GUILESS_MAIN(TestMeshEngine)
#include "tst_mesh_engine.moc"
