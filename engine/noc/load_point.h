// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/noc/vc_mesh.h"

namespace nestloom::noc {

/// Where a node sends its packets; nodes are the local ports of a grid.
enum class TrafficPattern {
    Uniform,   // any node, itself included
    Transpose, // column and row swapped; square grids only
    Hotspot,   // node 0
    Neighbour, // one column and one row further, wrapping round
};

/// Nodes that make packets of equal length at random: in each cycle with the same probability (Bernoulli). They wait in
/// queues without limit until the mesh takes them.
///
/// Measured as BookSim 2 does: some periods to warm up, then periods until the mean latency and the accepted rate have
/// changed by less than 5 % three times in a row, then on until all measured packets have arrived.
struct OfferedLoad {
    TrafficPattern pattern = TrafficPattern::Uniform;
    std::uint32_t packetFlits = 1;
    double flitRate = 0.1; // flits per node and cycle; a packet has probability flitRate / packetFlits
    Cycle period = 2000;
    int warmUpPeriods = 3;
    int mostPeriods = 12;     // warm-up included
    bool latency = true;      // false: look at the accepted rate only, and wait for no packet
    Cycle mostWait = 200'000; // for measured packets
};

struct LoadPoint {
    double packetLatency = 0;  // cycles, from the making of a packet until its tail has arrived; mean
    double acceptedRate = 0;   // flits per node and cycle that arrived in measured periods
    std::uint64_t packets = 0; // made in measured periods that arrived
    std::uint64_t missing = 0; // made in measured periods that did not
    Cycle cycles = 0;          // simulated
};

/// One point of the curve of latency over load. Packets depend on control.seed as those of BookSim do, so that the same
/// run here and there differs by no more than the routers do. Returns early, with what it has, on control.stop.
/// Fails InvalidInput for a transpose on a grid that is not square, for a rate that is not from 0 to packetFlits, and
/// for options that VcOptions does not allow.
Result<LoadPoint> measureLoad(const Grid& grid, const VcOptions& options, const OfferedLoad& load,
                              const RunControl& control);

} // namespace nestloom::noc
