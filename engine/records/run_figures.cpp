// SPDX-License-Identifier: Apache-2.0
#include "engine/records/run_figures.h"

#include "engine/base/number_words.h"
#include "engine/cost/power.h"
#include "engine/explore/layer_changes.h"
#include "engine/records/comparable.h"
#include "engine/records/inputs.h"
#include "engine/records/simulation.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <functional>

namespace nestloom::records {

std::string objectiveOf(const RunRecord& run)
{
    return run.inputs.kind() == RunKind::Layers ? schedule::objectiveName(run.inputs.options) : run.summary.objective;
}

std::string titleOf(const std::string& engine)
{
    const Method* method = findMethod(engine);
    return method ? method->title : engine;
}

std::string mappingsAmong(bool largerSizes, bool anyKeeps)
{
    return std::string(largerSizes ? "some larger sizes, too" : "the layers' own sizes")
           + (anyKeeps ? ", any choice of the tensors that levels keep" : "");
}

namespace {

using Value = RunFigure::Value;
using Better = RunFigure::Better;

constexpr const char* kPlanHasNone = "a memory plan knows neither cycles nor energy";

/// A level of the memory hierarchy, or another place that takes energy.
struct Part {
    std::string name;
    std::optional<double> bytes; // that it read and wrote
    double energy = 0;           // pJ
};

/// What the kinds of runs have in common.
struct Sums {
    std::optional<double> cycles, energy, utilization, searchMs;
    std::vector<Part> parts; // outermost first
    std::string missing;     // why there are no cycles
};

Part& partOf(std::vector<Part>& parts, const std::string& name)
{
    const auto found = std::ranges::find_if(parts, [&](const Part& part) { return part.name == name; });
    return found != parts.end() ? *found : parts.emplace_back(Part{name, {}, 0});
}

/// Bytes through all instances of a level.
double bytesThrough(const cost::LevelCost& cost, const hardware::BufferLevel& level)
{
    double bytes = 0;
    for (const TensorRole role : kTensorRoles)
        if (const auto& tensor = cost.tensors[role])
            bytes += (tensor->reads + tensor->fills + tensor->updates) * double(tensor->instances)
                     * double(level.elementBits[role].count) / 8;
    return bytes;
}

void addLayer(Sums& sums, const hardware::Accelerator& accelerator, const schedule::LayerResult& layer)
{
    for (std::size_t i = 0; i < layer.cost->levels.size(); ++i) {
        Part& part = partOf(sums.parts, layer.cost->levels[i].level);
        part.energy += layer.cost->levels[i].energy.count;
        if (layer.tiled && i == 0)
            part.bytes = part.bytes.value_or(0) + double(layer.tiled->chosen.traffic.total().count);
        else if (!layer.tiled && i < accelerator.levels.size())
            part.bytes = part.bytes.value_or(0) + bytesThrough(layer.cost->levels[i], accelerator.levels[i]);
    }
}

Sums sumsOfLayers(const RunRecord& run)
{
    const schedule::Totals totals = totalsOf(run);
    Sums sums;
    sums.searchMs = totals.solveCpuMs;
    if (totals.solved == 0) {
        sums.missing = "no layer has a mapping";
        return sums;
    }
    sums.cycles = double(totals.cycles.count);
    sums.energy = totals.energy.count;
    sums.utilization = totals.utilization;
    double macs = 0;
    for (const schedule::LayerResult& layer : run.layers)
        if (layer.cost) {
            addLayer(sums, run.inputs.accelerator, layer);
            macs += layer.cost->macEnergy.count;
        }
    partOf(sums.parts, "MAC").energy = macs;
    if (const cost::VectorSums& vector = totals.vector; vector.operators > 0) {
        Part& memory = sums.parts.front();
        memory.bytes = memory.bytes.value_or(0) + double(vector.read.count + vector.written.count);
        memory.energy += vector.dataEnergy.count;
        partOf(sums.parts, "vector unit").energy = (vector.energy - vector.dataEnergy).count;
    }
    return sums;
}

/// Levels 0 to 2 of such an accelerator are DRAM, the buffer of a node and the registers of a PE.
std::string partName(const hardware::Accelerator& accelerator, kapla::NodePart part)
{
    const auto level = [&](std::size_t i) {
        return i < accelerator.levels.size() ? accelerator.levels[i].name : std::string(kapla::name(part));
    };
    switch (part) {
    case kapla::NodePart::Operations: return "MAC";
    case kapla::NodePart::Registers: return level(2);
    case kapla::NodePart::Buffer: return level(1);
    case kapla::NodePart::Dram: return level(0);
    case kapla::NodePart::Wires: return "array wires";
    case kapla::NodePart::Hops: return "hops over the mesh";
    case kapla::NodePart::Static: break;
    }
    return "static";
}

Sums sumsOfNodes(const RunRecord& run)
{
    using enum kapla::NodePart;
    Sums sums;
    if (!run.nodes || !run.nodes->schedule) {
        sums.missing = "there is no schedule";
        return sums;
    }
    const hardware::Accelerator& accelerator = run.inputs.accelerator;
    const kapla::NodeEnergy energy = kapla::nodeEnergy(*run.nodes);
    sums.cycles = double(run.nodes->schedule->cycles);
    sums.energy = energy.total();
    sums.searchMs = run.nodes->cpuMs;
    for (const kapla::NodePart part : {Dram, Buffer, Registers, Wires, Hops, Operations, Static})
        partOf(sums.parts, partName(accelerator, part)).energy = energy[part];
    double words = 0, operations = 0;
    for (const kapla::LayerSchedule* layer : run.nodes->schedule->layers()) {
        words += kapla::dramWords(*layer);
        operations += layer->cost.counts.operations;
    }
    if (!accelerator.levels.empty())
        sums.parts.front().bytes = words * double(accelerator.levels[0].elementBits[TensorRole::Weights].count) / 8;
    const double most = *sums.cycles * double(run.nodes->machine.nodes.extent.size() * run.nodes->machine.array.size());
    if (most > 0)
        sums.utilization = operations / most;
    return sums;
}

Sums sumsOf(const RunRecord& run)
{
    switch (run.inputs.kind()) {
    case RunKind::Nodes: return sumsOfNodes(run);
    case RunKind::Memory: {
        Sums none;
        none.missing = kPlanHasNone;
        if (run.memory)
            none.searchMs = run.memory->figures.cpuMs;
        return none;
    }
    case RunKind::Layers: break;
    }
    return sumsOfLayers(run);
}

Value missing(const std::string& why) { return {{}, {}, {}, why}; }
Value words(std::string text) { return {{}, std::move(text), {}, {}}; }
Value count(double number) { return {number, grouped(std::int64_t(number)), {}, {}}; }
Value bytes(Bytes size) { return {double(size.count), shortBytes(double(size.count)), grouped(size.count) + " B", {}}; }
Value bytes(double size) { return bytes(Bytes{std::int64_t(size)}); }
Value energy(double pJ) { return {pJ, shortEnergy({pJ}), exactEnergy({pJ}), {}}; }
Value cycles(double number) { return {number, shortCycles(number), exactCycleBound(number), {}}; }

/// Collects the rows.
class Figures {
public:
    explicit Figures(std::span<const ComparedSide> runs) : m_runs(runs)
    {
        for (const ComparedSide& side : runs)
            m_sums.push_back(sumsOf(*side.run));
    }

    using Ask = std::function<Value(const RunRecord&, const Sums&)>;
    /// A row without a value anywhere is left out.
    RunFigure& add(std::string title, std::string unit, Better better, const Ask& ask)
    {
        RunFigure& row = addAlways(std::move(title), std::move(unit), better, ask);
        if (std::ranges::any_of(row.values, [](const Value& value) { return !value.text.empty(); }))
            return row;
        m_rows.pop_back();
        return m_dropped;
    }
    RunFigure& addAlways(std::string title, std::string unit, Better better, const Ask& ask)
    {
        RunFigure& row = m_rows.emplace_back();
        row.title = std::move(title);
        row.unit = std::move(unit);
        row.better = better;
        for (std::size_t i = 0; i < m_runs.size(); ++i)
            row.values.push_back(ask(*m_runs[i].run, m_sums[i]));
        return row;
    }
    void addFact(const std::string& title, const std::function<std::string(const ComparedSide&)>& ask)
    {
        RunFigure row;
        row.title = title;
        row.isResult = false;
        for (const ComparedSide& side : m_runs)
            row.values.push_back(words(ask(side)));
        if (std::ranges::any_of(row.values, [](const Value& value) { return !value.text.empty(); }))
            m_rows.push_back(std::move(row));
    }

    std::span<const ComparedSide> runs() const { return m_runs; }
    const std::vector<Sums>& sums() const { return m_sums; }
    std::vector<RunFigure> take() { return std::move(m_rows); }

private:
    std::span<const ComparedSide> m_runs;
    std::vector<Sums> m_sums;
    std::vector<RunFigure> m_rows;
    RunFigure m_dropped; // takes what is said of a row that is left out
};

/// A value that is made of cycles or energy, or why there is none.
Figures::Ask ofSums(std::optional<double> Sums::*which, const std::function<Value(const RunRecord&, double)>& make)
{
    return [=](const RunRecord& run, const Sums& sums) {
        return sums.*which ? make(run, *(sums.*which)) : missing(sums.missing);
    };
}

Value timeOf(const RunRecord& run, double cycles)
{
    const double clock = run.inputs.accelerator.clock.count;
    return {cycles / clock, shortTime(cycles / clock), exactCycleBound(cycles) + " at " + shortNumber(clock, "Hz"), {}};
}

void addMain(Figures& figures)
{
    figures.addAlways("Cycles", "cycles", Better::Smaller,
                      ofSums(&Sums::cycles, [](const RunRecord&, double number) { return cycles(number); }));
    figures.add("Time", "s", Better::Smaller, ofSums(&Sums::cycles, &timeOf));
    figures.addAlways("Energy", "pJ", Better::Smaller,
                      ofSums(&Sums::energy, [](const RunRecord&, double pJ) { return energy(pJ); }));
    figures.add("EDP", "J\u00b7s", Better::Smaller, [](const RunRecord& run, const Sums& sums) {
        if (!sums.cycles || !sums.energy)
            return missing(sums.missing);
        const double edp = *sums.energy * 1e-12 * *sums.cycles / run.inputs.accelerator.clock.count;
        return Value{edp, shortEdp(edp), {}, {}};
    });
    figures
        .add("Power", "W", Better::Smaller,
             [](const RunRecord& run, const Sums& sums) {
                 if (!sums.cycles || !sums.energy)
                     return Value{};
                 const Watts power = cost::meanPower({*sums.energy}, *sums.cycles, run.inputs.accelerator.clock);
                 return Value{power.count, shortNumber(power.count, "W"), "energy over time, on average", {}};
             })
        .perInput = true;
    RunFigure& utilisation =
        figures.add("Utilisation", "", Better::Larger, ofSums(&Sums::utilization, [](const RunRecord&, double ratio) {
                        return Value{ratio, percent(ratio), percent(ratio, 3), {}};
                    }));
    utilisation.isRatio = utilisation.perInput = true;
}

/// Where some run is of a batch.
void addPerInput(Figures& figures)
{
    const auto isBatch = [](const ComparedSide& side) { return side.run->summary.batch.value_or(1) > 1; };
    if (std::ranges::none_of(figures.runs(), isBatch))
        return;
    const auto perInput = [](std::optional<double> Sums::*which, auto make) {
        return [=](const RunRecord& run, const Sums& sums) {
            if (!(sums.*which) || !run.summary.batch)
                return missing(sums.*which ? "it is not known how many inputs the figures are for" : sums.missing);
            return make(run, *(sums.*which) / double(std::max<std::int64_t>(1, *run.summary.batch)));
        };
    };
    const auto add = [&](const char* title, const char* unit, const Figures::Ask& ask) {
        figures.add(title, unit, Better::Smaller, ask).perInput = true;
    };
    add("Cycles per input", "cycles", perInput(&Sums::cycles, [](auto&, double number) { return cycles(number); }));
    add("Time per input", "s", perInput(&Sums::cycles, &timeOf));
    add("Energy per input", "pJ", perInput(&Sums::energy, [](auto&, double pJ) { return energy(pJ); }));
}

/// What bounds know.
std::string boundsAmong(const std::vector<schedule::LayerResult>& layers)
{
    const bool isTiled = std::ranges::any_of(layers, [](const auto& layer) { return layer.tiled.has_value(); });
    const bool larger = std::ranges::any_of(layers, schedule::hasLargerSizes);
    const bool keeps = std::ranges::any_of(layers, [](const auto& layer) { return layer.anyKeeps; });
    if (isTiled)
        return "schedules of the tilings looked at";
    return mappingsAmong(larger, keeps);
}

void addOfLayers(Figures& figures)
{
    const auto ofLayers = [](auto make) {
        return [make](const RunRecord& run, const Sums& sums) {
            return run.inputs.kind() == RunKind::Layers && sums.cycles ? make(totalsOf(run)) : Value{};
        };
    };
    const auto simulatedOf = [](const RunRecord& run, const Sums& sums) {
        const SimulatedCycles all = simulatedCycles(run.layers);
        if (all.layers == 0)
            return Value{};
        if (all.layers < schedule::totals(run.inputs.accelerator, run.layers).solved || !sums.cycles)
            return missing(std::to_string(all.layers) + " of " + counted(std::int64_t(run.layers.size()), "layer")
                           + " are simulated");
        Value value = cycles(double(all.simulated.count));
        value.exact += ", " + fixedNumber(all.ratio(), 2) + " times the cost model's";
        return value;
    };
    figures.add("Simulated cycles", "cycles", Better::Smaller, simulatedOf).ofSimulation = true;
    RunFigure& gap = figures.add("Above bound", "", Better::Smaller, [](const RunRecord& run, const Sums& sums) {
        if (run.inputs.kind() != RunKind::Layers || !sums.cycles)
            return Value{};
        const auto gap = totalsOf(run).gap;
        std::string exact = schedule::standingText(gap);
        if (gap) // it holds for its own model only
            exact += ": " + schedule::claimOf(run.layers.front());
        return Value{gap, gap ? percent(schedule::shownGap(*gap), 2) : exact, exact, {}};
    });
    gap.isRatio = gap.ofObjective = true;
    figures.addFact("Bound among", [](const ComparedSide& side) {
        return totalsOf(*side.run).gap ? boundsAmong(side.run->layers) : std::string();
    });
    figures.add(
        "More bytes than the mesh carries", "layers", Better::Smaller, ofLayers([](const schedule::Totals& totals) {
            if (totals.worstMeshLoad == 0)
                return Value{}; // there is none
            return Value{double(totals.overMesh),
                         std::to_string(totals.overMesh) + " of " + counted(std::int64_t(totals.solved), "layer"),
                         "Layers whose mesh would not carry the bytes that the cost model assumes; for these alone the "
                         "worst needs at least "
                             + fixedNumber(std::max(1.0, totals.worstMeshLoad), 2) + " times its cycles",
                         {}};
        }));
}

/// What operators that are no layers add, and what no figure counts.
void addOperators(Figures& figures)
{
    figures.add("Cycles of vector operators", "cycles", Better::Smaller, [](const RunRecord& run, const Sums& sums) {
        if (run.inputs.kind() != RunKind::Layers || !sums.cycles)
            return Value{};
        const cost::VectorSums vector = totalsOf(run).vector;
        return vector.operators > 0 ? cycles(double(vector.cycles.count)) : Value{};
    });
    figures.add("Not costed", "", Better::Neither, [](const RunRecord& run, const Sums& sums) {
        return sums.cycles ? words(notCosted(run.inputs, run.layers)) : Value{};
    });
}

void addParts(Figures& figures)
{
    std::vector<std::string> names;
    for (const Sums& sums : figures.sums())
        for (const Part& part : sums.parts)
            if (std::ranges::find(names, part.name) == names.end())
                names.push_back(part.name);
    const auto ofPart = [](const std::string& name, auto make) {
        return [=](const RunRecord&, const Sums& sums) {
            const auto part = std::ranges::find(sums.parts, name, &Part::name);
            return part != sums.parts.end() ? make(*part) : missing(sums.missing);
        };
    };
    for (const std::string& name : names)
        figures.add(name + " traffic", "B", Better::Smaller, ofPart(name, [](const Part& part) {
                        return part.bytes ? bytes(*part.bytes) : missing("the model does not count these bytes");
                    }));
    for (const std::string& name : names)
        figures.add(name + " energy", "pJ", Better::Smaller,
                    ofPart(name, [](const Part& part) { return energy(part.energy); }));
}

void addOfMemory(Figures& figures)
{
    const auto ofPlan = [](auto make) {
        return [make](const RunRecord& run, const Sums&) {
            if (run.memory)
                return Value(make(run.memory->figures));
            return missing(run.inputs.memory ? "there is no plan" : "no scratchpad is planned");
        };
    };
    using Plan = const MemoryFigures&;
    figures.add("Scratchpad", "B", Better::Neither, ofPlan([](Plan plan) { return bytes(plan.scratchpad); }));
    figures.add("Off-chip, beyond the compulsory", "B", Better::Smaller,
                ofPlan([](Plan plan) { return bytes(plan.traffic); }));
    figures.add("Proven bound of that", "B", Better::Neither, ofPlan([](Plan plan) { return bytes(plan.bound); }));
    figures.add("Best scheme without planning", "B", Better::Neither, ofPlan([](Plan plan) {
                    return plan.bestBaseline ? bytes(*plan.bestBaseline) : missing("no such scheme fits");
                }));
    figures.add("Peak in the scratchpad", "B", Better::Neither, ofPlan([](Plan plan) { return bytes(plan.peak); }));
    figures.add("Least scratchpad, M_R", "B", Better::Smaller,
                ofPlan([](Plan plan) { return bytes(plan.budgets.least); }));
    figures.add("Scratchpad without such traffic, M_P", "B", Better::Smaller,
                ofPlan([](Plan plan) { return bytes(plan.budgets.peak); }));
}

void addOfNodes(Figures& figures)
{
    const auto ofSchedule = [](auto make) {
        return [make](const RunRecord& run, const Sums&) {
            return run.nodes && run.nodes->schedule ? count(double(make(*run.nodes))) : Value{};
        };
    };
    figures.add("Segments", "", Better::Neither,
                ofSchedule([](const kapla::NodeRun& run) { return run.schedule->segments.size(); }));
    figures.add("Layers of the longest segment", "", Better::Neither, ofSchedule([](const kapla::NodeRun& run) {
                    std::size_t longest = 0;
                    for (const kapla::ScheduledSegment& segment : run.schedule->segments)
                        longest = std::max(longest, segment.layers.size());
                    return longest;
                }));
    figures.add("Blockings counted", "", Better::Neither,
                ofSchedule([](const kapla::NodeRun& run) { return run.evaluated; }));
}

void addFacts(Figures& figures)
{
    figures.add("Layers counted", "", Better::Neither, [](const RunRecord& run, const Sums&) {
        if (run.inputs.kind() == RunKind::Memory)
            return missing("a memory plan is of all operators");
        const auto done =
            run.nodes && run.nodes->schedule
                ? std::int64_t(run.nodes->schedule->layers().size())
                : std::ranges::count_if(run.layers, [](const auto& layer) { return layer.cost.has_value(); });
        const auto all = std::max(std::int64_t(run.nodes ? done : 0), std::int64_t(run.summary.layerCount));
        return Value{{}, std::to_string(done) + " of " + std::to_string(all), {}, {}};
    });
    figures
        .add("Batch", "", Better::Neither,
             [](const RunRecord& run, const Sums&) {
                 return run.summary.batch ? count(double(*run.summary.batch)) : Value{};
             })
        .isResult = false;
    figures.addFact("Network", [](const ComparedSide& side) { return side.run->inputs.network.name; });
    figures.addFact("Accelerator", [](const ComparedSide& side) { return side.run->inputs.accelerator.name; });
    figures.addFact("Engine", [](const ComparedSide& side) { return titleOf(side.run->inputs.engine()); });
    figures.addFact("Model", [](const ComparedSide& side) { return std::string(name(side.model)); });
    figures.addFact("Objective", [](const ComparedSide& side) { return objectiveOf(*side.run); });
    figures.addFact("Options", [](const ComparedSide& side) { return side.run->inputs.variant().words(); });
    figures.add("Search, CPU time", "ms", Better::Neither, ofSums(&Sums::searchMs, [](const RunRecord&, double ms) {
                    return Value{ms, duration(ms), {}, {}};
                }));
    figures.addFact("Seed", [](const ComparedSide& side) { return std::to_string(side.run->inputs.seed()); });
    figures.addFact("Version", [](const ComparedSide& side) { return side.run->summary.engineVersion; });
    figures.addFact("Status", [](const ComparedSide& side) { return std::string(name(side.run->summary.status)); });
}

} // namespace

std::vector<RunFigure> compareFigures(std::span<const ComparedSide> runs)
{
    Figures figures(runs);
    addMain(figures);
    addPerInput(figures);
    addOfLayers(figures);
    addOperators(figures);
    addOfMemory(figures);
    addFacts(figures);
    addParts(figures);
    addOfNodes(figures);
    return figures.take();
}

ComparedSide asScheduled(const RunRecord& run) { return {&run, modelOf(run.inputs.engine())}; }

} // namespace nestloom::records
