// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/time_shares.h"

#include <algorithm>
#include <map>

namespace nestloom::simulation {

namespace {

using noc::TransactionId;
using traffic::TransactionTag;

bool isCompute(const traffic::MappingTraffic& traffic, TransactionId id)
{
    return traffic.tags[id].flow == TransactionTag::kCompute;
}

/// The computes of the PE that is done last, in the order of steps.
std::vector<TransactionId> lastPe(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run)
{
    TransactionId last = 0;
    bool found = false;
    for (TransactionId id = 0; id < traffic.list.size(); ++id)
        if (isCompute(traffic, id) && (!found || run.times[id].end > run.times[last].end)) {
            last = id;
            found = true;
        }
    std::vector<TransactionId> own;
    for (TransactionId id = 0; id < traffic.list.size(); ++id)
        if (isCompute(traffic, id) && traffic.list[id].actor == traffic.list[last].actor)
            own.push_back(id);
    return own;
}

/// What a step waited for longest.
std::optional<TransactionId> critical(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run, TransactionId id)
{
    std::optional<TransactionId> latest;
    for (const TransactionId before : traffic.list.after(id))
        if (!isCompute(traffic, before) && (!latest || run.times[before].end > run.times[*latest].end))
            latest = before;
    return latest;
}

} // namespace

TimeShares timeShares(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run)
{
    TimeShares shares;
    std::map<std::pair<traffic::TrafficClass, bool>, noc::Cycle> waits;
    const noc::EndpointId outside = noc::endpointOf(traffic.mesh, traffic.mesh.outsidePort());
    noc::Cycle free = 0; // when the PE is done with the step before
    for (const TransactionId id : lastPe(traffic, run)) {
        const noc::TransactionTimes& times = run.times[id];
        shares.compute += times.end - times.start;
        const noc::Cycle idle = times.start - free;
        free = times.end;
        if (idle <= 0)
            continue;
        const auto cause = critical(traffic, run, id);
        if (!cause) {
            shares.compute += idle; // the cycle between two steps
            continue;
        }
        // Data from the buffer that came there from DRAM only just now were waited for at DRAM.
        TransactionId origin = *cause;
        for (const TransactionId before : traffic.list.after(origin))
            if (traffic.list[before].actor == outside && run.times[before].end >= times.start - idle)
                origin = before;
        const auto traffic_class = static_cast<traffic::TrafficClass>(traffic.list[*cause].trafficClass);
        waits[{traffic_class, traffic.list[origin].actor == outside}] += idle;
    }
    for (const auto& [what, cycles] : waits)
        shares.waits.push_back({what.first, what.second, cycles});
    std::stable_sort(shares.waits.begin(), shares.waits.end(),
                     [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
    shares.tail = run.cycles - free;
    return shares;
}

} // namespace nestloom::simulation
