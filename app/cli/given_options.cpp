// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/given_options.h"

#include "engine/schedule/run_choices.h"

#include <algorithm>
#include <array>

namespace nestloom::cli {

namespace {

using Choice = schedule::RunChoice;

/// What each option of a run is about. Options that are not here are heard by every engine, or refused where they are
/// read.
constexpr std::array<std::pair<const char*, Choice>, 24> kChoiceOf{{{"--objective", Choice::Objective},
                                                                    {"--cycle-price", Choice::Objective},
                                                                    {"--seed", Choice::Seed},
                                                                    {"--seeds", Choice::Seed},
                                                                    {"--time-limit", Choice::TimeLimit},
                                                                    {"--gap", Choice::Gap},
                                                                    {"--no-proof", Choice::Proof},
                                                                    {"--prove", Choice::Proof},
                                                                    {"--evaluations", Choice::Evaluations},
                                                                    {"--layer", Choice::Layers},
                                                                    {"--metric", Choice::Tiles},
                                                                    {"--transfer-weight", Choice::Tiles},
                                                                    {"--priority", Choice::Tiles},
                                                                    {"--spill-policy", Choice::Tiles},
                                                                    {"--max-operations", Choice::Tiles},
                                                                    {"--tilings", Choice::Tiles},
                                                                    {"--as-published", Choice::Tiles},
                                                                    {"--trace", Choice::Tiles},
                                                                    {"--batch", Choice::Nodes},
                                                                    {"--training", Choice::Nodes},
                                                                    {"--alone", Choice::Nodes},
                                                                    {"--chains", Choice::Chains},
                                                                    {"--keep", Choice::Keep},
                                                                    {"--iterations", Choice::Iterations}}};

} // namespace

Status checkGivenOptions(const GivenOptions& given, const std::string& engine, schedule::Objective objective)
{
    for (const std::string& option : given) {
        const auto known =
            std::find_if(kChoiceOf.begin(), kChoiceOf.end(), [&](const auto& each) { return option == each.first; });
        if (known == kChoiceOf.end())
            continue;
        if (const auto why = schedule::whyUnused(known->second, engine, objective))
            return Error{ErrorCode::InvalidInput, *why + "; leave it out", option};
    }
    return success();
}

Status checkGivenAmong(const GivenOptions& given, std::initializer_list<std::string_view> heard, const std::string& why)
{
    for (const std::string& option : given)
        if (std::find(heard.begin(), heard.end(), option) == heard.end())
            return Error{ErrorCode::InvalidInput, why + "; leave it out", option};
    return success();
}

} // namespace nestloom::cli
