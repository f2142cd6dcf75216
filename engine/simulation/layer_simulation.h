// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/cost/mesh_memory.h"
#include "engine/dram/memory.h"
#include "engine/noc/simulate.h"
#include "engine/simulation/dram_port.h"
#include "engine/traffic/mapping_traffic.h"

#include <optional>
#include <vector>

namespace nestloom::simulation {

struct SimulationSettings {
    dram::MemoryModel dram;
    traffic::TrafficOptions traffic;
    noc::RouterKind router = noc::RouterKind::Wormhole;
    noc::VcOptions
        vc; // of VirtualChannels; buffers that do not hold a multicast packet are simulated as large as they must be
    noc::Cycle maxCycles = noc::kNever;
    bool countWindows = true;
    bool countClasses = false; // in the windows as well
};

using cost::dramModelOf;

/// The settings for a DRAM model by its name (dram::memoryModelNames). as cost::memoryOf() understands it; "compat"
/// puts DRAM and buffer at one router, as CoSA's simulator does.
/// Fails InvalidInput for an unknown name.
Result<SimulationSettings> settingsFor(const hardware::Accelerator& accelerator, std::string_view dramModel);

/// Where the time of the PE that computes last goes; all parts together are the cycles of the run.
struct TimeShares {
    struct Wait {
        traffic::TrafficClass traffic = traffic::TrafficClass::Weights;
        bool fromDram = false; // what came last was sent by DRAM, or by the buffer or a PE
        noc::Cycle cycles = 0;
    };
    noc::Cycle compute = 0;
    std::vector<Wait> waits; // before a step, for what came last; the longest first
    noc::Cycle tail = 0;     // after its last step: sums are collected and drained
};

/// A link and what crossed it.
struct HotLink {
    noc::LinkId link = 0; // of noc::gridOf(traffic.mesh)
    noc::LinkCount count;
    double use = 0; // flits over cycles
};

/// One layer under one mapping, cycle by cycle.
struct LayerSimulation {
    traffic::MappingTraffic traffic;
    noc::SimulationResult run;
    Cycles analytical{}; // of our own cost model
    dram::Statistics dram;
    DramWindows dramWindows;
    double dramBusUse = 0; // share of the run in which data moved on the DRAM's bus
    TimeShares shares;
    std::vector<HotLink> hottest;  // ten, by flits
    noc::Cycle bufferSending = 0;  // cycles in which the buffer sends; it sends one transfer at a time
    noc::Cycle sendersBlocked = 0; // cycles in which the mesh let nothing of the buffer or of DRAM in
    Cycles simulated() const { return {run.cycles}; }
};

/// Share of the run in which a flit passed DRAM's port, into the mesh or out of it, whichever takes longer. Narrow
/// flits make data wait there although DRAM's bus is idle.
double dramPortUse(const LayerSimulation& simulation);

/// A look at a simulation while it goes on. Valid during the call only.
struct LayerLook {
    const traffic::MappingTraffic& traffic;
    const noc::SimulationSnapshot& mesh;
    const DramWindows& dram;
};
/// Called on the simulating thread about every 50 ms.
using OnLook = std::function<void(const LayerLook&)>;

/// Fails as mappingTraffic and makeMemory do. A run that was stopped, hit maxCycles or came to a standstill comes back
/// with LayerSimulation::run unfinished.
Result<LayerSimulation> simulateLayer(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                      const mapping::LayerMapping& mapping, const SimulationSettings& settings,
                                      const RunControl& control, const OnLook& onLook = {});

/// A step of a PE, and how long the PE did nothing before it.
struct StepWait {
    noc::TransactionId step = 0; // the transaction that computes
    noc::Cycle idle = 0;         // cycles since the step before, or since the begin of the run
    std::optional<noc::TransactionId>
        cause;             // what it waited for and that ended last; nothing: only for the step before
    bool fromDram = false; // what it waited for came from DRAM only just now
};

/// The steps of each PE in their order. Of a finished run.
std::vector<std::vector<StepWait>> stepWaits(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run);

} // namespace nestloom::simulation
