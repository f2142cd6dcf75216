// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <optional>
#include <string>
#include <string_view>

namespace nestloom::schedule {

/// What a mapping engine minimises.
///   Latency    cycles (bottleneck of compute and bandwidth), then energy among equals
///   Energy     pJ, then cycles
///   Edp        energy-delay product, pJ * cycle
///   Weighted   pJ + price * cycles, with the price of a cycle in pJ (CosaParams::cyclePrice)
///   CosaPaper  Eq. 12 of the CoSA paper: -wU * utilisation + wC * compute + wT * traffic, in log2 domain
enum class Objective { Latency, Energy, Edp, CosaPaper, Weighted };

std::string_view name(Objective objective); // "latency", "energy", "edp", "weighted", "cosa-paper"
std::optional<Objective> objective(std::string_view name);

/// An objective with what makes a figure of it. An objective alone stands for itself.
struct Goal {
    Objective objective = Objective::Latency;
    double cyclePrice = 0; // pJ per cycle, for Objective::Weighted
    bool inParts = false;  // products and sums are of parts of cycles, as in models that do not round them up

    constexpr Goal(Objective goal = Objective::Latency, double price = 0) : objective(goal), cyclePrice(price) {}
    friend bool operator==(const Goal&, const Goal&) = default;

    /// What is minimised first, in the unit of the objective. Products and sums are of whole cycles, as results are,
    /// unless `inParts`. CosaPaper, which has none in cycles and energy, counts as Latency.
    double figure(double cycles, double energy) const
    {
        switch (objective) {
        case Objective::Energy: return energy;
        case Objective::Edp: return (inParts ? cycles : whole(cycles)) * energy;
        case Objective::Weighted: return energy + cyclePrice * (inParts ? cycles : whole(cycles));
        case Objective::Latency:
        case Objective::CosaPaper: break;
        }
        return cycles;
    }
    static double whole(double cycles) { return std::ceil(cycles - kPartOfCycle); }
    static constexpr double kPartOfCycle = 1e-9; // a rounding, which begins no further cycle
};

/// Of figure(): "cycle", "pJ", "pJ*cycle"; nothing for CosaPaper.
std::string_view unitOf(Objective objective);

struct ScheduleOptions;

/// What the run's engine minimises, as it is written on the command line: "latency" (--objective), "weighted, 500 pJ
/// per cycle", or for tiled schedules "latency-transfer" (--metric).
std::string objectiveName(const ScheduleOptions& options);

} // namespace nestloom::schedule
