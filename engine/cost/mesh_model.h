// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/mesh_flows.h"

#include <span>

namespace nestloom::cost {

/// What a layer spends its cycles on under the mesh model.
enum class MeshPart : std::uint8_t {
    Compute,
    DramOut,
    DramIn,
    DramBus,
    DramBusIn,
    BufferOut,
    BufferIn,
    PeIn,
    PeOut,
    Columns,
    Tiles,     // a tile arrives too late for two tiles of room
    SumsReturn // sums that went out must come back first
};

/// Cycles of one layer under the mesh model.
struct MeshTime {
    double cycles = 0;   // predicted: blocking at DRAM and at the buffer hide each other
    double summed = 0;   // they add up, and PEs share a little: to search with, as it leaves fewer gaps to be found
    double bound = 0;    // no simulation is below
    double outside = 0;  // of `cycles`: before the first step and after the last one
    double flitHops = 0; // MeshTraffic::flitHops()
    MeshPart part = MeshPart::Compute;
};

/// Latency of a layer with ports, packets, bursts and round trips, as simulation::simulateLayer would find it with its
/// usual settings, in closed form over the kinds of steps of the nest. MODEL.md has the derivation.
/// Thread rule: one thread at a time, it keeps scratch space.
class MeshModel {
public:
    MeshModel(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t mesh,
              const dram::MemoryModel& memory);
    /// `counts`: those of countAccesses() for this nest.
    MeshTime time(const Nest& nest, const AccessCounts& counts);
    /// `MeshTime::cycles` that no mapping takes fewer of which has the loops of these nests over and around the PEs, in
    /// this order, and computes for one of these numbers of cycles, ascending. What is no less than `enough` may be
    /// too little. The nests differ in what is inside a PE: each is of one tensor, which it moves no more than any such
    /// mapping. `counts`: of each nest those of its tensor.
    double leastCycles(const PerTensor<Nest>& nests, const PerTensor<AccessCounts>& counts,
                       std::span<const double> computeCycles, double enough);
    /// The same of `MeshTime::summed`, for the nests that were asked for last and the shortest computing.
    double leastSummed() const;
    /// Of the nest that was timed last.
    const MeshTraffic& traffic() const { return m_traffic; }

private:
    MeshFlows m_flows;
    MeshTraffic m_traffic;
};

/// The model for an accelerator's own mesh and DRAM. Fails as meshLevel() and memoryOf().
Result<MeshModel> meshModel(const hardware::Accelerator& accelerator, const workload::Layer& layer);

/// The accelerator with what its mesh lets through as bandwidths: of the buffer, and where all that it moves crosses
/// this mesh of the DRAM, whose own count as well if they are all that is said of it. Under the analytical model it is
/// no slower than the mesh model says, so what is proven of it is proven of that. The accelerator must have a mesh.
hardware::Accelerator withMeshPorts(const hardware::Accelerator& accelerator);

/// "buffer port, out": what a layer is bound by.
std::string_view name(MeshPart part);
/// Whether what a layer is bound by, by its name, is the mesh: wider flits help. The ports are those through which
/// DRAM, buffer and PEs are on the mesh; what DRAM itself does not keep up with is its bus.
bool isOfMesh(std::string_view part);

/// Level whose children the accelerator's mesh connects. Fails Unsupported when it describes none, InvalidInput when it
/// names a level that there is not.
Result<std::size_t> meshLevel(const hardware::Accelerator& accelerator);
/// Where a mesh would be, of an accelerator that describes none: below the outermost level with several children.
std::string meshBelow(const hardware::Accelerator& accelerator);

} // namespace nestloom::cost
