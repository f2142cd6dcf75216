// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace nestloom::schedule {

struct ScheduleOptions;

/// What the run's engine minimises, as it is written on the command line: "latency" (--objective), "weighted, 500 pJ
/// per cycle", or for tiled schedules "latency-transfer" (--metric).
std::string objectiveName(const ScheduleOptions& options);

} // namespace nestloom::schedule
