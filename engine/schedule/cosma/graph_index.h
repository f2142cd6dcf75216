// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/operator_graph.h"

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace nestloom::schedule::cosma {

/// A set of operators as bits. All sets that meet have the same number of words.
class OpSet {
public:
    OpSet() = default;
    explicit OpSet(std::size_t operators) : m_words((operators + 63) / 64) {}

    bool contains(std::size_t op) const { return (m_words[op / 64] >> (op % 64) & 1) != 0; }
    void insert(std::size_t op) { m_words[op / 64] |= std::uint64_t{1} << (op % 64); }

    OpSet& operator|=(const OpSet& other)
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            m_words[i] |= other.m_words[i];
        return *this;
    }

    bool intersects(const OpSet& other) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            if ((m_words[i] & other.m_words[i]) != 0)
                return true;
        return false;
    }

    /// Calls `visit` for each operator that is in this set and not in `other`, in ascending order.
    template <typename Visit>
    void forEachExcept(const OpSet& other, Visit&& visit) const
    {
        for (std::size_t i = 0; i < m_words.size(); ++i)
            for (std::uint64_t left = m_words[i] & ~other.m_words[i]; left != 0; left &= left - 1)
                visit(i * 64 + std::size_t(std::countr_zero(left)));
    }

    std::size_t words() const { return m_words.size(); }
    friend bool operator==(const OpSet&, const OpSet&) = default;

private:
    std::vector<std::uint64_t> m_words;
};

/// An operator graph as the searches read it: flat arrays by operator and tensor number, ancestors and descendants as
/// sets. Sizes in bytes. Holds no reference to the graph. O(operators^2 / 64) words.
class GraphIndex {
public:
    /// `graph` must be free of findings. `inputsBacked`: inputs of the graph have a copy off chip from the start, so
    /// that they leave without being written.
    explicit GraphIndex(const workload::OperatorGraph& graph, bool inputsBacked = false);

    std::size_t operators() const { return m_inputs.size(); }
    std::size_t tensors() const { return m_size.size(); }

    const std::vector<std::uint32_t>& inputs(std::size_t op) const { return m_inputs[op]; }
    const std::vector<std::uint32_t>& outputs(std::size_t op) const { return m_outputs[op]; }
    const std::vector<std::uint32_t>& predecessors(std::size_t op) const { return m_predecessors[op]; }
    const std::vector<std::uint32_t>& successors(std::size_t op) const { return m_successors[op]; }
    const std::vector<std::uint32_t>& consumers(std::size_t tensor) const { return m_consumers[tensor]; }
    std::uint32_t producer(std::size_t tensor) const { return m_producer[tensor]; }
    std::int64_t size(std::size_t tensor) const { return m_size[tensor]; }

    bool isGraphInput(std::size_t op) const { return m_inputs[op].empty(); }
    bool inputsBacked() const { return m_inputsBacked; }
    /// Has the tensor a copy off chip when it is made?
    bool isBacked(std::size_t tensor) const { return m_inputsBacked && isGraphInput(m_producer[tensor]); }
    bool consumes(std::size_t op, std::uint32_t tensor) const;
    const OpSet& ancestors(std::size_t op) const { return m_ancestors[op]; }
    const OpSet& descendants(std::size_t op) const { return m_descendants[op]; }

    std::int64_t outputBytes(std::size_t op) const { return m_outputBytes[op]; }
    /// Of the outputs that somebody uses; the others leave with the step.
    std::int64_t keptOutputBytes(std::size_t op) const { return m_keptOutputBytes[op]; }
    std::int64_t parameterBytes(std::size_t op) const { return m_parameterBytes[op]; }
    std::int64_t workingSet(std::size_t op) const { return m_workingSet[op]; }

    /// Tensors that are alive whenever `op` runs, in every order, besides its own inputs and outputs: made by an
    /// ancestor, used by a descendant. Ascending.
    const std::vector<std::uint32_t>& forced(std::size_t op) const { return m_forced[op]; }
    std::int64_t forcedBytes(std::size_t op) const { return m_forcedBytes[op]; }

    /// A random number per operator; a set's hash is the xor of its operators' numbers.
    std::uint64_t hashOf(std::size_t op) const { return m_hash[op]; }

private:
    void findForced();

    std::vector<std::vector<std::uint32_t>> m_inputs, m_outputs, m_predecessors, m_successors, m_consumers, m_forced;
    std::vector<std::uint32_t> m_producer;
    std::vector<std::int64_t> m_size, m_outputBytes, m_keptOutputBytes, m_parameterBytes, m_workingSet, m_forcedBytes;
    std::vector<OpSet> m_ancestors, m_descendants;
    std::vector<std::uint64_t> m_hash;
    bool m_inputsBacked = false;
};

/// 0, 1, ...: that of the graph.
std::vector<std::uint32_t> defaultOrder(std::size_t operators);

} // namespace nestloom::schedule::cosma
