// SPDX-License-Identifier: Apache-2.0
#include "engine/simulation/simulation_question.h"

#include "engine/cost/evaluate.h"
#include "engine/noc/routes.h"
#include "engine/simulation/simulation_trace.h"

#include <algorithm>

namespace nestloom::simulation {

namespace {

/// Calls visit(transaction, link) for every link that a transaction crosses.
template <typename Visit>
void forEachUse(const traffic::MappingTraffic& traffic, noc::Routes& routes, Visit visit)
{
    for (noc::TransactionId id = 0; id < traffic.list.size(); ++id) {
        const noc::Transaction& transaction = traffic.list[id];
        if (transaction.operation == noc::Operation::Count)
            continue;
        const auto to = traffic.list.destinations(id);
        const noc::RouteId route = transaction.operation == noc::Operation::Multicast
                                       ? routes.multicast(transaction.actor, to)
                                       : routes.unicast(to.front());
        routes.forEachLink(route, transaction.actor, [&](noc::LinkId link) { visit(id, link); });
    }
}

} // namespace

Result<Cycles> modelCycles(const Question& question)
{
    TRY(const auto cost, cost::evaluate(question.accelerator, question.layer, question.mapping, question.model));
    return cost.cycles;
}

bool isOfOtherMemory(const Question& question)
{
    return !question.choices.dram.empty() && question.choices.dram != dramModelOf(question.accelerator);
}

LinkUsers::LinkUsers(const traffic::MappingTraffic& traffic)
{
    const noc::Grid grid = noc::gridOf(traffic.mesh);
    noc::Routes routes(grid);
    m_begin.assign(grid.linkCount() + 1, 0);
    forEachUse(traffic, routes, [&](noc::TransactionId, noc::LinkId link) { ++m_begin[link + 1]; });
    for (std::size_t link = 0; link < grid.linkCount(); ++link)
        m_begin[link + 1] += m_begin[link];
    m_users.resize(m_begin.back());
    std::vector<std::size_t> next(m_begin.begin(), m_begin.end() - 1);
    forEachUse(traffic, routes, [&](noc::TransactionId id, noc::LinkId link) { m_users[next[link]++] = id; });
}

std::span<const noc::TransactionId> LinkUsers::of(noc::LinkId link) const
{
    if (link + 1 >= m_begin.size())
        return {};
    return std::span(m_users).subspan(m_begin[link], m_begin[link + 1] - m_begin[link]);
}

std::vector<double> flowBytes(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run,
                              const LinkUsers& users, noc::LinkId link, noc::Cycle from, noc::Cycle to)
{
    std::vector<double> bytes(traffic.flows.size());
    for (const noc::TransactionId id : users.of(link)) {
        const noc::TransactionTimes& times = run.times[id];
        if (times.start == noc::kNever || times.end == noc::kNever)
            continue;
        const noc::Cycle inside = std::min(times.end, to) - std::max(times.start, from);
        if (inside > 0)
            bytes[traffic.tags[id].flow] +=
                double(traffic.tags[id].bytes) * double(inside) / double(times.end - times.start);
    }
    return bytes;
}

Result<SimulationSettings> settingsFor(const hardware::Accelerator& accelerator, const Choices& choices)
{
    const std::string dram = choices.dram.empty() ? dramModelOf(accelerator) : choices.dram;
    auto settings = settingsFor(accelerator, std::string_view(dram));
    if (settings) {
        settings->traffic.reduction = choices.reduction;
        settings->router = choices.router;
    }
    return settings;
}

RunningSimulation runningSimulation(const LayerLook& look)
{
    return {look.traffic.mesh,      look.mesh.now,     look.mesh.completed,
            look.mesh.transactions, look.mesh.windows, look.dram};
}

EndedSimulation endedSimulation(LayerSimulation layer, const std::string& name)
{
    EndedSimulation ended{std::move(layer), {}, nullptr};
    ended.users = LinkUsers(ended.layer.traffic);
    if (ended.layer.run.finished)
        ended.trace = std::make_shared<const trace::TraceIndex>(
            std::make_shared<const trace::Trace>(simulationTrace(ended.layer, name)));
    return ended;
}

} // namespace nestloom::simulation
