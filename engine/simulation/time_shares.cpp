// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/time_shares.h"

#include "engine/simulation/step_waits.h"

#include <algorithm>
#include <map>

namespace nestloom::simulation {

namespace {

/// The steps of the PE that is done last.
const std::vector<StepWait>& lastPe(const std::vector<std::vector<StepWait>>& pes, const noc::SimulationResult& run)
{
    const auto end = [&](const std::vector<StepWait>& steps) {
        return steps.empty() ? noc::Cycle{-1} : run.times[steps.back().step].end;
    };
    return *std::max_element(pes.begin(), pes.end(), [&](const auto& a, const auto& b) { return end(a) < end(b); });
}

} // namespace

TimeShares timeShares(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run)
{
    TimeShares shares;
    std::map<std::pair<traffic::TrafficClass, bool>, noc::Cycle> waits;
    const auto pes = stepWaits(traffic, run);
    noc::Cycle free = 0; // when the PE is done with the step before
    for (const StepWait& wait : lastPe(pes, run)) {
        const noc::TransactionTimes& times = run.times[wait.step];
        shares.compute += times.end - times.start;
        free = times.end;
        if (!wait.cause)
            shares.compute += wait.idle; // the cycle between two steps
        else
            waits[{static_cast<traffic::TrafficClass>(traffic.list[*wait.cause].trafficClass), wait.fromDram}] +=
                wait.idle;
    }
    for (const auto& [what, cycles] : waits)
        shares.waits.push_back({what.first, what.second, cycles});
    std::stable_sort(shares.waits.begin(), shares.waits.end(),
                     [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
    shares.tail = run.cycles - free;
    return shares;
}

} // namespace nestloom::simulation
