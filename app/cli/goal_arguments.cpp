// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/goal_arguments.h"

#include "engine/io/quantity.h"

namespace nestloom::cli {

std::vector<Option> addGoalOptions(const Options& command, GoalArguments& arguments)
{
    return {
        command
            .add(
                "--objective", arguments.objective,
                "What to minimise: latency, then energy; energy, then latency; edp; weighted: energy plus the price of "
                "every cycle; cosa-paper: Eq. 12")
            .oneOf({"latency", "energy", "edp", "weighted", "cosa-paper"})
            .showDefault(),
        command.add("--cycle-price", arguments.cyclePrice, "What a cycle counts with --objective weighted, e.g. 500pJ")
            .type("ENERGY")};
}

Result<schedule::Goal> readGoal(const GoalArguments& arguments)
{
    const schedule::Objective objective =
        *schedule::objective(arguments.objective); // the option accepts known names only
    const bool isWeighted = objective == schedule::Objective::Weighted;
    if (isWeighted == arguments.cyclePrice.empty())
        return Error{ErrorCode::InvalidInput,
                     isWeighted ? "a weighted objective needs the price of a cycle, e.g. --cycle-price 500pJ"
                                : "a price of a cycle goes with --objective weighted",
                     "--cycle-price"};
    if (!isWeighted)
        return schedule::Goal(objective);
    const auto price = io::parseEnergy(arguments.cyclePrice);
    if (!price)
        return Error{price.error().code, price.error().message, "--cycle-price"};
    if (!(price->count > 0))
        return Error{ErrorCode::InvalidInput, "the price of a cycle must be above 0 pJ", "--cycle-price"};
    return schedule::Goal(objective, price->count);
}

} // namespace nestloom::cli
