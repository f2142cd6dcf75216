// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/objective_name.h"

#include "engine/schedule/network_run.h"

namespace nestloom::schedule {

std::string objectiveName(const ScheduleOptions& options)
{
    return std::string(options.engine == "flexer" ? flexer::name(options.flexer.metric) : name(options.cosa.objective));
}

} // namespace nestloom::schedule
