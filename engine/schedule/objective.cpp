// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/objective.h"

#include "engine/base/text.h"
#include "engine/schedule/network_run.h"

#include <array>

namespace nestloom::schedule {

namespace {
constexpr std::array<std::string_view, 5> kNames{"latency", "energy", "edp", "cosa-paper", "weighted"};
}

std::string_view name(Objective objective) { return kNames[std::size_t(objective)]; }

std::optional<Objective> objective(std::string_view name) { return valueNamed<Objective>(kNames, name); }

std::string_view unitOf(Objective objective)
{
    switch (objective) {
    case Objective::Latency: return "cycle";
    case Objective::Energy:
    case Objective::Weighted: return "pJ";
    case Objective::Edp: return "pJ*cycle";
    case Objective::CosaPaper: break;
    }
    return {};
}

std::string objectiveName(const ScheduleOptions& options)
{
    if (options.engine == "flexer")
        return std::string(flexer::name(options.flexer.metric));
    if (options.cosa.simulated)
        return "simulated";
    const std::string id(name(options.cosa.objective));
    return options.cosa.objective == Objective::Weighted
               ? id + ", " + shortestNumber(options.cosa.cyclePrice) + " pJ per cycle"
               : id;
}

} // namespace nestloom::schedule
