// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/base/units.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::hardware {

enum class LevelKind { Dram, Sram, Registers };

/// Where the energy per access of a level comes from.
///   Explicit      each level states `accessEnergy`
///   TimeloopPat   formula of Timeloop's pat-public (see energy_table.h); a level may still override it
///   BankedPat     the same for small memories; large ones are made of banks, and the wires between them cost
enum class EnergySource { Explicit, TimeloopPat, BankedPat };

/// Which way a spatial loop runs over the children of a level: over the columns (X, along a row) or over the rows (Y).
/// Children that lie in a single row or column are told apart by their number alone; there every loop is said to run
/// over columns.
enum class Axis : std::uint8_t { Columns, Rows };

/// Which Timeloop the compatibility mode counts as.
///   June2022    commit 019f107, the one that CoSA's repository names
///   March2025   commit 4cf6d4c, which leaves out the first fill of outputs at every level but the outermost, and
///   counts leakage
enum class TimeloopVersion { June2022, March2025 };

/// How many children one instance of a level feeds, and how they are laid out.
/// A level at the innermost position feeds MAC units.
struct Fanout {
    std::int64_t columns = 1; // X
    std::int64_t rows = 1;    // Y
    std::int64_t count() const { return columns * rows; }
    std::int64_t along(Axis axis) const { return axis == Axis::Columns ? columns : rows; }
    /// Two-dimensional: it matters which loop runs over which axis.
    bool isPlane() const { return columns > 1 && rows > 1; }
    friend bool operator==(const Fanout&, const Fanout&) = default;
};

/// One storage level. All figures are per instance; the number of instances follows from the fan-outs outside it.
struct BufferLevel {
    std::string name; // unique within the accelerator
    LevelKind kind = LevelKind::Sram;
    std::optional<Bytes> capacity;                  // nothing = unbounded (DRAM)
    TensorSet keeps = TensorSet::all();             // tensors stored here; the others bypass this level
    PerTensor<Bits> elementBits{{{{8}, {8}, {8}}}}; // width of one stored element of each tensor
    std::optional<Bandwidth> readBandwidth;         // towards the inner side and back out; nothing = unlimited
    std::optional<Bandwidth> writeBandwidth;        // fills and updates; nothing = unlimited
    /// 1 = reads and writes take turns: their times add up, at the smaller of both bandwidths. 2 = side by side.
    /// Nothing = not stated: engines that map layers take 2, as Timeloop does; engines for tiles and nodes 1 of DRAM,
    /// as Flexer and nn_dataflow do.
    std::optional<std::int64_t> ports;
    std::int64_t accessElements = 1;        // elements that one access moves (Timeloop: block size)
    std::optional<Picojoules> accessEnergy; // of one access of `accessElements`; nothing = from the energy source
    std::optional<Picojoules> fillEnergy;   // of one that arrives from outside; nothing = as any access
    std::optional<Picojoules> updateEnergy; // of one that arrives from inside; nothing = as a fill
    Watts leakage{0};                       // whatever the level does
    std::int64_t clusterSize = 1;           // instances that share one physical macro (Timeloop's cluster-size)
    Fanout fanout;                          // children of one instance
    /// Tensors that the wires to the children share: one read serves all children that need the same weights or inputs,
    /// sums of the same outputs are added on the way. Of any other each child has a copy of its own of what comes from
    /// the level that keeps it outside, and the sums of each are added there.
    TensorSet multicast = TensorSet::all();
    friend bool operator==(const BufferLevel&, const BufferLevel&) = default;
};

/// Network-on-chip between the level named `below` and its children. What it can multicast and add up that level says.
struct Interconnect {
    std::string below; // name of the level whose children the mesh connects; empty = none described
    Bits flit{64};
    Picojoules hopEnergy{0}; // one flit from a router to the next; only the mesh model counts hops
    friend bool operator==(const Interconnect&, const Interconnect&) = default;
};

/// The memory behind the outermost level, for the cycle-level simulation. The analytical cost model does not look at
/// it.
struct DramInterface {
    std::string
        model; // a device ("ddr4-2400"), "bandwidth" or "compat" (dram::memoryModelNames); empty = none described
    std::int64_t outstanding = 32; // requests in flight at once
    std::int64_t latency = 50;     // cycles of the accelerator; of the model "bandwidth"
    friend bool operator==(const DramInterface&, const DramInterface&) = default;
};

/// How the nodes below the outermost level work together: the parts of KAPLA's hardware template that levels do not
/// state (Li and Gao, KAPLA, 2023, section III). Energies for one element of the outermost level.
struct NodeArray {
    enum class PeMapping { RowStationary, Systolic };
    PeMapping peMapping = PeMapping::RowStationary;
    Picojoules hopEnergy{0};       // one element over one hop between nodes
    Picojoules wireEnergy{0};      // one element over the wires of a node's array
    Picojoules idleEnergy{0};      // one cycle of all nodes
    bool bufferSharing = true;     // nodes that need the same data keep a part each and pass it round
    bool temporalLayerPipe = true; // layers one after the other may leave feature maps in the buffers
    bool spatialLayerPipe = true;  // layers may work on nodes of their own at the same time
    friend bool operator==(const NodeArray&, const NodeArray&) = default;
};

/// Works on single elements: activations, normalisations, pooling, softmax (engine/cost/vector_cost.h). Feeds from the
/// outermost level, or from what a layer has on chip.
struct VectorUnit {
    std::int64_t lanes = 1;
    std::int64_t operationsPerCycle = 1; // of one lane: additions, multiplications, comparisons
    /// Operations that exp, log, tanh, a reciprocal, a root or another special function takes the time and energy of.
    /// Default: as on GPUs with 64 lanes and 16 special function units (CUDA C++ Programming Guide, throughput of
    /// native arithmetic instructions, compute capability 7.x and 8.0).
    std::int64_t specialOperations = 4;
    Picojoules energy{0}; // of one operation
    friend bool operator==(const VectorUnit&, const VectorUnit&) = default;
};

/// Silicon area of the parts, per unit of what they hold. What is not stated is not known: nothing is guessed.
struct AreaTable {
    std::optional<SquareMicrometres> sramPerKib;      // of levels of kind sram
    std::optional<SquareMicrometres> registersPerKib; // of levels of kind registers
    std::optional<SquareMicrometres> mac;             // of one MAC unit
    std::string source;                               // where the numbers come from, with the technology
    bool isEmpty() const { return !sramPerKib && !registersPerKib && !mac; }
    friend bool operator==(const AreaTable&, const AreaTable&) = default;
};

/// The whole accelerator as one value. Levels are listed outermost (DRAM) first, as loop nests are written.
struct Accelerator {
    std::string name;
    std::string description;
    std::vector<std::string> notes; // assumptions and sources that reports must show
    Hertz clock{1e9};
    EnergySource energySource = EnergySource::Explicit;
    Picojoules macEnergy{0};
    Bits macBits{8};
    Watts macLeakage{0}; // of one MAC unit
    std::vector<BufferLevel> levels;
    Interconnect interconnect;
    AreaTable area;
    DramInterface dram;
    std::optional<NodeArray> nodes;                       // nothing = not described
    std::optional<VectorUnit> vectorUnit;                 // nothing = none: operators that are no layers are not costed
    TimeloopVersion timeloop = TimeloopVersion::June2022; // what Timeloop compatibility mode counts as
    std::vector<std::string> constraints; // what every mapping must keep to, such as a fixed dataflow; one a line

    /// Instances of a level: the product of the fan-outs of the levels outside it.
    std::int64_t instances(BufferLevelId level) const;
    std::int64_t instances(std::size_t level) const { return instances(BufferLevelId{std::uint32_t(level)}); }
    /// MAC units of the whole accelerator: the product of all fan-outs.
    std::int64_t macUnits() const;
    /// Capacity of all bounded levels but DRAM, times their instances.
    Bytes onChipBytes() const;
    std::optional<BufferLevelId> findLevel(std::string_view levelName) const;
    /// Bytes that a port of one instance moves in a cycle of this clock; nothing = unlimited. Of one port for both
    /// directions: in either of them.
    std::optional<BytesPerCycle> readRate(std::size_t level) const;
    std::optional<BytesPerCycle> writeRate(std::size_t level) const;
    /// Whether the accelerator says that reads and writes of a level go through one port.
    bool hasOnePort(std::size_t level) const { return levels[level].ports == 1; }

    friend bool operator==(const Accelerator&, const Accelerator&) = default;
};

/// A broken input rule of an accelerator: `key` is the place in our YAML ("levels[2].capacity").
struct Finding {
    std::string key;
    std::string message;
    friend bool operator==(const Finding&, const Finding&) = default;
};

/// Input rules: unique level names, positive sizes, the outermost level unbounded or large enough to keep every tensor,
/// every tensor kept by the outermost level, energies present, areas with a source, a vector unit with lanes. Empty =
/// usable.
std::vector<Finding> check(const Accelerator& accelerator);

/// Stable identity of everything that influences a schedule of layers or its cost (not name, description, notes, areas,
/// `dram` or the vector unit).
std::uint64_t fingerprint(const Accelerator& accelerator);

std::string_view name(LevelKind kind);               // "dram", "sram", "registers"
std::string_view name(EnergySource source);          // "explicit", "timeloop-pat", "pat-banked"
std::string_view name(TimeloopVersion version);      // "timeloop-2022", "timeloop-2025"
std::string_view name(NodeArray::PeMapping mapping); // "row-stationary", "systolic"
std::string_view name(Axis axis);                    // "columns", "rows"
std::optional<Axis> axisNamed(std::string_view written);

/// Area of all instances of a level, from the accelerator's area table: capacity in KiB times the area of a KiB.
/// A level of kind dram is not on the chip: 0. Nothing when the table does not say, or the capacity is unbounded.
std::optional<SquareMicrometres> levelArea(const Accelerator& accelerator, BufferLevelId level);

/// Area of all MAC units, or nothing when the table does not say.
std::optional<SquareMicrometres> macArea(const Accelerator& accelerator);

/// Area of all levels and MAC units, or nothing when one of them is not known. Wires, the network on chip and control
/// are not counted.
std::optional<SquareMicrometres> chipArea(const Accelerator& accelerator);

} // namespace nestloom::hardware
