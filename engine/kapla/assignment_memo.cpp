// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/assignment_memo.h"

#include <algorithm>

namespace nestloom::kapla {

template <class Key>
std::int64_t AssignmentMemo::Recent<Key>::find(Key key, const std::function<std::int64_t()>& count)
{
    const auto [at, isNew] = m_entries.try_emplace(std::move(key));
    auto& [hops, asked] = at->second;
    if (isNew)
        hops = count();
    else
        m_byTime.erase(asked);
    asked = m_now++;
    m_byTime[asked] = at;
    const std::int64_t found = hops;
    if (m_entries.size() > kMost) {
        m_entries.erase(m_byTime.begin()->second);
        m_byTime.erase(m_byTime.begin());
    }
    return found;
}

AssignmentMemo::Unassigned AssignmentMemo::unassigned(const Demand& demand)
{
    Unassigned result{demand.blocks, {}};
    for (std::size_t block = 0; block < demand.blocks.size(); ++block) {
        const auto nodes = demand.nodesOf(block);
        result.second.emplace_back(nodes.begin(), nodes.end());
    }
    std::sort(result.first.begin(), result.first.end());
    std::sort(result.second.begin(), result.second.end());
    return result;
}

std::int64_t AssignmentMemo::weights(const Layer& layer, const Demand& demand,
                                     const std::function<std::int64_t()>& count)
{
    return m_weights.find({layer, unassigned(demand)}, count);
}

std::int64_t AssignmentMemo::inputs(const DataLayout& layout, const Demand& demand,
                                    const std::function<std::int64_t()>& count)
{
    return m_inputs.find({layout, unassigned(demand)}, count);
}

std::int64_t AssignmentMemo::outputs(const DataLayout& layout, const Demand& demand,
                                     const std::function<std::int64_t()>& count)
{
    return m_outputs.find({layout, unassigned(demand)}, count);
}

} // namespace nestloom::kapla
