// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/progress.h"
#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "app/jobs/experiment.h"
#include "engine/base/number_words.h"
#include "engine/base/text.h"
#include "engine/io/json_reader.h"
#include "engine/io/result_json.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/convergence.h"

#include <algorithm>
#include <cmath>
#include <string>

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
    return goal.objective == Objective::Edp ? shortEdp(value, clock) : grouped(std::llround(value));
}

const ConvergenceBound* boundOf(const Convergence& all, const schedule::Goal& goal)
{
    const auto found =
        std::ranges::find_if(all.bounds, [&](const ConvergenceBound& bound) { return bound.goal == goal; });
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

/// A line for each search: what it reached, over the proven bound, and when it was how near.
std::string printConvergence(const schedule::ConvergenceInputs& inputs, const Convergence& all, bool isStopped)
{
    const schedule::Goal goal = inputs.goals.front();
    const ConvergenceBound* bound = boundOf(all, goal);
    const std::string name(schedule::name(goal.objective));
    TextTable table({{"engine"},
                     {"seed", kRight},
                     {"best " + name, kRight},
                     {"of bound", kRight},
                     {"evaluations", kRight},
                     {"CPU ms", kRight},
                     {"ms to 10 %", kRight},
                     {"ms to 5 %", kRight},
                     {"ms to 1 %", kRight},
                     {"state"}});
    for (const ConvergenceCurve& curve : all.curves)
        addRow(table, curve, bound, inputs.accelerator.clock);
    return "layer " + inputs.layer.name + ", " + workload::describeShape(inputs.layer) + ", on "
           + inputs.accelerator.name + "\n\n" + table.print()
           + (bound ? "\nproven bound of " + name + ": " + figureText(goal, bound->value, inputs.accelerator.clock)
                          + (bound->isReached ? ", reached: the best mapping is proven\n" : ", not reached\n")
                          + "mappings and bounds are of perfect factors of the layer's own sizes\n"
              : isStopped ? "\nstopped before a bound was proven\n"
                          : "\nno bound was proven\n");
}

/// A line for each better value, and for each bound.
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

const char* stateName(ConvergenceCurve::State state)
{
    switch (state) {
    case ConvergenceCurve::State::Waiting: return "waiting";
    case ConvergenceCurve::State::Done: return "done";
    case ConvergenceCurve::State::Refused: return "refused";
    case ConvergenceCurve::State::Running:
    case ConvergenceCurve::State::Stopped: break;
    }
    return "stopped";
}

io::Json curveJson(const hardware::Accelerator& accelerator, const ConvergenceCurve& curve)
{
    io::Json json{{"engine", curve.engine},
                  {"seed", curve.seed},
                  {"state", stateName(curve.state)},
                  {"cpu_ms", curve.cpuMs},
                  {"points", io::Json::array()}};
    json["evaluations"] = curve.evaluations;
    if (curve.isOutOfTime)
        json["out_of_time"] = true;
    if (!curve.reason.empty())
        json["reason"] = curve.reason;
    for (const schedule::ConvergencePoint& point : curve.points)
        json["points"].push_back(
            {{"evaluations", point.evaluations}, {"cpu_ms", point.cpuMs}, {"value", io::numberJson(point.value)}});
    if (curve.mapping)
        json["mapping"] = *io::parseJson(io::mappingToJson(accelerator, *curve.mapping));
    return json;
}

/// All searches have the one goal.
std::string convergenceJson(const schedule::ConvergenceInputs& inputs, const std::string& network,
                            const Convergence& all)
{
    const schedule::Goal& goal = inputs.goals.front();
    io::Json json{{"version", NESTLOOM_VERSION},
                  {"accelerator", inputs.accelerator.name},
                  {"network", network},
                  {"layer", inputs.layer.name},
                  {"objective", schedule::name(goal.objective)},
                  {"unit", schedule::unitOf(goal.objective)},
                  {"searches", io::Json::array()}};
    if (goal.cyclePrice > 0)
        json["cycle_price_pj"] = goal.cyclePrice;
    for (const ConvergenceCurve& curve : all.curves)
        json["searches"].push_back(curveJson(inputs.accelerator, curve));
    if (const ConvergenceBound* bound = boundOf(all, goal))
        json["bound"] = {{"value", io::numberJson(bound->value)}, {"reached", bound->isReached}};
    return io::dump(json, 2) + "\n";
}

struct ConvergeArguments {
    std::string accelerator, network, layer;
    std::vector<std::string> engines{"cosa", "random", "hybrid", "annealing"};
    GoalArguments goal;
    ConstraintArguments constraints;
    std::uint64_t seed = 1;
    int seeds = 1;
    std::int64_t evaluations = 100'000;
    double timeLimitSeconds = 20;
    bool csv = false, json = false;
    std::string output;
    GivenOptions given;
};

/// Every option is heard by one of the engines at least, and the objective by all of them.
Status checkHeard(const ConvergeArguments& arguments, schedule::Objective objective)
{
    for (const std::string& engine : arguments.engines)
        TRY_DO(checkGivenOptions({"--objective"}, engine, objective));
    GivenOptions others = arguments.given; // --evaluations are those of the baselines here, all of which count them
    std::erase(others, "--evaluations");
    Status unheard = success();
    for (const std::string& engine : arguments.engines)
        if (unheard = checkGivenOptions(others, engine, objective); unheard)
            break;
    const bool counts = std::ranges::any_of(
        arguments.engines, [](const std::string& engine) { return engine != "cosa" && engine != "exhaustive"; });
    const bool isBudgetGiven = std::ranges::find(arguments.given, "--evaluations") != arguments.given.end();
    if (unheard && isBudgetGiven && !counts)
        return Error{ErrorCode::InvalidInput, "it is the budget of random, hybrid and annealing; leave it out",
                     "--evaluations"};
    return unheard;
}

Result<schedule::ConvergenceInputs> readConvergence(const ConvergeArguments& arguments)
{
    TRY(const auto goal, readGoal(arguments.goal));
    TRY_DO(checkHeard(arguments, goal.objective));
    TRY(auto input, readLayer(arguments.accelerator, arguments.network, arguments.layer));
    schedule::ConvergenceInputs inputs;
    TRY(const auto constraints, readConstraints(arguments.constraints, input.accelerator));
    inputs.accelerator = mapping::withConstraints(input.accelerator, constraints);
    inputs.layer = std::move(input.layer);
    inputs.engines = arguments.engines;
    inputs.goals = {goal};
    inputs.seeds.clear();
    for (int i = 0; i < arguments.seeds; ++i)
        inputs.seeds.push_back(arguments.seed + std::uint64_t(i));
    inputs.evaluations = arguments.evaluations;
    inputs.timeLimit = std::chrono::milliseconds(std::int64_t(arguments.timeLimitSeconds * 1000));
    return inputs;
}

Result<ExitCode> converge(const ConvergeArguments& arguments)
{
    TRY_DO(checkWritable(arguments.output));
    TRY(const auto inputs, readConvergence(arguments));
    TRY(const auto makeSolver, jobs::solverFactory());
    const Interrupt interrupt;
    TRY(const auto all, schedule::converge(inputs, makeSolver, interrupt.token()));
    TRY_DO(writeOutput(arguments.output, arguments.csv    ? convergenceCsv(all)
                                         : arguments.json ? convergenceJson(inputs, arguments.network, all)
                                                          : printConvergence(inputs, all, interrupt.happened())));
    return interrupt.happened() ? Cancelled : Ok;
}

} // namespace

void addConverge(const Options& program)
{
    const auto arguments = std::make_shared<ConvergeArguments>();
    const Options command =
        program.command("converge", "Run several engines on one layer: best value against time, with the proven bound");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--network", arguments->network, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--layer", arguments->layer, "Its name; not needed when the network has one layer");
    command.add("--engines", arguments->engines, "Which, separated by commas")
        .delimiter(',')
        .oneOf({"cosa", "random", "hybrid", "annealing", "exhaustive"})
        .showDefault();
    addGoalOptions(command, arguments->goal);
    addConstraintOptions(command, arguments->constraints);
    command.addSeed(arguments->seed, "The first one; equal seeds give equal searches");
    command.add("--seeds", arguments->seeds, "Searches of each engine").within(1, 1000).showDefault();
    command
        .add("--evaluations", arguments->evaluations,
             "Mappings that each baseline judges, and hybrid to the end of its search")
        .within(std::int64_t(1), std::int64_t(1'000'000'000))
        .showDefault();
    command.add("--time-limit", arguments->timeLimitSeconds, "Seconds of each search").within(0.001, 1e6).showDefault();
    const Option csv = command.flag("--csv", arguments->csv, "Print every better value of every search as CSV");
    command.flag("--json", arguments->json, "Print them as JSON, with the best mappings").excludes(csv);
    command.add("--output", arguments->output, "Write to a file instead of stdout, whole or not at all").type("FILE");
    command.noteGiven(arguments->given);
    command.does([arguments] { return converge(*arguments); });
}

} // namespace nestloom::cli
