// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_hops.h"

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
    std::ranges::sort(result.first);
    std::ranges::sort(result.second);
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

LayerHops::Placed LayerHops::placed(const Placement& placement, const DataLayout& inputs, std::size_t partitions)
{
    std::vector<std::int64_t>& weights = m_weights[placement.nodes];
    std::vector<std::int64_t>& outputs = m_outputs[{placement.nodes, placement.destination}];
    const auto [held, isNew] = m_inputs.try_emplace({placement.nodes, inputs});
    if (isNew)
        held->second = {&held->first.second, heldBlocks(inputs), wholeRange(inputs), {}};
    for (auto* hops : {&weights, &outputs, &held->second.ofPartition})
        hops->resize(partitions, kUnknown);
    return {*this, placement, weights, held->second, outputs};
}

Demand LayerHops::Placed::demand(TensorRole role, const Partition& partition) const
{
    return demandOf(role, m_all.m_layer, m_all.m_batch, partition, m_placement.nodes);
}

std::int64_t LayerHops::Placed::ofWeights(const Partition& partition) const
{
    const Demand demand = this->demand(TensorRole::Weights, partition);
    const auto count = [&] {
        return weightHops(demand, m_all.m_layer, m_all.m_memory, m_all.m_machine.features.forwards());
    };
    return m_all.m_assignments ? m_all.m_assignments->weights(m_all.m_layer, demand, count) : count();
}

std::int64_t LayerHops::Placed::ofInputs(const Partition& partition) const
{
    const Demand demand = this->demand(TensorRole::Inputs, partition);
    const auto count = [&] {
        return inputHops(demand, m_inputs.held, m_inputs.whole, m_all.m_machine.features.forwards());
    };
    return m_all.m_assignments ? m_all.m_assignments->inputs(*m_inputs.layout, demand, count) : count();
}

std::int64_t LayerHops::Placed::ofOutputs(const Partition& partition) const
{
    const DataLayout layout = outputLayout(m_placement, m_all.m_layer, m_all.m_batch, partition);
    if (layout.front().partition == partition && layout.front().region == m_placement.nodes)
        return 0;
    const Demand demand = this->demand(TensorRole::Outputs, partition);
    const auto count = [&] { return outputHops(demand, layout, m_all.m_machine.features.forwards()); };
    return m_all.m_assignments ? m_all.m_assignments->outputs(layout, demand, count) : count();
}

/// Which tensors are read and written differs from layer to layer, so all three are kept together.
const PerTensor<std::int64_t>& LayerHops::Placed::ofGradients(std::size_t index, const Partition& partition)
{
    auto& known = m_all.m_gradients[{m_placement, *m_inputs.layout}];
    known.resize(std::max(known.size(), index + 1));
    if (!known[index])
        known[index] =
            hopsOnce(m_all.m_machine, m_placement, m_all.m_layer, m_all.m_batch, partition, *m_inputs.layout);
    return *known[index];
}

PerTensor<std::int64_t> LayerHops::Placed::once(std::size_t index, const Partition& partition)
{
    if (made(m_all.m_layer.kind) != TensorRole::Outputs)
        return ofGradients(index, partition);
    if (m_weights[index] == kUnknown)
        m_weights[index] = ofWeights(partition);
    if (m_inputs.ofPartition[index] == kUnknown)
        m_inputs.ofPartition[index] = ofInputs(partition);
    if (m_outputs[index] == kUnknown)
        m_outputs[index] = ofOutputs(partition);
    return {{{m_weights[index], m_inputs.ofPartition[index], m_outputs[index]}}};
}

} // namespace nestloom::kapla
