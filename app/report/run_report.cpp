// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/run_report.h"

#include "app/report/change.h"
#include "app/report/charts.h"
#include "app/report/energy_section.h"
#include "app/report/input_section.h"
#include "app/report/text.h"
#include "app/report/tiled_text.h"
#include "app/report/whole_report.h"
#include "engine/base/number_words.h"
#include "engine/cost/evaluate.h"
#include "engine/cost/power.h"
#include "engine/cost/roofline.h"
#include "engine/mapping/mapping_text.h"
#include "engine/records/run_difference.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>

namespace nestloom::report {

std::string statusSentence(const records::RunRecord& run)
{
    const auto verified = std::ranges::count_if(run.layers, [](const auto& layer) { return layer.verified; });
    const std::string stored =
        std::to_string(verified) + " of " + counted(std::int64_t(run.inputs.network.layers.size()), "layer");
    switch (run.summary.status) {
    case records::RunStatus::Running: return "The run was still going on: " + stored + " so far.";
    case records::RunStatus::Cancelled:
        return "The run was cancelled; what was found until then is kept: " + stored + ".";
    case records::RunStatus::Interrupted:
        return "The program ended during the run; what was finished is kept: " + stored + ".";
    case records::RunStatus::Failed:
        return (!run.summary.refusal().empty() ? "The run was refused: " : "The run failed: ") + run.summary.message;
    case records::RunStatus::Finished: break;
    }
    return {};
}

namespace {

/// Total and worst distance to what was proven, in one sentence.
std::string boundSentence(const records::RunRecord& run, const schedule::Totals& sum)
{
    const std::string objective = schedule::objectiveName(run.inputs.options);
    if (!sum.gap)
        return sum.solved == 0 ? ""
                               : "Objective " + objective + ": " + schedule::standingText(sum.gap)
                                     + "; of the sum no lower bound is proven.";
    double worst = 0;
    for (const schedule::LayerResult& layer : run.layers)
        worst = std::max(worst, layer.gap.value_or(0));
    if (schedule::standingOf(worst) == schedule::Standing::Proven)
        return "Objective " + objective + ": proven, no layer has a better mapping.";
    return "Objective " + objective + ": " + schedule::standingText(sum.gap)
           + " of the proven lower bounds of all layers together; the worst layer is " + schedule::standingText(worst)
           + " of its own.";
}

std::string modelsApart(const records::RunRecord& run, const records::RunRecord& baseline)
{
    return records::modelsApart(records::asScheduled(run).model, records::asScheduled(baseline).model);
}

Tiles tiles(const records::RunRecord& run, const schedule::Totals& sum, const records::RunRecord* baseline)
{
    const Figures now = figuresOf(run);
    const std::optional<Figures> before =
        baseline && isSameWork(run, *baseline) ? std::optional(figuresOf(*baseline)) : std::nullopt;
    Tiles tiles;
    const auto add = [&](const std::string& number, const std::string& words, double Figures::*figure, Better better) {
        Tiles::Tile tile{number, words, {}, Tone::Normal};
        if (before && figure) {
            const std::string apart = modelsApart(run, *baseline);
            const Cell change = figure == &Figures::utilization
                                    ? changeInPoints(now.*figure, (*before).*figure, better, apart)
                                    : changeOf(now.*figure, (*before).*figure, better, apart);
            tile.change = change.text;
            tile.changeTone = change.tone;
        }
        tiles.tiles.push_back(std::move(tile));
    };
    const auto orNone = [&](const std::string& number) { return sum.solved > 0 ? number : std::string("-"); };
    const hardware::Accelerator& accelerator = run.inputs.accelerator;
    add(orNone(shortCycles(now.cycles)),
        (sum.solved > 0 ? exactCycles(sum.cycles) : "cycles")
            + (sum.vector.operators > 0 ? ", all layers and vector operators one after the other"
                                        : ", all layers one after the other"),
        &Figures::cycles, Better::Smaller);
    add(orNone(shortTime(now.seconds)), "at " + shortNumber(accelerator.clock.count, "Hz"), &Figures::seconds,
        Better::Smaller);
    add(orNone(shortEnergy(sum.energy)),
        sum.vector.operators > 0 ? "energy of MACs, buffer levels and vector unit" : "energy of MACs and buffer levels",
        &Figures::energy, Better::Smaller);
    add(orNone(shortEdp(now.edp)), "energy-delay product", &Figures::edp, Better::Smaller);
    add(orNone(shortNumber(cost::meanPower(sum.energy, now.cycles, accelerator.clock).count, "W")), "power, on average",
        nullptr, Better::Smaller);
    add(orNone(percent(now.utilization)), "utilisation of " + grouped(accelerator.macUnits()) + " MAC units",
        &Figures::utilization, Better::Larger);
    const auto verified = std::ranges::count_if(run.layers, [](const auto& layer) { return layer.verified; });
    add(std::to_string(verified) + " of " + std::to_string(run.inputs.network.layers.size()),
        run.inputs.options.engine == "flexer" ? "layers with a verified schedule of tiles"
                                              : "layers with a verified mapping",
        nullptr, Better::Larger);
    return tiles;
}

/// Those of the accelerator and of the run; empty without any.
std::string constraintSentence(const records::RunInputs& inputs)
{
    std::string list;
    for (const auto* lines : {&inputs.accelerator.constraints, &inputs.options.constraints})
        for (const std::string& line : *lines)
            list += (list.empty() ? "Constraints that every mapping keeps: " : "; ") + line;
    return list.empty() ? list : list + ".";
}

Cell changeCell(const records::RunRecord& run, const schedule::LayerResult& layer, const records::RunRecord& baseline)
{
    for (const schedule::LayerResult& before : baseline.layers)
        if (before.name == layer.name && before.cost && layer.cost)
            return changeOf(double(layer.cost->cycles.count), double(before.cost->cycles.count), Better::Smaller,
                            modelsApart(run, baseline));
    return numberCell("-");
}

/// A baseline without any layer of the run would be a column of dashes.
bool hasCommonLayers(const records::RunRecord& run, const records::RunRecord& baseline)
{
    return std::ranges::any_of(
        run.layers, [&](const schedule::LayerResult& layer) { return changeCell(run, layer, baseline).text != "-"; });
}

/// Of a baseline without any layer of the run.
std::string whyApart(const records::RunRecord& run, const records::RunRecord& baseline)
{
    const records::RunDifference apart = records::difference(records::asScheduled(run), records::asScheduled(baseline));
    return !apart.work.empty()    ? apart.work
           : !apart.model.empty() ? apart.model
                                  : "no layer of one has figures under the same name in the other";
}

/// "183,240 (1.92 times)"; a dash for a layer that is not simulated.
std::string simulatedText(const schedule::LayerResult& layer)
{
    if (!layer.simulated)
        return "-";
    return grouped(layer.simulated->count) + " ("
           + fixedNumber(double(layer.simulated->count) / double(layer.cost->cycles.count), 2) + " times)";
}

std::vector<Cell> layerRow(const records::RunRecord& run, const schedule::LayerResult& result,
                           const records::RunRecord* baseline)
{
    const workload::Layer& layer = run.inputs.network.layers[result.index];
    std::vector<Cell> row{numberCell(std::to_string(result.index + 1)), textCell(result.name),
                          textCell(mapping::describeShape(layer, result.mapping)),
                          textCell(schedule::standingText(result)),
                          textCell(result.verified ? "yes" : "no", result.verified ? Tone::Good : Tone::Bad)};
    if (!result.cost) {
        row.push_back({result.reason, false, Tone::Bad, baseline ? 10 : 9});
        return row;
    }
    const cost::LayerCost& cost = *result.cost;
    row.push_back(numberCell(grouped(cost.cycles.count)));
    if (baseline)
        row.push_back(changeCell(run, result, *baseline));
    row.push_back(numberCell(boundText(result, run.inputs.options, run.inputs.accelerator.clock)));
    row.push_back(numberCell(gapText(result.gap)));
    row.push_back(numberCell(shortEnergy(cost.energy)));
    row.push_back(numberCell(
        shortNumber(cost::meanPower(cost.energy, double(cost.cycles.count), run.inputs.accelerator.clock).count, "W")));
    row.push_back(numberCell(simulatedText(result)));
    row.push_back(textCell(cost.bottleneck.text));
    row.push_back(numberCell(percent(cost.utilization)));
    row.push_back(numberCell(result.sameShapeAs ? "as " + std::to_string(*result.sameShapeAs + 1)
                                                : fixedNumber(result.solveCpuMs, 1)));
    return row;
}

void addHeadlines(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    const schedule::Totals sum = records::totalsOf(run);
    const schedule::ScheduleOptions& options = run.inputs.options;
    document.add(Heading{1, document.title});
    document.say("Engine " + records::titleOf(options.engine) + ", objective " + schedule::objectiveName(options)
                     + ", seed " + std::to_string(options.seed) + "; solved in " + duration(sum.solveCpuMs)
                     + " of CPU.",
                 Tone::Soft);
    document.say(modelSentence(records::asScheduled(run).model), Tone::Soft);
    if (const std::string kept = constraintSentence(run.inputs); !kept.empty())
        document.say(kept, Tone::Soft);
    document.say(statusSentence(run), Tone::Bad);
    for (const std::string& damage : run.damage)
        document.say("Damaged: " + damage + ".", Tone::Bad);
    document.add(tiles(run, sum, baseline));
    if (baseline)
        document.say(
            "Changes are against run " + std::to_string(baseline->summary.id) + ", " + baseline->inputs.network.name
            + " on " + baseline->inputs.acceleratorTitle()
            + (isSameWork(run, *baseline)
                   ? "."
                   : ", which has mappings for other layers: only single layers are compared, not the sums.")
            + (modelsApart(run, *baseline).empty() ? "" : " They are grey: " + modelsApart(run, *baseline) + "."));
    document.say(bottleneckSentence(bottleneckShares(run.inputs.accelerator, run.layers), sum.vector.cycles));
    document.say(boundSentence(run, sum));
    if (const std::string space =
            schedule::spaceOf(run.layers, run.inputs.network, run.inputs.accelerator, run.inputs.options);
        !space.empty())
        document.say("Its " + space + ".", Tone::Soft);
    if (const std::string parts = partsSentence(sum); !parts.empty())
        document.say("The totals are of " + parts + ".", Tone::Soft);
    if (!sum.vector.leftOut.empty())
        document.say("Not costed: " + sum.vector.leftOut + ".", Tone::Soft);
    if (const std::string mesh =
            meshSentence(sum, schedule::meshCycles(run.inputs.accelerator, run.inputs.network, run.layers));
        !mesh.empty())
        document.say("Caution: " + mesh + ".", Tone::Bad);
    if (sum.failed > 0)
        document.say(counted(std::int64_t(sum.failed), "layer") + (sum.failed == 1 ? " has" : " have")
                         + " no mapping; the reasons are in the table. The figures above leave them out.",
                     Tone::Bad);
}

void addCyclesChart(Document& document, const records::RunRecord& run)
{
    std::vector<Bar> bars;
    for (const schedule::LayerResult& layer : run.layers) {
        Bar bar{layer.name, {}, std::string(schedule::name(layer.status))};
        if (layer.cost) {
            bar.segments = {
                {double(layer.cost->cycles.count), bottleneckClass(run.inputs.accelerator, layer.cost->bottleneck)}};
            bar.note = grouped(layer.cost->cycles.count) + "  " + layer.cost->bottleneck.text;
            bar.marker = layer.lowerBoundCycles;
        }
        bars.push_back(std::move(bar));
    }
    if (bars.empty())
        return;
    Legend colours{{}, true};
    for (const BottleneckShare& share : bottleneckShares(run.inputs.accelerator, run.layers))
        colours.entries.push_back({share.cssClass, share.text});
    document.add(Heading{2, "Cycles per layer"});
    document.add(std::move(colours));
    addBarChart(document, bars, {"cycles per layer, coloured by what bounds it", shortCycles});
}

/// The layers under the roof of the port that bounds most of the run's cycles.
void addRoofline(Document& document, const records::RunRecord& run)
{
    const auto costs = schedule::costsOf(run.layers);
    if (costs.empty())
        return;
    const auto accelerator = cost::withPortsOf(costs.front()->model, run.inputs.accelerator);
    const auto roof = cost::busiestRoof(accelerator, costs);
    if (!roof)
        return;
    std::vector<ScatterPoint> points;
    const double peak = std::log10(double(accelerator.macUnits())), slope = std::log10(roof->bytesPerCycle);
    double left = peak - slope, right = left;
    for (const schedule::LayerResult& layer : run.layers) {
        const auto point = layer.cost ? cost::rooflinePoint(accelerator, *layer.cost, *roof) : std::nullopt;
        if (!point)
            continue;
        points.push_back({std::log10(point->macsPerByte),
                          std::log10(point->macsPerCycle),
                          layer.name + ": " + fixedNumber(point->macsPerByte, 2) + " MACs per byte, "
                              + fixedNumber(point->macsPerCycle, 1) + " MACs per cycle, " + layer.cost->bottleneck.text,
                          false,
                          {},
                          bottleneckClass(accelerator, layer.cost->bottleneck)});
        left = std::min(left, points.back().x);
        right = std::max(right, points.back().x);
    }
    const auto axis = [](const std::string& title) {
        return Axis{title, [](double value) { return shortNumber(std::pow(10.0, value), ""); }};
    };
    document.add(Heading{2, "Roofline"});
    document.say("Layers under the roofs of " + grouped(accelerator.macUnits()) + " MAC units and of " + roof->name
                     + ", the port that bounds most cycles ("
                     + shortestNumber(std::round(roof->bytesPerCycle * 1000) / 1000)
                     + " B/cycle); both axes are logarithmic.",
                 Tone::Soft);
    document.add(scatterChart(points, axis("MACs per byte through " + roof->name), axis("MACs per cycle"),
                              {{left - 0.3, left - 0.3 + slope}, {peak - slope, peak}, {right + 0.3, peak}}));
}

void addLayerTable(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    Table table{{numberCell("#"), textCell("layer"), textCell("shape"), textCell("status"), textCell("verified"),
                 numberCell("cycles")},
                {}};
    if (baseline)
        table.columns.push_back(numberCell("change"));
    for (const Cell& column :
         {numberCell("lower bound"), numberCell("gap"), numberCell("energy"), numberCell("power"),
          numberCell("simulated"), textCell("bound by"), numberCell("utilisation"), numberCell("solve CPU (ms)")})
        table.columns.push_back(column);
    for (const schedule::LayerResult& layer : run.layers)
        table.rows.push_back(layerRow(run, layer, baseline));
    document.add(Heading{2, "Layers"});
    document.add(std::move(table));
}

void addVectorOperators(Document& document, const records::RunRecord& run)
{
    const records::RunInputs& inputs = run.inputs;
    const cost::VectorCosts costs = cost::vectorCosts(inputs.accelerator, inputs.network, inputs.options.fuseOperators);
    if (costs.operators.empty())
        return;
    Table table{{textCell("operator"), textCell("type"), textCell("where"), numberCell("operations"),
                 numberCell("cycles"), numberCell("energy"), numberCell("traffic")},
                {}};
    for (const cost::OperatorCost& cost : costs.operators)
        table.rows.push_back({textCell(cost.name), textCell(cost.type), textCell(cost.fused ? "fused" : "apart"),
                              numberCell(grouped(std::llround(cost.operations))),
                              numberCell(grouped(cost.cycles.count)), numberCell(shortEnergy(cost.energy)),
                              numberCell(shortBytes(double(cost.read.count + cost.written.count)))});
    document.add(Heading{2, "Vector operators"});
    document.say("Operators that are no layers, on the accelerator's vector unit, one after the other. Fused: on what "
                 "the layer before them has on chip; apart: from and to the outermost level.",
                 Tone::Soft);
    document.add(std::move(table));
}

void addLoopNests(Document& document, const records::RunRecord& run)
{
    if (std::ranges::none_of(run.layers, [](const auto& layer) { return layer.mapping.has_value(); }))
        return;
    document.add(Heading{2, "Loop nests"});
    document.say("Outermost level first; \"par for\" spreads work over the children of a level. Layers of equal shape "
                 "share one loop nest.",
                 Tone::Soft);
    for (const schedule::LayerResult& layer : run.layers)
        if (layer.mapping && !layer.sameShapeAs)
            document.add(Verbatim{
                layer.name + ", " + mapping::describeShape(run.inputs.network.layers[layer.index], layer.mapping),
                mapping::print(run.inputs.accelerator, run.inputs.network.layers[layer.index], *layer.mapping)});
}

void addVerification(Document& document, const records::RunRecord& run)
{
    document.add(Heading{2, "Verification and models"});
    std::string unverified;
    std::size_t verified = 0;
    for (const schedule::LayerResult& layer : run.layers) {
        verified += layer.verified ? 1 : 0;
        if (!layer.verified)
            unverified += (unverified.empty() ? "" : ", ") + layer.name;
    }
    const bool isTiled = std::ranges::any_of(run.layers, [](const auto& layer) { return layer.tiled.has_value(); });
    document.say("The independent verifier, which shares no code with engines or cost model, accepted the "
                 + std::string(isTiled ? "schedules of " : "mappings of ") + std::to_string(verified) + " of "
                 + counted(std::int64_t(run.inputs.network.layers.size()), "layer") + ": "
                 + (isTiled
                        ? "replayed event by event, every tile operation runs once and in order, its tiles lie in the "
                          "scratchpad, "
                          "no two tiles share bytes, the DMA channel moves one tile at a time, and the ledger adds up."
                        : "every level has its loops, the factors of each dimension multiply to its size or the larger "
                          "one that is named, the tiles fit the capacities, the spatial loops fit columns and rows, "
                          "and only tensors a level may keep are kept."));
    document.say(
        unverified.empty() ? "" : "No verified " + std::string(isTiled ? "schedule: " : "mapping: ") + unverified + ".",
        Tone::Bad);
    schedule::Totals own = records::totalsOf(run);
    double cycles = 0, energy = 0;
    for (const schedule::LayerResult& layer : run.layers) {
        cycles += layer.timeloopCost ? double(layer.timeloopCost->cycles.count) : 0;
        energy += layer.timeloopCost ? layer.timeloopCost->energy.count : 0;
    }
    document.say(
        "All figures are " + std::string(isTiled ? "of the model of tiles" : "Nestloom's analytical cost model")
        + " unless said otherwise"
        + (own.solved > 0 && cycles > 0
               ? "; its Timeloop compatibility mode (" + std::string(hardware::name(run.inputs.accelerator.timeloop))
                     + ") counts " + exactCycles({std::int64_t(cycles)}) + " and " + shortEnergy({energy})
                     + " for the same mappings, because it counts the reuse of halos, "
                       "drains and first fills by other conventions."
               : std::string(".")));
}

void addTiledSchedules(Document& document, const records::RunRecord& run)
{
    const std::string baselines = tiledBaselines(run.layers);
    if (baselines.empty())
        return;
    Table table{tiledColumns(), {}};
    for (const schedule::LayerResult& layer : run.layers)
        if (layer.tiled && !layer.sameShapeAs)
            table.rows.push_back(tiledRow(run.inputs.options.flexer, layer));
    document.add(Heading{2, "Tiled schedules"});
    document.say("Static schedules: cycles / transfers divided by those of the chosen schedule. "
                     + std::string(kAboveBounds) + ". Layers of equal shape share one schedule.",
                 Tone::Soft);
    document.add(std::move(table));
    document.say("For the whole network " + baselines + ".");
}

void addLayers(Document& document, const records::RunRecord& run, const records::RunRecord* baseline)
{
    addHeadlines(document, run, baseline);
    addCyclesChart(document, run);
    addRoofline(document, run);
    addLayerTable(document, run, baseline);
    addVectorOperators(document, run);
    addEnergy(document, run);
    addVerification(document, run);
    addTiledSchedules(document, run);
    addLoopNests(document, run);
}

} // namespace

std::string marksSentence(const records::RunMarks& marks)
{
    std::string tags;
    for (const std::string& tag : marks.tags)
        tags += (tags.empty() ? "Tags: " : ", ") + tag;
    return tags + (tags.empty() || marks.note.empty() ? "" : ". ") + (marks.note.empty() ? "" : "Note: " + marks.note);
}

std::string modelSentence(records::CostModel model)
{
    return "Figures are of the model \"" + std::string(records::name(model)) + "\": " + std::string(describe(model))
           + ".";
}

Document runReport(const records::RunRecord& run, const records::RunRecord* baseline)
{
    Document document;
    document.title =
        run.inputs.network.name + (run.inputs.accelerator.name.empty() ? "" : " on " + run.inputs.acceleratorTitle());
    document.say(marksSentence(run.summary.marks));
    if (run.inputs.kind() == records::RunKind::Layers) {
        const bool isOfUse = baseline != nullptr && hasCommonLayers(run, *baseline);
        if (baseline != nullptr && !isOfUse)
            document.say(nothingCompared(*baseline, whyApart(run, *baseline)));
        addLayers(document, run, isOfUse ? baseline : nullptr);
    } else {
        addWholeRun(document, run, baseline);
    }
    addInputs(document, run);
    document.footer = "Nestloom " + run.summary.engineVersion + ", "
                      + (run.summary.id > 0 ? "run " + std::to_string(run.summary.id) + ", " : "") + "started "
                      + utcText(run.summary.startedAt) + " UTC";
    return document;
}

} // namespace nestloom::report
