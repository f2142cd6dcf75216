// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>
#include <string_view>
#include <vector>

namespace nestloom::conformance {

inline constexpr double kPicojoulesPerJoule = 1e12;

/// One of the accelerators of AccelForge's published figures, for one layer.
struct AccelforgeMachine {
    /// What the first level inside main memory may keep is undecided: every choice of it is an accelerator. Levels that
    /// keep nothing are a second fan-out of the level outside them.
    std::vector<hardware::Accelerator> choices;
    bool isUnitCost = false;  // every bit and operation costs 1: traffic is comparable, time is not
    double macsPerSecond = 1; // of one unit; a cycle of the clock
    double leakedWatts = 0;   // of all instances together, used or not; no part of `choices`
};

/// The machine of this name for values of `bits` bits, every tensor. Nothing for names that are not known.
/// Source   architectures and component energies of github.com/Accelergy-Project/accelforge, commit 1c1929c (energies
///          of its component library, per bit, joule); its global buffer of Eyeriss moves 64 bits at a time.
///          Main memory and buffers have one port for reads and writes, the global buffer of tpu_v4i one each, and its
///          four local buffers share nothing on the way. Sums that come one by one to a level are read to be added to
///          here, not there: our optimum costs at least what theirs would.
std::optional<AccelforgeMachine> accelforgeMachine(std::string_view name, std::int64_t bits);

} // namespace nestloom::conformance
