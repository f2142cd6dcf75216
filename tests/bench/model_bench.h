// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace nestloom::bench {

/// The mesh model against the simulation: each unique layer of ResNet-50, AlexNet and DeepBench on simba, simba-8x8 and
/// eyeriss under four mappings, then random layers on random accelerators drawn from `seed`. Returns an exit code.
int compareModel(std::uint64_t seed);

/// Simulated cycles of what engine cosa-mesh maps against those of what cosa maps, each unique layer of a network.
/// `simulated`: with its best candidates simulated.
int compareMapped(const std::string& accelerator, const std::string& network, bool simulated);

} // namespace nestloom::bench
