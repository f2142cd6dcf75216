// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <vector>

namespace nestloom::ui {

// Where a slider stops: values around the present one, ascending, the present one among them.

/// Sizes and bandwidths: four octaves each way, four stops per octave (16, 20, 24, 28, 32), which is what memories are
/// built in. Word widths: powers of two, four octaves each way. Energies and clocks: a decade each way in tenths of a
/// decade (1, 1.25, 1.6, 2, 2.5, 3.2, ...). Without a present value around a usual one.
/// Units: as the kind says (B, bit, pJ, Hz, um2).
std::vector<double> quantityStops(QuantityKind kind, std::optional<double> present);
/// In the unit of the present one, round in GB/s or in B/cycle.
std::vector<Bandwidth> bandwidthStops(std::optional<Bandwidth> present);

/// Counts from 1 to 16 times the present one and at least to 64: powers of two.
std::vector<std::int64_t> countStops(std::int64_t present);

/// Grids with 1/16 to 16 times the instances: the shorter side doubles, the longer one is halved, and what is a row or
/// a column stays one.
std::vector<hardware::Fanout> gridStops(const hardware::Fanout& present);

} // namespace nestloom::ui
