// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <array>
#include <vector>

namespace nestloom::memory {

/// Buffers, by position in their list.
using PackingOrder = std::vector<std::size_t>;

struct NamedOrder {
    const char* name;
    PackingOrder order;
};

/// Largest size, size by steps, or number of steps first, and earliest first; without buffers that have an offset of
/// their own.
std::array<NamedOrder, 4> packingOrders(const std::vector<Buffer>& buffers);

} // namespace nestloom::memory
