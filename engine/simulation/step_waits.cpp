// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/step_waits.h"

namespace nestloom::simulation {

namespace {

using noc::TransactionId;

bool isCompute(const traffic::MappingTraffic& traffic, TransactionId id)
{
    return traffic.tags[id].flow == traffic::TransactionTag::kCompute;
}

/// What a step waited for longest.
std::optional<TransactionId> critical(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run,
                                      TransactionId id)
{
    std::optional<TransactionId> latest;
    for (const TransactionId before : traffic.list.after(id))
        if (!isCompute(traffic, before) && (!latest || run.times[before].end > run.times[*latest].end))
            latest = before;
    return latest;
}

/// Data from the buffer that came there from DRAM while a PE waited since cycle `since` were waited for at DRAM.
bool cameFromDram(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run, TransactionId cause,
                  noc::Cycle since)
{
    const noc::EndpointId outside = noc::endpointOf(traffic.mesh, traffic.mesh.outsidePort());
    TransactionId origin = cause;
    for (const TransactionId before : traffic.list.after(cause))
        if (traffic.list[before].actor == outside && run.times[before].end >= since)
            origin = before;
    return traffic.list[origin].actor == outside;
}

} // namespace

std::vector<std::vector<StepWait>> stepWaits(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run)
{
    std::vector<std::vector<StepWait>> waits(traffic.pes.size());
    for (TransactionId id = 0; id < traffic.list.size(); ++id) {
        if (!isCompute(traffic, id))
            continue;
        auto& own = waits[traffic.numberOf(traffic.list[id].actor)];
        StepWait wait;
        wait.step = id;
        const noc::Cycle free = own.empty() ? 0 : run.times[own.back().step].end;
        wait.idle = run.times[id].start - free;
        if (wait.idle > 0) {
            wait.cause = critical(traffic, run, id);
            wait.fromDram = wait.cause && cameFromDram(traffic, run, *wait.cause, free);
        }
        own.push_back(wait);
    }
    return waits;
}

} // namespace nestloom::simulation
