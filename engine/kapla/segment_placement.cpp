// SPDX-License-Identifier: Apache-2.0
#include "engine/base/factors.h"
#include "engine/kapla/segment_links.h"
#include "engine/kapla/segment_list.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::kapla {

namespace {

std::vector<double> operationsOf(const Network& network, const LayerGroups& groups)
{
    std::vector<double> operations;
    for (const auto& group : groups) {
        std::int64_t sum = 0;
        for (const std::size_t layer : group)
            sum += network.layers[layer].layer.operations();
        operations.push_back(double(sum));
    }
    return operations;
}

/// Multiples of `unit`, as close to the ideal shares as the sum allows.
std::vector<std::int64_t> wholeShares(const std::vector<double>& ideal, std::int64_t nodes, std::int64_t unit)
{
    std::vector<std::int64_t> shares;
    for (const double share : ideal) // rounds halves to even, as nn_dataflow does
        shares.push_back(std::max<std::int64_t>(1, std::int64_t(std::nearbyint(share / double(unit)))) * unit);
    for (std::int64_t sum; (sum = std::accumulate(shares.begin(), shares.end(), std::int64_t{0})) != nodes;) {
        std::size_t chosen = 0;
        const auto excess = [&](std::size_t i) { return double(shares[i]) - ideal[i]; };
        for (std::size_t i = 1; i < shares.size(); ++i)
            if (sum > nodes ? excess(i) > excess(chosen) : excess(i) < excess(chosen))
                chosen = i;
        shares[chosen] += sum > nodes ? -unit : unit;
    }
    return shares;
}

double utilisation(const std::vector<double>& operations, const std::vector<std::int64_t>& shares)
{
    double slowest = 0, sum = 0;
    std::int64_t nodes = 0;
    for (std::size_t i = 0; i < operations.size(); ++i) {
        slowest = std::max(slowest, operations[i] / double(shares[i]));
        sum += operations[i];
        nodes += shares[i];
    }
    return sum / slowest / double(nodes);
}

/// All layers are on the machine, and no two of those with filters share nodes.
bool holdsWholeNetwork(const Network& network, const LayerGroups& groups)
{
    std::size_t layers = 0;
    for (const auto& group : groups) {
        layers += group.size();
        if (std::count_if(group.begin(), group.end(),
                          [&](std::size_t layer) { return network.layers[layer].layer.hasFilters(); })
            > 1)
            return false;
    }
    return layers == network.layers.size();
}

/// The nodes that hold a layer's inputs, if these have been there before.
std::optional<NodeRegion> holderOf(Slot slot, const SegmentLinks& links, const std::vector<NodeRegion>& nodes)
{
    for (const auto& [holder, readers] : links.keptOutputs)
        if (std::find(readers.begin(), readers.end(), slot) != readers.end())
            return nodes[holder.spatial];
    for (const auto& readers : links.sharedInputs)
        if (std::find(readers.begin() + 1, readers.end(), slot) != readers.end())
            return nodes[readers.front().spatial];
    return std::nullopt;
}

Placement placementOf(const Machine& machine, Slot slot, const SegmentLinks& links,
                      const std::vector<NodeRegion>& nodes)
{
    const LayerLinks& own = links.at(slot);
    Placement placement{nodes[slot.spatial], nodes[slot.spatial], nodes[slot.spatial], false};
    if (own.fromMemory) {
        placement.source = machine.memory;
        for (const auto& readers : links.sharedInputs)
            if (std::find(readers.begin() + 1, readers.end(), slot) != readers.end())
                placement.source = nodes[readers.front().spatial];
    } else if (own.fromNodes) {
        placement.source = nodes[own.fromNodes->spatial];
    }
    if (own.toMemory)
        placement.destination = machine.memory;
    return placement;
}

} // namespace

std::optional<std::vector<NodeRegion>> sharedNodes(const Machine& machine, const Network& network,
                                                   const LayerGroups& groups, double utilisationLoss)
{
    const std::vector<double> operations = operationsOf(network, groups);
    const double all = std::accumulate(operations.begin(), operations.end(), 0.0);
    const std::int64_t nodes = machine.nodes.extent.size();
    std::vector<double> ideal;
    for (const double one : operations)
        ideal.push_back(one / all * double(nodes));
    const std::vector<std::int64_t> units = divisors(machine.nodes.extent.h);
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
        if (std::int64_t(groups.size()) * *unit > nodes)
            continue; // somebody would get nothing
        const std::vector<std::int64_t> shares = wholeShares(ideal, nodes, *unit);
        if (std::all_of(shares.begin(), shares.end(), [](std::int64_t share) { return share > 0; })
            && utilisation(operations, shares) >= 1 - utilisationLoss)
            return allocate(machine.nodes, shares);
    }
    return std::nullopt;
}

std::optional<Segment> placed(const Machine& machine, const Network& network, const LayerGroups& groups,
                              const SegmentRules& rules)
{
    const auto links = segmentLinks(network, groups, rules.forksAndForwarding);
    if (!links)
        return std::nullopt;
    const auto nodes = sharedNodes(machine, network, groups, rules.utilisationLoss);
    if (!nodes)
        return std::nullopt;
    const bool stays = rules.networksStay && holdsWholeNetwork(network, groups);
    Segment segment;
    for (std::size_t spatial = 0; spatial < groups.size(); ++spatial)
        for (std::size_t temporal = 0; temporal < groups[spatial].size(); ++temporal) {
            const Slot slot{spatial, temporal};
            Placement placement = placementOf(machine, slot, *links, *nodes);
            placement.filtersStay = stays;
            segment.layers.push_back({groups[spatial][temporal], slot, placement, holderOf(slot, *links, *nodes)});
        }
    return segment;
}

} // namespace nestloom::kapla
