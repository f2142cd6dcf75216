// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/left_out.h"

#include "engine/base/ranges.h"
#include "engine/cost/vector_cost.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/kapla/node_network.h"
#include "engine/workload/fuse.h"

#include <map>
#include <set>

namespace nestloom::schedule {

namespace {

std::vector<LeftOut> allBut(const workload::OperatorGraph& graph, const std::set<std::string>& counted,
                            const std::string& reason)
{
    std::vector<LeftOut> list;
    for (const workload::Operator& op : graph.operators)
        if (op.type != "input" && !counted.contains(op.name))
            list.push_back({op.name, op.type, reason});
    return list;
}

} // namespace

std::string notCosted(const std::vector<LeftOut>& list)
{
    std::map<std::string, std::map<std::string, int>> byReason;
    for (const LeftOut& one : list)
        ++byReason[one.reason][one.type];
    return cost::listUncosted(byReason);
}

std::vector<LeftOut> leftOutOfMaps(const workload::Network& network)
{
    std::vector<LeftOut> list;
    for (const OperatorId id : workload::operatorsWithoutLayers(network.graph)) {
        const workload::Operator& op = network.graph.operators[id.value];
        list.push_back({op.name, op.type, "it has no multiplications to schedule"});
    }
    return list;
}

std::vector<LeftOut> leftOutOfNodes(const workload::Network& network)
{
    const auto lowered = kapla::nodeNetwork(network);
    if (!lowered)
        return {}; // the network is refused
    std::set<std::string> counted;
    for (const auto& layer : lowered->network.layers)
        counted.insert(layer.name);
    return allBut(network.graph, counted, "it costs nothing on nodes");
}

std::vector<LeftOut> leftOutOfPlan(const workload::Network& network, bool fused)
{
    std::set<std::string> counted;
    for (const workload::Operator& op : (fused ? workload::fused(network.graph) : network.graph).operators)
        counted.insert(op.name);
    return allBut(network.graph, counted, "it is part of the operator before it");
}

std::vector<std::string> notesOf(const hardware::Accelerator& accelerator, const workload::Network& network,
                                 const std::string& engine)
{
    std::vector<std::string> notes;
    if (accelerator.levels.empty())
        return notes;
    if (const std::string wider = mapping::widerThanWords(accelerator, network); !wider.empty())
        notes.push_back(wider);
    const hardware::DramInterface& dram = accelerator.dram;
    if (!dram.model.empty() && dram.model != "bandwidth" && dram.latency != hardware::DramInterface().latency)
        notes.push_back("the latency of " + std::to_string(dram.latency) + " cycles under 'dram' is of the model "
                        + "'bandwidth': " + dram.model + " has delays of its own");
    std::vector<std::string> levels;
    for (std::size_t level = 1; level < accelerator.levels.size(); ++level)
        if (accelerator.readRate(level) || accelerator.writeRate(level))
            levels.push_back(accelerator.levels[level].name);
    if (engine == "flexer" && !levels.empty())
        notes.push_back("Flexer does not look at the bandwidths of " + joinText(levels, ", ")
                        + ": its NPUs compute as fast as their arrays can");
    return notes;
}

} // namespace nestloom::schedule
