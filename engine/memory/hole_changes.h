// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/exchanges.h"
#include "engine/memory/sweep_events.h"

namespace nestloom::memory {

/// What a sweep that keeps holes did to its items: some took the place of others; or one was cut into parts, which are
/// `arriving` then.
struct HoleChange {
    Items leaving, arriving;
    bool cut = false;
};

/// The changes as if every hole had fallen into its parts from the beginning.
std::vector<Exchange> withoutCuts(const std::vector<HoleChange>& changes);

} // namespace nestloom::memory
