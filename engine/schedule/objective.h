// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

} // namespace nestloom::schedule
