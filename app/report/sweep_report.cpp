// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/sweep_report.h"

#include "app/report/change.h"
#include "app/report/charts.h"
#include "app/report/input_section.h"
#include "app/report/text.h"
#include "app/report/whole_report.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/explore/design_space.h"
#include "engine/explore/sensitivity.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/records/inputs.h"
#include "engine/records/run_figures.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <cmath>

namespace nestloom::report {

namespace {

using explore::Objective;
using explore::PointResult;
using explore::PointStatus;

constexpr std::size_t kMostReasons = 100; // rows
constexpr std::size_t kMostPoints = 500;  // in the table of all

explore::FieldKind kindOf(const records::SweepRecord& sweep, std::size_t axis)
{
    return explore::kindOf(sweep.inputs.space, sweep.inputs.space.axes[axis]);
}

std::string shortFigure(Objective figure, double value)
{
    if (std::isnan(value))
        return "-";
    switch (figure) {
    case Objective::Cycles: return shortCycles(value);
    case Objective::Energy: return shortEnergy({value});
    case Objective::Edp: return shortEdp(value);
    case Objective::Utilization: return percent(value);
    case Objective::Area: return shortArea({value});
    case Objective::Power: return shortNumber(value, "W");
    case Objective::Time: return shortTime(value);
    case Objective::OnChipBytes:
    case Objective::Traffic: break;
    }
    return shortBytes(value);
}

/// The values of a point, one text per axis.
std::vector<std::string> valuesOf(const records::SweepRecord& sweep, std::size_t point)
{
    const std::vector<double> values = explore::point(sweep.inputs.space, point).values;
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < values.size(); ++i)
        texts.push_back(fieldText(kindOf(sweep, i), values[i]));
    return texts;
}

std::string joined(const std::vector<std::string>& texts) { return joinText(texts, ", "); }

std::vector<PointResult> resultsOf(const records::SweepRecord& sweep, std::size_t network)
{
    std::vector<PointResult> results;
    for (const PointResult& result : sweep.results)
        if (result.network == network)
            results.push_back(result);
    return results;
}

void addSummary(Document& document, const records::SweepRecord& sweep)
{
    const std::string networks = joinText(sweep.inputs.networks, ", ", &workload::Network::name);
    document.add(Heading{1, document.title});
    document.say(
        networks + ". Engine "
            + (explore::sweeps(sweep.inputs.space, "run.engine") ? "swept" : records::titleOf(sweep.inputs.engine()))
            + ", objective " + sweep.inputs.objective() + ", seed " + sweep.inputs.seedText()
            + sweep.inputs.methodOptions() + ".",
        Tone::Soft);
    const auto count = [&sweep](PointStatus status) {
        return std::ranges::count_if(sweep.results, [status](const auto& each) { return each.status == status; });
    };
    const bool isOfPlans = sweep.inputs.memory.has_value();
    Tiles tiles;
    tiles.tiles.push_back(
        {grouped(std::int64_t(sweep.summary.pointCount)), "points: accelerators times networks", {}, {}});
    tiles.tiles.push_back({grouped(count(PointStatus::Finished)),
                           isOfPlans ? "with a verified plan" : "with verified mappings for every layer",
                           {},
                           {}});
    tiles.tiles.push_back({grouped(count(PointStatus::Infeasible)),
                           isOfPlans ? "where an operator does not fit" : "where a layer does not fit",
                           {},
                           {}});
    tiles.tiles.push_back({grouped(count(PointStatus::Refused)), "that cannot be built", {}, {}});
    document.add(std::move(tiles));
    if (sweep.results.size() < sweep.summary.pointCount)
        document.say(counted(std::int64_t(sweep.summary.pointCount - sweep.results.size()), "point")
                         + (sweep.summary.pointCount - sweep.results.size() == 1 ? " is" : " are")
                         + " not stored: a front was asked for that needs no more, the sweep was stopped or still goes "
                           "on, or their solver died. Some of them may be better in other figures.",
                     Tone::Bad);
    if (const std::string caution = explore::energyCaution(sweep.inputs.space); !caution.empty() && !isOfPlans)
        document.say("Caution: " + caution + ".", Tone::Bad);
    if (isOfPlans)
        return document.say(
            "Off-chip bytes are those beyond the compulsory, on-chip bytes those of the scratchpad; every "
            "plan was accepted by the independent verifier. Plans know neither cycles nor energy.",
            Tone::Soft);
    document.say(modelSentence(records::modelOf(sweep.inputs.engine()))
                     + " Every mapping or schedule was accepted by the independent verifier before it was costed.",
                 Tone::Soft);
    for (const workload::Network& network : sweep.inputs.networks)
        if (const std::string what = notCosted(sweep.inputs, network); !what.empty())
            document.say("Not costed of " + network.name + ": " + what + ".", Tone::Soft);
}

void addAxes(Document& document, const records::SweepRecord& sweep)
{
    Table table{{textCell("field"), textCell("base"), numberCell("values"), textCell("")}, {}};
    const auto& axes = sweep.inputs.space.axes;
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const auto field = explore::field(sweep.inputs.space.base, axes[i].path);
        const auto base = field ? field->value : std::nullopt;
        std::vector<std::string> values =
            collect(axes[i].values, [&](const double value) { return fieldText(kindOf(sweep, i), value); });
        if (values.size() > 16)
            values = {values.front(), values[1], "...", values.back()};
        table.rows.push_back({textCell(axes[i].path), textCell(base ? fieldText(field->kind, *base) : "not stated"),
                              numberCell(std::to_string(axes[i].values.size())), textCell(joined(values))});
    }
    document.add(Heading{2, "Axes"});
    document.add(std::move(table));
    for (const std::string& choice : choicesOf(sweep.inputs.space))
        document.say(choice + ".");
}

void addFigure(Document& document, const records::SweepRecord& sweep, const std::vector<PointResult>& results,
               const std::vector<std::size_t>& front, const std::vector<Objective>& objectives)
{
    const std::vector<Objective> axes = objectives.size() < 2 ? explore::picturedObjectives(sweep.inputs) : objectives;
    std::vector<ScatterPoint> points;
    for (std::size_t i = 0; i < results.size(); ++i)
        if (!std::isnan(valueOf(results[i], axes[0])) && !std::isnan(valueOf(results[i], axes[1]))) {
            const std::string values = joined(valuesOf(sweep, results[i].point));
            points.push_back({valueOf(results[i], axes[0]), valueOf(results[i], axes[1]),
                              values + ": " + figureTitle(axes[0]) + " " + figureText(axes[0], results[i]) + ", "
                                  + figureTitle(axes[1]) + " " + figureText(axes[1], results[i]),
                              std::binary_search(front.begin(), front.end(), i), values});
        }
    if (points.empty())
        return;
    const auto axis = [](Objective figure) {
        return Axis{figureTitle(figure), [figure](double value) { return shortFigure(figure, value); }};
    };
    const std::string optimal = "Pareto-optimal in " + joinText(objectives, " and ", figureTitle);
    document.add(Legend{{{"front", optimal}, {"dominated", "dominated"}}, false});
    document.add(scatterChart(points, axis(axes[0]), axis(axes[1])));
}

std::vector<Cell> pointRow(const records::SweepRecord& sweep, const PointResult& result)
{
    std::vector<Cell> row{numberCell(std::to_string(result.point))};
    for (const std::string& value : valuesOf(sweep, result.point))
        row.push_back(numberCell(value));
    return row;
}

Table pointTable(const records::SweepRecord& sweep)
{
    Table table{{numberCell("point")}, {}};
    for (const explore::Axis& axis : sweep.inputs.space.axes)
        table.columns.push_back(numberCell(axis.path));
    return table;
}

/// Of points that have figures. `wanted`: figures that have a column besides those that all tables have.
Table costTable(const records::SweepRecord& sweep, const std::vector<PointResult>& results,
                const std::vector<std::size_t>& shown, const std::vector<Objective>& wanted = {})
{
    Table table = pointTable(sweep);
    std::vector<Objective> figures = tableFigures(sweep.inputs);
    for (const Objective figure : wanted)
        if (std::ranges::find(figures, figure) == figures.end())
            figures.push_back(figure);
    for (const Objective figure : figures)
        table.columns.push_back(numberCell(figureTitle(figure)));
    table.columns.push_back(numberCell("gap"));
    for (const std::size_t i : shown) {
        std::vector<Cell> row = pointRow(sweep, results[i]);
        for (const Objective figure : figures)
            row.push_back(numberCell(figureText(figure, results[i])));
        row.push_back(textCell(schedule::standingText(explore::gapOf(results[i]))));
        table.rows.push_back(std::move(row));
    }
    return table;
}

void addFront(Document& document, const records::SweepRecord& sweep, const std::vector<PointResult>& results,
              std::vector<std::size_t> front, const std::vector<Objective>& objectives)
{
    const Objective first = objectives.front();
    std::ranges::stable_sort(
        front, [&](std::size_t a, std::size_t b) { return valueOf(results[a], first) < valueOf(results[b], first); });
    document.add(Heading{3, "The front: " + counted(std::int64_t(front.size()), "point")});
    document.add(costTable(sweep, results, front, objectives));
}

void addAll(Document& document, const records::SweepRecord& sweep, const std::vector<PointResult>& results)
{
    std::vector<std::size_t> shown;
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i].status == PointStatus::Finished)
            shown.push_back(i);
    const std::size_t all = shown.size();
    shown.resize(std::min(all, kMostPoints));
    document.add(Heading{3, "All points with a result: " + grouped(std::int64_t(all))});
    document.add(costTable(sweep, results, shown));
    if (all > shown.size())
        document.say("And " + grouped(std::int64_t(all - shown.size())) + " more; nestloom-cli sweep --csv lists all.",
                     Tone::Soft);
}

void addBest(Document& document, const records::SweepRecord& sweep, const std::vector<PointResult>& results)
{
    Table table{{textCell("best in"), numberCell("point"), textCell("values")}, {}};
    const std::vector<Objective> shown = sweep.inputs.memory ? tableFigures(sweep.inputs)
                                                             : std::vector{explore::objectivesOf(sweep.inputs)[0],
                                                                           Objective::Energy, Objective::OnChipBytes};
    for (const Objective figure : shown)
        table.columns.push_back(numberCell(figureTitle(figure)));
    for (const Objective objective : tableFigures(sweep.inputs)) {
        if (!explore::whyNotBy(sweep.inputs, objective).empty())
            continue;
        const PointResult* best = nullptr;
        const double sign = objective == Objective::Utilization ? -1 : 1;
        for (const PointResult& result : results)
            if (!std::isnan(valueOf(result, objective))
                && (!best || sign * valueOf(result, objective) < sign * valueOf(*best, objective)))
                best = &result;
        if (best == nullptr)
            continue;
        std::vector<Cell> row{textCell(explore::name(objective)), numberCell(std::to_string(best->point)),
                              textCell(joined(valuesOf(sweep, best->point)))};
        for (const Objective figure : shown)
            row.push_back(numberCell(figureText(figure, *best)));
        table.rows.push_back(std::move(row));
    }
    if (table.rows.empty())
        return;
    document.add(Heading{3, "The best point for each objective"});
    document.add(std::move(table));
}

void addReasons(Document& document, const records::SweepRecord& sweep)
{
    Table table = pointTable(sweep);
    table.columns.push_back(textCell("network"));
    table.columns.push_back(textCell("status"));
    table.columns.push_back(textCell("reason"));
    std::size_t left = 0;
    for (const PointResult& result : sweep.results) {
        if (result.status == PointStatus::Finished)
            continue;
        if (table.rows.size() == kMostReasons) {
            ++left;
            continue;
        }
        std::vector<Cell> row = pointRow(sweep, result);
        row.push_back(textCell(sweep.inputs.networks[result.network].name));
        row.push_back(textCell(explore::name(result.status)));
        row.push_back({result.reason, false, Tone::Normal, 1});
        table.rows.push_back(std::move(row));
    }
    document.add(Heading{2, "Points without a result"});
    if (table.rows.empty())
        return document.say("None.");
    document.add(std::move(table));
    if (left > 0)
        document.say("And " + grouped(std::int64_t(left)) + " more; nestloom-cli sweep --csv lists all.", Tone::Soft);
}

/// The points that keep the limits; says how many do.
std::vector<PointResult> withinLimits(Document& document, const std::vector<PointResult>& all,
                                      const std::vector<explore::Limit>& limits)
{
    std::vector<PointResult> within;
    std::ranges::copy_if(all, std::back_inserter(within),
                         [&](const PointResult& result) { return explore::keeps(result, limits); });
    const auto text = [](const explore::Limit& limit) {
        return figureTitle(limit.objective) + (limit.objective == Objective::Utilization ? " of at least " : " up to ")
               + shortFigure(limit.objective, limit.value);
    };
    const auto finished = std::ranges::count(all, PointStatus::Finished, &PointResult::status);
    if (!limits.empty())
        document.say("Picture, front and best points are of the " + grouped(std::int64_t(within.size())) + " of "
                     + counted(finished, "point")
                     + " with a result that keep the limits: " + joinText(limits, ", ", text) + ".");
    return within;
}

} // namespace

std::vector<Objective> tableFigures(const explore::SweepInputs& inputs)
{
    if (inputs.memory)
        return explore::objectivesOf(inputs);
    std::vector<Objective> figures{Objective::Cycles,      Objective::Energy,      Objective::Edp,
                                   Objective::OnChipBytes, Objective::Utilization, Objective::Power};
    if (explore::sweepsClock(inputs.space))
        figures.insert(figures.begin(), Objective::Time);
    return figures;
}

std::string figureTitle(Objective figure)
{
    switch (figure) {
    case Objective::Edp: return "EDP";
    case Objective::OnChipBytes: return "bytes on chip";
    case Objective::Traffic: return "bytes off chip";
    default: return std::string(explore::name(figure));
    }
}

std::string figureText(Objective figure, const PointResult& result)
{
    const double value = valueOf(result, figure);
    return figure == Objective::Cycles && !std::isnan(value) ? grouped(std::int64_t(value))
                                                             : shortFigure(figure, value);
}

std::vector<std::string> choicesOf(const explore::DesignSpace& space)
{
    std::vector<std::string> choices;
    for (const explore::LinkedField& link : space.links)
        choices.push_back(link.path + " = " + link.expression);
    for (const explore::Condition& condition : space.conditions)
        choices.push_back("only where " + condition.expression);
    if (space.leftOut > 0)
        choices.push_back(counted(std::int64_t(space.leftOut), "accelerator") + " left out by that");
    if (const auto& sample = space.sample)
        choices.push_back("a sample, " + std::string(explore::name(sample->kind)) + ", "
                          + counted(std::int64_t(sample->count), "point") + " drawn, seed "
                          + std::to_string(sample->seed));
    return choices;
}

std::string sensitivityText(const explore::SweepInputs& inputs, const std::vector<PointResult>& results,
                            std::size_t network, Objective figure)
{
    const auto found = explore::sensitivity(inputs, results, network, figure);
    if (!found || inputs.space.axes.size() < 2)
        return {};
    std::string text = figureTitle(figure) + ", up to " + fixedNumber(found->spread, 2) + " times apart:";
    for (std::size_t i = 0; i < found->shares.size(); ++i)
        text += " " + inputs.space.axes[i].path + " " + percent(found->shares[i]) + ",";
    return text + " several fields together " + percent(found->together);
}

std::string notCosted(const explore::SweepInputs& inputs, const workload::Network& network)
{
    return records::notCosted({.accelerator = inputs.space.base,
                               .network = network,
                               .options = inputs.options,
                               .nodes = inputs.nodes,
                               .memory = inputs.memory});
}

std::string optionsText(const explore::SweepInputs& inputs)
{
    return optionsText(records::RunInputs{{}, {}, inputs.options, {}, {}, inputs.nodes, inputs.memory});
}

Document sweepReport(const records::SweepRecord& sweep, const explore::FrontSearch& wanted)
{
    const std::vector<Objective> objectives =
        wanted.objectives.empty() ? explore::picturedObjectives(sweep.inputs) : wanted.objectives;
    Document document;
    document.title = "Sweep " + std::to_string(sweep.summary.id) + " of " + sweep.inputs.acceleratorTitle();
    addSummary(document, sweep);
    addAxes(document, sweep);
    for (std::size_t i = 0; i < sweep.inputs.networks.size(); ++i) {
        document.add(Heading{2, sweep.inputs.networks[i].name});
        const std::vector<PointResult> all = resultsOf(sweep, i);
        const std::vector<PointResult> results = withinLimits(document, all, wanted.limits);
        if (const auto front = explore::paretoFront(results, objectives); !front.empty()) {
            addFigure(document, sweep, results, front, objectives);
            if (const std::string what = sensitivityText(sweep.inputs, sweep.results, i, objectives[0]); !what.empty())
                document.say("What makes the difference: " + what + ".", Tone::Soft);
            addFront(document, sweep, results, front, objectives);
            addBest(document, sweep, results);
        } else if (wanted.limits.empty()) {
            document.say("No point has a result yet.");
            continue;
        }
        addAll(document, sweep, all);
    }
    addReasons(document, sweep);
    document.add(Heading{2, "Inputs"});
    addAccelerator(document, sweep.inputs.space.base, io::writeAccelerator(sweep.inputs.space.base));
    for (const workload::Network& network : sweep.inputs.networks)
        addNetwork(document, network, io::writeNetwork(network));
    document.add(Heading{3, "Options"});
    document.add(Verbatim{"Options of the sweep", optionsText(sweep.inputs)});
    document.footer = "Nestloom " + sweep.summary.engineVersion + ", sweep " + std::to_string(sweep.summary.id)
                      + ", begun " + utcText(sweep.summary.startedAt) + " UTC";
    return document;
}

} // namespace nestloom::report
