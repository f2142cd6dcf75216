// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/memory/packing.h"

namespace nestloom::memory {

/// Made-up buffers that raise the load of every step to the capacity: one begins where the load falls, by the bytes it
/// falls; where it rises again, fillers of just that size end, or one is split. When buffers of different sizes were
/// taken out of a full memory, these are they. The load must be at most the capacity; plain buffers only.
/// `rng` decides where it is a matter of taste.
std::vector<Buffer> fillers(const std::vector<Buffer>& buffers, Bytes capacity, Rng& rng);

} // namespace nestloom::memory
