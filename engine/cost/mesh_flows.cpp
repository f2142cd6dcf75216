// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/mesh_flows.h"

#include <algorithm>
#include <cmath>

namespace nestloom::cost {

using workload::isRelevant;

namespace {

constexpr double kUnicastFlits = MeshFlows::kPayloadFlits + 1;
constexpr double kMaskBits = 64; // of a multicast's destinations in a header flit

} // namespace

/// Where the PEs in use lie.
struct MeshFlows::Spread {
    double pes = 1, columns = 1, rows = 1;
};

MeshFlows::MeshFlows(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t mesh,
                     const dram::MemoryModel& memory)
    : m_layer(layer), m_mesh(mesh),
      m_memory(memory, 1e15 / accelerator.clock.count,
               std::max(1.0, kPayloadFlits * double(accelerator.interconnect.flit.count) / 8)),
      m_fanout(accelerator.levels[mesh].fanout), m_dramWithBuffer(memory.kind == dram::MemoryModel::Kind::Compatible)
{
    for (const hardware::BufferLevel& level : accelerator.levels) {
        PerTensor<double>& bytes = m_bytesPerElement.emplace_back();
        for (const TensorRole role : kTensorRoles)
            bytes[role] = double(level.elementBits[role].count) / 8;
    }
    const double routers = double(m_fanout.columns * (m_fanout.rows + 1));
    m_multicastFlits = kPayloadFlits + std::ceil(routers / kMaskBits);
}

void MeshFlows::find(const Nest& nest, const AccessCounts& counts, MeshTraffic& traffic) const
{
    const auto same = [](const auto& value) {
        return [&value](TensorRole) -> const auto& { return value; };
    };
    find(same(nest), same(counts), spreadOf(nest), traffic);
}

void MeshFlows::find(const PerTensor<Nest>& nests, const PerTensor<AccessCounts>& counts, MeshTraffic& traffic) const
{
    const auto own = [](const auto& values) {
        return [&values](TensorRole role) -> const auto& { return values[role]; };
    };
    find(own(nests), own(counts), spreadOf(nests[TensorRole::Weights]), traffic);
}

/// `nests` and `counts` are functions of the tensor.
template <typename Nests, typename AllCounts>
void MeshFlows::find(const Nests& nests, const AllCounts& counts, const Spread& spread, MeshTraffic& traffic) const
{
    const Nest& any = nests(TensorRole::Weights); // their loops around the PEs are the same
    traffic.flowCount = 0;
    findLoops(any, spread.pes, traffic);
    for (const TensorRole role : kTensorRoles) {
        addOfPes(nests(role), counts(role), role, spread, traffic);
        if (m_mesh > 0 && any.keeps[m_mesh].contains(role))
            addOfBuffer(nests(role), counts(role), role, spread, traffic);
    }
    addColumns(any, traffic);
}

MeshFlows::Spread MeshFlows::spreadOf(const Nest& nest) const
{
    Spread spread;
    for (const NestLoop& loop : nest.spatialBetween(m_mesh, m_mesh + 1)) {
        const bool overRows = m_fanout.isPlane() ? loop.axis == hardware::Axis::Rows : m_fanout.columns == 1;
        (overRows ? spread.rows : spread.columns) *= double(loop.bound);
    }
    spread.pes = spread.columns * spread.rows;
    if (const double most = double(m_fanout.columns); spread.columns > most) { // not laid out yet
        spread.rows = std::min(double(m_fanout.rows), std::ceil(spread.pes / most));
        spread.columns = most;
    }
    return spread;
}

void MeshFlows::findLoops(const Nest& nest, double pes, MeshTraffic& traffic) const
{
    const auto outside = m_mesh + 1 < nest.levelCount() ? nest.temporalOutside(m_mesh + 1) : nest.temporal();
    double steps = 1;
    for (const NestLoop& loop : outside)
        steps *= double(loop.bound);
    const double most = std::max(16.0, std::floor(kMostComputes / pes));
    std::size_t merged = 0; // innermost loops that become part of a step
    while (steps > most && merged < outside.size())
        steps /= double(outside[merged++].bound);
    traffic.loopCount = outside.size() - merged;
    for (std::size_t i = 0; i < traffic.loopCount; ++i) {
        const NestLoop& loop = outside[merged + i];
        traffic.loops[i] = {loop.dimension, double(loop.bound), isRelevant(TensorRole::Outputs, loop.dimension), 1};
    }
    double revisits = 1;
    for (std::size_t i = traffic.loopCount; i-- > 0;) {
        traffic.loops[i].revisitsOutside = revisits;
        revisits *= traffic.loops[i].splitsOutputs ? 1 : traffic.loops[i].bound;
    }
    traffic.steps = steps;
    traffic.stepCycles = double(nest.computeCycles()) / steps;
}

std::size_t MeshFlows::levelOf(const Nest& nest, TensorRole role, std::size_t inner, const MeshTraffic& traffic) const
{
    const bool toMacs = inner >= nest.levelCount(); // each cycle asks anew
    const auto around = toMacs ? nest.temporal() : nest.temporalOutside(inner);
    for (std::size_t i = 0; i < around.size(); ++i)
        if (toMacs || isRelevant(role, around[i].dimension)) {
            const std::size_t outer = around.size() - i; // this loop and those outside it
            return outer > traffic.loopCount ? 0 : traffic.loopCount - outer;
        }
    return traffic.loopCount;
}

Runs MeshFlows::runsIn(const Nest& nest, const MeshFlow& flow, const MeshTraffic& traffic) const
{
    workload::Extents tile = m_mesh + 1 < nest.levelCount() ? nest.tile(m_mesh + 1) : workload::unitExtents();
    const auto outside = m_mesh + 1 < nest.levelCount() ? nest.temporalOutside(m_mesh + 1) : nest.temporal();
    const std::size_t within = outside.size() - traffic.loopCount + flow.level;
    for (std::size_t i = 0; i < within; ++i)
        tile[outside[i].dimension] *= outside[i].bound;
    if (flow.kind == MeshFlow::Kind::Fill || flow.kind == MeshFlow::Kind::Drain)
        for (const NestLoop& loop : nest.spatialBetween(m_mesh, m_mesh + 1))
            tile[loop.dimension] *= loop.bound;
    return runsOf(m_layer, flow.role, tile, m_bytesPerElement.front()[flow.role]);
}

void MeshFlows::addOfPes(const Nest& nest, const AccessCounts& counts, TensorRole role, const Spread& spread,
                         MeshTraffic& traffic) const
{
    const std::size_t outer = keeperAtOrOutside(nest, role, m_mesh), inner = keeperInside(nest, role, m_mesh);
    const ChildTraffic child = childTraffic(m_layer, nest, counts, role, inner);
    const double bytes = m_bytesPerElement[outer][role];
    const auto movesPixels = [](workload::LoopDimension d) {
        using enum workload::LoopDimension;
        return d == P || d == Q || d == R || d == S;
    };
    const auto apart = [&](const NestLoop& loop) { return !nest.multicast[loop.level].contains(role); };
    double alike = 1; // tiles of a PE that no other PE's can meet: they travel together
    double insidePes = 1;
    for (const NestLoop& loop : nest.spatialBetween(m_mesh + 1 < nest.levelCount() ? m_mesh + 1 : m_mesh, inner)) {
        if (loop.level == m_mesh)
            continue;
        insidePes *= double(loop.bound);
        if (apart(loop)
            || (isRelevant(role, loop.dimension) && (role != TensorRole::Inputs || !movesPixels(loop.dimension))))
            alike *= double(loop.bound);
    }
    MeshFlow flow;
    flow.role = role;
    flow.outside = outer != m_mesh;
    flow.groups = distinctChildren(m_layer, nest, role, m_mesh, inner) / alike;
    double most = 1; // tiles if no two were the same
    for (const NestLoop& loop : nest.spatialBetween(m_mesh, inner))
        most *= apart(loop) || isRelevant(role, loop.dimension) ? double(loop.bound) : 1;
    if (role == TensorRole::Inputs && flow.groups * alike < most)
        flow.leastShare = kUnicastFlits / m_multicastFlits; // groups differ in size
    const double members = inner > m_mesh + 1 ? distinctChildren(m_layer, nest, role, m_mesh + 1, inner) / alike : 1;
    if (role != TensorRole::Outputs) {
        add(flow, child.arrives * alike * bytes, inner, members, nest, spread, traffic);
        return;
    }
    flow.kind = MeshFlow::Kind::Collect;
    flow.chain = spread.pes / flow.groups;
    add(flow, child.leaves * alike * bytes, inner, 1, nest, spread, traffic);
    flow.kind = MeshFlow::Kind::Return;
    flow.groups = spread.pes;
    add(flow, child.arrives * insidePes * bytes, inner, 1, nest, spread, traffic);
}

void MeshFlows::addOfBuffer(const Nest& nest, const AccessCounts& counts, TensorRole role, const Spread& spread,
                            MeshTraffic& traffic) const
{
    const std::size_t outer = keeperAtOrOutside(nest, role, m_mesh - 1);
    const ChildTraffic own = childTraffic(m_layer, nest, counts, role, m_mesh);
    const double bytes = m_bytesPerElement[outer][role];
    MeshFlow flow;
    flow.role = role;
    flow.outside = true;
    flow.kind = MeshFlow::Kind::Fill;
    add(flow, own.arrives * bytes, m_mesh, 1, nest, spread, traffic);
    flow.kind = MeshFlow::Kind::Drain;
    add(flow, own.leaves * bytes, m_mesh, 1, nest, spread, traffic);
}

void MeshFlows::add(MeshFlow flow, double bytes, std::size_t inner, double members, const Nest& nest,
                    const Spread& spread, MeshTraffic& traffic) const
{
    if (!(bytes > 0))
        return;
    const double total = std::round(bytes);
    flow.level = levelOf(nest, flow.role, inner, traffic);
    double all = 1, tiles = 1;
    for (std::size_t i = flow.level; i < traffic.loopCount; ++i) {
        all *= traffic.loops[i].bound;
        tiles *= traffic.loops[i].splitsOutputs ? traffic.loops[i].bound : 1;
    }
    flow.revisited = all / tiles;
    const bool back =
        flow.role == TensorRole::Outputs && (flow.kind == MeshFlow::Kind::Return || flow.kind == MeshFlow::Kind::Fill);
    flow.onlyRevisits = back && all > tiles;
    flow.transfers = flow.onlyRevisits ? all - tiles : all;
    flow.bytes = total / flow.transfers;
    // Transfers are whole bytes, as even as can be; each has whole packets.
    const double less = std::floor(flow.bytes), share = flow.bytes - less;
    const auto mean = [&](auto of) { return of(less) * (1 - share) + of(less + 1) * share; };
    flow.packets = mean([&](double b) { return std::ceil(b / m_memory.packetBytes()); });
    flow.requests = mean([&](double b) { return m_memory.requests(b); });

    // Distances in routers: the buffer is below the last column, the DRAM below the first one or with the buffer.
    const double columns = double(m_fanout.columns), rows = double(m_fanout.rows);
    double least = 0, most = 0;
    if (flow.kind == MeshFlow::Kind::Fill || flow.kind == MeshFlow::Kind::Drain) {
        least = most = m_dramWithBuffer ? 1 : columns;
    } else {
        const bool fromLast = !flow.outside || m_dramWithBuffer;
        most = (fromLast ? columns : spread.columns) + rows;
        least = (fromLast ? columns - spread.columns : 0) + rows - spread.rows + 2;
    }
    flow.head = kRouterCycles * most + 1;
    flow.leastHead = kRouterCycles * least;
    if (flow.kind == MeshFlow::Kind::Fill
        || (flow.outside && flow.kind != MeshFlow::Kind::Drain && flow.kind != MeshFlow::Kind::Collect)) {
        flow.head += m_memory.readLatency();
        flow.leastHead += m_memory.leastLatency();
    }
    flow.chainHead = flow.head;
    if (flow.kind == MeshFlow::Kind::Collect && flow.chain > 1)
        flow.chainHead += kRouterCycles * (chainWay(nest) + flow.chain - 1) + flow.chain - 1;
    setService(flow, members, spread.pes * members, runsIn(nest, flow, traffic));
    setHops(flow, nest, spread);
    traffic.flows[traffic.flowCount++] = flow;
}

/// Routers on the way of a chain of PEs, row by row.
double MeshFlows::chainWay(const Nest& nest) const
{
    double alongRow = 0, alongColumn = 0, memberRows = 1, stepColumn = 1, stepRow = 1;
    for (const NestLoop& loop : nest.spatialBetween(m_mesh, m_mesh + 1)) {
        const double bound = double(loop.bound);
        const bool overRows = m_fanout.isPlane() && loop.axis == hardware::Axis::Rows;
        double& step = overRows ? stepRow : stepColumn;
        if (!isRelevant(TensorRole::Outputs, loop.dimension)) {
            (overRows ? alongColumn : alongRow) += (bound - 1) * step;
            memberRows *= overRows ? bound : 1;
        }
        step *= bound;
    }
    return alongRow * (2 * memberRows - 1) + alongColumn;
}

void MeshFlows::setService(MeshFlow& flow, double members, double travellers, const Runs& runs) const
{
    using enum MeshPort;
    const double q = flow.packets, single = kUnicastFlits * q;
    double& sends = flow.sends;
    bool write = false;
    flow.own = single;
    switch (flow.kind) {
    case MeshFlow::Kind::Fill: flow.on(DramOut) = flow.on(BufferIn) = single; break;
    case MeshFlow::Kind::Drain:
        flow.on(BufferOut) = flow.on(DramIn) = single;
        write = true;
        break;
    case MeshFlow::Kind::Deliver: {
        const bool trees = travellers > flow.groups;
        const double flits = (trees ? m_multicastFlits : kUnicastFlits) * q;
        flow.multicast = trees ? flits : 0;
        flow.own = flits;
        sends = flow.groups;
        flow.on(flow.outside ? DramOut : BufferOut) = sends * flits;
        flow.on(PeIn) = members * flits;
        break;
    }
    case MeshFlow::Kind::Return:
        sends = flow.groups;
        flow.on(flow.outside ? DramOut : BufferOut) = sends * single;
        flow.on(PeIn) = single;
        break;
    case MeshFlow::Kind::Collect:
        write = true;
        sends = flow.groups;
        flow.on(flow.outside ? DramIn : BufferIn) = sends * single;
        flow.on(PeOut) = single;
        flow.on(PeIn) = flow.chain > 1 ? single : 0;
        break;
    }
    flow.leastOwn = flow.own * (flow.packets > 0 ? std::ceil(std::floor(flow.bytes) / m_memory.packetBytes()) / q : 0);
    flow.leastOwn *= flow.leastShare;
    if (flow.outside)
        flow.on(write && m_memory.hasTwoBuses() ? DramBusIn : DramBus) =
            sends * m_memory.cycles(flow.bytes, flow.requests, runs, write);
}

/// Distances as traffic::TrafficMaker's transactions take them. Exact for groups of PEs that loops over the mesh make;
/// inputs whose pixels and taps both lie in space count as if no two tiles were the same.
void MeshFlows::setHops(MeshFlow& flow, const Nest& nest, const Spread& spread) const
{
    const double columns = double(m_fanout.columns), rows = double(m_fanout.rows);
    if (flow.kind == MeshFlow::Kind::Fill || flow.kind == MeshFlow::Kind::Drain) {
        flow.hops = m_dramWithBuffer ? 0 : columns - 1;
        return;
    }
    // Along an axis: where the first PE of a group lies in the mean, how far its last one is from it, and how many.
    struct Along {
        double first = 0, way = 0, members = 1, step = 1;
    };
    Along x, y;
    const bool together = flow.multicast > 0 || (flow.kind == MeshFlow::Kind::Collect && flow.chain > 1);
    for (const NestLoop& loop : nest.spatialBetween(m_mesh, m_mesh + 1)) {
        Along& along = (m_fanout.isPlane() ? loop.axis == hardware::Axis::Rows : m_fanout.columns == 1) ? y : x;
        const double way = (double(loop.bound) - 1) * along.step;
        if (together && !isRelevant(flow.role, loop.dimension)) {
            along.way += way;
            along.members *= double(loop.bound);
        } else {
            along.first += way / 2;
        }
        along.step *= double(loop.bound);
    }
    if (x.step > columns) { // not laid out yet
        x = {(spread.columns - 1) / 2, 0, 1, 1};
        y = {(spread.rows - 1) / 2, 0, 1, 1};
    }
    const bool fromLast = !flow.outside || m_dramWithBuffer; // column
    if (flow.kind == MeshFlow::Kind::Deliver) { // along the row of the ports, then up each column to its last PE
        flow.hops = (fromLast ? columns - 1 - x.first : x.first + x.way) + x.members * (rows - y.first);
        return;
    }
    const double lastColumn = x.first + x.way, chained = x.way * (2 * y.members - 1) + y.way;
    flow.hops = chained + (fromLast ? columns - 1 - lastColumn : lastColumn) + rows - (y.first + y.way);
}

double MeshTraffic::flitHops() const
{
    double sum = 0;
    for (const MeshFlow& flow : all())
        sum += flow.transfers * flow.sends * flow.own * flow.hops;
    return sum;
}

void MeshFlows::addColumns(const Nest& nest, MeshTraffic& traffic) const
{
    const auto deliversTo = [](const MeshFlow& flow) {
        return flow.kind == MeshFlow::Kind::Deliver || flow.kind == MeshFlow::Kind::Return;
    };
    const auto port = [](const MeshFlow& flow) { return flow.outside ? MeshPort::DramOut : MeshPort::BufferOut; };
    double total[2] = {0, 0};
    for (const MeshFlow& flow : traffic.all())
        if (deliversTo(flow))
            total[flow.outside] += flow.transfers * flow.on(port(flow));
    traffic.overlap = 0;
    if (total[0] == 0 || total[1] == 0)
        return;
    const auto splits = [&](const MeshFlow& flow, workload::LoopDimension dimension) {
        return flow.kind == MeshFlow::Kind::Return || !nest.multicast[m_mesh].contains(flow.role)
               || isRelevant(flow.role, dimension);
    };
    double weighed = 0;
    for (const MeshFlow& a : traffic.all())
        for (const MeshFlow& b : traffic.all()) {
            if (!deliversTo(a) || !deliversTo(b) || !a.outside || b.outside)
                continue;
            double together = 1; // share of pairs of groups with a column in common
            for (const NestLoop& loop : nest.spatialBetween(m_mesh, m_mesh + 1))
                if (m_fanout.columns > 1 && (!m_fanout.isPlane() || loop.axis == hardware::Axis::Columns)
                    && splits(a, loop.dimension) && splits(b, loop.dimension))
                    together /= double(loop.bound);
            together = std::max(together, 1.0 / double(m_fanout.columns)); // not laid out yet
            double overlap = together;
            if (a.multicast > 0)
                overlap = std::max(overlap, 1 - b.own / a.multicast * (1 - together) / together);
            if (b.multicast > 0)
                overlap = std::max(overlap, 1 - a.own / b.multicast * (1 - together) / together);
            weighed += overlap * a.transfers * a.on(MeshPort::DramOut) * b.transfers * b.on(MeshPort::BufferOut);
        }
    traffic.overlap = weighed / (total[0] * total[1]);
    const bool busier = total[1] > total[0]; // DRAM
    for (std::size_t i = 0; i < traffic.flowCount; ++i) {
        MeshFlow& flow = traffic.flows[i];
        if (deliversTo(flow))
            flow.on(MeshPort::Columns) = flow.on(port(flow)) * (flow.outside == busier ? 1 : traffic.overlap);
    }
}

} // namespace nestloom::cost
