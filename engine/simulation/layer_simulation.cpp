// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/layer_simulation.h"

#include "engine/cost/evaluate.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace nestloom::simulation {

namespace {

/// The steps of the PE that is done last.
const std::vector<StepWait>& lastPe(const std::vector<std::vector<StepWait>>& pes, const noc::SimulationResult& run)
{
    const auto end = [&](const std::vector<StepWait>& steps) {
        return steps.empty() ? noc::Cycle{-1} : run.times[steps.back().step].end;
    };
    return *std::ranges::max_element(pes, [&](const auto& a, const auto& b) { return end(a) < end(b); });
}

/// Follows the PE whose last step ends last: before each step, the transaction that it waited for and that ended last
/// is what it waited for. Of a finished run.
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
    std::ranges::stable_sort(shares.waits, [](const auto& a, const auto& b) { return a.cycles > b.cycles; });
    shares.tail = run.cycles - free;
    return shares;
}

constexpr std::size_t kHottest = 10;

std::int64_t femtoseconds(Hertz clock) { return std::llround(1e15 / clock.count); }

std::vector<HotLink> hottestLinks(const noc::SimulationResult& run)
{
    std::vector<noc::LinkId> order(run.totals.links.size());
    std::iota(order.begin(), order.end(), noc::LinkId{0});
    const std::size_t count = std::min(kHottest, order.size());
    std::partial_sort(order.begin(), order.begin() + std::ptrdiff_t(count), order.end(),
                      [&](noc::LinkId a, noc::LinkId b) {
                          const auto fa = run.totals.links[a].flits, fb = run.totals.links[b].flits;
                          return fa != fb ? fa > fb : a < b;
                      });
    std::vector<HotLink> hottest;
    for (std::size_t i = 0; i < count && run.totals.links[order[i]].flits > 0; ++i) {
        const noc::LinkCount& link = run.totals.links[order[i]];
        hottest.push_back({order[i], link, run.cycles > 0 ? double(link.flits) / double(run.cycles) : 0});
    }
    return hottest;
}

noc::MemoryAttachment attachment(const traffic::MappingTraffic& traffic, const dram::MemoryModel& model, DramPort& port)
{
    noc::MemoryAttachment attached;
    attached.endpoint = noc::endpointOf(traffic.mesh, traffic.mesh.outsidePort());
    attached.memory = &port;
    attached.outstandingReads = std::uint32_t(model.outstanding);
    if (model.kind == dram::MemoryModel::Kind::Compatible) {
        attached.readsAhead = false;
        attached.flitsBeforeData = 4; // as in CoSA's simulator, which holds only the last flit back
    }
    return attached;
}

noc::SimulationOptions optionsOf(const SimulationSettings& settings, const noc::Grid& grid)
{
    noc::SimulationOptions options;
    options.payloadFlits = settings.traffic.payloadFlits;
    options.router = settings.router;
    options.vc = settings.vc;
    if (settings.traffic.multicast)
        options.vc.bufferFlits = std::max(options.vc.bufferFlits, noc::multicastFlits(grid, options));
    options.maxCycles = settings.maxCycles;
    options.countWindows = settings.countWindows;
    options.countClasses = settings.countClasses;
    return options;
}

void describe(LayerSimulation& simulation)
{
    const noc::SimulationResult& run = simulation.run;
    const noc::Mesh& mesh = simulation.traffic.mesh;
    const noc::Grid grid = noc::gridOf(mesh);
    const noc::EndpointId buffer = noc::endpointOf(mesh, mesh.bufferPort());
    const noc::EndpointId outside = noc::endpointOf(mesh, mesh.outsidePort());
    simulation.hottest = hottestLinks(run);
    simulation.bufferSending = run.totals.endpoints[buffer].sending;
    simulation.sendersBlocked =
        run.totals.links[grid.into(buffer)].blocked + run.totals.links[grid.into(outside)].blocked;
    if (run.finished)
        simulation.shares = timeShares(simulation.traffic, run);
}

} // namespace

double dramPortUse(const LayerSimulation& simulation)
{
    const noc::SimulationResult& run = simulation.run;
    const noc::Mesh& mesh = simulation.traffic.mesh;
    const noc::Grid grid = noc::gridOf(mesh);
    const noc::EndpointId outside = noc::endpointOf(mesh, mesh.outsidePort());
    const auto flits = std::max(run.totals.links[grid.into(outside)].flits,
                                run.totals.links[grid.outOf(grid.routerOf(outside), grid.portOf(outside))].flits);
    return run.cycles > 0 ? double(flits) / double(run.cycles) : 0;
}

Result<SimulationSettings> settingsFor(const hardware::Accelerator& accelerator, std::string_view dramModel)
{
    TRY(const auto model, cost::memoryOf(accelerator, dramModel));
    SimulationSettings settings;
    settings.dram = model;
    if (model.kind == dram::MemoryModel::Kind::Compatible)
        settings.traffic.dramPort = noc::DramPort::WithBuffer;
    return settings;
}

Result<LayerSimulation> simulateLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                      const mapping::LayerMapping& mapping, const SimulationSettings& settings,
                                      const RunControl& control, const OnLook& onLook)
{
    const auto cost = cost::evaluate(accelerator, layer, mapping, cost::Model::Nestloom); // verifies the mapping
    if (!cost)
        return cost.error();
    TRY(auto traffic, traffic::mappingTraffic(accelerator, layer, mapping, settings.traffic));
    const std::int64_t cycle = femtoseconds(accelerator.clock);
    TRY(auto memory, dram::makeMemory(settings.dram, cycle));
    LayerSimulation simulation;
    simulation.traffic = std::move(traffic);
    simulation.analytical = cost->cycles;
    const Bytes piece = memory->takesAnySize() ? Bytes{simulation.traffic.packetBytes} : memory->burst();
    DramPort port(
        *memory, cycle,
        [&](noc::TransactionId transaction, std::uint32_t packet, auto& addresses) {
            simulation.traffic.addAddresses(transaction, packet, piece, addresses);
        },
        [&](noc::TransactionId transaction, std::uint32_t packet) {
            return simulation.traffic.bytesOf(transaction, packet);
        });
    noc::OnSnapshot onSnapshot;
    if (onLook)
        onSnapshot = [&](const noc::SimulationSnapshot& mesh) { onLook({simulation.traffic, mesh, port.windows()}); };
    const noc::Grid grid = noc::gridOf(simulation.traffic.mesh);
    TRY(auto run, noc::simulate(grid, simulation.traffic.list, {attachment(simulation.traffic, settings.dram, port)},
                                optionsOf(settings, grid), control, onSnapshot));
    simulation.run = std::move(run);
    simulation.dram = memory->statistics();
    simulation.dramWindows = port.windows();
    const auto clocks = memory->now();
    simulation.dramBusUse = clocks > 0 ? double(simulation.dram.busClocks) / double(clocks) : 0;
    describe(simulation);
    return simulation;
}

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
