// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_links.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"
#include "engine/kapla/scheduling_graph.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace nestloom::kapla {

namespace {

class Linking {
public:
    Linking(const Network& network, const LayerGroups& groups, bool forks)
        : m_network(network), m_groups(groups), m_forks(forks), m_consumers(consumersOf(network))
    {
        for (std::size_t spatial = 0; spatial < groups.size(); ++spatial)
            for (std::size_t temporal = 0; temporal < groups[spatial].size(); ++temporal)
                m_slots[groups[spatial][temporal]] = {spatial, temporal};
    }

    std::optional<SegmentLinks> run()
    {
        for (std::size_t spatial = 0; spatial < m_groups.size(); ++spatial) {
            m_links.of.emplace_back(m_groups[spatial].size());
            bool readsOtherNodes = false;
            for (std::size_t temporal = 0; temporal < m_groups[spatial].size(); ++temporal) {
                const Slot here{spatial, temporal};
                if (!linkSources(here) || !linkReaders(here) || (!m_forks && !isInChain(here)))
                    return std::nullopt;
                if (m_links.at(here).fromNodes && std::exchange(readsOtherNodes, true))
                    return std::nullopt;
            }
        }
        for (const auto& [sources, slots] : m_readersOfMemory)
            if (slots.size() > 1)
                m_links.sharedInputs.push_back(slots);
        return std::move(m_links);
    }

private:
    LayerLinks& links(Slot slot) { return m_links.of[slot.spatial][slot.temporal]; }
    std::size_t layerAt(Slot slot) const { return m_groups[slot.spatial][slot.temporal]; }

    bool linkSources(Slot here)
    {
        const std::vector<Source>& sources = m_network.layers[layerAt(here)].sources;
        LayerLinks& own = links(here);
        for (const Source& source : sources) {
            const auto found = source.isInput ? m_slots.end() : m_slots.find(source.at);
            if (found == m_slots.end())
                own.fromMemory = true;
            else if (found->second.spatial == here.spatial)
                own.fromLayerBefore = true;
            else if (!own.fromNodes || *own.fromNodes == found->second)
                own.fromNodes = found->second;
            else
                return false;
        }
        if (own.fromMemory && own.fromNodes)
            return false;
        if (own.fromMemory && !own.fromLayerBefore)
            m_readersOfMemory[sources].push_back(here);
        return true;
    }

    bool linkReaders(Slot here)
    {
        LayerLinks& own = links(here);
        const std::vector<std::size_t>& readers = m_consumers[layerAt(here)];
        std::size_t onSameNodes = 0;
        own.toMemory = readers.empty();
        for (const std::size_t reader : readers) {
            const auto found = m_slots.find(reader);
            if (found == m_slots.end())
                own.toMemory = true;
            else if (found->second.spatial != here.spatial)
                own.toNodes.push_back(found->second);
            else if (++onSameNodes > 1 || found->second.temporal != here.temporal + 1)
                return false; // overwritten by then
        }
        own.toLayerAfter = onSameNodes > 0;
        const bool isLast = here.temporal + 1 == m_groups[here.spatial].size();
        if (isLast == own.toLayerAfter || (!isLast && !own.toNodes.empty()))
            return false;
        if (own.toMemory && own.toLayerAfter)
            m_links.keptOutputs[here] = {{here.spatial, here.temporal + 1}};
        else if (own.toMemory && !own.toNodes.empty())
            m_links.keptOutputs[here] = own.toNodes;
        return true;
    }

    bool isInChain(Slot here) const
    {
        const LayerLinks& own = m_links.at(here);
        const bool isFirst = here == Slot{};
        return own.toNodes.size() + std::size_t(own.toLayerAfter) <= 1
               && std::size_t(own.fromNodes.has_value()) + std::size_t(own.fromLayerBefore) <= 1
               && (isFirst || own.fromNodes || own.fromLayerBefore);
    }

    struct SourcesOrder {
        bool operator()(const std::vector<Source>& a, const std::vector<Source>& b) const
        {
            return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end(),
                                                [](const Source& x, const Source& y) {
                                                    return std::pair(x.isInput, x.at) < std::pair(y.isInput, y.at);
                                                });
        }
    };

    const Network& m_network;
    const LayerGroups& m_groups;
    const bool m_forks;
    const std::vector<std::vector<std::size_t>> m_consumers;
    std::map<std::size_t, Slot> m_slots; // by layer
    std::map<std::vector<Source>, std::vector<Slot>, SourcesOrder> m_readersOfMemory;
    SegmentLinks m_links;
};

} // namespace

std::optional<SegmentLinks> segmentLinks(const Network& network, const LayerGroups& groups, bool forks)
{
    return Linking(network, groups, forks).run();
}

namespace {

std::vector<double> operationsOf(const Network& network, const LayerGroups& groups)
{
    std::vector<double> operations;
    for (const auto& group : groups) {
        const std::int64_t sum =
            sumOf(group, [&](const std::size_t layer) { return network.layers[layer].layer.operations(); });
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
        if (std::ranges::count_if(group, [&](std::size_t layer) { return network.layers[layer].layer.hasFilters(); })
            > 1)
            return false;
    }
    return layers == network.layers.size();
}

/// The nodes that hold a layer's inputs, if these have been there before.
std::optional<NodeRegion> holderOf(Slot slot, const SegmentLinks& links, const std::vector<NodeRegion>& nodes)
{
    for (const auto& [holder, readers] : links.keptOutputs)
        if (std::ranges::find(readers, slot) != readers.end())
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
    const std::vector<double> ideal = collect(operations, [&](const double one) { return one / all * double(nodes); });
    const std::vector<std::int64_t> units = divisors(machine.nodes.extent.h);
    for (auto unit = units.rbegin(); unit != units.rend(); ++unit) {
        if (std::int64_t(groups.size()) * *unit > nodes)
            continue; // somebody would get nothing
        const std::vector<std::int64_t> shares = wholeShares(ideal, nodes, *unit);
        if (std::ranges::all_of(shares, [](std::int64_t share) { return share > 0; })
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
