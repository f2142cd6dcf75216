// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/whole_report.h"

#include "app/report/charts.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/io/plan_json.h"
#include "engine/memory/plan_steps.h"

#include <algorithm>

namespace nestloom::report {

using records::RunFigure;

Cell changeOf(const RunFigure& figure, std::size_t run, std::size_t first, const records::RunDifference& apart)
{
    const auto &value = figure.values[run].number, &before = figure.values[first].number;
    if (!figure.isResult || !value || !before || !apart.whyNoChange(figure).empty())
        return numberCell("");
    return figure.isRatio ? changeInPoints(*value, *before, figure.better, apart.model)
                          : changeOf(*value, *before, figure.better, apart.model);
}

std::string nothingCompared(const records::RunRecord& baseline, const std::string& why)
{
    return "Nothing is compared with run " + std::to_string(baseline.summary.id) + ": " + why + ".";
}

namespace {

/// What the headline of a run without layers tells, where it has it.
constexpr std::array kHeadlines{"Cycles",
                                "Time",
                                "Energy",
                                "EDP",
                                "Power",
                                "Utilisation",
                                "Cycles per input",
                                "Scratchpad",
                                "Off-chip, beyond the compulsory",
                                "Proven bound of that",
                                "Peak in the scratchpad",
                                "Segments",
                                "Layers counted"};

void addFigures(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    std::vector<records::ComparedSide> sides{records::asScheduled(run)};
    records::RunDifference apart;
    if (baseline != nullptr) {
        sides.push_back(records::asScheduled(*baseline));
        apart = records::difference(sides[0], sides[1]);
    }
    Tiles tiles;
    for (const RunFigure& figure : records::compareFigures(sides)) {
        const RunFigure::Value& value = figure.values.front();
        if (value.text.empty() || std::ranges::find(kHeadlines, figure.title) == kHeadlines.end())
            continue;
        const Cell change = baseline ? changeOf(figure, 0, 1, apart) : Cell{};
        tiles.tiles.push_back(
            {value.text, figure.title + (value.exact.empty() ? "" : ", " + value.exact), change.text, change.tone});
    }
    document.add(std::move(tiles));
    if (baseline == nullptr)
        return;
    document.say(!apart.work.empty() ? nothingCompared(*baseline, apart.work)
                                     : "Changes are against run " + std::to_string(baseline->summary.id) + "."
                                           + (apart.model.empty() ? "" : " They are grey: " + apart.model + "."));
}

void addEnergyParts(Document& document, const records::RunRecord& run)
{
    const std::vector<records::ComparedSide> side{records::asScheduled(run)};
    std::vector<Bar> bars;
    double total = 0;
    const std::vector<RunFigure> figures = records::compareFigures(side);
    for (const RunFigure& figure : figures)
        if (figure.title == "Energy")
            total = figure.values[0].number.value_or(0);
    for (const RunFigure& figure : figures)
        if (figure.title.ends_with(" energy") && figure.values[0].number) {
            const double part = *figure.values[0].number;
            const std::string name = figure.title.substr(0, figure.title.size() - 7);
            bars.push_back({name,
                            {{part, bars.empty()    ? "dram"
                                    : name == "MAC" ? "compute"
                                                    : "buffer"}},
                            shortEnergy({part}) + "  " + percent(total > 0 ? part / total : 0)});
        }
    if (bars.empty())
        return;
    document.add(Heading{2, "Energy by component"});
    addBarChart(document, bars, {"energy of the whole batch", [](double pj) { return shortEnergy({pj}); }});
}

void addSegments(Document& document, const kapla::NodeRun& run, double wordBytes)
{
    Table segments{{numberCell("#"), textCell("layers"), numberCell("cycles"), numberCell("parts of the batch")}, {}};
    Table layers{{textCell("layer"), textCell("computes"), numberCell("segment"), numberCell("nodes"),
                  numberCell("cycles"), numberCell("energy"), numberCell("DRAM")},
                 {}};
    for (std::size_t i = 0; i < run.schedule->segments.size(); ++i) {
        const kapla::ScheduledSegment& segment = run.schedule->segments[i];
        const std::vector<kapla::SegmentLayer>& places = segment.segment.layers;
        std::string names;
        for (std::size_t k = 0; k < segment.layers.size(); ++k) {
            const kapla::LayerSchedule& layer = *segment.layers[k];
            const std::string& name = run.graph.network.layers[places[k].layer].name;
            names += (names.empty() ? "" : ", ") + name;
            layers.rows.push_back(
                {textCell(name), textCell(kapla::name(run.graph.passes[places[k].layer])),
                 numberCell(std::to_string(i + 1)), numberCell(grouped(layer.partition.extent().size())),
                 numberCell(grouped(layer.cost.cycles())), numberCell(shortEnergy({layer.cost.total()})),
                 numberCell(shortBytes(kapla::dramWords(layer) * wordBytes))});
        }
        segments.rows.push_back({numberCell(std::to_string(i + 1)), textCell(names),
                                 numberCell(grouped(segment.timing.cycles())),
                                 numberCell(grouped(segment.timing.batchGroups()))});
    }
    document.add(Heading{2, "Segments"});
    document.say(
        "Layers of one segment hand data on without DRAM: side by side, each on nodes of its own, or one after the "
        "other on the same nodes, whose buffers keep the data. Segments follow each other.",
        Tone::Soft);
    document.add(std::move(segments));
    document.add(Heading{2, "Layers"});
    document.say(
        "Cycles of a layer if it does not wait for others; energy with the static energy of the machine while the "
        "layer runs, which layers side by side each have and the total has once. All for the whole batch.",
        Tone::Soft);
    document.add(std::move(layers));
}

void addNodes(Document& document, const records::RunRecord& run)
{
    if (!run.nodes || !run.nodes->schedule)
        return;
    addEnergyParts(document, run);
    const double wordBytes = double(run.inputs.accelerator.levels[0].elementBits[TensorRole::Weights].count) / 8;
    addSegments(document, *run.nodes, wordBytes);
    if (run.inputs.nodes && run.inputs.nodes->training)
        document.say("Stored for the backward layers: "
                     + shortBytes(double(run.nodes->graph.storedWords * run.inputs.nodes->batch) * wordBytes) + ".");
    document.add(Heading{2, "Verification and search"});
    document.say("An independent verifier accepted the schedule: every layer is computed once, what nodes hold fits "
                 "their buffers and registers, and no layer runs before what it reads is there.");
    document.say(grouped(run.nodes->evaluated) + " blockings were counted in " + duration(run.nodes->cpuMs)
                 + " of CPU.");
    if (!run.nodes->notes.empty())
        document.add(BulletList{run.nodes->notes});
}

std::string namesOf(const workload::OperatorGraph& graph, const std::vector<TensorId>& tensors)
{
    return joinText(tensors, ", ", [&](const TensorId tensor) { return graph.tensors[tensor.value].name; });
}

void addSteps(Document& document, const records::PlannedMemory& memory)
{
    const std::vector<memory::PlanStep> steps = memory::planSteps(memory.graph, memory.plan);
    const std::vector<memory::PlanMoves> moves = memory::planMoves(memory.graph, memory.plan);
    Table table{{numberCell("step"), textCell("operator"), numberCell("in use"), numberCell("highest address"),
                 numberCell("retrieved"), numberCell("spilled"), textCell("tensors that move")},
                {}};
    const auto size = [](Bytes bytes) { return numberCell(bytes.count > 0 ? shortBytes(double(bytes.count)) : "-"); };
    for (std::size_t i = 0; i < steps.size(); ++i) {
        std::string moved;
        if (!moves[i].retrieved.empty())
            moved = "in: " + namesOf(memory.graph, moves[i].retrieved);
        if (!moves[i].spilled.empty())
            moved += (moved.empty() ? "out: " : "; out: ") + namesOf(memory.graph, moves[i].spilled);
        table.rows.push_back({numberCell(std::to_string(i)), // as the window and JSON count
                              textCell(memory.graph.operators[steps[i].op.value].name), size(steps[i].used),
                              size(steps[i].top), size(steps[i].retrieved), size(steps[i].spilled), textCell(moved)});
    }
    document.add(Heading{2, "Order and spills"});
    document.say("One operator a step. What is retrieved comes before it, what is spilled leaves after it.",
                 Tone::Soft);
    document.add(std::move(table));
}

void addSchemes(Document& document, const records::PlannedMemory& memory)
{
    const records::MemoryFigures& figures = memory.figures;
    std::vector<Bar> bars{{"this plan",
                           {{double(figures.traffic.count), "compute"}},
                           shortBytes(double(figures.traffic.count)),
                           double(figures.bound.count)}};
    if (memory.baselines)
        for (const schedule::cosma::BaselineTraffic& scheme : *memory.baselines)
            bars.push_back({std::string(name(scheme.order)) + " order, " + std::string(name(scheme.replacement)),
                            {{double(scheme.traffic.count), "dram"}},
                            shortBytes(double(scheme.traffic.count))});
    if (bars.size() == 1 || std::ranges::all_of(bars, [](const Bar& bar) { return !(bar.segments[0].value > 0); }))
        return;
    document.add(Heading{2, "Against schemes without planning"});
    addBarChart(document, bars,
                {"off-chip bytes beyond the compulsory, in the same scratchpad; the tick is the proven bound",
                 [](double bytes) { return shortBytes(bytes); }});
}

/// What was planned: "Planned: fused, activations only, order free; elements of 8 bit as the words of eyeriss."
std::string planSentence(const records::RunInputs& inputs)
{
    const records::MemoryOptions& options = *inputs.memory;
    return std::string("Planned: ") + (options.fused ? "fused, " : "unfused, ")
           + (options.parameters ? "activations and parameters" : "activations only") + ", order "
           + std::string(name(options.order)) + (options.inputsBacked ? ", inputs backed" : "") + "; elements "
           + io::elementsOf(inputs.network) + ".";
}

void addMemory(Document& document, const records::RunRecord& run)
{
    if (!run.memory)
        return;
    const records::MemoryFigures& figures = run.memory->figures;
    document.say(figures.isProven() ? "The off-chip traffic is proven least for this scratchpad."
                                    : "No plan moves less than " + shortBytes(double(figures.bound.count))
                                          + "; what lies between is open.");
    document.say("The network needs a scratchpad of at least " + shortBytes(double(figures.budgets.least.count))
                 + " (M_R); from " + shortBytes(double(figures.budgets.peak.count))
                 + " (M_P) on nothing has to leave it.");
    addSchemes(document, *run.memory);
    addSteps(document, *run.memory);
    document.add(Heading{2, "Verification"});
    document.say("An independent verifier replayed the plan: every tensor lies in the scratchpad while it is used, no "
                 "two share an address, and the bytes moved add up to the traffic.");
}

} // namespace

void addWholeRun(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    document.add(Heading{1, document.title});
    const std::string objective = records::objectiveOf(run);
    document.say("Engine " + records::titleOf(run.inputs.engine())
                     + (objective.empty() ? "" : ", objective " + objective)
                     + (run.summary.batch ? ", batch " + std::to_string(*run.summary.batch) : "")
                     + (run.inputs.nodes && run.inputs.nodes->training ? ", one step of training" : "") + ", seed "
                     + std::to_string(run.inputs.seed()) + ".",
                 Tone::Soft);
    if (run.inputs.memory)
        document.say(planSentence(run.inputs), Tone::Soft);
    document.say(modelSentence(records::asScheduled(run).model), Tone::Soft);
    document.say(statusSentence(run), Tone::Bad);
    for (const std::string& damage : run.damage)
        document.say("Damaged: " + damage + ".", Tone::Bad);
    addFigures(document, run, baseline);
    addNodes(document, run);
    addMemory(document, run);
}

} // namespace nestloom::report
