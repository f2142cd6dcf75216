// SPDX-License-Identifier: Apache-2.0
#include "engine/records/run_difference.h"

#include "engine/cost/evaluate.h"
#include "engine/cost/mesh_model.h"
#include "engine/records/judge.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "tests/support/whole_runs.h"

#include <QTest>

#include <algorithm>
#include <filesystem>
#include <set>

using namespace nestloom;
using namespace nestloom::records;

namespace {

/// The layers of another run, each with the most modest mapping.
RunRecord layersRun(RunId id, const RunRecord& of, const std::string& engine = "cosa")
{
    RunRecord run;
    run.inputs = of.inputs;
    run.inputs.nodes.reset();
    run.inputs.options.engine = engine;
    for (std::size_t i = 0; i < run.inputs.network.layers.size(); ++i) {
        const workload::Layer& layer = run.inputs.network.layers[i];
        schedule::LayerResult result;
        result.index = i;
        result.name = layer.name;
        result.status = schedule::LayerStatus::BestFound;
        result.mapping = mapping::outermostMapping(run.inputs.accelerator, layer);
        result.cost = *cost::evaluate(run.inputs.accelerator, layer, *result.mapping, cost::Model::Nestloom);
        result.timeloopCost = *cost::evaluate(run.inputs.accelerator, layer, *result.mapping,
                                              cost::timeloopModel(run.inputs.accelerator));
        result.gap = 0.5;
        result.objectiveBound = 1.0;
        result.leastEnergy = result.cost->energy.count;
        run.layers.push_back(std::move(result));
    }
    tests::finish(run, id);
    run.summary.batch = 1;
    run.summary.layerCount = run.summary.layersDone = int(run.layers.size());
    run.summary.totals = totalsOf(run);
    return run;
}

/// Every accelerator or network that is shipped.
std::vector<std::filesystem::path> presets(const char* folder)
{
    std::vector<std::filesystem::path> files;
    for (const auto& entry :
         std::filesystem::directory_iterator(std::string(NESTLOOM_SOURCE_DIR) + "/presets/" + folder))
        files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

/// Elements of all instances that a layer moves at a level, in bytes.
double bytesOf(const cost::LayerCost& cost, const hardware::Accelerator& accelerator, std::size_t level)
{
    double bytes = 0;
    for (const TensorRole role : kTensorRoles)
        if (const auto& tensor = cost.levels[level].tensors[role])
            bytes += (tensor->reads + tensor->fills + tensor->updates) * double(tensor->instances)
                     * double(accelerator.levels[level].elementBits[role].count) / 8;
    return bytes;
}

const RunFigure* figureNamed(const std::vector<RunFigure>& figures, const std::string& title)
{
    for (const RunFigure& figure : figures)
        if (figure.title == title)
            return &figure;
    return nullptr;
}

RunDifference between(const RunRecord& run, const RunRecord& first)
{
    return difference(asScheduled(run), asScheduled(first));
}

const RunRecord& nodes()
{
    static const RunRecord run = [] {
        kapla::NodeRunOptions quick;
        quick.batch = 4;
        quick.alone = true;
        return tests::nodesRun(2, quick);
    }();
    return run;
}

} // namespace

class TestRunFigures : public QObject {
    Q_OBJECT
private slots:
    void whatARunWasAskedForBesideTheUsualHasARow()
    {
        RunRecord usual = layersRun(1, tests::nodesRun(9));
        usual.inputs.options.largerSizes = true; // as the program asks for
        RunRecord fused = usual;
        fused.inputs.options.fuseOperators = true;
        const auto options = [](const RunRecord& a, const RunRecord& b) {
            const std::vector<ComparedSide> sides{asScheduled(a), asScheduled(b)};
            const auto figures = compareFigures(sides);
            const RunFigure* row = figureNamed(figures, "Options");
            return row ? row->values[1].text : std::string("none");
        };
        QCOMPARE(options(usual, usual), std::string("none"));
        QCOMPARE(options(usual, fused), fused.inputs.variant().words());
    }

    void runsOfEveryKindStandInOneTable()
    {
        const RunRecord layers = layersRun(1, nodes()), plan = tests::memoryRun(3);
        const std::vector<ComparedSide> sides{asScheduled(layers), asScheduled(nodes()), asScheduled(plan)};
        const std::vector<RunFigure> figures = compareFigures(sides);
        const RunFigure* cycles = figureNamed(figures, "Cycles");
        QCOMPARE(*cycles->values[0].number, double(layers.summary.totals->cycles.count));
        QCOMPARE(*cycles->values[1].number, double(nodes().nodes->schedule->cycles));
        QVERIFY(!cycles->values[2].number);
        QCOMPARE(cycles->values[2].missing, std::string("a memory plan knows neither cycles nor energy"));
        QCOMPARE(*figureNamed(figures, "Cycles per input")->values[1].number,
                 double(nodes().nodes->schedule->cycles) / 4);
        QCOMPARE(*figureNamed(figures, "Scratchpad")->values[2].number, double(plan.memory->figures.scratchpad.count));
        QVERIFY(!figureNamed(figures, "Scratchpad")->values[0].missing.empty());
        QVERIFY(*figureNamed(figures, "Segments")->values[1].number >= 1);
        QCOMPARE(figureNamed(figures, "Model")->values[0].text, std::string("own"));
        QCOMPARE(figureNamed(figures, "Model")->values[1].text, std::string("nodes"));
        QCOMPARE(figureNamed(figures, "Engine")->values[2].text, std::string("COSMA"));
    }

    void partsAddUpToTheEnergy()
    {
        const RunRecord layers = layersRun(1, nodes());
        const std::vector<ComparedSide> sides{asScheduled(layers), asScheduled(nodes())};
        const std::vector<RunFigure> figures = compareFigures(sides);
        for (std::size_t run = 0; run < 2; ++run) {
            double sum = 0;
            for (const RunFigure& figure : figures)
                if (figure.title.ends_with(" energy"))
                    sum += figure.values[run].number.value_or(0);
            const double all = *figureNamed(figures, "Energy")->values[run].number;
            QVERIFY2(std::abs(sum - all) < 1e-9 * all, qPrintable(QString::number(sum / all)));
        }
    }

    /// A mapping with one tile everywhere moves every tensor over DRAM's ports once or more.
    void trafficIsInBytesOfWords()
    {
        RunRecord layers = layersRun(1, nodes());
        const auto dram = [&layers] {
            const std::vector<ComparedSide> sides{asScheduled(layers)};
            return *figureNamed(compareFigures(sides), layers.inputs.accelerator.levels[0].name + " traffic")
                        ->values[0]
                        .number;
        };
        double elements = 0;
        for (const schedule::LayerResult& layer : layers.layers)
            for (const TensorRole role : kTensorRoles)
                if (const auto& tensor = layer.cost->levels[0].tensors[role])
                    elements += tensor->reads + tensor->updates;
        const double bits = double(layers.inputs.accelerator.levels[0].elementBits[TensorRole::Weights].count);
        QVERIFY(dram() > elements * bits / 8); // and what the vector unit moves
        layers.inputs.accelerator.vectorUnit.reset();
        QCOMPARE(dram(), elements * bits / 8);
        for (const TensorRole role : kTensorRoles)
            layers.inputs.accelerator.levels[0].elementBits[role] = Bits{std::int64_t(2 * bits)};
        QCOMPARE(dram(), elements * bits / 4);
    }

    /// On every accelerator that is shipped: the parts of every network are its totals, and what has no part is named.
    void totalsAreTheSumsOfTheirParts_data()
    {
        QTest::addColumn<QString>("file");
        for (const std::filesystem::path& path : presets("accelerators"))
            QTest::addRow("%s", path.stem().c_str()) << QString::fromStdString(path.string());
    }

    void totalsAreTheSumsOfTheirParts()
    {
        QFETCH(QString, file);
        for (const std::filesystem::path& path : presets("networks")) {
            RunRecord inputs;
            inputs.inputs.accelerator = *io::readAccelerator(file.toStdString());
            inputs.inputs.accelerator.constraints.clear(); // which the most modest mappings do not keep
            inputs.inputs.network = *io::readNetwork(path);
            inputs.inputs.options.fuseOperators = path.stem() == "alexnet";
            const RunRecord run = layersRun(1, inputs);
            const hardware::Accelerator& accelerator = run.inputs.accelerator;
            const schedule::Totals& totals = *run.summary.totals;
            const cost::VectorCosts vector =
                cost::vectorCosts(accelerator, run.inputs.network, run.inputs.options.fuseOperators);
            const std::vector<ComparedSide> sides{asScheduled(run)};
            const std::vector<RunFigure> figures = compareFigures(sides);
            const auto number = [&](const std::string& title) {
                return *figureNamed(figures, title)->values[0].number;
            };
            const auto isSum = [&](double sum, double total) {
                return std::abs(sum - total) <= 1e-9 * std::abs(total);
            };
            Cycles cycles{};
            double energy = 0;
            for (const schedule::LayerResult& layer : run.layers) {
                cycles += layer.cost->cycles;
                energy += layer.cost->energy.count;
            }
            Bytes moved{};
            for (const cost::OperatorCost& cost : vector.operators) {
                cycles += cost.cycles;
                energy += cost.energy.count;
                moved += cost.read + cost.written;
            }
            QCOMPARE(totals.cycles.count, cycles.count);
            QCOMPARE(number("Cycles"), double(cycles.count));
            QVERIFY(isSum(energy, totals.energy.count));
            QVERIFY(isSum(energy, number("Energy")));
            for (std::size_t level = 0; level < accelerator.levels.size(); ++level) {
                double bytes = level == 0 ? double(moved.count) : 0;
                for (const schedule::LayerResult& layer : run.layers)
                    bytes += bytesOf(*layer.cost, accelerator, level);
                QVERIFY(isSum(bytes, number(accelerator.levels[level].name + " traffic")));
            }
            std::set<std::uint32_t> told; // operators that are costed, or listed as not costed
            for (const cost::OperatorCost& cost : vector.operators)
                told.insert(cost.op.value);
            for (const cost::Uncosted& one : vector.uncosted)
                told.insert(one.op.value);
            for (const OperatorId id : workload::operatorsWithoutLayers(run.inputs.network.graph)) {
                const std::string& type = run.inputs.network.graph.operators[id.value].type;
                const auto of = cost::vectorFormula(type)->of; // of all that is shipped
                const bool isFree = of == cost::VectorFormula::Of::Nothing
                                    || (of == cost::VectorFormula::Of::Placed && run.inputs.options.fuseOperators);
                QVERIFY2(isFree != told.contains(id.value), type.c_str());
            }
            const bool idles = accelerator.nodes && accelerator.nodes->idleEnergy.count > 0;
            const bool leavesOut = idles || !workload::hasGraph(run.inputs.network) || !vector.uncosted.empty();
            QCOMPARE(!totals.vector.leftOut.empty(), leavesOut);
            QVERIFY(accelerator.vectorUnit ? vector.uncosted.empty() : vector.operators.empty());
        }
    }

    void otherModelsAreToldAndNotJudged()
    {
        const RunRecord own = layersRun(1, nodes()), tiles = layersRun(5, nodes(), "flexer");
        QVERIFY(between(own, layersRun(6, nodes())).model.empty());
        RunDifference apart = between(tiles, own);
        QCOMPARE(apart.model, std::string("tiles against own: different models"));
        QVERIFY(apart.work.empty());
        RunFigure cycles, bound;
        bound.ofObjective = true;
        QVERIFY(apart.whyNoChange(cycles).empty());
        QVERIFY(!apart.objective.empty()); // the metric of tiles
        apart.objective.clear();
        QCOMPARE(apart.whyNoChange(bound), apart.model); // it holds for its own model
    }

    void whatTheAcceleratorLeavesOpenIsSaid()
    {
        RunRecord own = layersRun(1, nodes()), tiles = layersRun(5, nodes(), "flexer");
        own.inputs.accelerator.levels[0].ports = tiles.inputs.accelerator.levels[0].ports = std::nullopt;
        const std::string expected = "tiles against own: different models; DRAM states no 'ports', so that reads and "
                                     "writes take turns in tiles and not in own: state 1 or 2 for both";
        QCOMPARE(between(tiles, own).model, expected);
        QVERIFY(between(own, tiles).model.starts_with("own against tiles: different models; DRAM states"));
        QVERIFY(between(own, own).model.empty()); // one model takes it one way
        own.inputs.accelerator.levels[0].ports = 1;
        QVERIFY(between(tiles, own).model.find("ports") == std::string::npos); // which Compare shows as a difference
    }

    void sumsOfOtherWorkHaveNoChange()
    {
        const RunRecord own = layersRun(1, nodes());
        RunRecord part = layersRun(5, nodes());
        part.summary.status = RunStatus::Cancelled;
        QVERIFY(between(part, own).work.find("cancelled") != std::string::npos);
        RunRecord other = layersRun(6, nodes());
        other.inputs.network.layers.pop_back();
        QVERIFY(between(other, own).work.find("other layers") != std::string::npos);
        RunRecord renamed = layersRun(7, nodes());
        renamed.inputs.network.name = renamed.summary.networkName = "copy";
        QVERIFY(between(renamed, own).work.empty()); // the same layers
    }

    void batchesAreComparedPerInput()
    {
        RunRecord batched = nodes();
        batched.inputs.network.name += ", batch 4";
        for (workload::Layer& layer : batched.inputs.network.layers)
            layer.bounds[workload::LoopDimension::N] *= 4;
        RunRecord one = layersRun(1, nodes()), four = layersRun(5, batched);
        four.summary.batch = 4;
        four.summary.networkName = batched.inputs.network.name;
        QCOMPARE(four.summary.totals->macs, 4 * one.summary.totals->macs);
        const RunDifference apart = between(four, one);
        RunFigure figure;
        QCOMPARE(apart.whyNoChange(figure), std::string("run 5 is for a batch of 4, run 1 for one of 1"));
        figure.perInput = true;
        QVERIFY(apart.whyNoChange(figure).empty());
        four.inputs.network.layers.pop_back();
        QVERIFY(!between(four, one).whyNoChange(figure).empty());
    }

    void gapsOfOtherObjectivesAreNotCompared()
    {
        RunRecord one = layersRun(1, nodes()), energy = layersRun(5, nodes());
        energy.inputs.options.cosa.objective = schedule::Objective::Energy;
        RunFigure gap;
        QVERIFY(between(energy, one).whyNoChange(gap).empty());
        gap.ofObjective = true;
        QCOMPARE(between(energy, one).whyNoChange(gap), std::string("run 5 minimised energy, run 1 latency"));
        QVERIFY(between(layersRun(6, nodes()), one).whyNoChange(gap).empty());
    }

    void gapsAboveBoundsOfOtherMappingsAreNotCompared()
    {
        const RunRecord one = layersRun(1, nodes());
        RunFigure gap, cycles;
        gap.ofObjective = true;
        const std::string larger = "some larger sizes, too", own = "the layers' own sizes";
        RunRecord exact = layersRun(5, nodes()), random = layersRun(6, nodes(), "random"), wide = layersRun(7, nodes()),
                  narrow = layersRun(8, nodes());
        exact.inputs.options.largerSizes = false;
        QCOMPARE(between(exact, one).whyNoChange(gap), "a bound among " + own + " against one among " + larger);
        QVERIFY(between(exact, one).whyNoChange(cycles).empty());
        random.inputs.options.engine = "random"; // which listens to no such option
        QCOMPARE(between(one, random).whyNoChange(gap), "a bound among " + larger + " against one among " + own);
        QVERIFY(between(random, exact).whyNoChange(gap).empty());
        wide.inputs.options.bypass = true;
        QCOMPARE(between(wide, one).whyNoChange(gap), "a bound among " + larger
                                                          + ", any choice of the tensors that levels keep against one "
                                                            "among "
                                                          + larger);
        narrow.inputs.options.constraints = {"GlobalBuffer: no P"};
        QCOMPARE(between(narrow, one).whyNoChange(gap), std::string("bounds under different constraints"));
        const RunRecord first = judged(one, CostModel::Timeloop), other = judged(exact, CostModel::Timeloop);
        QVERIFY(difference({&other, CostModel::Timeloop}, {&first, CostModel::Timeloop}).whyNoChange(gap).empty());
    }

    void mappingsAreJudgedByTimeloopsConventions()
    {
        const RunRecord own = layersRun(1, nodes());
        QVERIFY(whyNotJudged(own, CostModel::Timeloop).empty());
        const RunRecord other = judged(own, CostModel::Timeloop);
        std::int64_t cycles = 0;
        for (const schedule::LayerResult& layer : own.layers)
            cycles += layer.timeloopCost->cycles.count;
        const schedule::Totals& totals = *other.summary.totals;
        QVERIFY(totals.vector == own.summary.totals->vector); // Timeloop has no such operators
        QCOMPARE(totals.cycles.count, cycles + totals.vector.cycles.count);
        QVERIFY(!other.layers[0].gap); // proven of the other model
        const std::vector<ComparedSide> sides{{&other, CostModel::Timeloop}};
        QCOMPARE(figureNamed(compareFigures(sides), "Above bound")->values[0].text, std::string("best found"));

        RunRecord without = own;
        without.layers[0].timeloopCost.reset();
        QVERIFY(!whyNotJudged(without, CostModel::Timeloop).empty());
        QVERIFY(whyNotJudged(nodes(), CostModel::Timeloop).find("no mappings") != std::string::npos);
        QVERIFY(!whyNotJudged(tests::memoryRun(3), CostModel::Timeloop).empty());
    }

    /// Without ports, as in CoSA's evaluation: never slower, and the same energy but for what leaks meanwhile.
    void mappingsAreJudgedWithUnlimitedPorts()
    {
        const RunRecord own = layersRun(1, nodes());
        QVERIFY(whyNotJudged(own, CostModel::Ideal).empty());
        const RunRecord ideal = judged(own, CostModel::Ideal);
        for (std::size_t i = 0; i < own.layers.size(); ++i) {
            QVERIFY(ideal.layers[i].cost->cycles <= own.layers[i].cost->cycles);
            QCOMPARE(ideal.layers[i].cost->bottleneck.kind, cost::Bottleneck::Kind::Compute);
            QVERIFY(!ideal.layers[i].lowerBoundCycles && !ideal.layers[i].leastEnergy);
        }
        QVERIFY(ideal.summary.totals->cycles <= own.summary.totals->cycles);
        const auto tooMuch = [](const RunRecord& run) {
            const std::vector<ComparedSide> sides{{&run, CostModel::Ideal}};
            const auto figures = compareFigures(sides);
            const RunFigure* figure = figureNamed(figures, "More bytes than the mesh carries");
            return figure != nullptr && figure->values[0].number.has_value();
        };
        QVERIFY(!tooMuch(ideal)); // it has no mesh
        RunRecord meshed = own;
        meshed.inputs.accelerator.interconnect.below = cost::meshBelow(own.inputs.accelerator);
        const RunRecord faster = judged(meshed, CostModel::Ideal); // the links carry the same in less time
        for (const schedule::LayerResult& layer : faster.layers)
            QVERIFY(layer.meshLoad && *layer.meshLoad > 0);
        QVERIFY(tooMuch(faster));

        RunRecord without = own;
        without.layers[0].mapping.reset();
        QVERIFY(whyNotJudged(without, CostModel::Ideal).find("mappings") != std::string::npos);
        QVERIFY(!whyNotJudged(nodes(), CostModel::Ideal).empty());
    }

    /// With the mesh, and those that were mapped for it without.
    void mappingsAreJudgedWithTheMesh()
    {
        RunRecord own = layersRun(1, nodes());
        own.inputs.accelerator.interconnect = {};
        QVERIFY(whyNotJudged(own, CostModel::Mesh).find("describes no network on chip") != std::string::npos);
        own.inputs.accelerator.interconnect.below = cost::meshBelow(own.inputs.accelerator);
        QCOMPARE(whyNotJudged(own, CostModel::Mesh), std::string());
        const RunRecord mesh = judged(own, CostModel::Mesh);
        QVERIFY(!mesh.layers.empty());
        Cycles cycles{};
        for (std::size_t i = 0; i < own.layers.size(); ++i) {
            const auto cost = cost::evaluate(own.inputs.accelerator, own.inputs.network.layers[i],
                                             *own.layers[i].mapping, cost::Model::Mesh);
            QVERIFY(cost);
            QCOMPARE(mesh.layers[i].cost->cycles, cost->cycles);
            QCOMPARE(mesh.layers[i].cost->energy, cost->energy);
            cycles += cost->cycles;
            QVERIFY(cost->cycles > own.layers[i].cost->cycles); // packets have heads
            QVERIFY(!mesh.layers[i].lowerBoundCycles);
        }
        QCOMPARE(schedule::meshCycles(own.inputs.accelerator, own.inputs.network, own.layers), std::optional(cycles));
        RunRecord slow = own; // by a DRAM that the mesh model does not know
        slow.layers[0].cost->cycles = cycles;
        QCOMPARE(judged(slow, CostModel::Mesh).layers[0].cost->cycles, cycles); // nor is it faster with a mesh
        QVERIFY(*schedule::meshCycles(slow.inputs.accelerator, slow.inputs.network, slow.layers) >= cycles);
        RunRecord mapped = mesh;
        mapped.inputs.options.engine = schedule::kMeshEngine;
        QCOMPARE(whyNotJudged(mapped, CostModel::Own), std::string());
        const RunRecord without = judged(mapped, CostModel::Own);
        for (std::size_t i = 0; i < own.layers.size(); ++i)
            QCOMPARE(without.layers[i].cost->cycles, own.layers[i].cost->cycles);

        // Hops of the mesh are in its energy, and are left out without.
        RunRecord hops = own;
        hops.inputs.accelerator.interconnect.hopEnergy = {30};
        for (schedule::LayerResult& layer : hops.layers)
            layer.simulated = layer.cost->cycles;
        const RunRecord byMesh = judged(hops, CostModel::Mesh), bySimulation = judged(hops, CostModel::Simulated);
        for (std::size_t i = 0; i < hops.layers.size(); ++i) {
            QVERIFY(byMesh.layers[i].cost->energy.count > hops.layers[i].cost->energy.count);
            QCOMPARE(bySimulation.layers[i].cost->energy, byMesh.layers[i].cost->energy); // nothing leaks
            QCOMPARE(bySimulation.layers[i].cost->cycles, *hops.layers[i].simulated);
        }
        const auto leavesOut = [](const RunRecord& run) {
            return notCosted(run.inputs, run.layers).find("energy of hops") != std::string::npos;
        };
        QVERIFY(leavesOut(hops) && !leavesOut(byMesh) && !leavesOut(bySimulation));
        hops = byMesh;
        hops.inputs.options.engine = schedule::kMeshEngine;
        QVERIFY(leavesOut(judged(hops, CostModel::Own)));

        own.layers[0].mapping.reset();
        QVERIFY(!schedule::meshCycles(own.inputs.accelerator, own.inputs.network, own.layers));
        QVERIFY(whyNotJudged(own, CostModel::Mesh).find("no mappings") != std::string::npos);
        QVERIFY(!whyNotJudged(nodes(), CostModel::Mesh).empty());
        QVERIFY(!whyNotJudged(nodes(), CostModel::Own).empty());
    }

    void runsAreJudgedBySimulationOnceAllLayersAre()
    {
        RunRecord own = layersRun(1, nodes());
        QVERIFY(whyNotJudged(own, CostModel::Simulated).find("simulate all of them first") != std::string::npos);
        own.layers[0].simulated = Cycles{2 * own.layers[0].cost->cycles.count};
        const RunRecord part = own;
        for (schedule::LayerResult& layer : own.layers)
            layer.simulated = Cycles{2 * layer.cost->cycles.count};
        QVERIFY(whyNotJudged(own, CostModel::Simulated).empty());
        const RunRecord simulated = judged(own, CostModel::Simulated);
        const schedule::Totals once = schedule::totals(own.inputs.accelerator, own.layers); // without other operators
        const schedule::Totals twice = schedule::totals(own.inputs.accelerator, simulated.layers);
        QCOMPARE(twice.cycles.count, 2 * once.cycles.count);
        QCOMPARE(twice.utilization, once.utilization / 2);
        QCOMPARE(simulated.summary.totals->energy, own.summary.totals->energy);
        QVERIFY(!simulated.layers[0].gap);
        RunRecord leaking = own; // for as long as the layer takes
        leaking.inputs.accelerator.macLeakage = {1e-3};
        leaking.inputs.accelerator.levels[0].leakage = {1};
        for (schedule::LayerResult& layer : leaking.layers)
            layer.cost = *cost::evaluate(leaking.inputs.accelerator, leaking.inputs.network.layers[layer.index],
                                         *layer.mapping, layer.cost->model);
        const RunRecord longer = judged(leaking, CostModel::Simulated);
        for (std::size_t i = 0; i < leaking.layers.size(); ++i) {
            const cost::LayerCost &before = *leaking.layers[i].cost, &after = *longer.layers[i].cost;
            const double more = hardware::leakagePerCycle(leaking.inputs.accelerator).count
                                * double(after.cycles.count - before.cycles.count);
            QVERIFY(more > 0 && std::abs(after.energy.count - before.energy.count - more) < 1e-9 * after.energy.count);
            double parts = after.macEnergy.count;
            for (const cost::LevelCost& level : after.levels)
                parts += level.energy.count;
            QVERIFY(std::abs(parts - after.energy.count) < 1e-9 * parts);
        }
        const std::vector<ComparedSide> both{{&own, CostModel::Own}, {&part, CostModel::Own}};
        const auto rows = compareFigures(both);
        const RunFigure* row = figureNamed(rows, "Simulated cycles");
        QVERIFY(row);
        QCOMPARE(row->values[0].number, std::optional(2.0 * double(once.cycles.count)));
        QVERIFY(row->values[1].missing.find("1 of ") != std::string::npos);
    }
};

QTEST_GUILESS_MAIN(TestRunFigures)
#include "tst_run_figures.moc"
