// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/layer_mapping.h"

#include <cstdint>
#include <map>
#include <span>
#include <vector>

namespace nestloom::schedule {

/// Mappings to begin a search with, by layer shape: solutions of the same layers on similar accelerators, newest first.
/// They need not fit the accelerator that is mapped next; what does not fit is repaired, what has other levels is
/// skipped. Thread rule: a value; one thread at a time while it changes.
class Starts {
public:
    static constexpr std::size_t kPerShape = 3; // more costs time and finds nothing

    /// Puts a mapping first; one that was there already moves up.
    void add(const workload::Layer& layer, const mapping::LayerMapping& mapping);
    /// Empty for a shape that was not added.
    std::span<const mapping::LayerMapping> of(const workload::Layer& layer) const;
    bool empty() const { return m_byShape.empty(); }
    void clear() { m_byShape.clear(); }

private:
    std::map<std::uint64_t, std::vector<mapping::LayerMapping>> m_byShape; // shape fingerprint -> newest first
};

} // namespace nestloom::schedule
