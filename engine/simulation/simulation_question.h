// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/simulation/layer_simulation.h"
#include "engine/trace/trace_index.h"

#include <memory>
#include <span>
#include <string>
#include <vector>

namespace nestloom::simulation {

/// Which transactions cross each link of the grid.
class LinkUsers {
public:
    LinkUsers() = default;
    explicit LinkUsers(const traffic::MappingTraffic& traffic);
    std::span<const noc::TransactionId> of(noc::LinkId link) const; // ascending

private:
    std::vector<std::size_t> m_begin; // of each link in m_users, and the end
    std::vector<noc::TransactionId> m_users;
};

/// Bytes of each flow (MappingTraffic::flows) that crossed a link in the cycles [from, to). A transaction that is
/// partly in counts by the share of its time; what fills up last packets and headers are not counted.
std::vector<double> flowBytes(const traffic::MappingTraffic& traffic, const noc::SimulationResult& run,
                              const LinkUsers& users, noc::LinkId link, noc::Cycle from, noc::Cycle to);

/// How PEs, mesh and DRAM are simulated.
struct Choices {
    std::string dram; // see dram::memoryModelNames(); empty: the accelerator's own, see dramModelOf()
    traffic::Reduction reduction = traffic::Reduction::PacketChain;
    noc::RouterKind router = noc::RouterKind::Wormhole;
    friend bool operator==(const Choices&, const Choices&) = default;
};

/// One layer under one mapping.
struct Question {
    hardware::Accelerator accelerator;
    workload::Layer layer;
    mapping::LayerMapping mapping;
    Choices choices;
    cost::Model model = cost::Model::Nestloom; // whose cycles stand beside the simulated ones
    friend bool operator==(const Question&, const Question&) = default;
};
/// Cycles of its layer by its model. Fails as cost::evaluate.
Result<Cycles> modelCycles(const Question& question);

/// The memory is another one than that of the model: its cycles may be below what is proven of the layer.
bool isOfOtherMemory(const Question& question);

/// Fails InvalidInput for an unknown DRAM model.
Result<SimulationSettings> settingsFor(const hardware::Accelerator& accelerator, const Choices& choices);

/// What is known of a run that goes on.
struct RunningSimulation {
    noc::Mesh mesh;
    noc::Cycle now = 0;
    std::size_t completed = 0, transactions = 0;
    noc::WindowCounters windows;
    DramWindows dram;
};
RunningSimulation runningSimulation(const LayerLook& look);

/// A run that has ended, ready to be looked at. The trace is null when the run did not finish.
struct EndedSimulation {
    LayerSimulation layer;
    LinkUsers users;
    std::shared_ptr<const trace::TraceIndex> trace;
};
EndedSimulation endedSimulation(LayerSimulation layer, const std::string& name);

/// One of several mappings of a layer that are compared by simulation.
struct Candidate {
    std::string origin; // "CoSA, energy": where the mapping comes from
    mapping::LayerMapping mapping;
    Cycles analytical{};
    std::optional<Cycles> simulated{}; // nothing: it was stopped, far behind the best one
};

} // namespace nestloom::simulation
