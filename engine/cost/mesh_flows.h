// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/access_counts.h"
#include "engine/cost/mesh_memory.h"
#include "engine/cost/nest.h"

#include <array>
#include <cstdint>

namespace nestloom::cost {

/// What can carry one thing at a time under the mesh model.
enum class MeshPort : std::uint8_t {
    DramOut,   // from the DRAM into the mesh
    DramIn,    // from the mesh to the DRAM
    DramBus,   // of the DRAM itself, both ways
    DramBusIn, // of a DRAM whose writes have a bus of their own
    BufferOut, // from the buffer into the mesh
    BufferIn,
    PeIn, // of the busiest PE
    PeOut,
    Columns, // of the mesh, on which what DRAM and buffer deliver meets
};
inline constexpr std::size_t kMeshPorts = 9;
using PortTimesOfMesh = std::array<double, kMeshPorts>; // cycles

/// What one tensor sends one way over the mesh: MODEL.md, "Flows".
struct MeshFlow {
    enum class Kind : std::uint8_t { Deliver, Return, Collect, Fill, Drain };
    Kind kind = Kind::Deliver;
    TensorRole role = TensorRole::Weights;
    bool outside = false;      // begins or ends in DRAM
    std::size_t level = 0;     // number of the innermost step loop that moves it; the number of loops: none does
    double transfers = 0;      // over the layer, of each group
    double bytes = 0;          // of a group's transfer, in the mean
    double packets = 0;        // of the same
    double requests = 0;       // to the DRAM, of the same: MemoryService::requests
    double groups = 1;         // of PEs that share a transfer
    double chain = 1;          // PEs that add to the same sums one after the other
    double own = 0;            // cycles that one receiver's transfer needs
    double head = 0;           // cycles from the begin of sending to the first arrival at the farthest receiver
    double leastHead = 0;      // that it takes at least to any receiver
    double chainHead = 0;      // Collect: the same over the whole chain
    double multicast = 0;      // flits of one multicast; 0 = unicasts
    double hops = 0;           // from router to router that each flit of a send takes, in the mean over groups
    double sends = 1;          // of one transfer over the port of DRAM or buffer
    double leastOwn = 0;       // of the smallest transfer
    double leastShare = 1;     // of `service` that the bound counts: some of its groups may be single PEs
    double revisited = 1;      // bounds of the loops from `level` on that bring tiles of the outputs back
    bool onlyRevisits = false; // sums that come back: nothing moves at the first visit of a tile
    PortTimesOfMesh service{}; // cycles of one transfer of all groups

    double& on(MeshPort port) { return service[std::size_t(port)]; }
    double on(MeshPort port) const { return service[std::size_t(port)]; }
};

/// A temporal loop outside the PEs, as the mesh model sees it.
struct MeshLoop {
    workload::LoopDimension dimension = workload::LoopDimension::R;
    double bound = 1;
    bool splitsOutputs = false;
    double revisitsOutside = 1; // product of the bounds of the loops outside it that do not split outputs
};

/// Everything that a nest sends over the mesh, with the loops that make it step. No heap.
struct MeshTraffic {
    std::array<MeshFlow, 8> flows;
    std::size_t flowCount = 0;
    std::array<MeshLoop, kMaxLoops> loops; // outside a step, inner to outer
    std::size_t loopCount = 0;
    double stepCycles = 0; // that a PE computes in a step
    double steps = 1;
    double overlap = 0; // of what DRAM and buffer send up the columns, the share that cannot go side by side

    std::span<const MeshFlow> all() const { return {flows.data(), flowCount}; }
    /// Flits times the hops from router to router that they take, over the layer.
    double flitHops() const;
};

/// The mesh below a level of an accelerator, for layers that it runs: what traffic::TrafficMaker makes of a mapping, as
/// numbers for a whole layer. Thread rule: const, any thread.
class MeshFlows {
public:
    static constexpr double kMostComputes = 1 << 16; // traffic::TrafficOptions::mostComputes
    static constexpr double kPayloadFlits = 4;       // of a packet
    static constexpr double kRouterCycles = 4;       // from router to router, link included

    /// `mesh`: the level whose children the mesh connects.
    MeshFlows(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t mesh,
              const dram::MemoryModel& memory);

    void find(const Nest& nest, const AccessCounts& counts, MeshTraffic& traffic) const;
    /// The same of nests that differ only in what is inside a PE: what a tensor sends is that of its own one.
    void find(const PerTensor<Nest>& nests, const PerTensor<AccessCounts>& counts, MeshTraffic& traffic) const;
    const MemoryService& memory() const { return m_memory; }

private:
    struct Spread;
    template <typename Nests, typename AllCounts>
    void find(const Nests& nests, const AllCounts& counts, const Spread& spread, MeshTraffic& traffic) const;
    void findLoops(const Nest& nest, double pes, MeshTraffic& traffic) const;
    void addOfPes(const Nest& nest, const AccessCounts& counts, TensorRole role, const Spread& spread,
                  MeshTraffic& traffic) const;
    void addOfBuffer(const Nest& nest, const AccessCounts& counts, TensorRole role, const Spread& spread,
                     MeshTraffic& traffic) const;
    void add(MeshFlow flow, double bytes, std::size_t inner, double members, const Nest& nest, const Spread& spread,
             MeshTraffic& traffic) const;
    void setService(MeshFlow& flow, double members, double travellers, const Runs& runs) const;
    void setHops(MeshFlow& flow, const Nest& nest, const Spread& spread) const;
    void addColumns(const Nest& nest, MeshTraffic& traffic) const;
    Spread spreadOf(const Nest& nest) const;
    double chainWay(const Nest& nest) const;
    std::size_t levelOf(const Nest& nest, TensorRole role, std::size_t inner, const MeshTraffic& traffic) const;
    Runs runsIn(const Nest& nest, const MeshFlow& flow, const MeshTraffic& traffic) const;

    workload::Layer m_layer;
    std::size_t m_mesh;
    MemoryService m_memory;
    hardware::Fanout m_fanout;
    std::vector<PerTensor<double>> m_bytesPerElement; // by level
    bool m_dramWithBuffer = false;
    double m_multicastFlits = 5;
};

} // namespace nestloom::cost
