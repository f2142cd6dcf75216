// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/schedule/kapla/partition_space.h"

#include <map>

namespace nestloom::kapla {

/// Whether anything of a layer fits the buffers of some nodes, under constraints on its outermost loops: for every
/// stack of the space and every PE mapping the least that has to lie in a buffer. A constraint that nothing fits need
/// not be solved.
/// Thread rule   one thread at a time.
class FitTable {
public:
    FitTable(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionSpace& space);

    bool mayFit(const TopConstraint& constraint);
    /// The stacks of the space that may fit, ascending.
    std::vector<Parts> fitting(const TopConstraint& constraint) const;

private:
    struct Entry {
        Parts parts{};
        PerLoop trips{};
        std::array<std::int64_t, 3> words{}, sharers{}; // by tensor; words of one pass
        friend auto operator<=>(const Entry&, const Entry&) = default;
    };
    bool fits(const Entry& entry, const TopConstraint& constraint) const;

    const LayerKind m_kind;
    const std::int64_t m_bufferWords;
    std::vector<Entry> m_entries; // ascending, different ones
    std::map<TopConstraint, bool> m_known;
};

} // namespace nestloom::kapla
