// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_sweep.h"

#include "app/cli/output.h"
#include "app/report/sweep_report.h"
#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/io/json_reader.h"
#include "engine/io/sweep_axis.h"
#include "engine/schedule/objective.h"
#include "engine/schedule/standing.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::cli {

namespace {

using explore::PointResult;
using explore::PointStatus;
using io::Json;

/// A result with what is printed beside it.
struct Row {
    const PointResult& result;
    std::vector<double> values; // one for each axis
    std::vector<double> linked; // and for each field that follows from others; not a number where it has none
    bool optimal = false;
    bool within = true; // keeps the limits
};

std::vector<double> linkedValues(const explore::DesignSpace& space, const hardware::Accelerator& accelerator)
{
    return collect(space.links, [&](const explore::LinkedField& link) {
        const auto field = explore::field(accelerator, link.path);
        return field && field->value ? *field->value : std::nan("");
    });
}

std::vector<Row> rowsOf(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                        const explore::FrontSearch& wanted)
{
    const std::vector<std::size_t> front = explore::paretoFront(outcome.results, wanted.objectives, wanted.limits);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < outcome.results.size(); ++i)
        if (outcome.results[i].status != PointStatus::Cancelled) {
            const explore::DesignPoint at = explore::point(inputs.space, outcome.results[i].point);
            rows.push_back({outcome.results[i], at.values, linkedValues(inputs.space, at.accelerator),
                            std::binary_search(front.begin(), front.end(), i),
                            explore::keeps(outcome.results[i], wanted.limits)});
        }
    return rows;
}

explore::FieldKind kindOf(const explore::SweepInputs& inputs, std::size_t axis)
{
    return explore::kindOf(inputs.space, inputs.space.axes[axis]);
}

std::string listed(const std::vector<explore::Objective>& objectives)
{
    return joinText(objectives, " against ",
                    [&](const explore::Objective each) { return std::string(explore::name(each)); });
}

/// What the cycles and energy of every point leave out, a line for each network.
std::string notCosted(const explore::SweepInputs& inputs)
{
    std::string text;
    for (const workload::Network& network : inputs.networks)
        if (const std::string what = report::notCosted(inputs, network); !what.empty())
            text += "not costed of " + network.name + ": " + what + "\n";
    return text;
}

/// "latency: 22 points proven, 2 within 0.83 %, 0 best found", and what that means for their order.
std::string gaps(const explore::SweepInputs& inputs, const std::vector<Row>& rows)
{
    std::array<std::size_t, 3> counts{};
    std::optional<double> widest;
    std::size_t undecided = 0;
    for (const Row& row : rows)
        if (row.result.status == PointStatus::Finished) {
            const auto gap = explore::gapOf(row.result);
            const schedule::Standing standing = schedule::standingOf(gap);
            ++counts[std::size_t(standing)];
            if (standing == schedule::Standing::Within)
                widest = std::max(widest.value_or(0), *gap);
            undecided += explore::isUndecided(row.result, inputs.options.cosa.gap) ? 1 : 0;
        }
    const auto [proven, within, found] = counts;
    if (proven + within + found == 0)
        return {};
    std::string text = inputs.objective() + ": " + counted(std::int64_t(proven), "point") + " proven";
    if (within > 0)
        text += ", " + std::to_string(within) + " " + schedule::standingText(widest);
    if (found > 0)
        text += ", " + std::to_string(found) + " " + schedule::standingText(std::nullopt);
    if (undecided > 0)
        text += "\n" + counted(std::int64_t(undecided), "point") + " undecided: further than "
                + fixedNumber(100 * inputs.options.cosa.gap, 2)
                + " % from what is proven, so their order may be the search's";
    return text + "\n";
}

std::string tally(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome, const std::vector<Row>& rows,
                  const explore::FrontSearch& front)
{
    const auto number = [&](PointStatus status) {
        return std::ranges::count_if(rows, [&](const Row& row) { return row.result.status == status; });
    };
    std::string text =
        std::to_string(number(PointStatus::Finished)) + " of " + counted(std::int64_t(outcome.results.size()), "point");
    for (const PointStatus status : {PointStatus::Infeasible, PointStatus::Refused, PointStatus::Failed})
        if (const auto points = number(status); points > 0)
            text += ", " + std::to_string(points) + " " + std::string(explore::name(status));
    std::size_t open = outcome.results.size() - rows.size();
    if (outcome.front) {
        open -= outcome.front->dominated + outcome.front->beyondLimits + outcome.front->notKnee;
        text += ", " + std::to_string(outcome.front->dominated) + " not solved, as their bounds are dominated";
        if (outcome.front->beyondLimits > 0)
            text +=
                ", " + std::to_string(outcome.front->beyondLimits) + " not solved, as their bounds are beyond a limit";
    }
    if (front.kneeOnly)
        text += ", " + std::to_string(outcome.front ? outcome.front->notKnee : 0)
                + " not solved, as they are neither an end of the front nor its knee";
    if (open > 0)
        text += ", " + std::to_string(open) + " not begun or not finished";
    const auto beyond = std::ranges::count_if(
        rows, [](const Row& row) { return row.result.status == PointStatus::Finished && !row.within; });
    if (!front.limits.empty())
        text += ", " + std::to_string(beyond) + " beyond the limits";
    const auto optimal = std::ranges::count_if(rows, [](const Row& row) { return row.optimal; });
    text += "; * = Pareto-optimal in " + listed(front.objectives) + ", " + counted(optimal, "point") + "\n";
    for (const std::size_t knee : explore::knees(outcome.results, front.objectives, front.limits))
        text += "knee, the point farthest below the line between the ends: point "
                + std::to_string(outcome.results[knee].point)
                + (inputs.networks.size() > 1 ? " for " + inputs.networks[outcome.results[knee].network].name : "")
                + "\n";
    if (outcome.front && !front.kneeOnly)
        text += !outcome.front->distance ? "nothing is known of the front of the whole space\n"
                : *outcome.front->distance == 0
                    ? "this is the front of the whole space\n"
                    : "no point of the whole space is better by more than "
                          + fixedNumber(std::ceil(1e4 * *outcome.front->distance) / 100, 2) + " % in every figure\n";
    return text;
}

/// What each figure that points are compared by comes from, a line for each network.
std::string effects(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                    const explore::FrontSearch& front)
{
    std::string text;
    if (outcome.front)
        return text; // its points are not spread evenly
    for (std::size_t n = 0; n < inputs.networks.size(); ++n)
        for (const explore::Objective figure : front.objectives)
            if (const std::string what = report::sensitivityText(inputs, outcome.results, n, figure); !what.empty())
                text += inputs.networks[n].name + ": " + what + "\n";
    return text;
}

std::string quoted(const std::string& text)
{
    const bool isFormula = !text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos;
    std::string result = isFormula ? "\"'" : "\""; // to a spreadsheet, which would compute it
    for (const char c : text)
        result += c == '"' ? std::string("\"\"") : std::string(1, c);
    return result + "\"";
}

Json pointJson(const explore::SweepInputs& inputs, const Row& row)
{
    Json point{{"point", row.result.point},
               {"network", inputs.networks[row.result.network].name},
               {"values", row.values},
               {"status", explore::name(row.result.status)}};
    for (const double value : row.linked)
        point["linked_values"].push_back(std::isnan(value) ? Json(nullptr) : Json(value));
    if (!row.result.reason.empty())
        point["reason"] = row.result.reason;
    if (const auto& cost = row.result.cost) {
        point["cycles"] = cost->cycles.count;
        if (cost->seconds)
            point["time_s"] = *cost->seconds;
        point["energy_pj"] = cost->energy.count;
        point["edp_js"] = cost->edpJouleSeconds;
        point["on_chip_bytes"] = cost->onChip.count;
        if (cost->area)
            point["area_um2"] = cost->area->count;
        point["utilization"] = cost->utilization;
        point["power_w"] = explore::valueOf(*cost, explore::Objective::Power);
        point["lower_bound_cycles"] = cost->lowerBoundCycles ? Json(*cost->lowerBoundCycles) : Json(nullptr);
    }
    if (const auto& plan = row.result.plan) {
        point["off_chip_bytes"] = plan->traffic.count;
        point["bound_bytes"] = plan->bound.count;
        point["on_chip_bytes"] = plan->scratchpad.count;
    }
    if (row.result.status == PointStatus::Finished) {
        const auto gap = explore::gapOf(row.result);
        point["gap"] = gap ? Json(*gap) : Json(nullptr);
        point["pareto"] = row.optimal;
        point["within_limits"] = row.within;
    }
    return point;
}

} // namespace

std::string printPlan(const jobs::SweepPlan& plan)
{
    std::string text = counted(std::int64_t(plan.results), "point") + " ("
                       + counted(std::int64_t(plan.accelerators), "accelerator") + " x "
                       + counted(std::int64_t(plan.networks), "network") + ")";
    if (plan.known > 0)
        text += ", " + std::to_string(plan.known) + " of them known";
    if (plan.refused > 0)
        text += ", " + std::to_string(plan.refused) + " of them refused: " + plan.refusal;
    if (plan.left)
        text += "; about " + duration(double(plan.left->count())) + " left (an accelerator took "
                + duration(double(plan.eachTook->count())) + " on one thread)";
    return text + "\n";
}

std::string printSweep(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                       const explore::FrontSearch& front)
{
    std::vector<TextTable::Column> columns{{"point", kRight}, {"network"}};
    for (const explore::Axis& axis : inputs.space.axes)
        columns.push_back({axis.path, kRight});
    std::vector<explore::Objective> figures = report::tableFigures(inputs);
    for (const explore::Objective figure : figures)
        columns.push_back({report::figureTitle(figure), kRight});
    columns.insert(columns.end() - std::ptrdiff_t(figures.size()) + 1, {"gap", kRight});
    columns.push_back({""});
    TextTable table(columns);
    const std::vector<Row> rows = rowsOf(inputs, outcome, front);
    for (const Row& row : rows) {
        std::vector<std::string> cells{std::to_string(row.result.point), inputs.networks[row.result.network].name};
        for (std::size_t i = 0; i < row.values.size(); ++i)
            cells.push_back(io::axisValueText(kindOf(inputs, i), row.values[i]));
        const bool isFinished = row.result.status == PointStatus::Finished;
        for (const explore::Objective figure : figures) {
            cells.push_back(report::figureText(figure, row.result));
            if (figure == figures.front())
                cells.push_back(isFinished ? schedule::standingText(explore::gapOf(row.result)) : "-");
        }
        cells.push_back(!isFinished   ? std::string(explore::name(row.result.status)) + ": " + row.result.reason
                        : !row.within ? "beyond the limits"
                        : row.optimal ? "*"
                                      : "");
        table.addRow(std::move(cells));
    }
    std::string choices;
    for (const std::string& choice : report::choicesOf(inputs.space))
        choices += choice + "\n";
    return inputs.acceleratorTitle() + ", engine " + inputs.engineText() + ", objective " + inputs.objective()
           + ", seed " + inputs.seedText() + inputs.methodOptions() + "\n" + choices + "\n" + table.print() + "\n"
           + tally(inputs, outcome, rows, front) + effects(inputs, outcome, front) + gaps(inputs, rows)
           + notCosted(inputs);
}

std::string sweepToJson(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                        const explore::FrontSearch& front)
{
    Json axes = Json::array(), networks = Json::array(), pareto = Json::array(), points = Json::array();
    for (std::size_t i = 0; i < inputs.space.axes.size(); ++i)
        axes.push_back({{"path", inputs.space.axes[i].path},
                        {"unit", explore::unit(kindOf(inputs, i))},
                        {"choices", explore::choices(kindOf(inputs, i))},
                        {"values", inputs.space.axes[i].values}});
    Json notCosted = Json::array();
    for (const workload::Network& network : inputs.networks) {
        networks.push_back(network.name);
        if (const std::string what = report::notCosted(inputs, network); !what.empty())
            notCosted.push_back({{"network", network.name}, {"what", what}});
    }
    for (const explore::Objective each : front.objectives)
        pareto.push_back(explore::name(each));
    Json limits = Json::object();
    for (const explore::Limit& limit : front.limits)
        limits[std::string(explore::name(limit.objective))] = limit.value;
    for (const Row& row : rowsOf(inputs, outcome, front))
        points.push_back(pointJson(inputs, row));
    Json links = Json::array(), conditions = Json::array(), sample(nullptr);
    for (const explore::LinkedField& link : inputs.space.links)
        links.push_back({{"path", link.path}, {"expression", link.expression}});
    for (const explore::Condition& condition : inputs.space.conditions)
        conditions.push_back(condition.expression);
    if (const auto& drawn = inputs.space.sample)
        sample = {{"kind", explore::name(drawn->kind)}, {"count", drawn->count}, {"seed", drawn->seed}};
    Json searched(nullptr);
    if (outcome.front)
        searched = {{"dominated", outcome.front->dominated},
                    {"beyond_limits", outcome.front->beyondLimits},
                    {"not_knee", outcome.front->notKnee},
                    {"distance", outcome.front->distance ? Json(*outcome.front->distance) : Json(nullptr)}};
    Json knees = Json::array();
    for (const std::size_t knee : explore::knees(outcome.results, front.objectives, front.limits))
        knees.push_back(
            {{"network", inputs.networks[outcome.results[knee].network].name}, {"point", outcome.results[knee].point}});
    const Json sweep{{"sweep", outcome.sweep > 0 ? Json(outcome.sweep) : Json(nullptr)},
                     {"accelerator", inputs.acceleratorTitle()},
                     {"networks", networks},
                     {"not_costed", notCosted},
                     {"axes", axes},
                     {"links", links},
                     {"conditions", conditions},
                     {"sample", sample},
                     {"options", *io::parseJson(report::optionsText(inputs))},
                     {"version", NESTLOOM_VERSION},
                     {"pareto_objectives", pareto},
                     {"limits", limits},
                     {"front", searched},
                     {"knees", knees},
                     {"point_count", outcome.results.size()},
                     {"points", points}};
    return io::dump(sweep, 1) + "\n";
}

namespace {

std::string powerOf(const explore::PointCost& cost)
{
    const double watts = explore::valueOf(cost, explore::Objective::Power);
    return std::isfinite(watts) ? shortestNumber(watts) : std::string();
}

} // namespace

std::string sweepToCsv(const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                       const explore::FrontSearch& front)
{
    std::string text = "point,network";
    const auto addColumn = [&text](const std::string& path, explore::FieldKind kind) {
        const std::string unit(explore::unit(kind));
        text += "," + quoted(path + (unit.empty() ? "" : " [" + unit + "]"));
    };
    for (std::size_t i = 0; i < inputs.space.axes.size(); ++i)
        addColumn(inputs.space.axes[i].path, kindOf(inputs, i));
    for (const explore::LinkedField& link : inputs.space.links) {
        const auto field = explore::field(inputs.space.base, link.path);
        addColumn(link.path, field ? field->kind : explore::FieldKind::Count);
    }
    text += inputs.memory ? ",status,off chip [B],lower bound [B],on chip [B]"
                          : ",status,cycles,energy [pJ],EDP [J\u00b7s],time [s],on chip [B],utilisation,lower bound "
                            "[cycles],area [um2],power [W]";
    text += ",gap,pareto,reason\n";
    for (const Row& row : rowsOf(inputs, outcome, front)) {
        text += std::to_string(row.result.point) + "," + quoted(inputs.networks[row.result.network].name);
        for (std::size_t i = 0; i < row.values.size(); ++i)
            text +=
                ","
                + (explore::choices(kindOf(inputs, i)).empty() ? shortestNumber(row.values[i])
                                                               : io::axisValueText(kindOf(inputs, i), row.values[i]));
        for (const double value : row.linked)
            text += "," + (std::isnan(value) ? std::string() : shortestNumber(value));
        text += "," + std::string(explore::name(row.result.status)) + ",";
        if (const auto& cost = row.result.cost)
            text += std::to_string(cost->cycles.count) + "," + shortestNumber(cost->energy.count) + ","
                    + shortestNumber(cost->edpJouleSeconds) + ","
                    + (cost->seconds ? shortestNumber(*cost->seconds) : "") + "," + std::to_string(cost->onChip.count)
                    + "," + shortestNumber(cost->utilization) + ","
                    + (cost->lowerBoundCycles ? shortestNumber(*cost->lowerBoundCycles) : "") + ","
                    + (cost->area ? shortestNumber(cost->area->count) : "") + "," + powerOf(*cost);
        else if (const auto& plan = row.result.plan)
            text += std::to_string(plan->traffic.count) + "," + std::to_string(plan->bound.count) + ","
                    + std::to_string(plan->scratchpad.count);
        else
            text += inputs.memory ? ",," : ",,,,,,,,";
        const bool isFinished = row.result.status == PointStatus::Finished;
        const auto gap = explore::gapOf(row.result);
        text += "," + (gap ? shortestNumber(*gap) : "") + ","
                + (!isFinished   ? ""
                   : row.optimal ? "1"
                                 : "0")
                + "," + (row.result.reason.empty() ? "" : quoted(row.result.reason)) + "\n";
    }
    return text;
}

std::string sweepOutput(bool json, bool csv, const explore::SweepInputs& inputs, const jobs::SweepOutcome& outcome,
                        const explore::FrontSearch& front)
{
    if (json)
        return sweepToJson(inputs, outcome, front);
    if (csv)
        return sweepToCsv(inputs, outcome, front);
    return printSweep(inputs, outcome, front)
           + (outcome.sweep > 0 && !outcome.storeError ? "stored as sweep " + std::to_string(outcome.sweep) + "\n"
                                                       : "");
}

} // namespace nestloom::cli
