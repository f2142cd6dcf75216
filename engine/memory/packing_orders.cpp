// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/packing_orders.h"

#include <algorithm>
#include <utility>

namespace nestloom::memory {

namespace {

/// Largest key first; equal ones as they were given.
template <typename Key>
PackingOrder sorted(const std::vector<Buffer>& buffers, Key key)
{
    PackingOrder order;
    for (std::size_t i = 0; i < buffers.size(); ++i)
        if (!buffers[i].offset)
            order.push_back(i);
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return key(buffers[a]) > key(buffers[b]); });
    return order;
}

} // namespace

std::array<NamedOrder, 4> packingOrders(const std::vector<Buffer>& buffers)
{
    const auto steps = [](const Buffer& b) { return static_cast<std::int64_t>(b.last - b.first + 1); };
    return {{{"size", sorted(buffers, [](const Buffer& b) { return b.size.count; })},
             {"area", sorted(buffers,
                             [&](const Buffer& b) {
                                 return static_cast<double>(b.size.count) * static_cast<double>(steps(b));
                             })},
             {"duration", sorted(buffers, [&](const Buffer& b) { return std::pair(steps(b), b.size.count); })},
             {"start", sorted(buffers, [](const Buffer& b) { return -static_cast<std::int64_t>(b.first); })}}};
}

} // namespace nestloom::memory
