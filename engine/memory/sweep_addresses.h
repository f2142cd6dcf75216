// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/exchanges.h"
#include "engine/memory/sweep_events.h"

#include <optional>

namespace nestloom::memory {

/// Addresses by a sweep's exchanges: follows them from the items in use at first, chooses an order at the end and
/// follows them back, as what left stood where what arrived stands. Each buffer then lies on the highest one that is
/// below it in one of these orders. `items`: number of buffers and of other items, which take no room.
/// Returns  offsets by buffer; nothing when the exchanges contradict each other.
std::optional<std::vector<Bytes>> sweepAddresses(const std::vector<Buffer>& buffers, const Items& first,
                                                 const std::vector<Exchange>& exchanges, std::size_t items);

/// End of the highest buffer.
Bytes topOf(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets);

} // namespace nestloom::memory
