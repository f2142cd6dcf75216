// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/mesh_flows.h"
#include "engine/schedule/cosa/mapping_space.h"

#include <array>
#include <cstdint>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

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

/// Elements of inputs over the layer, in an order of loops that is known.
struct InputMoves {
    double toPe = 0;     // that one PE gets
    double toBuffer = 0; // that the buffer gets; 0 = that is not known
};

/// What mappings take at least under the mesh model: MODEL.md, "Bound of a layer". Unit: cycles.
/// Thread rule: one thread at a time, it remembers.
class FamilyTimes {
public:
    /// `mesh`: the level whose children the mesh connects; one instance.
    FamilyTimes(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory);

    double compute(const MeshFamily& family) const;
    /// The family that everything below is of.
    void setFamily(const MeshFamily& family);
    double compute() const { return m_run; }
    /// All that it can take to compute, ascending: with fewer MAC units at work than can be.
    const std::vector<double>& computes() const { return m_runs; }
    /// Whether a PE can keep what it needs of a tensor in a step.
    bool fits(TensorRole role) const { return m_sends[role].fits; }
    /// The tile of a PE is moved into it as it is, and not in parts that may overlap or leave gaps out.
    bool holdsStep(TensorRole role) const;
    /// Inputs of neighbouring tiles overlap.
    bool hasHalo() const { return m_hasHalo; }
    /// No mapping of any family takes less beside its computing.
    double leastHead() const { return m_heads; }
    /// Of all mappings whose innermost loop around the PEs leaves a tensor in place, or none.
    double least(std::optional<TensorRole> stays) const;
    /// The tensor that canBeBelow() is of.
    void setKind(std::optional<TensorRole> stays);
    /// Of those mappings in which every tensor but one moves `refills` times as often between buffer and DRAM as it
    /// must, and the one that stays in the PEs `moves` times as often between these and where it comes from: whether
    /// one may take less than `limit`.
    bool canBeBelow(double limit, const PerTensor<double>& refills, double moves) const;
    /// Of those with these loops at the buffer and at the DRAM, in any order that leaves these tensors in place.
    double least(const MeshOrder& order) const { return least(order, nullptr); }
    /// Of those in which inputs move so.
    double least(const MeshOrder& order, const InputMoves& inputs) const { return least(order, &inputs); }

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
    struct PortTimes {
        double dramOut = 0, dramIn = 0, bufferOut = 0, bufferIn = 0; // of the ports
        double read = 0, written = 0;                                // bytes of DRAM
        double firstDram = 0, firstFills = 0, firstBuffer = 0;       // of the first step, on DRAM and buffer
        double collect = 0, drain = 0;                               // of the last one
        void addPorts(const PortTimes& of, double times);
    };
    struct Times : PortTimes {
        Sent sentByDram, sentByBuffer;
    };
    /// What canBeBelow() is of.
    struct KindTimes {
        PortTimes least;
        PortTimes moves; // of the tensor that stays
        PerTensor<PortTimes> fills;
    };
    /// What a family sends of a tensor between the PEs and where it comes from.
    struct Sends {
        bool fits = false;        // a PE can keep it
        double groups = 1;        // of PEs that differ in it
        double bytes = 0;         // of a group's move
        double one = 0, each = 0; // cycles of the first move, and of a move in the mean
        double bytesBack = 0;     // of sums that come back once to all PEs
        double visits = 1;        // moves at least
    };

    /// How often a tensor moves, in the mappings that are left open: the more often, the less the first time.
    struct Moves {
        double least = 0, most = 0;
    };

    double leastMoves(TensorRole role, std::optional<TensorRole> stays) const;
    void addUnits(std::size_t index, std::int64_t macs, std::int64_t units, std::set<std::int64_t>& found) const;
    const std::vector<double>& stepCycles(std::int64_t macs) const;
    void addWays();
    void addHeads();
    double least(const MeshOrder& order, const InputMoves* inputs) const;
    double all(const PortTimes& times, double run) const;
    static double blocked(Sent sent, double compute);
    void addOfPes(TensorRole role, Moves number, const InputMoves* inputs, Times& times) const;
    void addOfBuffer(TensorRole role, PortTimes& times) const;
    void addFills(TensorRole role, const MeshOrder& order, const InputMoves* inputs, Times& times) const;
    void addToBuffer(TensorRole role, double bytes, double cycles, double first, PortTimes& times) const;
    double groupsOf(const MeshFamily& family, TensorRole role) const;
    double held(const MeshFamily& family, TensorRole role) const;
    double newInputs(const workload::Extents& tile, bool whole) const;
    bool slides(const MeshFamily& family) const;
    bool merges(const MeshFamily& family) const;
    /// Cycles of whole packets, and of packets that are as full as can be.
    double packed(double bytes) const;
    double rated(double bytes) const;
    /// Of so many moves as even as can be.
    double packed(double moves, double allBytes) const;

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const std::size_t m_mesh;
    const cost::MemoryService m_memory;
    const bool m_dramWithBuffer;
    const bool m_hasHalo;
    const double m_allInputs;                                                   // that the layer touches
    std::vector<hardware::Fanout> m_insidePe;                                   // those with several children
    mutable std::unordered_map<std::int64_t, std::vector<double>> m_stepCycles; // of a tile with so many MACs
    PerTensor<Way> m_ways;
    MeshFamily m_family;
    double m_run = 0; // its computing
    std::vector<double> m_runs;
    bool m_slides = false, m_merges = false;
    PerTensor<Sends> m_sends;
    KindTimes m_kind;
    double m_heads = 0; // on the way before the first and after the last step
};

/// Product of the bounds of loops.
double iterations(const workload::Extents& loops);
/// That of the loops that leave a tensor in place.
double reuseOf(TensorRole role, const workload::Extents& loops);

} // namespace nestloom::schedule
