// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/transaction.h"

#include <array>
#include <cstdint>
#include <vector>

namespace nestloom::noc {

/// What happened on one link in a window or in the whole run.
struct LinkCount {
    std::uint32_t flits = 0;   // that crossed it; it carries one a cycle
    std::uint32_t blocked = 0; // cycles in which a flit was ready to cross and the other side had no room
    friend bool operator==(const LinkCount&, const LinkCount&) = default;
};

/// Flits of one link by class, header flits as one more class behind them. A packet with several header flits counts
/// them all with its first one and less of its class in turn, so that a window that ends within such a packet may have
/// a flit too few of a class; the sum of the classes is always LinkCount::flits.
using ClassCount = std::array<std::int32_t, kTrafficClasses + 1>;

struct RouterCount {
    std::uint64_t occupancy = 0;   // flits in its buffers, summed over cycles
    std::uint32_t headersWait = 0; // input ports with a header that got no output, summed over cycles
    std::uint16_t mostFlits = 0;   // in its buffers at once
    friend bool operator==(const RouterCount&, const RouterCount&) = default;
};

/// What an endpoint did. The flits that it sent and took, and the cycles in which the mesh let none in, are counted on
/// its links.
struct EndpointCount {
    std::uint32_t busy = 0;    // cycles of Count transactions
    std::uint32_t sending = 0; // cycles from the start of a transaction until its last flit entered the mesh
    friend bool operator==(const EndpointCount&, const EndpointCount&) = default;
};

/// Counts by time. There are at most kMaxWindows windows of equal width; when they are full, neighbours are merged and
/// the width doubles. Rows of the tables are windows, columns the links, routers and endpoints of the grid.
struct WindowCounters {
    static constexpr std::size_t kMaxWindows = 1024;
    static constexpr Cycle kFirstWidth = 256;

    Cycle firstCycle = 0;
    Cycle width = kFirstWidth;
    std::size_t windows = 0; // the last one may end early
    std::vector<LinkCount> links;
    std::vector<RouterCount> routers;
    std::vector<EndpointCount> endpoints;
    std::vector<ClassCount> classes; // of the links; empty unless they were asked for
    friend bool operator==(const WindowCounters&, const WindowCounters&) = default;
};

/// Counts over the whole run.
struct TotalCounters {
    std::vector<LinkCount> links;
    std::vector<RouterCount> routers;
    std::vector<EndpointCount> endpoints;
    /// Flits of each link by class, header flits as one more class behind them. Of transactions that a stopped run left
    /// unfinished, all flits count that were sent.
    std::vector<std::array<std::uint64_t, kTrafficClasses + 1>> linkClasses;
    std::vector<std::uint64_t> multicastFlits; // of each link, headers included
    friend bool operator==(const TotalCounters&, const TotalCounters&) = default;
};

} // namespace nestloom::noc
