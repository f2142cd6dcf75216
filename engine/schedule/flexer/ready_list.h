// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/operation_order.h"

#include <algorithm>
#include <vector>

namespace nestloom::schedule::flexer {

/// Operations whose predecessors were issued, in the order of the dataflow. One for each output tile that is not
/// finished.
class ReadyList {
public:
    void reset(const TiledLayer& tiled, const OperationOrder& order)
    {
        m_tiled = &tiled;
        m_order = &order;
        m_ranks.clear();
        for (std::int32_t p = 0; p < tiled.pixels; ++p)
            for (std::int32_t o = 0; o < tiled.outputs; ++o)
                m_ranks.push_back(rank(p, o, 0));
        std::sort(m_ranks.begin(), m_ranks.end());
    }

    bool isEmpty() const { return m_ranks.empty(); }
    std::size_t size() const { return m_ranks.size(); }
    const Operation& operator[](std::size_t i) const { return m_order->operations[std::size_t(m_ranks[i])]; }

    /// An operation was issued, `done` are now on its output tile: the next one on it is ready.
    void issued(const Operation& op, std::int32_t done)
    {
        m_ranks.erase(find(m_order->rank[std::size_t(m_tiled->operation(op.p, op.o, op.r))]));
        if (done < m_tiled->reductions) {
            const std::int32_t next = rank(op.p, op.o, done);
            m_ranks.insert(find(next), next);
        }
    }

private:
    std::int32_t rank(std::int32_t p, std::int32_t o, std::int32_t done) const
    {
        const std::int32_t r = m_order->reductionAt(*m_tiled, p * m_tiled->outputs + o, done);
        return m_order->rank[std::size_t(m_tiled->operation(p, o, r))];
    }
    std::vector<std::int32_t>::iterator find(std::int32_t rank)
    {
        return std::lower_bound(m_ranks.begin(), m_ranks.end(), rank);
    }

    const TiledLayer* m_tiled = nullptr;
    const OperationOrder* m_order = nullptr;
    std::vector<std::int32_t> m_ranks; // ascending
};

} // namespace nestloom::schedule::flexer
