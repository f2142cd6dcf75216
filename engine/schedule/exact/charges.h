// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/schedule/objective.h"
#include "engine/workload/layer.h"

#include <array>
#include <limits>
#include <vector>

namespace nestloom::schedule::exact {

/// Figures that add up over transfers: energy, and the time of ports, each of one instance of its level.
inline constexpr std::size_t kMaxFigures = 13;
using Figures = std::array<double, kMaxFigures>;

/// What an element costs that goes through a level, in every figure of an objective. A tensor's levels are a chain; an
/// element that a level `fills` comes from the next level outside that keeps the tensor, which `sends` it.
///   weights, inputs   sends = read there, fills = written here
///   outputs           fills = drained here (read) and filled here, sends = arrives there (update) and is read there again; the
///                     first visit neither fills nor reads again: `firsts` gives that back, for all outputs of the layer together
struct LevelCharges {
    PerTensor<Figures> fills{}, sends{};
    Figures firsts{};
};

/// An objective as a function of figures and compute cycles.
class Charges {
public:
    /// Any goal but CosaPaper. Left out are ports that no mapping keeps busier than the MACs.
    Charges(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Goal& goal);

    std::size_t count() const { return m_count; }
    const LevelCharges& at(std::size_t level) const { return m_levels[level]; }
    /// The same for one of as many instances as there are: no mapping has less work for one.
    const LevelCharges& least(std::size_t level) const { return m_least[level]; }
    /// Figures of one instance of several: the work of all that is done so far is shared by the children that come
    /// outside.
    bool isShared(std::size_t figure) const { return m_isShared[figure]; }
    /// Of these, those of levels inside `level`.
    const std::vector<std::size_t>& sharedInside(std::size_t level) const { return m_sharedInside[level]; }
    const Figures& constant() const { return m_constant; } // charged whatever the mapping
    /// Changes the goal, for what was made for EDP; mappings slower than `mostCycles` have infinite values.
    void aim(const Goal& goal, double mostCycles);
    /// The goal's figure.
    double value(const Figures& figures, double computeCycles) const;
    /// With fewer spatial instances, of all levels together, no value is below `limit`.
    double leastLanes(double macs, double limit) const;
    bool needsCycles() const
    {
        return m_goal.objective != Objective::Energy || m_leakage > 0
               || m_mostCycles < std::numeric_limits<double>::infinity();
    }

private:
    void chargeEnergy(const hardware::Accelerator& accelerator, const workload::Layer& layer);
    void chargePorts(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t level);
    /// Adds the time of reads or of writes to a figure.
    void chargePort(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t level,
                    bool read, std::size_t figure);
    void shareAmongInstances(const hardware::Accelerator& accelerator);

    Goal m_goal;
    double m_mostCycles = std::numeric_limits<double>::infinity();
    std::size_t m_count = 0;
    bool m_hasEnergy = false;
    std::vector<LevelCharges> m_levels, m_least;
    double m_leakage = 0; // pJ per cycle
    std::array<bool, kMaxFigures> m_isShared{};
    std::array<std::size_t, kMaxFigures> m_portLevel{};
    std::vector<std::vector<std::size_t>> m_sharedInside; // [level]
    Figures m_constant{};
};

} // namespace nestloom::schedule::exact
