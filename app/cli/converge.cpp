// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/constraint_arguments.h"
#include "app/cli/given_options.h"
#include "app/cli/goal_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/options.h"
#include "app/cli/output.h"
#include "app/cli/print_convergence.h"
#include "app/cli/read_input.h"
#include "app/jobs/solver_factory.h"
#include "engine/mapping/constraints.h"

namespace nestloom::cli {

namespace {

struct ConvergeArguments {
    std::string accelerator, network, layer;
    std::vector<std::string> engines{"cosa", "random", "hybrid", "annealing"};
    GoalArguments goal;
    ConstraintArguments constraints;
    std::uint64_t seed = 1;
    int seeds = 1;
    std::int64_t evaluations = 100'000;
    double timeLimitSeconds = 20;
    bool csv = false;
    std::string output;
    GivenOptions given;
};

/// Every option is heard by one of the engines at least, and the objective by all of them.
Status checkHeard(const ConvergeArguments& arguments, schedule::Objective objective)
{
    for (const std::string& engine : arguments.engines)
        if (const Status heard = checkGivenOptions({"--objective"}, engine, objective); !heard)
            return heard;
    GivenOptions others = arguments.given; // --evaluations are those of the baselines here, all of which count them
    std::erase(others, "--evaluations");
    Status unheard = success();
    for (const std::string& engine : arguments.engines)
        if (unheard = checkGivenOptions(others, engine, objective); unheard)
            break;
    const bool counts = std::any_of(arguments.engines.begin(), arguments.engines.end(), [](const std::string& engine) {
        return engine != "cosa" && engine != "exhaustive";
    });
    const bool isBudgetGiven =
        std::find(arguments.given.begin(), arguments.given.end(), "--evaluations") != arguments.given.end();
    if (unheard && isBudgetGiven && !counts)
        return Error{ErrorCode::InvalidInput, "it is the budget of random, hybrid and annealing; leave it out",
                     "--evaluations"};
    return unheard;
}

Result<schedule::ConvergenceInputs> readConvergence(const ConvergeArguments& arguments)
{
    const auto goal = readGoal(arguments.goal);
    if (!goal)
        return goal.error();
    if (const Status heard = checkHeard(arguments, goal->objective); !heard)
        return heard.error();
    auto input = readLayer(arguments.accelerator, arguments.network, arguments.layer);
    if (!input)
        return input.error();
    schedule::ConvergenceInputs inputs;
    const auto constraints = readConstraints(arguments.constraints, input->accelerator);
    if (!constraints)
        return constraints.error();
    inputs.accelerator = mapping::withConstraints(input->accelerator, *constraints);
    inputs.layer = std::move(input->layer);
    inputs.engines = arguments.engines;
    inputs.goals = {*goal};
    inputs.seeds.clear();
    for (int i = 0; i < arguments.seeds; ++i)
        inputs.seeds.push_back(arguments.seed + std::uint64_t(i));
    inputs.evaluations = arguments.evaluations;
    inputs.timeLimit = std::chrono::milliseconds(std::int64_t(arguments.timeLimitSeconds * 1000));
    return inputs;
}

ExitCode converge(const ConvergeArguments& arguments)
{
    if (const Status writable = checkWritable(arguments.output); !writable)
        return fail(writable.error());
    const auto inputs = readConvergence(arguments);
    if (!inputs)
        return fail(inputs.error());
    const auto makeSolver = jobs::solverFactory();
    if (!makeSolver)
        return fail(makeSolver.error());
    const Interrupt interrupt;
    const auto all = schedule::converge(*inputs, *makeSolver, interrupt.token());
    if (!all)
        return fail(all.error());
    const Status written =
        writeOutput(arguments.output, arguments.csv ? convergenceCsv(*all) : printConvergence(*inputs, *all));
    return !written ? fail(written.error()) : interrupt.happened() ? Cancelled : Ok;
}

} // namespace

void addConverge(const Options& program)
{
    const auto arguments = std::make_shared<ConvergeArguments>();
    const Options command =
        program.command("converge", "Run several engines on one layer: best value against time, with the proven bound");
    command.add("--accelerator", arguments->accelerator, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--network", arguments->network, "Preset or YAML file").required().type("NAME|FILE");
    command.add("--layer", arguments->layer, "Its name").required();
    command.add("--engines", arguments->engines, "Which, separated by commas")
        .delimiter(',')
        .oneOf({"cosa", "random", "hybrid", "annealing", "exhaustive"})
        .showDefault();
    addGoalOptions(command, arguments->goal);
    addConstraintOptions(command, arguments->constraints);
    command.addSeed(arguments->seed, "The first one; equal seeds give equal searches");
    command.add("--seeds", arguments->seeds, "Searches of each engine").within(1, 1000).showDefault();
    command.add("--evaluations", arguments->evaluations, "Mappings that each baseline judges")
        .within(std::int64_t(1), std::int64_t(1'000'000'000))
        .showDefault();
    command.add("--time-limit", arguments->timeLimitSeconds, "Seconds of each search").within(0.001, 1e6).showDefault();
    command.flag("--csv", arguments->csv, "Print every better value of every search as CSV");
    command.add("--output", arguments->output, "Write to a file instead of stdout, whole or not at all").type("FILE");
    command.noteGiven(arguments->given);
    command.does([arguments] { return converge(*arguments); });
}

} // namespace nestloom::cli
