// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/objective_name.h"

#include "engine/schedule/network_run.h"

#include <array>
#include <charconv>

namespace nestloom::schedule {

namespace {

std::string shortest(double value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

} // namespace

std::string objectiveName(const ScheduleOptions& options)
{
    if (options.engine == "flexer")
        return std::string(flexer::name(options.flexer.metric));
    const std::string id(name(options.cosa.objective));
    return options.cosa.objective == Objective::Weighted
               ? id + ", " + shortest(options.cosa.cyclePrice) + " pJ per cycle"
               : id;
}

} // namespace nestloom::schedule
