// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/mesh_flows.h"
#include "engine/schedule/cosa/mapping_space.h"

#include <array>
#include <cstdint>
#include <optional>

namespace nestloom::schedule {

/// Mappings with the same tile of a PE and the same spread over PEs.
struct MeshFamily {
    workload::Extents tile = workload::unitExtents();   // what a PE works on in a step
    workload::Extents spread = workload::unitExtents(); // PEs along each dimension
    workload::Extents step = workload::unitExtents();   // both together
    workload::Extents around = workload::unitExtents(); // loops around the PEs
    double pes = 1, steps = 1;
};

/// Where the loops around the PEs of a family stand, with one buffer between them and the DRAM.
struct MeshOrder {
    workload::Extents atBuffer = workload::unitExtents(), atDram = atBuffer;
    workload::Extents tile = atBuffer;              // of the buffer
    std::optional<TensorRole> ofBuffer{}, ofDram{}; // what the innermost loop of each leaves in place
};

/// What mappings take at least under the mesh model: MODEL.md, "Bound of a layer". Unit: cycles.
/// Thread rule: const, any thread.
class FamilyTimes {
public:
    /// `mesh`: the level whose children the mesh connects; one instance.
    FamilyTimes(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory);

    double compute(const MeshFamily& family) const;
    /// No mapping of any family takes less beside its computing.
    double leastHead() const { return m_heads; }
    /// Of all mappings of a family whose innermost loop around the PEs leaves a tensor in place, or none.
    double least(const MeshFamily& family, std::optional<TensorRole> stays) const;
    /// Of those with these loops at the buffer and at the DRAM, in any order that leaves these tensors in place.
    double least(const MeshFamily& family, const MeshOrder& order) const;

private:
    /// How a tensor comes to the PEs, or leaves them.
    struct Way {
        bool outside = false;     // from DRAM or to it, past the buffer
        bool inBuffer = false;    // and from there to DRAM
        double bytesOfPe = 1;     // of an element between the PEs and where it comes from
        double bytesOfBuffer = 1; // of an element between buffer and DRAM
        double roomOfPe = 0;      // elements that a PE holds at most
    };
    /// What a port sends, by how often: at each time, and its cycles.
    struct Sent {
        struct Kind {
            double moves = 0, cycles = 0;
        };
        std::array<Kind, 6> kinds;
        std::size_t count = 0;
        void add(double moves, double cycles);
    };
    /// Least times of a family of mappings, over the layer where nothing else is said.
    struct Times {
        double dramOut = 0, dramIn = 0, bufferOut = 0, bufferIn = 0; // of the ports
        double read = 0, written = 0;                                // bytes of DRAM
        double firstDram = 0, firstFills = 0, firstBuffer = 0;       // of the first step, on DRAM and buffer
        double collect = 0, drain = 0;                               // of the last one
        Sent sentByDram, sentByBuffer;
    };

    void addWays();
    void addHeads();
    double all(const Times& times, double run) const;
    static double blocked(Sent sent, double compute);
    void addOfPes(const MeshFamily& family, TensorRole role, double moves, Times& times) const;
    void addOfBuffer(const MeshFamily& family, TensorRole role, Times& times) const;
    void addFills(const MeshFamily& family, TensorRole role, const MeshOrder& order, Times& times) const;
    void addToBuffer(TensorRole role, double bytes, double cycles, double first, Times& times) const;
    double groupsOf(const MeshFamily& family, TensorRole role) const;
    double held(const MeshFamily& family, TensorRole role) const;
    double newInputs(const workload::Extents& tile, bool whole) const;
    double allInputs() const;
    bool slides(const MeshFamily& family) const;
    bool merges(const MeshFamily& family) const;
    bool holdsStep(TensorRole role) const;
    /// Cycles of whole packets, and of packets that are as full as can be.
    double packed(double bytes) const;
    double rated(double bytes) const;

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const std::size_t m_mesh;
    const cost::MemoryService m_memory;
    const bool m_dramWithBuffer;
    const bool m_hasHalo;
    double m_unitsOfPe = 1;
    PerTensor<Way> m_ways;
    double m_heads = 0; // on the way before the first and after the last step
};

/// Product of the bounds of loops.
double iterations(const workload::Extents& loops);
/// That of the loops that leave a tensor in place.
double reuseOf(TensorRole role, const workload::Extents& loops);

} // namespace nestloom::schedule
