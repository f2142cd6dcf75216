// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/mesh/family_times.h"

#include "engine/mapping/fanout_layout.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::schedule {

namespace {

using enum workload::LoopDimension;
using cost::MeshFlows;
using workload::Extents;

constexpr double kUnicastFlits = MeshFlows::kPayloadFlits + 1;

/// Inputs that a layer touches.
double allInputs(const workload::Layer& layer)
{
    const Extents& b = layer.bounds;
    return double(b[N] * b[G] * b[C])
           * double(workload::touchedLines(b[P], layer.strideP, b[R], layer.dilationR)
                    * workload::touchedLines(b[Q], layer.strideQ, b[S], layer.dilationS));
}

} // namespace

double iterations(const Extents& loops)
{
    double product = 1;
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        product *= double(loops[d]);
    return product;
}

double reuseOf(TensorRole role, const Extents& loops)
{
    double product = 1;
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        product *= workload::isRelevant(role, d) ? 1 : double(loops[d]);
    return product;
}

FamilyTimes::FamilyTimes(const cosa::MappingSpace& space, std::size_t mesh, const dram::MemoryModel& memory)
    : m_accelerator(space.accelerator()), m_layer(space.layer()), m_mesh(mesh),
      m_memory(memory, 1e15 / m_accelerator.clock.count,
               std::max(1.0, MeshFlows::kPayloadFlits * double(m_accelerator.interconnect.flit.count) / 8)),
      m_dramWithBuffer(memory.kind == dram::MemoryModel::Kind::Compatible),
      m_hasHalo(m_layer.bounds[R] > 1 || m_layer.bounds[S] > 1), m_allInputs(allInputs(m_layer))
{
    for (std::size_t level = mesh + 1; level < m_accelerator.levels.size(); ++level)
        if (m_accelerator.levels[level].fanout.count() > 1)
            m_insidePe.push_back(m_accelerator.levels[level].fanout);
    addWays();
    addHeads();
}

void FamilyTimes::addWays()
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
void FamilyTimes::addHeads()
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
    m_heads = deliver + fill + toPes + (m_ways[TensorRole::Outputs].inBuffer ? toBuffer : 0);
}

double FamilyTimes::compute(const MeshFamily& family) const
{
    return family.steps * stepCycles(std::int64_t(iterations(family.tile))).front();
}

/// What a PE can take for a tile with so many MACs, ascending.
const std::vector<double>& FamilyTimes::stepCycles(std::int64_t macs) const
{
    const auto [at, isNew] = m_stepCycles.try_emplace(macs);
    if (isNew) {
        std::set<std::int64_t> units;
        addUnits(0, macs, 1, units);
        for (auto most = units.rbegin(); most != units.rend(); ++most)
            at->second.push_back(double(macs) / double(*most));
    }
    return at->second;
}

/// MAC units inside the fan-out with this index and those further in that loops of a tile can use: they divide its
/// MACs. `units` are used outside.
void FamilyTimes::addUnits(std::size_t index, std::int64_t macs, std::int64_t units,
                           std::set<std::int64_t>& found) const
{
    if (index == m_insidePe.size()) {
        found.insert(units);
        return;
    }
    const hardware::Fanout& fanout = m_insidePe[index];
    for (std::int64_t children = 1; children <= fanout.count(); ++children)
        if (macs % children == 0 && mapping::canBeLaidOut(fanout, children))
            addUnits(index + 1, macs / children, units * children, found);
}

void FamilyTimes::setFamily(const MeshFamily& family)
{
    m_family = family;
    m_run = compute(family);
    m_runs = stepCycles(std::int64_t(iterations(family.tile)));
    for (double& run : m_runs)
        run *= family.steps;
    m_slides = slides(family);
    m_merges = merges(family);
    const Extents& s = family.spread;
    for (const TensorRole role : kTensorRoles) {
        const double elements = held(family, role);
        Sends& sends = m_sends[role];
        sends.fits = elements <= m_ways[role].roomOfPe;
        sends.groups = groupsOf(family, role);
        sends.bytes = elements * m_ways[role].bytesOfPe;
        // Packets are fuller where steps merge or a halo makes moves unequal.
        const double filled = sends.groups * rated(sends.bytes);
        sends.one = role == TensorRole::Inputs && m_hasHalo ? filled : sends.groups * packed(sends.bytes);
        sends.each = m_merges ? filled : sends.one;
        sends.bytesBack = double(s[N] * s[G] * s[K] * s[P] * s[Q]) * sends.bytes; // the mesh adds: not to every PE
        sends.visits = family.steps / reuseOf(role, family.around);
    }
}

double FamilyTimes::least(std::optional<TensorRole> stays) const
{
    Times times;
    for (const TensorRole role : kTensorRoles) {
        addOfPes(role, {leastMoves(role, stays), m_family.steps}, nullptr, times);
        if (m_ways[role].inBuffer)
            addOfBuffer(role, times);
    }
    return all(times, m_run);
}

double FamilyTimes::leastMoves(TensorRole role, std::optional<TensorRole> stays) const
{
    return stays == role && fits(role) ? m_sends[role].visits : m_family.steps;
}

void FamilyTimes::setKind(std::optional<TensorRole> stays)
{
    m_kind = {};
    Times least, moves;
    for (const TensorRole role : kTensorRoles) {
        addOfPes(role, {leastMoves(role, stays), m_family.steps}, nullptr, least);
        if (m_ways[role].inBuffer) {
            addOfBuffer(role, least);
            addOfBuffer(role, m_kind.fills[role]);
        }
    }
    // Sums that go out once more than they must come back as often.
    PortTimes& sums = m_kind.fills[TensorRole::Outputs];
    sums.dramOut = sums.bufferIn = sums.dramIn;
    sums.read = sums.written;
    if (stays && fits(*stays) && !(stays == TensorRole::Inputs && m_slides))
        addOfPes(*stays, {leastMoves(*stays, stays), m_family.steps}, nullptr, moves);
    m_kind.least = least;
    m_kind.moves = moves;
}

bool FamilyTimes::canBeBelow(double limit, const PerTensor<double>& refills, double moves) const
{
    PortTimes times = m_kind.least;
    times.addPorts(m_kind.moves, moves - 1);
    return std::ranges::any_of(kTensorRoles, [&](TensorRole still) {
        PortTimes all = times;
        for (const TensorRole role : kTensorRoles)
            if (role != still)
                all.addPorts(m_kind.fills[role], refills[role] - 1);
        return this->all(all, m_run) < limit;
    });
}

void FamilyTimes::PortTimes::addPorts(const PortTimes& of, double times)
{
    dramOut += times * of.dramOut;
    dramIn += times * of.dramIn;
    bufferOut += times * of.bufferOut;
    bufferIn += times * of.bufferIn;
    read += times * of.read;
    written += times * of.written;
}

double FamilyTimes::least(const MeshOrder& order, const InputMoves* inputs) const
{
    const double loopsOfBuffer = iterations(order.atBuffer);
    Times times;
    for (const TensorRole role : kTensorRoles) {
        double still = 1; // steps in which the tensor stays in the PEs
        const double ofDram = order.ofDram == role ? reuseOf(role, order.atDram) : 1;
        if (loopsOfBuffer == 1) {
            still = ofDram;
        } else if (order.ofBuffer == role) {
            still = reuseOf(role, order.atBuffer);
            still *= still == loopsOfBuffer ? ofDram : 1; // nothing at the buffer moves it
        }
        const double moves = m_family.steps / (fits(role) ? still : 1);
        addOfPes(role, {moves, moves}, inputs, times);
        if (m_ways[role].inBuffer)
            addFills(role, order, inputs, times);
    }
    double run = m_run;
    if (!m_merges)
        run = std::max(blocked(times.sentByDram, run), blocked(times.sentByBuffer, run));
    return all(times, run);
}

/// `run`: no less than the time from the first step to the last.
double FamilyTimes::all(const PortTimes& t, double run) const
{
    const bool sumsOutside = m_ways[TensorRole::Outputs].outside;
    const double ports = std::max({run, t.dramOut - t.firstDram, t.bufferOut - t.firstBuffer - t.drain,
                                   t.bufferIn - t.firstFills - (sumsOutside ? 0 : t.collect),
                                   t.dramIn - t.drain - (sumsOutside ? t.collect : 0)});
    const double reads = m_memory.leastBusy(t.read, false);
    const double writes = std::min(m_memory.leastBusy(t.written, true), t.dramIn);
    const double bus = m_memory.hasTwoBuses() ? std::max(reads, writes) : reads + writes;
    const double plainReads = m_memory.leastCycles(t.read, false), plainWrites = m_memory.leastCycles(t.written, true);
    const double plain = m_memory.hasTwoBuses() ? std::max(plainReads, plainWrites) : plainReads + plainWrites;
    return std::max(plain, std::max(ports + t.firstDram + t.collect + t.drain, bus) + t.firstBuffer + m_heads);
}

void FamilyTimes::Sent::add(double moves, double cycles)
{
    if (cycles > 0)
        kinds[count++] = {moves, cycles};
}

/// Computing, and what a port waits for where something long keeps what is sent most often from being sent: MODEL.md,
/// "A port with two levels". The stall between two of the most frequent ones is free; the least sum over it is taken.
double FamilyTimes::blocked(Sent sent, double compute)
{
    const auto end = sent.kinds.begin() + std::ptrdiff_t(sent.count);
    std::sort(sent.kinds.begin(), end, [](const auto& a, const auto& b) { return a.moves > b.moves; });
    auto longer = sent.kinds.begin();
    double inner = 0;
    for (; longer != end && longer->moves == sent.kinds.front().moves; ++longer)
        inner += longer->cycles;
    if (longer == end)
        return compute;
    const double often = sent.kinds.front().moves, run = compute / often, least = std::max(0.0, inner - run);
    const auto stalls = [&](double stall) {
        const double slack = 2 * std::max(0.0, run + stall - inner);
        double sum = 0, more = 0, left = often - 1;
        for (auto at = longer; at != end; ++at) {
            more += at->cycles;
            const double here =
                at->moves - (at + 1 != end ? (at + 1)->moves : 1); // times that no longer one comes, too
            sum += here * std::max(stall, least + std::max(0.0, more - slack));
            left -= here;
        }
        return sum + left * stall;
    };
    double best = stalls(least), more = 0;
    for (auto at = longer; at != end; ++at) { // where the stall is as long as the blocking
        more += at->cycles;
        const double stall = (least + more - 2 * (run - inner)) / 3;
        if (stall > least)
            best = std::min(best, stalls(stall));
    }
    return compute + best;
}

/// Groups of PEs that differ in what they need of a tensor, at least.
double FamilyTimes::groupsOf(const MeshFamily& family, TensorRole role) const
{
    if (!m_accelerator.levels[m_mesh].multicast.contains(role))
        return family.pes;
    const Extents& s = family.spread;
    switch (role) {
    case TensorRole::Weights: return double(s[G] * s[K] * s[C] * s[R] * s[S]);
    case TensorRole::Inputs: // MAC units of several PEs may share what PEs do not
        return double(s[N] * s[G] * s[C])
               * (holdsStep(role) ? double(std::max(s[P], s[R]) * std::max(s[Q], s[S])) : double(s[P] * s[Q]));
    case TensorRole::Outputs: break;
    }
    return double(s[N] * s[G] * s[K] * s[P] * s[Q]);
}

/// Elements of a tensor that a PE needs for a step and had not for the one before, at least.
double FamilyTimes::held(const MeshFamily& family, TensorRole role) const
{
    return role == TensorRole::Inputs ? newInputs(family.tile, holdsStep(role))
                                      : double(workload::footprint(m_layer, role, family.tile));
}

bool FamilyTimes::holdsStep(TensorRole role) const
{
    return m_mesh + 1 < m_accelerator.levels.size() && m_accelerator.levels[m_mesh + 1].keeps.contains(role);
}

/// Loops over taps bring a PE a part of its tile only: those around the PEs, and those in a PE around what it keeps.
bool FamilyTimes::slides(const MeshFamily& family) const
{
    return m_hasHalo
           && (family.around[R] > 1 || family.around[S] > 1
               || (!holdsStep(TensorRole::Inputs) && (family.tile[R] > 1 || family.tile[S] > 1)));
}

/// Whether the model takes several steps as one.
bool FamilyTimes::merges(const MeshFamily& family) const
{
    return family.steps > std::max(16.0, std::floor(MeshFlows::kMostComputes / family.pes));
}

double FamilyTimes::packed(double bytes) const
{
    return kUnicastFlits * std::ceil(std::floor(bytes) / m_memory.packetBytes());
}

double FamilyTimes::rated(double bytes) const { return kUnicastFlits * std::floor(bytes) / m_memory.packetBytes(); }

/// Inputs of a tile that a tile before it in the order of pixels had not, at least. `whole`: the tile moves as a box.
double FamilyTimes::newInputs(const Extents& tile, bool whole) const
{
    const auto lines = [&](std::int64_t pixels, std::int64_t stride, std::int64_t taps, std::int64_t dilation) {
        const std::int64_t box = (pixels - 1) * stride + (taps - 1) * dilation + 1;
        return double(whole ? std::min(box, pixels * stride) : pixels);
    };
    return double(tile[N] * tile[G] * tile[C]) * lines(tile[P], m_layer.strideP, tile[R], m_layer.dilationR)
           * lines(tile[Q], m_layer.strideQ, tile[S], m_layer.dilationS);
}

double FamilyTimes::packed(double moves, double allBytes) const
{
    if (m_merges)
        return rated(allBytes);
    const double bytes = std::round(allBytes) / moves, less = std::floor(bytes), share = bytes - less;
    return moves * (packed(less) * (1 - share) + packed(less + 1) * share);
}

void FamilyTimes::addOfPes(TensorRole role, Moves number, const InputMoves* inputs, Times& times) const
{
    const double moves = number.least;
    const Way& way = m_ways[role];
    const Sends& sends = m_sends[role];
    const bool isInputs = role == TensorRole::Inputs;
    double one = sends.one, all = moves * sends.each, allBytes = moves * sends.groups * sends.bytes;
    if (isInputs && inputs) {
        allBytes = inputs->toPe * way.bytesOfPe;
        all = sends.groups * packed(moves, allBytes);
        allBytes *= sends.groups;
        one = all / moves;
    } else if (isInputs && m_slides) { // by less than the tile
        allBytes = m_allInputs * way.bytesOfPe;
        all = rated(allBytes);
        one = all / number.most;
    }
    double& out = way.outside ? times.dramOut : times.bufferOut;
    if (role == TensorRole::Outputs) {
        const double returned = (moves - sends.visits) * sends.bytesBack;
        (way.outside ? times.dramIn : times.bufferIn) += all;
        out += rated(returned);
        times.collect = one;
        times.written += way.outside ? allBytes : 0;
        times.read += way.outside ? returned : 0;
    } else {
        out += all;
        (way.outside ? times.sentByDram : times.sentByBuffer).add(moves, one);
        (way.outside ? times.firstDram : times.firstBuffer) += one;
        times.read += way.outside ? allBytes : 0;
    }
}

void FamilyTimes::addToBuffer(TensorRole role, double bytes, double cycles, double first, PortTimes& times) const
{
    if (role == TensorRole::Outputs) {
        times.bufferOut += cycles;
        times.dramIn += cycles;
        times.written += bytes;
        times.drain = first;
    } else {
        times.dramOut += cycles;
        times.bufferIn += cycles;
        times.read += bytes;
        times.firstDram += first;
        times.firstFills += first;
    }
}

/// What the buffer exchanges with DRAM: everything once, and in the first step what all PEs need of it.
void FamilyTimes::addOfBuffer(TensorRole role, PortTimes& times) const
{
    const bool isInputs = role == TensorRole::Inputs;
    const double whole = isInputs ? m_allInputs : double(workload::elements(m_layer, role));
    const double bytes = std::floor(whole * m_ways[role].bytesOfBuffer), all = rated(bytes);
    double first = 0;
    if (!isInputs || !m_hasHalo)
        first = packed(double(workload::footprint(m_layer, role, m_family.step)) * m_ways[role].bytesOfBuffer);
    else
        first = m_slides ? all / m_family.steps : rated(newInputs(m_family.step, true) * m_ways[role].bytesOfBuffer);
    addToBuffer(role, bytes, all, first, times);
}

/// The same where the tile of the buffer is known: as often as it changes.
void FamilyTimes::addFills(TensorRole role, const MeshOrder& order, const InputMoves* inputs, Times& times) const
{
    const bool isInputs = role == TensorRole::Inputs, isOutputs = role == TensorRole::Outputs;
    const double still = reuseOf(role, order.atDram), tiles = iterations(order.atDram) / still;
    const double moves = order.ofDram == role ? tiles : tiles * still;
    const double whole = isInputs ? m_allInputs : double(workload::elements(m_layer, role));
    const double once = std::floor(whole * m_ways[role].bytesOfBuffer);
    const double tile = isInputs ? newInputs(order.tile, true) : double(workload::footprint(m_layer, role, order.tile));
    const double bytes = tile * m_ways[role].bytesOfBuffer;
    double one = isInputs && m_hasHalo ? rated(bytes) : packed(bytes);
    double all = std::max(rated(once), moves * (m_merges ? rated(bytes) : one)),
           allBytes = std::max(once, moves * std::floor(bytes));
    if (isInputs && inputs && inputs->toBuffer > 0) {
        allBytes = inputs->toBuffer * m_ways[role].bytesOfBuffer;
        all = packed(moves, allBytes);
        one = all / moves;
    } else if (isInputs && (order.atDram[R] > 1 || order.atDram[S] > 1)) { // by less than the tile
        all = rated(once);
        allBytes = once;
        one = all / moves;
    }
    addToBuffer(role, allBytes, all, one, times);
    (isOutputs ? times.sentByBuffer : times.sentByDram).add(moves, one);
    if (isOutputs) { // sums that go out are not done before the last visit
        const double back = (moves - tiles) * std::floor(bytes);
        times.dramOut += rated(back);
        times.bufferIn += rated(back);
        times.read += back;
    }
}

} // namespace nestloom::schedule
