// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosma/graph_index.h"

namespace nestloom::schedule::cosma {

/// Which tensor makes room in the arena.
///   Belady   the one whose next use is furthest away, until the new one fits
///   Greedy   those in the address window that is cheapest to clear for this one tensor
enum class Replacement { Belady, Greedy };
std::string_view name(Replacement replacement); // "Belady", "greedy"

/// What a scheme without look-ahead costs, to compare with.
struct ArenaOutcome {
    std::int64_t traffic = 0;   // B, written and retrieved beyond the compulsory, relocations included
    std::int64_t relocated = 0; // B of it: an operator's own tensors were in each other's way and were laid out anew
};

/// Runs the operators in a fixed order on an arena as TensorFlow Lite's: every tensor has a fixed address while it is
/// on chip, a new one takes the smallest hole that holds it, and `replacement` makes room when there is none.
/// Parameters come at their operator's step and leave with it. The budget (B) holds every working set.
ArenaOutcome runArena(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget,
                      Replacement replacement);

} // namespace nestloom::schedule::cosma
