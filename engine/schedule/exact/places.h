// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/charges.h"
#include "engine/schedule/exact/loop_limits.h"
#include "engine/schedule/exact/tile_lattice.h"

#include <algorithm>
#include <vector>

namespace nestloom::schedule::exact {

/// Where loops can be: the spatial loops of a level, then the temporal ones outside them. A level's tile is closed
/// after its temporal loops.
struct Place {
    std::size_t level = 0;
    bool spatial = false;
};

/// One way to spread work over the children of a level.
struct SpatialChoice {
    std::vector<std::uint8_t> counts;       // copies of each factor of the lattice
    std::uint32_t stride = 0;               // from tile to tile
    std::uint64_t copies = 0;               // the counts, packed for TileLattice::hasRoom()
    double lanes = 1, taps = 1;             // products: all, irrelevant to outputs
    PerTensor<double> sharing{{{1, 1, 1}}}; // of those irrelevant to a tensor that is multicast
    Spread spread{{1, 1, 1, 1}};            // along axes with halo, if inputs are multicast
};

/// All places from the MACs outward, the tiles that can be inside them, and the spatial choices there. What is left out
/// is in no nest with at least `leastLanes` spatial instances, of all levels together.
class Places {
public:
    Places(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Charges& charges,
           double leastLanes = 0);

    std::size_t size() const { return m_places.size(); }
    const Place& operator[](std::size_t place) const { return m_places[place]; }
    const std::vector<SpatialChoice>& choices(std::size_t place) const { return m_choices[place]; }
    bool canGrow(std::uint32_t node, const SpatialChoice& choice) const
    {
        return m_lattice.hasRoom(node, choice.copies);
    }
    /// Of the temporal loops of a place.
    const LoopLimits& limits(std::size_t place) const { return m_limits[place]; }
    /// Some nest has this tile before `place` (inside the loops there); with `within`, also in the middle of its loops.
    bool reaches(std::size_t place, std::uint32_t node, bool within = false) const
    {
        return (within ? m_within : m_reached)[place][node] != 0;
    }
    /// All that reaches() says yes to, ascending: before a spatial place, or within the loops of a temporal one. Each
    /// has a slot, from 1 on; slot 0 is that of all others.
    const std::vector<std::uint32_t>& nodes(std::size_t place) const { return m_nodes[place]; }
    std::uint32_t slot(std::size_t place, std::uint32_t node) const { return m_slots[place][node]; }
    /// What a spatial choice makes of the tile is reached, by enough lanes.
    bool mayChoose(std::size_t place, std::uint32_t node, const SpatialChoice& choice) const
    {
        return canGrow(node, choice)
               && isWide(m_reached[place][node] * float(choice.lanes), m_outside[place + 1][node + choice.stride]);
    }
    /// Charges of the next level outside that keeps a tensor, for places whose loops are at or inside it.
    const PerTensor<const Figures*>& sends(std::size_t place) const
    {
        return m_sends[m_places[std::min(place, size() - 1)].level + 1];
    }
    /// The same of Charges::least(), and from a level outward, without the level itself.
    const PerTensor<const Figures*>& leastSends(std::size_t place) const
    {
        return leastSendsOutside(m_places[std::min(place, size() - 1)].level + 1);
    }
    const PerTensor<const Figures*>& leastSendsOutside(std::size_t level) const { return m_leastSends[level]; }
    /// Tensors that some level inside `level` keeps.
    TensorSet keptInside(std::size_t level) const { return m_keptInside[level]; }

private:
    void findChoices(const TileLattice& lattice, std::size_t place, const hardware::BufferLevel& level);
    void limitChoices(std::size_t place);
    void dropNarrowChoices();
    void findReached();
    void findOutside();
    void dropNarrow();
    void giveSlots();
    bool isWide(float inside, float outside) const { return inside * outside > m_leastLanes; }

    const TileLattice& m_lattice;
    std::vector<Place> m_places;
    std::vector<std::vector<SpatialChoice>> m_choices;
    std::vector<LoopLimits> m_limits; // [place]
    float m_leastLanes = 0;           // less than these are too few
    /// [place][node]: most lanes of any nest inside, and of any outside; 0 = there is none.
    std::vector<std::vector<float>> m_reached, m_within, m_outside;
    std::vector<std::vector<std::uint32_t>> m_nodes, m_slots;     // [place][slot - 1], [place][node]
    std::vector<PerTensor<const Figures*>> m_sends, m_leastSends; // [level]: of levels outside it
    std::vector<TensorSet> m_keptInside;
};

} // namespace nestloom::schedule::exact
