// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/memory/beam.h"
#include "engine/memory/exchanges.h"
#include "engine/memory/sweep_attempts.h"

namespace nestloom::memory {

/// What makes one tree better than another, besides the orders that are left.
struct SweepTaste {
    double chance = 0; // what sizes that match are worth which would not by chance
    double random = 0;
    double apart = 0; // what it costs when buffers that end at one of the next steps cannot be neighbours, per run more
};

/// How one attempt goes through the steps.
struct SweepSettings {
    BeamShape beam; // of trees
    SweepTaste taste;
    SizeMatch match; // of what is exchanged
};

/// One attempt of a sweep, see sweep_search.h. Of the trees that come through to the end the one with the lowest
/// packing is the answer.
SweepSearchResult runSweep(const std::vector<Buffer>& buffers, const SweepSettings& settings, std::int64_t limit,
                           const RunControl& control, Rng& rng);

} // namespace nestloom::memory
