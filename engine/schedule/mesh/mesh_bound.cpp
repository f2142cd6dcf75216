// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/mesh_bound.h"

#include "engine/base/integers.h"
#include "engine/cost/mesh_flows.h"
#include "engine/cost/mesh_model.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace nestloom::schedule {

namespace {

using enum workload::LoopDimension;
using cost::MeshFlows;
using workload::Extents;
using workload::isRelevant;
using workload::LoopDimension;

constexpr double kUnicastFlits = MeshFlows::kPayloadFlits + 1;
/// The order in which dimensions are cut: those of inputs first, whose room in a PE is scarce.
constexpr std::array<LoopDimension, workload::kLoopDimensionCount> kOrder{C, P, Q, R, S, N, G, K};

/// A way to cut a dimension: inside a PE, over PEs, around them.
struct Cut {
    std::int64_t tile = 1, spread = 1, around = 1;
};

/// How a tensor comes to the PEs, or leaves them.
struct Way {
    bool outside = false;     // from DRAM or to it, past the buffer
    bool inBuffer = false;    // and from there to DRAM
    double bytesOfPe = 1;     // of an element between the PEs and where it comes from
    double bytesOfBuffer = 1; // of an element between buffer and DRAM
    double roomOfPe = 0;      // elements that a PE holds at most
};

/// Least times of a family of mappings, in cycles over the layer where nothing else is said.
struct Times {
    double dramOut = 0, dramIn = 0, bufferOut = 0, bufferIn = 0; // of the ports
    double read = 0, written = 0;                                // bytes of DRAM
    double firstDram = 0, firstFills = 0, firstBuffer = 0;       // of the first step, on DRAM and buffer
    double leastFill = std::numeric_limits<double>::infinity();  // of the buffer with one tensor, in the first step
    double collect = 0, collectOne = 0, drain = 0;               // of the last one, of all groups and of one
};

/// All families of mappings of a layer, judged one after the other: meshBound(), MODEL.md "Bound of a layer".
class Families {
public:
    Families(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory, double below);
    /// Nothing when there are more than `most`.
    std::optional<double> least(std::size_t most);
    /// Of one tile and spread; infinite when they do not fit.
    double least(const Extents& tile, const Extents& spread);

private:
    void addWays();
    void addHeads();
    void descend(std::size_t index, std::int64_t pes);
    void judge(double pes);
    void judge(std::optional<TensorRole> stays, double pes, double steps, double compute);
    void addOfPes(TensorRole role, std::optional<TensorRole> stays, double pes, double steps, Times& times) const;
    void addOfBuffer(TensorRole role, double steps, Times& times) const;
    double groupsOf(TensorRole role, double pes) const;
    double newInputs(const Extents& tile, bool whole) const;
    double allInputs() const;
    bool slides() const;
    bool holdsStep(TensorRole role) const
    {
        return hasLevelsInPe() && m_accelerator.levels[m_mesh + 1].keeps.contains(role);
    }
    bool hasLevelsInPe() const { return m_mesh + 1 < m_accelerator.levels.size(); }
    /// Cycles of whole packets, and of packets that are as full as can be.
    double packed(double bytes) const { return kUnicastFlits * std::ceil(std::floor(bytes) / m_memory.packetBytes()); }
    double rated(double bytes) const { return kUnicastFlits * std::floor(bytes) / m_memory.packetBytes(); }

    const cosa::MappingSpace& m_space;
    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const std::size_t m_mesh;
    const cost::MemoryService m_memory;
    const bool m_dramWithBuffer;
    const bool m_hasHalo;
    const std::int64_t m_mostPes;
    double m_unitsOfPe = 1;
    PerTensor<Way> m_ways;
    // Cycles on the way before the first and after the last step: as the model adds them up, and on the way of one PE.
    struct Heads {
        double added = 0, ofOne = 0;
    } m_heads;
    std::array<std::vector<Cut>, kOrder.size()> m_cuts;

    // The family: what a PE works on in a step, PEs along each dimension, both together, loops around them.
    Extents m_tile = workload::unitExtents(), m_spread = m_tile, m_step = m_tile, m_around = m_tile;
    std::size_t m_seen = 0, m_most = 0;
    double m_least; // of all families, up to that of the mapping known
};

Families::Families(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory, double below)
    : m_space(space), m_accelerator(space.accelerator()), m_layer(space.layer()), m_mesh(mesh),
      m_memory(memory, 1e15 / m_accelerator.clock.count,
               std::max(1.0, MeshFlows::kPayloadFlits * double(m_accelerator.interconnect.flit.count) / 8)),
      m_dramWithBuffer(memory.kind == dram::MemoryModel::Kind::Compatible),
      m_hasHalo(m_layer.bounds[R] > 1 || m_layer.bounds[S] > 1), m_mostPes(space.mostChildren(mesh)), m_least(below)
{
    for (std::size_t level = mesh + 1; level < m_accelerator.levels.size(); ++level)
        m_unitsOfPe *= double(space.mostChildren(level));
    addWays();
    addHeads();
    for (std::size_t i = 0; i < kOrder.size(); ++i) {
        const std::int64_t bound = m_layer.bounds[kOrder[i]];
        for (const std::int64_t tile : divisors(hasLevelsInPe() ? bound : 1))
            for (const std::int64_t spread : divisors(bound / tile))
                if (spread <= m_mostPes)
                    m_cuts[i].push_back({tile, spread, bound / tile / spread});
    }
}

void Families::addWays()
{
    const auto& levels = m_accelerator.levels;
    for (const TensorRole role : kTensorRoles) {
        const auto keeper = [&](std::size_t level) {
            while (level > 0 && !levels[level].keeps.contains(role))
                --level;
            return level;
        };
        const auto bytes = [&](std::size_t level) { return double(levels[level].elementBits[role].count) / 8; };
        Way& way = m_ways[role];
        const std::size_t outer = keeper(m_mesh);
        way.outside = outer != m_mesh;
        way.inBuffer = m_mesh > 0 && !way.outside;
        way.bytesOfPe = bytes(outer);
        way.bytesOfBuffer = way.inBuffer ? bytes(keeper(m_mesh - 1)) : 0;
        double instances = 1;
        std::size_t inner = m_mesh + 1;
        for (; inner < levels.size() && !levels[inner].keeps.contains(role); ++inner)
            instances *= double(levels[inner].fanout.count());
        if (inner < levels.size()) // else every MAC asks for it in every cycle
            way.roomOfPe =
                levels[inner].capacity ? instances * double(levels[inner].capacity->count) / bytes(inner) : 1e300;
    }
}

/// As the least ones of MeshFlows::add(), to the nearest PEs.
void Families::addHeads()
{
    const hardware::Fanout& fanout = m_accelerator.levels[m_mesh].fanout;
    const double toBuffer = MeshFlows::kRouterCycles * double(m_dramWithBuffer ? 1 : fanout.columns);
    const double toPes = MeshFlows::kRouterCycles * 2;
    double deliver = toPes, fill = 0;
    for (const TensorRole role : {TensorRole::Weights, TensorRole::Inputs}) {
        const Way& way = m_ways[role];
        deliver = std::max(deliver, toPes + (way.outside ? m_memory.leastLatency() : 0));
        fill = way.inBuffer ? toBuffer + m_memory.leastLatency() : fill;
    }
    const double back = toPes + (m_ways[TensorRole::Outputs].inBuffer ? toBuffer : 0);
    m_heads = {deliver + fill + back, std::max(deliver, fill) + back};
}

std::optional<double> Families::least(std::size_t most)
{
    m_most = most;
    descend(0, 1);
    return m_seen <= most ? std::optional(m_least) : std::nullopt;
}

double Families::least(const Extents& tile, const Extents& spread)
{
    double pes = 1;
    for (const LoopDimension d : kOrder) {
        m_tile[d] = tile[d];
        m_spread[d] = spread[d];
        m_step[d] = tile[d] * spread[d];
        m_around[d] = m_layer.bounds[d] / m_step[d];
        pes *= double(spread[d]);
    }
    judge(pes);
    return m_least;
}

void Families::descend(std::size_t index, std::int64_t pes)
{
    if (index == kOrder.size()) {
        judge(double(pes));
        return;
    }
    const LoopDimension d = kOrder[index];
    for (const Cut& cut : m_cuts[index]) {
        if (pes * cut.spread > m_mostPes)
            continue;
        m_tile[d] = cut.tile;
        if (hasLevelsInPe() && !m_space.fitsCapacity(m_mesh + 1, m_tile))
            break; // the others are larger
        if (++m_seen > m_most)
            break;
        m_spread[d] = cut.spread;
        m_step[d] = cut.tile * cut.spread;
        m_around[d] = cut.around;
        descend(index + 1, pes * cut.spread);
    }
    m_tile[d] = m_spread[d] = m_step[d] = m_around[d] = 1;
}

void Families::judge(double pes)
{
    double steps = 1, macs = 1;
    for (const LoopDimension d : kOrder) {
        steps *= double(m_around[d]);
        macs *= double(m_tile[d]);
    }
    const double compute = steps * std::max(1.0, std::ceil(macs / m_unitsOfPe));
    if (compute + m_heads.ofOne >= m_least || !m_space.fitsCapacity(m_mesh, m_step))
        return;
    if (m_around[P] * m_around[Q] * m_around[N] > 1)
        judge(TensorRole::Weights, pes, steps, compute);
    if (m_around[K] > 1)
        judge(TensorRole::Inputs, pes, steps, compute);
    if (m_around[C] * m_around[R] * m_around[S] > 1)
        judge(TensorRole::Outputs, pes, steps, compute);
    if (m_around[G] > 1 || steps == 1)
        judge(std::nullopt, pes, steps, compute);
}

void Families::judge(std::optional<TensorRole> stays, double pes, double steps, double compute)
{
    Times t;
    for (const TensorRole role : kTensorRoles) {
        addOfPes(role, stays, pes, steps, t);
        if (m_ways[role].inBuffer)
            addOfBuffer(role, steps, t);
    }
    const bool sumsOutside = m_ways[TensorRole::Outputs].outside;
    const double ports = std::max({t.dramOut - t.firstDram, t.bufferOut - t.firstBuffer - t.drain,
                                   t.bufferIn - t.firstFills - (sumsOutside ? 0 : t.collect),
                                   t.dramIn - t.drain - (sumsOutside ? t.collect : 0)});
    const double reads = m_memory.leastBusy(t.read, false);
    const double writes = std::min(m_memory.leastBusy(t.written, true), t.dramIn);
    const double bus = m_memory.hasTwoBuses() ? std::max(reads, writes) : reads + writes;
    const double plainReads = m_memory.leastCycles(t.read, false), plainWrites = m_memory.leastCycles(t.written, true);
    const double plain = m_memory.hasTwoBuses() ? std::max(plainReads, plainWrites) : plainReads + plainWrites;
    const double added = std::max(ports + t.firstDram + t.collect + t.drain, bus) + t.firstBuffer + m_heads.added;
    // The PE that DRAM or buffer serves last in the first step has all its steps before it, and its sums leave after
    // them. What the buffer sends must have come to it, whole.
    const double served = std::max(t.firstDram, t.firstBuffer + (t.firstFills > 0 ? t.leastFill : 0));
    const double last = compute + served + t.collectOne + t.drain + m_heads.ofOne;
    m_least = std::min(m_least, std::max({plain, added, last}));
}

/// Groups of PEs that differ in what they need of a tensor, at least.
double Families::groupsOf(TensorRole role, double pes) const
{
    if (!m_accelerator.levels[m_mesh].multicast.contains(role))
        return pes;
    const Extents& s = m_spread;
    switch (role) {
    case TensorRole::Weights: return double(s[G] * s[K] * s[C] * s[R] * s[S]);
    case TensorRole::Inputs: return double(s[N] * s[G] * s[C] * std::max(s[P], s[R]) * std::max(s[Q], s[S]));
    case TensorRole::Outputs: break;
    }
    return double(s[N] * s[G] * s[K] * s[P] * s[Q]);
}

/// Loops over taps bring a PE a part of its tile only: those around the PEs, and those in a PE around what it keeps.
bool Families::slides() const
{
    return m_hasHalo
           && (m_around[R] > 1 || m_around[S] > 1
               || (!holdsStep(TensorRole::Inputs) && (m_tile[R] > 1 || m_tile[S] > 1)));
}

/// Inputs of a tile that a tile before it in the order of pixels had not, at least. `whole`: the tile moves as a box.
double Families::newInputs(const Extents& tile, bool whole) const
{
    const auto lines = [&](std::int64_t pixels, std::int64_t stride, std::int64_t taps, std::int64_t dilation) {
        const std::int64_t box = (pixels - 1) * stride + (taps - 1) * dilation + 1;
        return double(whole ? std::min(box, pixels * stride) : pixels);
    };
    return double(tile[N] * tile[G] * tile[C]) * lines(tile[P], m_layer.strideP, tile[R], m_layer.dilationR)
           * lines(tile[Q], m_layer.strideQ, tile[S], m_layer.dilationS);
}

/// Inputs that the layer touches.
double Families::allInputs() const
{
    const Extents& b = m_layer.bounds;
    return double(b[N] * b[G] * b[C])
           * double(workload::touchedLines(b[P], m_layer.strideP, b[R], m_layer.dilationR)
                    * workload::touchedLines(b[Q], m_layer.strideQ, b[S], m_layer.dilationS));
}

void Families::addOfPes(TensorRole role, std::optional<TensorRole> stays, double pes, double steps, Times& times) const
{
    const Way& way = m_ways[role];
    const bool isInputs = role == TensorRole::Inputs, isOutputs = role == TensorRole::Outputs;
    const double held =
        isInputs ? newInputs(m_tile, holdsStep(role)) : double(workload::footprint(m_layer, role, m_tile));
    double others = 1; // loops around the PEs that leave the tensor in place
    for (const LoopDimension d : kOrder)
        others *= isRelevant(role, d) ? 1 : double(m_around[d]);
    const double moves = stays == role && held <= way.roomOfPe ? steps / others : steps;
    const double groups = groupsOf(role, pes), bytes = held * way.bytesOfPe;
    const bool merges = steps > std::max(16.0, std::floor(MeshFlows::kMostComputes / pes));
    // One move, and all of them. Packets are fuller where steps merge or a halo makes moves unequal.
    double one = groups * (isInputs && m_hasHalo ? rated(bytes) : packed(bytes));
    double all = moves * (merges ? groups * rated(bytes) : one), allBytes = moves * groups * bytes;
    if (isInputs && slides()) { // by less than the tile
        allBytes = allInputs() * way.bytesOfPe;
        all = rated(allBytes);
        one = all / steps;
    }
    double& out = way.outside ? times.dramOut : times.bufferOut;
    if (isOutputs) {
        const Extents& s = m_spread; // what the mesh does not add comes back to no PE
        const double returned = (moves - steps / others) * double(s[N] * s[G] * s[K] * s[P] * s[Q]) * bytes;
        (way.outside ? times.dramIn : times.bufferIn) += all;
        out += rated(returned);
        times.collect = one;
        times.collectOne = packed(bytes);
        times.written += way.outside ? allBytes : 0;
        times.read += way.outside ? returned : 0;
    } else {
        out += all;
        (way.outside ? times.firstDram : times.firstBuffer) += one;
        times.read += way.outside ? allBytes : 0;
    }
}

/// What the buffer exchanges with DRAM: everything once, and in the first step what all PEs need of it.
void Families::addOfBuffer(TensorRole role, double steps, Times& times) const
{
    const bool isInputs = role == TensorRole::Inputs;
    const double whole = isInputs ? allInputs() : double(workload::elements(m_layer, role));
    const double bytes = std::floor(whole * m_ways[role].bytesOfBuffer), all = rated(bytes);
    double first = 0;
    if (!isInputs || !m_hasHalo)
        first = packed(double(workload::footprint(m_layer, role, m_step)) * m_ways[role].bytesOfBuffer);
    else
        first = slides() ? all / steps : rated(newInputs(m_step, true) * m_ways[role].bytesOfBuffer);
    if (role == TensorRole::Outputs) {
        times.bufferOut += all;
        times.dramIn += all;
        times.written += bytes;
        times.drain = first;
    } else {
        times.dramOut += all;
        times.bufferIn += all;
        times.read += bytes;
        times.firstDram += first;
        times.firstFills += first;
        times.leastFill = std::min(times.leastFill, first);
    }
}

/// Nothing when levels outside the mesh have several children.
std::optional<Families> familiesOf(const cosa::MappingSpace& space, double below)
{
    const hardware::Accelerator& accelerator = space.accelerator();
    const auto mesh = cost::meshLevel(accelerator);
    const auto memory = cost::memoryOf(accelerator, cost::dramModelOf(accelerator));
    if (!mesh || !memory || accelerator.instances(*mesh) != 1)
        return std::nullopt;
    return std::optional<Families>(std::in_place, space, *mesh, *memory, below);
}

} // namespace

std::optional<double> meshBound(const cosa::MappingSpace& space, double below, std::size_t most)
{
    auto families = familiesOf(space, below);
    return families ? families->least(most) : std::nullopt;
}

std::optional<double> meshBound(const cosa::MappingSpace& space, const Extents& tile, const Extents& spread)
{
    auto families = familiesOf(space, std::numeric_limits<double>::infinity());
    return families ? std::optional(families->least(tile, spread)) : std::nullopt;
}

} // namespace nestloom::schedule
