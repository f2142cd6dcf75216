// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/counters.h"
#include "engine/noc/routes.h"

namespace nestloom::noc {

/// How packets of a transaction travel, and what they are counted as.
struct PacketRoute {
    RouteId route = 0;
    bool multicast = false; // waits for all its outputs, and leaves by all of them in the same cycle
    std::uint8_t trafficClass = 0;
    std::uint8_t headers = 1; // flits
    std::uint32_t flits = 5;  // in all
};

/// Counts one more flit of a packet; see ClassCount.
inline void countFlit(ClassCount& count, const PacketRoute& packet, bool isHead)
{
    if (!isHead) {
        ++count[packet.trafficClass];
        return;
    }
    count[kTrafficClasses] += packet.headers;
    count[packet.trafficClass] -= packet.headers - 1;
}

} // namespace nestloom::noc
