// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/workload/layer.h"

#include <cstdint>
#include <map>
#include <utility>
#include <vector>

namespace nestloom::explore {

/// How often each tensor passes a level, at least, whatever the mapping: once at best; more often when tiles are too
/// small for loops that do not move the tensor. Of one layer, for levels of any size; not for several threads.
///
/// With the tile that all instances of a level hold together, the loops outside run over trips = size / tile of each
/// dimension. A tensor is fetched again by every loop that does not move it and has one inside that does. The innermost
/// of the loops outside moves all tensors but one, so in any order at most one tensor comes once: weights pass N * P *
/// Q times, inputs K times, outputs C * R * S times, but one of them once. Inputs that overlap what is there already
/// are not fetched again; of what K brings back that is at most x / (2 - x) for tiles of which a step keeps the
/// fraction x.
class LeastTrips {
public:
    using Trips = PerTensor<double>; // >= 1 each

    /// `anyTile`: the trips of a mapping may cover more than the layer; else tiles divide it.
    LeastTrips(const workload::Layer& layer, bool anyTile);

    /// Of a level that keeps tensors with so many bits per element (0 = not kept) in `room` bits of all its `instances`
    /// together: every mapping's trips are nowhere below those of one in the list. Empty when no tile fits.
    const std::vector<Trips>& of(const PerTensor<std::int64_t>& bits, std::int64_t room, std::int64_t instances);

    /// Whether inputs that pass a level without being kept there may overlap, so that trips say nothing of them.
    bool hasHalo() const { return m_hasHalo; }

private:
    struct Part {
        std::int64_t tile = 1, trips = 1;
    };
    struct Key {
        PerTensor<std::int64_t> bits;
        std::int64_t room, instances;
        friend auto operator<=>(const Key& a, const Key& b)
        {
            return std::tie(a.bits.values, a.room, a.instances) <=> std::tie(b.bits.values, b.room, b.instances);
        }
    };
    class Search;

    static std::vector<Part> parts(std::int64_t own, bool anyTile);

    workload::Layer m_layer;
    workload::PerDimension<std::vector<Part>> m_parts; // larger tiles last
    bool m_hasHalo = false;
    std::map<Key, std::vector<Trips>> m_known;
};

} // namespace nestloom::explore
