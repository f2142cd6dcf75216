// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/sweep_addresses.h"

#include "engine/memory/order_tree.h"

#include <algorithm>

namespace nestloom::memory {

namespace {

/// An order of the items in use after each exchange, from the last one back to the beginning; empty = contradiction.
std::vector<Items> ordersBackwards(const Items& first, const std::vector<Exchange>& exchanges, std::size_t items)
{
    OrderTree tree(first);
    std::vector<OrderTree> before; // each exchange, when its leaving items are neighbours
    for (const Exchange& exchange : exchanges) {
        auto gathered = tree.gathered(exchange.leaving);
        auto after = tree.exchanged(exchange.leaving, exchange.arriving);
        if (!gathered || !after)
            return {};
        before.push_back(std::move(*gathered));
        tree = std::move(*after);
    }
    Items position(items);
    std::vector<Items> orders{tree.ordered(position)};
    for (std::size_t i = exchanges.size(); i-- > 0;) {
        const Items& order = orders.back();
        for (std::uint32_t p = 0; p < order.size(); ++p)
            position[order[p]] = p;
        std::uint32_t place = position[exchanges[i].arriving.front()];
        for (const std::uint32_t item : exchanges[i].arriving)
            place = std::min(place, position[item]);
        for (const std::uint32_t item : exchanges[i].leaving)
            position[item] = place;
        orders.push_back(before[i].ordered(position));
    }
    return orders;
}

} // namespace

std::optional<std::vector<Bytes>> sweepAddresses(const std::vector<Buffer>& buffers, const Items& first,
                                                 const std::vector<Exchange>& exchanges, std::size_t items)
{
    std::vector<Items> above(items); // each item; with repetitions
    Items below(items, 0);
    const std::vector<Items> orders = ordersBackwards(first, exchanges, items);
    if (orders.empty())
        return std::nullopt;
    for (const Items& order : orders)
        for (std::size_t k = 1; k < order.size(); ++k)
            if (above[order[k - 1]].empty() || above[order[k - 1]].back() != order[k]) {
                above[order[k - 1]].push_back(order[k]);
                ++below[order[k]];
            }
    std::vector<Bytes> offsets(items);
    Items ready;
    for (std::uint32_t i = 0; i < items; ++i)
        if (below[i] == 0)
            ready.push_back(i);
    for (std::size_t next = 0; next < ready.size(); ++next) {
        const std::uint32_t item = ready[next];
        const Bytes end = offsets[item] + (item < buffers.size() ? buffers[item].size : Bytes{});
        for (const std::uint32_t other : above[item]) {
            offsets[other] = std::max(offsets[other], end);
            if (--below[other] == 0)
                ready.push_back(other);
        }
    }
    if (ready.size() < items)
        return std::nullopt; // two are below each other
    offsets.resize(buffers.size());
    return offsets;
}

Bytes topOf(const std::vector<Buffer>& buffers, const std::vector<Bytes>& offsets)
{
    Bytes top{};
    for (std::size_t i = 0; i < buffers.size(); ++i)
        top = std::max(top, offsets[i] + buffers[i].size);
    return top;
}

} // namespace nestloom::memory
