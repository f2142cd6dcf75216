// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/schedule/objective.h"
#include "engine/workload/layer.h"

#include <array>
#include <limits>
#include <optional>
#include <vector>

namespace nestloom::schedule::exact {

/// Figures that add up over transfers: energy, and the time of ports that every transfer of a level shares.
inline constexpr std::size_t kMaxFigures = 5;
using Figures = std::array<double, kMaxFigures>;

/// What an element costs that goes through a level, in every figure of an objective. A tensor's levels are a chain; an
/// element that a level `fills` comes from the next level outside that keeps the tensor, which `sends` it.
///   weights, inputs   sends = read there, fills = written here
///   outputs           fills = drained here (read), sends = arrives there (update) and comes back: is read there and written
///                     here, but for its first visit, which `firsts` gives back, for all outputs of the layer together
struct LevelCharges {
    PerTensor<Figures> fills{}, sends{};
    Figures firsts{};
};

/// An objective as a function of figures and compute cycles.
class Charges {
public:
    /// Latency, energy or EDP. Ports of replicated levels are left out: they can only make a mapping slower.
    Charges(const hardware::Accelerator& accelerator, const workload::Layer& layer, Objective objective);

    std::size_t count() const { return m_count; }
    const LevelCharges& at(std::size_t level) const { return m_levels[level]; }
    const Figures& constant() const { return m_constant; } // charged whatever the mapping
    /// Changes the objective, for what was made for EDP; mappings slower than `mostCycles` have infinite values.
    void aim(Objective objective, double mostCycles);
    /// The objective's value.
    double value(const Figures& figures, double computeCycles) const;
    bool needsCycles() const { return m_objective != Objective::Energy || m_mostCycles < std::numeric_limits<double>::infinity(); }

private:
    void chargeEnergy(const hardware::Accelerator& accelerator, const workload::Layer& layer);
    void chargePort(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t level, bool read);
    std::optional<std::size_t> innerKeeper(const hardware::Accelerator& accelerator, std::size_t level) const;

    Objective m_objective;
    double m_mostCycles = std::numeric_limits<double>::infinity();
    std::size_t m_count = 0;
    bool m_hasEnergy = false;
    std::vector<LevelCharges> m_levels;
    Figures m_constant{};
};

} // namespace nestloom::schedule::exact
