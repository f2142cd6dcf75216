// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/data_layout.h"
#include "engine/kapla/demand.h"
#include "engine/kapla/layer_cost.h"

#include <functional>
#include <map>
#include <optional>

namespace nestloom::kapla {

/// nn_dataflow keeps hops by the blocks that nodes work with and by the groups of nodes that work with one block, but
/// not by which group has which block. So the hops of the first assignment it looks at stand for all others of the same
/// blocks to the same groups, whatever theirs are. Its searches can be repeated only with the same slip. It forgets
/// what has not been asked for longest, when there are more than kMost of a tensor.
/// Thread rule   one thread at a time.
class AssignmentMemo {
public:
    static constexpr std::size_t kMost = 1024;

    /// What `count` says the first time that these blocks of a tensor in this layout are assigned to these groups of
    /// nodes. Weights lie at all memory nodes; they are told apart by `layer` instead of a layout.
    std::int64_t weights(const Layer& layer, const Demand& demand, const std::function<std::int64_t()>& count);
    std::int64_t inputs(const DataLayout& layout, const Demand& demand, const std::function<std::int64_t()>& count);
    std::int64_t outputs(const DataLayout& layout, const Demand& demand, const std::function<std::int64_t()>& count);

private:
    /// Blocks and groups, each in an order of their own.
    using Unassigned = std::pair<std::vector<FmapRange>, std::vector<std::vector<Node>>>;
    static Unassigned unassigned(const Demand& demand);

    template <class Key>
    class Recent {
    public:
        std::int64_t find(Key key, const std::function<std::int64_t()>& count);

    private:
        using Entries = std::map<Key, std::pair<std::int64_t, std::size_t>>; // hops, when asked for
        Entries m_entries;
        std::map<std::size_t, typename Entries::iterator> m_byTime; // when asked for, longest ago first
        std::size_t m_now = 0;
    };

    Recent<std::pair<Layer, Unassigned>> m_weights;
    Recent<std::pair<DataLayout, Unassigned>> m_inputs, m_outputs;
};

/// hopsOnce() of one layer for many placements, layouts and partitions: each part is kept by what it depends on.
/// Partitions are named by their index in a list that depends on the extent of the nodes only.
/// With a memo of assignments, hops are those that nn_dataflow counts.
/// Thread rule   one thread at a time.
class LayerHops {
public:
    LayerHops(const Machine& machine, const Layer& layer, std::int64_t batch, AssignmentMemo* assignments)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_memory(nodesOf(machine.memory)),
          m_assignments(assignments)
    {
    }

    /// For one placement and one layout of the inputs.
    class Placed;
    Placed placed(const Placement& placement, const DataLayout& inputs, std::size_t partitions);

private:
    static constexpr std::int64_t kUnknown = -1;
    struct InputHops {
        const DataLayout* layout = nullptr;
        std::vector<HeldBlock> held;
        FmapRange whole;
        std::vector<std::int64_t> ofPartition;
    };

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const std::vector<Node> m_memory;
    AssignmentMemo* const m_assignments;
    std::map<NodeRegion, std::vector<std::int64_t>> m_weights;
    std::map<std::pair<NodeRegion, DataLayout>, InputHops> m_inputs;
    std::map<std::pair<NodeRegion, NodeRegion>, std::vector<std::int64_t>> m_outputs; // by nodes and destination
    std::map<std::pair<Placement, DataLayout>, std::vector<std::optional<PerTensor<std::int64_t>>>>
        m_gradients; // of layers that training adds
};

class LayerHops::Placed {
public:
    PerTensor<std::int64_t> once(std::size_t index, const Partition& partition);

private:
    friend class LayerHops;
    Placed(LayerHops& all, const Placement& placement, std::vector<std::int64_t>& weights, InputHops& inputs,
           std::vector<std::int64_t>& outputs)
        : m_all(all), m_placement(placement), m_weights(weights), m_inputs(inputs), m_outputs(outputs)
    {
    }
    Demand demand(TensorRole role, const Partition& partition) const;
    std::int64_t ofWeights(const Partition& partition) const;
    std::int64_t ofInputs(const Partition& partition) const;
    std::int64_t ofOutputs(const Partition& partition) const;
    const PerTensor<std::int64_t>& ofGradients(std::size_t index, const Partition& partition);

    LayerHops& m_all;
    const Placement& m_placement;
    std::vector<std::int64_t>& m_weights;
    InputHops& m_inputs;
    std::vector<std::int64_t>& m_outputs;
};

} // namespace nestloom::kapla
