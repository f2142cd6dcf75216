// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/counters.h"

#include <array>
#include <optional>
#include <vector>

namespace nestloom::noc {

/// The mean over some cycles: what happened on a link, per cycle.
struct LinkRate {
    double flits = 0;                                  // 0 to 1, the share of what the link can carry
    double blocked = 0;                                // share of cycles
    std::array<double, kTrafficClasses + 1> classes{}; // flits by class, header flits last; 0 unless they were counted
};

struct RouterRate {
    double occupancy = 0;   // flits in its buffers
    double headersWait = 0; // input ports with a header that got no output
};

/// What happened from one cycle to another, seen through windows: of a window that is partly in, its share.
struct RangeRates {
    double cycles = 0; // that the rates are about
    std::vector<LinkRate> links;
    std::vector<RouterRate> routers;
};

/// Rates over the cycles [from, to), counted as the run's cycles are; `end`: cycles of the run, which end in the last
/// window. Nothing without windows in the range: all rates are 0.
RangeRates rangeRates(const WindowCounters& windows, std::size_t links, std::size_t routers, Cycle end, Cycle from,
                      Cycle to);

/// One window whole: the cycles that it stands for, [first, second), cut off at `end`.
std::pair<Cycle, Cycle> windowCycles(const WindowCounters& windows, std::size_t window, Cycle end);
/// The window that a cycle of the run lies in; the last one for later cycles.
std::size_t windowAt(const WindowCounters& windows, Cycle cycle);

} // namespace nestloom::noc
