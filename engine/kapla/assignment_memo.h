// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/data_layout.h"
#include "engine/kapla/demand.h"

#include <functional>
#include <map>
#include <tuple>

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

} // namespace nestloom::kapla
