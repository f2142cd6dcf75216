// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/mesh_model.h"

#include <algorithm>
#include <limits>

namespace nestloom::cost {

namespace {

using Kind = MeshFlow::Kind;
constexpr std::size_t kNone = SIZE_MAX;
constexpr std::size_t at(MeshPort port) { return std::size_t(port); }

const MeshFlow* find(const MeshTraffic& traffic, Kind kind, TensorRole role)
{
    for (const MeshFlow& flow : traffic.all())
        if (flow.kind == kind && flow.role == role)
            return &flow;
    return nullptr;
}

/// Share of the boundaries at which loop k advances at which a flow moves something.
double share(const MeshTraffic& traffic, const MeshFlow& flow, std::size_t k)
{
    const MeshLoop& loop = traffic.loops[k];
    return flow.onlyRevisits && loop.splitsOutputs ? 1 - 1 / loop.revisitsOutside : 1;
}

/// The time of a nest, loop by loop: MODEL.md, "From the inside out".
class Assembly {
public:
    enum class What {
        Predicted,
        Summed, // the blocking of DRAM and that of the buffer add up
        Least   // no more than for a nest that sends more, behind which something else may hide longer
    };
    Assembly(const MeshTraffic& traffic, What what) : m_traffic(traffic), m_what(what), m_run(traffic.stepCycles)
    {
        m_innermost.fill(kNone);
        for (const MeshFlow& flow : traffic.all())
            for (std::size_t port = 0; port < kMeshPorts; ++port)
                if (flow.service[port] > 0)
                    m_innermost[port] = std::min(m_innermost[port], flow.level);
        addRooms();
        for (std::size_t k = 0; k < traffic.loopCount; ++k)
            addLoop(k);
    }

    double cycles() const { return m_run; }
    double late() const { return m_late; }           // cycles in which a tile was waited for
    double returning() const { return m_returning; } // cycles in which sums were waited for

private:
    struct Sums {
        double all = 0; // cycles of a port at a boundary
        double now = 0; // those of the flows of its innermost level
    };

    /// A tile that the buffer keeps, of which it has room for two: MODEL.md, "Room in the buffer".
    struct Room {
        std::size_t outside = 0, inside = 0; // levels of what it has in common with the outside, and with the PEs
        double ways = 0;                     // cycles of a transfer of each
    };

    void addRooms()
    {
        for (const MeshFlow& outside : m_traffic.all()) {
            const bool drained = outside.kind == Kind::Drain;
            if (!drained && (outside.kind != Kind::Fill || outside.role == TensorRole::Outputs))
                continue;
            const MeshFlow* inside = find(m_traffic, drained ? Kind::Collect : Kind::Deliver, outside.role);
            if (!inside)
                continue;
            const MeshFlow& in = drained ? *inside : outside;
            const double shared = std::min(in.on(MeshPort::BufferIn), others(MeshPort::BufferIn, in));
            const double all = inside->on(drained ? MeshPort::BufferIn : MeshPort::BufferOut);
            const double bus = std::max(outside.on(MeshPort::DramBus), outside.on(MeshPort::DramBusIn));
            m_rooms[m_roomCount++] = {outside.level, inside->level,
                                      std::max(outside.own, bus) + outside.head + std::max(all, inside->own)
                                          + inside->head + shared};
        }
    }

    /// Cycles of a port for all flows but one while that has one transfer.
    double others(MeshPort port, const MeshFlow& than) const
    {
        double sum = 0;
        for (const MeshFlow& flow : m_traffic.all()) {
            if (&flow == &than || flow.level > than.level)
                continue;
            double times = 1;
            for (std::size_t i = flow.level; i < than.level; ++i)
                times *= m_traffic.loops[i].bound;
            sum += times * flow.on(port);
        }
        return sum;
    }

    /// What keeps the mesh from hiding the transfers of outer loops behind those of inner ones.
    double blocking(std::size_t port, const Sums& sums) const
    {
        const std::size_t i = m_innermost[port];
        const double more = sums.all - sums.now;
        using enum MeshPort;
        if (port == at(DramIn) || port == at(DramBusIn) || port == at(BufferIn) || port == at(PeIn))
            return std::max(0.0, more - std::max(0.0, m_run - m_busy[port]));
        const double slack = 2 * std::max(0.0, m_runAt[i] + m_stallAt[i] - m_innerSum[port]);
        return (port == at(MeshPort::Columns) ? m_traffic.overlap : 1.0) * std::max(0.0, more - slack);
    }

    /// Behind what the first flow on a port hides, at loop k.
    double hiding(std::size_t k) const
    {
        return m_what == What::Least && k > 0 ? std::max(m_run, 2 * (m_runAt[k - 1] + m_stallAt[k - 1])) : m_run;
    }

    double late(std::size_t k) const
    {
        double most = 0;
        for (const MeshFlow& flow : m_traffic.all())
            if (flow.level <= k && flow.kind != Kind::Drain) {
                const double run = flow.level == k ? m_run : m_runAt[flow.level];
                most = std::max(most, share(m_traffic, flow, k) * (flow.own + flow.head - run) / 2);
            }
        const auto runOf = [&](std::size_t level) { return level == k ? m_run : m_runAt[level]; };
        for (const Room& room : std::span(m_rooms).first(m_roomCount))
            if (room.outside <= k)
                most = std::max(most, (room.ways - runOf(room.outside) - runOf(room.inside)) / 2);
        return most;
    }

    /// How long loop k waits for sums of level `level` that leave and come back on a way of `way` cycles.
    double returning(std::size_t k, std::size_t level, double way, double stall) const
    {
        double ago = 1, tiles = 1; // tiles since the last visit
        for (std::size_t i = level; i < k; ++i) {
            if (m_traffic.loops[i].splitsOutputs)
                ago += (m_traffic.loops[i].bound - 1) * tiles;
            tiles *= m_traffic.loops[i].bound;
        }
        const double run = level == k ? m_run : m_runAt[level];
        const double each = level == k ? stall : m_stallAt[level];
        return way - (ago - 1) * (run + each);
    }

    double returning(std::size_t k, double stall) const
    {
        constexpr TensorRole sums = TensorRole::Outputs;
        double most = 0, inside = 0;
        const MeshFlow *collect = find(m_traffic, Kind::Collect, sums), *back = find(m_traffic, Kind::Return, sums);
        if (collect && back) {
            const double in = std::max(collect->on(MeshPort::BufferIn), collect->on(MeshPort::DramIn));
            const double out = std::max(back->on(MeshPort::BufferOut), back->on(MeshPort::DramOut));
            inside = collect->chainHead + back->head + std::max(in + back->own * collect->chain, collect->own + out);
            if (back->level <= k)
                most = returning(k, back->level, inside, stall);
        }
        const MeshFlow *drain = find(m_traffic, Kind::Drain, sums), *fill = find(m_traffic, Kind::Fill, sums);
        if (drain && fill && fill->level <= k) {
            double way = drain->head + fill->head + drain->own + fill->own;
            if (collect && back && collect->level == fill->level)
                way += inside;
            most = std::max(most, returning(k, fill->level, way, stall));
        }
        return most;
    }

    void addLoop(std::size_t k)
    {
        std::array<Sums, kMeshPorts> sums;
        for (const MeshFlow& flow : m_traffic.all()) {
            if (flow.level > k)
                continue;
            const double part = share(m_traffic, flow, k);
            for (std::size_t port = 0; port < kMeshPorts; ++port) {
                sums[port].all += part * flow.service[port];
                sums[port].now += flow.level == m_innermost[port] ? part * flow.service[port] : 0;
            }
        }
        double ports = 0;
        std::array<double, kMeshPorts> blocked{};
        for (std::size_t port = 0; port < kMeshPorts; ++port)
            if (m_innermost[port] < k)
                blocked[port] = blocking(port, sums[port]);
        if (m_what == What::Summed) {
            double& dram = blocked[at(MeshPort::DramOut)];
            double& buffer = blocked[at(MeshPort::BufferOut)];
            dram = buffer = dram + buffer;
        }
        for (std::size_t port = 0; port < kMeshPorts; ++port) {
            const std::size_t i = m_innermost[port];
            if (i > k)
                continue;
            if (i == k)
                m_innerSum[port] = sums[port].all;
            const double run = i == k ? hiding(k) : m_runAt[i];
            ports = std::max(ports, std::max(0.0, sums[port].now - run) + blocked[port]);
        }
        const MeshLoop& loop = m_traffic.loops[k];
        const double tiles = late(k), stall = std::max(ports, tiles);
        const double back = loop.splitsOutputs ? 0 : returning(k, stall);
        m_runAt[k] = m_run;
        m_stallAt[k] = stall;
        const double stalls = (loop.bound - 1) * std::max(stall, back);
        m_late = m_late * loop.bound + (tiles > ports && tiles >= back ? stalls : 0);
        m_returning = m_returning * loop.bound + (back > stall ? stalls : 0);
        m_run = loop.bound * m_run + stalls;
        for (std::size_t port = 0; port < kMeshPorts; ++port) {
            m_busy[port] = loop.bound * m_busy[port] + (loop.bound - 1) * sums[port].all;
            m_run = std::max(m_run, m_busy[port]);
        }
    }

    const MeshTraffic& m_traffic;
    const What m_what;
    double m_run; // cycles of all that is inside the present loop
    double m_late = 0, m_returning = 0;
    std::array<std::size_t, kMeshPorts> m_innermost{}; // level of the first flow on each port
    std::array<double, kMeshPorts> m_busy{}, m_innerSum{};
    std::array<Room, 3> m_rooms; // one of each tensor
    std::size_t m_roomCount = 0;
    std::array<double, kMaxLoops> m_runAt{}, m_stallAt{}; // inside each loop; between two of its iterations
};

/// Before the first step and after the last one.
double ends(const MeshTraffic& traffic)
{
    double dram = 0, bus = 0, buffer = 0, fill = 0, deliver = 0, tail = 0;
    for (const MeshFlow& flow : traffic.all()) {
        if (flow.kind == Kind::Collect)
            tail += std::max(flow.on(MeshPort::BufferIn), flow.on(MeshPort::DramIn)) + flow.chainHead;
        if (flow.kind == Kind::Drain)
            tail += flow.own + flow.head;
        if (flow.role == TensorRole::Outputs)
            continue;
        dram += flow.on(MeshPort::DramOut);
        bus += flow.on(MeshPort::DramBus);
        buffer += flow.on(MeshPort::BufferOut);
        double& head = flow.kind == Kind::Fill ? fill : deliver;
        head = std::max(head, flow.head);
    }
    return std::max(dram, bus) + buffer + fill + deliver + tail;
}

/// While it lives, what a port sends to PEs is slowed down by what these get meanwhile from others: MODEL.md, "Predict
/// with the maximum, search with the sum".
class SharedPes {
public:
    SharedPes(MeshTraffic& traffic, double cycles) : m_traffic(traffic)
    {
        double all = 0;
        for (const MeshFlow& flow : traffic.all()) {
            const double total = flow.transfers * flow.on(MeshPort::PeIn);
            all += total;
            if (delivers(flow))
                m_slower[flow.outside] += total;
        }
        for (double& slower : m_slower) // packets take turns
            slower = 1 / (1 - std::min(kHalf, (all - slower) / cycles));
        scale([](double& value, double factor) { value *= factor; });
    }
    ~SharedPes()
    {
        scale([](double& value, double factor) { value /= factor; });
    }
    SharedPes(const SharedPes&) = delete;
    bool isSlower() const { return std::max(m_slower[0], m_slower[1]) > kNoticed; }

private:
    static constexpr double kHalf = 0.5, kNoticed = 1.01;
    static bool delivers(const MeshFlow& flow) { return flow.kind == Kind::Deliver || flow.kind == Kind::Return; }
    void scale(void (*change)(double&, double))
    {
        for (std::size_t i = 0; i < m_traffic.flowCount; ++i)
            if (MeshFlow& flow = m_traffic.flows[i]; delivers(flow))
                for (double* value : {&flow.own, &flow.on(MeshPort::DramOut), &flow.on(MeshPort::BufferOut),
                                      &flow.on(MeshPort::Columns)})
                    change(*value, m_slower[flow.outside]);
    }

    MeshTraffic& m_traffic;
    double m_slower[2] = {0, 0}; // of buffer and DRAM
};

constexpr double kHiddenShare = 0.1; // of all cycles: so much of what sharing costs is not searched with,
constexpr double kSharedPart = 0.05; // and of the rest this part

/// MODEL.md, "Lower bound".
double lowerBound(const MeshTraffic& traffic, const MemoryService& memory)
{
    PortTimesOfMesh total{};
    PerTensor<double> fills, deliveries;
    double collect = 0, drain = 0, reads = 0, writes = 0; // of a plain DRAM
    for (const MeshFlow& flow : traffic.all()) {
        for (std::size_t port = 0; port < kMeshPorts; ++port)
            total[port] += flow.transfers * flow.service[port] * flow.leastShare;
        if (flow.outside) {
            const bool write = flow.kind == Kind::Collect || flow.kind == Kind::Drain;
            (write ? writes : reads) += flow.transfers * flow.sends * memory.leastCycles(flow.bytes, write);
        }
        const double once = flow.leastOwn > 0 ? flow.leastOwn + flow.leastHead : 0;
        switch (flow.kind) {
        case Kind::Fill: fills[flow.role] = flow.role == TensorRole::Outputs ? 0 : once; break;
        case Kind::Deliver: deliveries[flow.role] = once; break;
        case Kind::Collect: collect = once; break;
        case Kind::Drain: drain = once; break;
        case Kind::Return: break;
        }
    }
    double first = 0, shortest = 1e300, fill = 1e300;
    for (const TensorRole role : {TensorRole::Weights, TensorRole::Inputs}) {
        first = std::max(first, fills[role] + deliveries[role]);
        shortest = std::min(shortest, deliveries[role]);
        fill = std::min(fill, fills[role] > 0 ? fills[role] : 0);
    }
    const double end = collect + drain;
    double bound = traffic.steps * traffic.stepCycles + first + end;
    for (const MeshPort port : {MeshPort::DramIn, MeshPort::PeIn, MeshPort::PeOut})
        bound = std::max(bound, total[at(port)]);
    if (total[at(MeshPort::DramOut)] > 0)
        bound = std::max(bound, total[at(MeshPort::DramOut)] + traffic.stepCycles + end);
    bound = std::max({bound, total[at(MeshPort::BufferOut)], total[at(MeshPort::BufferIn)] + drain});
    return std::max(bound, memory.hasTwoBuses() ? std::max(reads, writes) : reads + writes);
}

} // namespace

std::string_view name(MeshPart part)
{
    switch (part) {
    case MeshPart::Compute: return "compute";
    case MeshPart::DramOut: return "DRAM port, out";
    case MeshPart::DramIn: return "DRAM port, in";
    case MeshPart::DramBus: return "DRAM bus";
    case MeshPart::DramBusIn: return "DRAM bus, in";
    case MeshPart::BufferOut: return "buffer port, out";
    case MeshPart::BufferIn: return "buffer port, in";
    case MeshPart::PeIn: return "PE ports, in";
    case MeshPart::PeOut: return "PE ports, out";
    case MeshPart::Columns: return "mesh columns";
    case MeshPart::Tiles: return "late tiles";
    case MeshPart::SumsReturn: break;
    }
    return "returning sums";
}

bool isOfMesh(std::string_view part)
{
    using enum MeshPart;
    return std::ranges::any_of(
        std::array{DramOut, DramIn, BufferOut, BufferIn, PeIn, PeOut, Columns, Tiles, SumsReturn},
        [&](MeshPart one) { return name(one) == part; });
}

Result<MeshModel> meshModel(const hardware::Accelerator& accelerator, const workload::Layer& layer)
{
    TRY(const auto level, meshLevel(accelerator));
    TRY(const auto memory, memoryOf(accelerator, dramModelOf(accelerator)));
    return MeshModel(accelerator, layer, level, memory);
}

hardware::Accelerator withMeshPorts(const hardware::Accelerator& accelerator)
{
    hardware::Accelerator limited = accelerator;
    const std::size_t mesh = *meshLevel(accelerator);
    bool addsHere = false; // sums that come one by one are read to be added to, which does not cross the mesh
    for (std::size_t i = mesh; i < accelerator.levels.size(); ++i)
        addsHere = addsHere || !accelerator.levels[i].multicast.contains(TensorRole::Outputs);
    const double flit = double(accelerator.interconnect.flit.count) / 8;
    const double packet = std::max(1.0, MeshFlows::kPayloadFlits * flit);
    const BytesPerCycle port{packet / (MeshFlows::kPayloadFlits + 1)};
    hardware::BufferLevel &dram = limited.levels.front(), &buffer = limited.levels[mesh];
    if (mesh > 0) {
        const bool isOnlyMesh = mesh == 1 && accelerator.instances(mesh) == 1;
        // A DRAM that is no more than its bandwidths is bound by these as well; a device has a clock of its own.
        const bool isPlain = dramModelOf(accelerator) == "bandwidth";
        const auto reads = accelerator.readRate(0), writes = accelerator.writeRate(0);
        const auto rate = [&](std::optional<BytesPerCycle> own, std::optional<BytesPerCycle> other) {
            const auto stated = isPlain ? (own ? own : other) : std::nullopt;
            return std::min(port.count, stated ? stated->count : port.count);
        };
        const double out = rate(reads, writes), in = rate(writes, reads);
        const auto limit = [&](double count) {
            return isOnlyMesh ? std::optional(Bandwidth(BytesPerCycle{count})) : std::nullopt;
        };
        dram.readBandwidth = addsHere ? std::nullopt : limit(out);
        dram.writeBandwidth = limit(in);
        const bool takesTurns = isPlain && accelerator.hasOnePort(0) && out < port.count;
        dram.ports = takesTurns && !addsHere ? 1 : 2;
    }
    if (accelerator.hasOnePort(mesh) && (buffer.readBandwidth || buffer.writeBandwidth))
        return limited;
    double wider = 1; // elements that the buffer holds than those that cross the mesh between it and the outside
    for (const TensorRole role : kTensorRoles)
        if (mesh > 0 && buffer.keeps.contains(role))
            wider = std::max(wider, double(buffer.elementBits[role].count) / double(dram.elementBits[role].count));
    const double rate = port.count * wider;
    const auto least = [&](std::optional<BytesPerCycle> own) {
        return Bandwidth(BytesPerCycle{own ? std::min(own->count, rate) : rate});
    };
    if (!addsHere)
        buffer.readBandwidth = least(accelerator.readRate(mesh));
    buffer.writeBandwidth = least(accelerator.writeRate(mesh));
    buffer.ports = 2;
    return limited;
}

std::string meshBelow(const hardware::Accelerator& accelerator)
{
    for (const hardware::BufferLevel& level : accelerator.levels)
        if (level.fanout.count() > 1)
            return level.name;
    return accelerator.levels.empty() ? std::string() : accelerator.levels.back().name;
}

Result<std::size_t> meshLevel(const hardware::Accelerator& accelerator)
{
    const std::string& below = accelerator.interconnect.below;
    if (below.empty())
        return Error{ErrorCode::Unsupported,
                     "accelerator " + accelerator.name
                         + " describes no network on chip; with the line 'interconnect: {below: "
                         + meshBelow(accelerator) + "}' in its YAML a mesh connects what is below that level",
                     {}};
    const auto level = accelerator.findLevel(below);
    if (!level)
        return Error{ErrorCode::InvalidInput,
                     "interconnect.below names the level " + below + ", which accelerator " + accelerator.name
                         + " does not have",
                     {}};
    return std::size_t(level->value);
}

MeshModel::MeshModel(const hardware::Accelerator& accelerator, const workload::Layer& layer, std::size_t mesh,
                     const dram::MemoryModel& memory)
    : m_flows(accelerator, layer, mesh, memory)
{
}

MeshTime MeshModel::time(const Nest& nest, const AccessCounts& counts)
{
    m_flows.find(nest, counts, m_traffic);
    const Assembly predicted(m_traffic, Assembly::What::Predicted), summed(m_traffic, Assembly::What::Summed);
    MeshTime time;
    time.outside = ends(m_traffic);
    time.flitHops = m_traffic.flitHops();
    time.bound = lowerBound(m_traffic, m_flows.memory());
    time.cycles = std::max(predicted.cycles() + time.outside, time.bound);
    time.summed = std::max(summed.cycles() + time.outside, time.bound);
    if (const SharedPes shared(m_traffic, time.cycles); shared.isSlower())
        time.summed += kSharedPart
                       * std::max(0.0, Assembly(m_traffic, Assembly::What::Summed).cycles()
                                           - (1 + kHiddenShare) * summed.cycles());

    double most = m_traffic.steps * m_traffic.stepCycles;
    const auto consider = [&](double cycles, MeshPart part) {
        if (cycles > most) {
            most = cycles;
            time.part = part;
        }
    };
    for (std::size_t port = 0; port < kMeshPorts; ++port) {
        double total = 0;
        for (const MeshFlow& flow : m_traffic.all())
            total += flow.transfers * flow.service[port];
        consider(total, static_cast<MeshPart>(port + 1));
    }
    consider(predicted.late(), MeshPart::Tiles);
    consider(predicted.returning(), MeshPart::SumsReturn);
    return time;
}

/// It lets some mappings that compute longer wait so much less that they are sooner done.
double MeshModel::leastCycles(const PerTensor<Nest>& nests, const PerTensor<AccessCounts>& counts,
                              std::span<const double> computeCycles, double enough)
{
    m_flows.find(nests, counts, m_traffic);
    double least = std::numeric_limits<double>::infinity();
    for (auto compute = computeCycles.rbegin(); compute != computeCycles.rend(); ++compute) {
        m_traffic.stepCycles = *compute / m_traffic.steps;
        least =
            std::min(least, *compute < enough ? Assembly(m_traffic, Assembly::What::Least).cycles() + ends(m_traffic)
                                              : *compute);
    }
    return least;
}

double MeshModel::leastSummed() const { return Assembly(m_traffic, Assembly::What::Summed).cycles() + ends(m_traffic); }

} // namespace nestloom::cost
