// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"
#include "app/cli/constraint_arguments.h"
#include "app/cli/given_options.h"
#include "app/cli/goal_arguments.h"
#include "app/cli/interrupt.h"
#include "app/cli/output.h"
#include "app/cli/print_convergence.h"
#include "app/cli/read_input.h"
#include "app/cli/seed_argument.h"
#include "app/jobs/solver_factory.h"
#include "engine/mapping/constraints.h"

#include <CLI/CLI.hpp>

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

void addConverge(CLI::App& app, Command& chosen)
{
    const auto arguments = std::make_shared<ConvergeArguments>();
    CLI::App* command = app.add_subcommand(
        "converge", "Run several engines on one layer: best value against time, with the proven bound");
    command->add_option("--accelerator", arguments->accelerator, "Preset or YAML file")
        ->required()
        ->type_name("NAME|FILE");
    command->add_option("--network", arguments->network, "Preset or YAML file")->required()->type_name("NAME|FILE");
    command->add_option("--layer", arguments->layer, "Its name")->required();
    command->add_option("--engines", arguments->engines, "Which, separated by commas")
        ->delimiter(',')
        ->check(CLI::IsMember({"cosa", "random", "hybrid", "annealing", "exhaustive"}))
        ->capture_default_str();
    addGoalOptions(*command, arguments->goal);
    addConstraintOptions(*command, arguments->constraints);
    addSeedOption(*command, arguments->seed, "The first one; equal seeds give equal searches");
    command->add_option("--seeds", arguments->seeds, "Searches of each engine")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    command->add_option("--evaluations", arguments->evaluations, "Mappings that each baseline judges")
        ->check(CLI::Range(std::int64_t(1), std::int64_t(1'000'000'000)))
        ->capture_default_str();
    command->add_option("--time-limit", arguments->timeLimitSeconds, "Seconds of each search")
        ->check(CLI::Range(0.001, 1e6))
        ->capture_default_str();
    command->add_flag("--csv", arguments->csv, "Print every better value of every search as CSV");
    command->add_option("--output", arguments->output, "Write to a file instead of stdout, whole or not at all")
        ->type_name("FILE");
    noteGivenOptions(*command, arguments->given);
    command->callback([arguments, &chosen] { chosen = [arguments] { return converge(*arguments); }; });
}

} // namespace nestloom::cli
