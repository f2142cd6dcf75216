// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_convergence.h"

#include "app/cli/text_table.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"

#include <algorithm>

namespace nestloom::cli {

using schedule::Convergence;
using schedule::ConvergenceBound;
using schedule::ConvergenceCurve;
using schedule::Objective;

namespace {

std::string figureText(const schedule::Goal& goal, double value, Hertz clock)
{
    if (schedule::unitOf(goal.objective) == "pJ")
        return shortEnergy({value});
    return goal.objective == Objective::Edp ? shortEdp(value, clock) : grouped(std::int64_t(value + 0.5));
}

const ConvergenceBound* boundOf(const Convergence& all, const schedule::Goal& goal)
{
    const auto found = std::find_if(all.bounds.begin(), all.bounds.end(),
                                    [&](const ConvergenceBound& bound) { return bound.goal == goal; });
    return found == all.bounds.end() ? nullptr : &*found;
}

std::string stateText(const ConvergenceCurve& curve)
{
    switch (curve.state) {
    case ConvergenceCurve::State::Done: return curve.isOutOfTime ? "time is up" : "done";
    case ConvergenceCurve::State::Refused: return curve.reason;
    case ConvergenceCurve::State::Waiting: return "not begun";
    case ConvergenceCurve::State::Running:
    case ConvergenceCurve::State::Stopped: break;
    }
    return "stopped";
}

std::string exactly(double value) { return generalNumber(value, 17); }

void addRow(TextTable& table, const ConvergenceCurve& curve, const ConvergenceBound* bound, Hertz clock)
{
    std::vector<std::string> row{curve.engine, std::to_string(curve.seed)};
    row.push_back(curve.best() ? figureText(curve.goal, *curve.best(), clock) : "-");
    row.push_back(curve.best() && bound ? fixedNumber(*curve.best() / bound->value, 4) : "-");
    row.push_back(curve.points.empty() ? "-" : grouped(curve.evaluations));
    row.push_back(curve.points.empty() ? "-" : fixedNumber(curve.cpuMs, 1));
    for (const double within : {0.10, 0.05, 0.01}) {
        const auto at = bound ? schedule::reached(curve, bound->value, within) : std::nullopt;
        row.push_back(at ? fixedNumber(at->cpuMs, 1) : "-");
    }
    row.push_back(stateText(curve));
    table.addRow(row);
}

} // namespace

std::string printConvergence(const schedule::ConvergenceInputs& inputs, const Convergence& all)
{
    constexpr auto kRight = TextTable::Align::Right;
    const schedule::Goal goal = inputs.goals.front();
    const ConvergenceBound* bound = boundOf(all, goal);
    const std::string name(schedule::name(goal.objective));
    TextTable table({{"engine", TextTable::Align::Left},
                     {"seed", kRight},
                     {"best " + name, kRight},
                     {"of bound", kRight},
                     {"evaluations", kRight},
                     {"CPU ms", kRight},
                     {"ms to 10 %", kRight},
                     {"ms to 5 %", kRight},
                     {"ms to 1 %", kRight},
                     {"state", TextTable::Align::Left}});
    for (const ConvergenceCurve& curve : all.curves)
        addRow(table, curve, bound, inputs.accelerator.clock);
    return "layer " + inputs.layer.name + ", " + workload::describeShape(inputs.layer) + ", on "
           + inputs.accelerator.name + "\n\n" + table.print()
           + (bound ? "\nproven bound of " + name + ": " + figureText(goal, bound->value, inputs.accelerator.clock)
                          + (bound->isReached ? ", reached: the best mapping is proven\n" : ", not reached\n")
                    : "\nno bound was proven\n");
}

std::string convergenceCsv(const Convergence& all)
{
    std::string text = "engine,seed,objective,cycle_price_pj,evaluations,cpu_ms,value,unit\n";
    const auto goalText = [](const schedule::Goal& goal) {
        return std::string(schedule::name(goal.objective)) + ',' + exactly(goal.cyclePrice);
    };
    for (const ConvergenceCurve& curve : all.curves)
        for (const schedule::ConvergencePoint& point : curve.points)
            text += curve.engine + ',' + std::to_string(curve.seed) + ',' + goalText(curve.goal) + ','
                    + std::to_string(point.evaluations) + ',' + exactly(point.cpuMs) + ',' + exactly(point.value) + ','
                    + std::string(schedule::unitOf(curve.goal.objective)) + '\n';
    for (const ConvergenceBound& bound : all.bounds)
        text += "bound,," + goalText(bound.goal) + ",,," + exactly(bound.value) + ','
                + std::string(schedule::unitOf(bound.goal.objective)) + '\n';
    return text;
}

} // namespace nestloom::cli
