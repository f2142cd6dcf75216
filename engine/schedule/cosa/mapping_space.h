// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/nest.h"
#include "engine/hardware/accelerator.h"
#include "engine/mapping/nest_limits.h"

#include <array>
#include <optional>
#include <vector>

namespace nestloom::schedule::cosa {

/// A place for factors: the temporal loops of a level, or the spatial loops below it.
struct Slot {
    std::size_t level = 0; // index into Accelerator::levels, 0 = outermost
    bool spatial = false;
};

/// All copies of one prime in one loop bound: 56 = 2^3 * 7 of P gives {P, 2, 3} and {P, 7, 1}.
struct Factor {
    workload::LoopDimension dimension = workload::LoopDimension::R;
    std::int64_t prime = 2;
    int multiplicity = 1;
};

inline constexpr std::size_t kMaxSlots = 2 * cost::kMaxLevels;

/// A point of the space: the loop bounds in every slot and the tensor that stays put innermost at every level.
struct Candidate {
    std::array<workload::Extents, kMaxSlots> bounds;       // [slot]
    std::array<TensorRole, cost::kMaxLevels> stationary{}; // [level]
};

/// The mappings CoSA chooses from: perfect factors, spatial loops that can be laid out on columns and rows (which loop
/// lies where changes no cost, and is chosen at the end, in toMapping()), every level keeps what it may keep, and loop
/// orders with all loops that are irrelevant to one tensor innermost. Each dimension but G is irrelevant to exactly one
/// tensor, so at a level an order re-uses at most one tensor, and three orders stand for all permutations (up to which
/// pixel loop is innermost). Constraints of the accelerator narrow the space: what bypasses a level is not kept there,
/// and where loops may not stand in one of these orders, the loops that may come first in it do; no other order that is
/// left re-uses more.
class MappingSpace {
public:
    MappingSpace(const hardware::Accelerator& accelerator, const workload::Layer& layer);

    const hardware::Accelerator& accelerator() const { return m_accelerator; }
    const workload::Layer& layer() const { return m_layer; }
    const std::vector<Slot>& allSlots() const { return m_slots; }
    const std::vector<Factor>& factors() const { return m_factors; }
    std::size_t levelCount() const { return m_accelerator.levels.size(); }
    std::size_t temporalSlot(std::size_t level) const { return m_temporalSlot[level]; }
    /// Index of the spatial slot of a level; allSlots().size() when its fan-out is 1.
    std::size_t spatialSlot(std::size_t level) const { return m_spatialSlot[level]; }
    /// The most children of a level that the loops of this layer can use: what can be laid out on both axes and divides
    /// the layer.
    std::int64_t mostChildren(std::size_t level) const { return m_mostChildren[level]; }
    /// Tensors worth keeping stationary at a level: those that some level inside it holds.
    const std::vector<TensorRole>& stationaryChoices(std::size_t level) const { return m_stationaryChoices[level]; }

    const mapping::NestLimits& limits() const { return m_limits; }
    /// Slots that a copy of a factor may be in.
    const std::vector<std::size_t>& slotsOf(std::size_t factor) const { return m_slotsOf[factor]; }

    /// All loops at the outermost level; with constraints, as far out as they allow. Fits whenever any candidate does.
    const Candidate& outermost() const { return m_outermost; }
    /// Tiles within all capacities, spatial loops within all fan-outs, and all limits kept.
    bool fits(const Candidate& candidate) const { return excess(candidate, true) == 0; }
    /// By how much capacities, fan-outs and limits are exceeded: log2 of need over room, summed over all that are. 0 =
    /// fits. With `anyWillDo` it ends with the first that is exceeded.
    double excess(const Candidate& candidate, bool anyWillDo = false) const;
    /// The same for the spatial loops of one level, and for a tile at one level.
    bool fitsFanout(const Candidate& candidate, std::size_t level) const;
    bool fitsCapacity(std::size_t level, const workload::Extents& tile) const;
    void toNest(const Candidate& candidate, cost::Nest& nest) const;
    /// The same for a nest that is of this candidate already inside `level`.
    void refill(const Candidate& candidate, cost::Nest& nest, std::size_t level) const;
    mapping::LayerMapping toMapping(const Candidate& candidate) const;
    /// The point of the space that a mapping of this layer on a similar accelerator stands for; it need not fit. Loops
    /// over children that this accelerator does not have go outermost. Nothing when the levels or the loop bounds are
    /// others.
    std::optional<Candidate> toCandidate(const mapping::LayerMapping& mapping) const;

private:
    std::int64_t bitsOf(std::size_t level, const workload::Extents& tile) const;
    TensorRole stationaryOf(std::size_t level, const std::vector<mapping::Loop>& temporal) const;
    void findOutermost();
    void findSlotsOf();
    double excessOfLimits(const Candidate& candidate) const;
    /// Loops with bounds above 1, inner to outer, as the limits of the level let them stand; nothing when they cannot.
    std::optional<std::vector<workload::LoopDimension>> limitedOrder(const Candidate& candidate,
                                                                     std::size_t level) const;

    hardware::Accelerator m_accelerator; // keeps in its levels what its constraints leave
    workload::Layer m_layer;
    mapping::NestLimits m_limits;
    Candidate m_outermost;
    std::vector<Slot> m_slots;
    std::vector<Factor> m_factors;
    std::vector<workload::LoopDimension> m_dimensions;        // with bounds above 1
    PerTensor<std::vector<workload::LoopDimension>> m_orders; // of these, inner to outer, by what stays in place
    std::vector<std::size_t> m_temporalSlot, m_spatialSlot;
    std::vector<std::int64_t> m_mostChildren; // [level]
    std::vector<std::vector<TensorRole>> m_stationaryChoices;
    std::vector<std::vector<std::size_t>> m_slotsOf; // [factor]
    std::vector<bool> m_ordersClash;                 // [level]: some loops cannot stand there together
};

} // namespace nestloom::schedule::cosa
