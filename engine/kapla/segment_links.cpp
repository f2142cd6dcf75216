// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/segment_links.h"

#include "engine/kapla/scheduling_graph.h"

#include <algorithm>
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

} // namespace nestloom::kapla
