// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/rng.h"
#include "engine/noc/transaction.h"

#include <algorithm>

namespace nestloom::tests {

/// Routers between two endpoints, those at both ends included.
inline std::size_t routersBetween(const noc::Grid& grid, noc::EndpointId from, noc::EndpointId to)
{
    const noc::RouterId a = grid.routerOf(from), b = grid.routerOf(to);
    const auto distance = [](std::size_t x, std::size_t y) { return x < y ? y - x : x - y; };
    return 1 + distance(a % grid.columns, b % grid.columns) + distance(a / grid.columns, b / grid.columns);
}

struct RandomTraffic {
    std::size_t transactions = 1000;
    std::uint32_t mostPackets = 30;
    double multicasts = 0, counts = 0; // shares
    double waits = 0;                  // of transactions that wait for one of the 50 before them
};

/// Transactions between the local ports of a grid; the ends of each are drawn evenly.
inline noc::TransactionList randomTransactions(const noc::Grid& grid, const RandomTraffic& traffic, Rng& rng)
{
    noc::TransactionList list;
    const auto local = [&] { return noc::EndpointId(rng.below(grid.routerCount())); };
    for (std::size_t i = 0; i < traffic.transactions; ++i) {
        noc::Transaction transaction;
        transaction.actor = local();
        transaction.trafficClass = std::uint8_t(rng.below(noc::kTrafficClasses));
        transaction.size = 1 + std::uint32_t(rng.below(traffic.mostPackets));
        std::vector<noc::EndpointId> destinations{local()};
        const double kind = rng.unit();
        if (kind < traffic.multicasts) {
            transaction.operation = noc::Operation::Multicast;
            for (std::size_t more = rng.below(grid.routerCount()); more > 0; --more)
                destinations.push_back(local());
            std::sort(destinations.begin(), destinations.end());
            destinations.erase(std::unique(destinations.begin(), destinations.end()), destinations.end());
        } else if (kind < traffic.multicasts + traffic.counts) {
            transaction.operation = noc::Operation::Count;
            destinations.clear();
        }
        std::vector<noc::TransactionId> after;
        if (i > 0 && rng.unit() < traffic.waits)
            after.push_back(noc::TransactionId(i - 1 - rng.below(std::min<std::size_t>(i, 50))));
        list.add(transaction, destinations, after);
    }
    return list;
}

} // namespace nestloom::tests
