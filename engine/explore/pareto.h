// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/sweep.h"

#include <array>
#include <optional>
#include <string_view>

namespace nestloom::explore {

/// What a sweep's points are compared by. Utilisation is better when larger, all the others when smaller.
enum class Objective { Cycles, Energy, Edp, OnChipBytes, Utilization, Area, Traffic, Power, Time };
std::string_view name(Objective objective); // "cycles", "energy", "edp", "on-chip-bytes", "utilisation", "area",
                                            // "off-chip-bytes", "power", "time"
std::optional<Objective> objective(std::string_view name);

/// The figures that points of a sweep have, the two first that they are compared by first. A memory plan has off-chip
/// bytes beyond the compulsory, and on-chip bytes of its scratchpad. Where the clock is varied, time stands for cycles.
std::vector<Objective> objectivesOf(const SweepInputs& inputs);
/// The two that a picture of the points shows when nobody chose: the first, against bytes on chip, or against energy
/// where no size of a memory is varied.
std::vector<Objective> picturedObjectives(const SweepInputs& inputs);
/// Points differ in their clock: their cycles say nothing about which is faster.
bool sweepsClock(const DesignSpace& space);
/// Why points of the sweep cannot be compared by this figure; empty = they can.
std::string whyNotBy(const SweepInputs& inputs, Objective objective);

/// In its unit (cycles, pJ, J s, B, fraction, um2, W: energy over time, s). What is not known of a point is not a
/// number (NaN).
double valueOf(const PointCost& cost, Objective objective);
double valueOf(const PointResult& result, Objective objective);

/// Rows that no other row dominates (nowhere larger, somewhere smaller): smaller is better in every column.
/// Equal rows stay together; rows with a NaN are out. Ascending indices.
std::vector<std::size_t> nonDominated(const std::vector<std::vector<double>>& rows);
/// The same for two columns: 100,000 rows take some milliseconds.
std::vector<std::size_t> nonDominatedPairs(const std::vector<std::array<double, 2>>& rows);

/// No point may have more of a figure, of utilisation less, than `value`, in the unit of valueOf().
struct Limit {
    Objective objective = Objective::Power;
    double value = 0;
};
/// False also for a point without the figure.
bool keeps(const PointResult& result, const std::vector<Limit>& limits);

/// Indices of the Pareto-optimal results among those that keep the limits, ascending. Points are compared within one
/// network only; results without a figure are left out.
std::vector<std::size_t> paretoFront(const std::vector<PointResult>& results, const std::vector<Objective>& objectives,
                                     const std::vector<Limit>& limits = {});

/// The point of a front that lies farthest below the straight line between its ends, as a fraction of the range of each
/// figure; index into `front`, rows of two figures of which smaller is better. Nothing where none lies below it.
std::optional<std::size_t> kneeOf(const std::vector<std::vector<double>>& front);

/// The ends of a front of two figures and how far a row lies below the line between them; above it less than 0.
struct FrontLine {
    std::array<double, 2> first, last; // least of the first figure, least of the second one
    double below(const std::vector<double>& row) const
    {
        return 1 - (row[0] - first[0]) / (last[0] - first[0]) - (row[1] - last[1]) / (first[1] - last[1]);
    }
};
/// Nothing where one point is both ends.
std::optional<FrontLine> lineOf(const std::vector<std::vector<double>>& front);

/// Of each network that has one, ascending indices into `results`; with other than two figures none.
std::vector<std::size_t> knees(const std::vector<PointResult>& results, const std::vector<Objective>& objectives,
                               const std::vector<Limit>& limits = {});

} // namespace nestloom::explore
