// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/traffic_maker.h"

#include <algorithm>
#include <cmath>

namespace nestloom::traffic {

namespace {

TrafficClass trafficClass(const Flow& flow)
{
    if (flow.tensor != TensorRole::Outputs)
        return flow.tensor == TensorRole::Weights ? TrafficClass::Weights : TrafficClass::Inputs;
    const bool final = flow.kind == Flow::Kind::Collect || flow.kind == Flow::Kind::Drain;
    return final ? TrafficClass::Outputs : TrafficClass::PartialSums;
}

} // namespace

Course::Course(GroupedFlow grouped, const Steps& steps)
    : flow(std::move(grouped)), traffic(trafficClass(flow.flow)), period(steps.period(flow.flow)),
      transfers(steps.count() / period)
{
    // Sums come back to tiles that were there before; where no loop outside the PEs does that, within each step.
    const bool sums = flow.flow.kind == Flow::Kind::Return || isFilledSum();
    if (const std::int64_t again = revisits(steps); sums && again > 0)
        transfers = again;
}

std::int64_t Course::nextBytes() const
{
    const auto total = std::int64_t(std::llround(flow.bytesPerGroup));
    return (transferred + 1) * total / transfers - transferred * total / transfers;
}

void Course::next()
{
    before = std::move(last);
    last.clear();
    ++transferred;
}

bool Course::isFilledSum() const
{
    return flow.flow.kind == Flow::Kind::Fill && flow.flow.tensor == TensorRole::Outputs;
}

std::int64_t Course::revisits(const Steps& steps) const
{
    std::int64_t tiles = 1, all = 1;
    for (const StepLoop& loop : steps.loops())
        if (loop.stride >= period) {
            all *= loop.loop.bound;
            tiles *= workload::isRelevant(TensorRole::Outputs, loop.loop.dimension) ? loop.loop.bound : 1;
        }
    return all - tiles;
}

std::int64_t Course::tile(const Steps& steps, std::int64_t step, bool& again) const
{
    std::int64_t tile = 0;
    again = false;
    for (const StepLoop& loop : steps.loops()) {
        if (loop.stride < period)
            continue;
        const std::int64_t index = steps.index(loop, step);
        if (workload::isRelevant(TensorRole::Outputs, loop.loop.dimension))
            tile = tile * loop.loop.bound + index;
        else
            again = again || index > 0;
    }
    return tile;
}

namespace {

using noc::EndpointId;
using noc::TransactionId;
using Ids = std::vector<TransactionId>;

void append(Ids& to, const Ids& from) { to.insert(to.end(), from.begin(), from.end()); }

void makeUnique(Ids& ids)
{
    std::ranges::sort(ids);
    ids.erase(std::unique(ids.begin(), ids.end()), ids.end());
}

} // namespace

TrafficMaker::TrafficMaker(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                           const mapping::LayerMapping& mapping, std::size_t mesh, const TrafficOptions& options)
    : m_accelerator(accelerator), m_layer(layer), m_options(options), m_mesh(mesh), m_nest(flat(accelerator, mapping)),
      m_used(std::size_t(mapping::spatialProduct(mapping.levels[mesh]))),
      m_steps(mapping, m_nest, mesh, std::max<std::int64_t>(16, options.mostComputes / std::int64_t(m_used)))
{
    const hardware::Fanout& fanout = accelerator.levels[mesh].fanout;
    m_traffic.mesh = {std::size_t(fanout.columns), std::size_t(fanout.rows) + 1, options.dramPort};
    m_traffic.packetBytes = std::max<std::int64_t>(1, options.payloadFlits * accelerator.interconnect.flit.count / 8);
    m_traffic.places.emplace(layer, accelerator.levels.front().elementBits);
    m_traffic.steps = m_steps.count();
    m_traffic.cyclesPerStep = m_steps.cycles();
    m_traffic.mergedLoops = m_steps.merged();
    m_traffic.pes = portsOfPes(fanout, m_nest, mesh);
    m_arrivals.resize(m_used);
    m_sent.resize(m_used);
    m_sentBefore.resize(m_used);
    for (GroupedFlow& flow : findFlows(accelerator, layer, mapping, mesh))
        addCourse(std::move(flow));
}

MappingTraffic TrafficMaker::run()
{
    for (m_step = 0; m_step < m_steps.count(); ++m_step) {
        for (auto& arrivals : m_arrivals)
            arrivals.clear();
        each(Flow::Kind::Fill, [this](Course& course) { fill(course); });
        each(Flow::Kind::Return, [this](Course& course) { returnSums(course); });
        each(Flow::Kind::Deliver, [this](Course& course) { deliver(course); });
        compute();
        each(Flow::Kind::Collect, [this](Course& course) { collect(course); });
        each(Flow::Kind::Drain, [this](Course& course) { drain(course); });
    }
    return std::move(m_traffic);
}

cost::Nest TrafficMaker::flat(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping)
{
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    return nest;
}

void TrafficMaker::addCourse(GroupedFlow flow)
{
    Course course(std::move(flow), m_steps);
    const bool buffered = course.flow.flow.outer == m_mesh;
    course.number = std::uint32_t(m_traffic.flows.size());
    course.outside = !buffered;
    course.outer =
        noc::endpointOf(m_traffic.mesh, buffered ? m_traffic.mesh.bufferPort() : m_traffic.mesh.outsidePort());
    m_traffic.flows.push_back(course.flow.flow);
    m_courses.push_back(std::move(course));
}

Course* TrafficMaker::find(Flow::Kind kind, TensorRole role)
{
    for (Course& course : m_courses)
        if (course.flow.flow.kind == kind && course.flow.flow.tensor == role)
            return &course;
    return nullptr;
}

std::optional<TransactionId> TrafficMaker::send(Course& course, EndpointId from, const std::vector<EndpointId>& to,
                                                Ids after, std::int64_t bytes, std::optional<std::size_t> pe,
                                                std::optional<TransactionId> follows)
{
    if (bytes <= 0)
        return std::nullopt;
    makeUnique(after);
    noc::Transaction transaction;
    transaction.operation = to.size() > 1 ? noc::Operation::Multicast : noc::Operation::Unicast;
    transaction.trafficClass = std::uint8_t(course.traffic);
    transaction.actor = from;
    transaction.size = std::uint32_t((bytes + m_traffic.packetBytes - 1) / m_traffic.packetBytes);
    transaction.follows = follows;
    const TransactionId id = m_traffic.list.add(transaction, to, after);
    TransactionTag tag{course.number, std::uint32_t(m_step), bytes, 0};
    if (course.outside) {
        tag.block = std::uint32_t(m_traffic.blocks.size());
        m_traffic.blocks.push_back(block(course, pe));
    }
    m_traffic.tags.push_back(tag);
    return id;
}

TensorBlock TrafficMaker::block(const Course& course, std::optional<std::size_t> pe) const
{
    workload::Extents start{}, tile = m_nest.tile(m_mesh + 1 < m_nest.levelCount() ? m_mesh + 1 : m_mesh);
    if (m_mesh + 1 >= m_nest.levelCount())
        tile = workload::unitExtents();
    for (const StepLoop& loop : m_steps.inside())
        tile[loop.loop.dimension] *= loop.loop.bound;
    for (const StepLoop& loop : m_steps.loops()) {
        if (loop.stride < course.period)
            tile[loop.loop.dimension] *= loop.loop.bound;
        else
            start[loop.loop.dimension] += m_steps.index(loop, m_step) * loop.loop.step;
    }
    std::size_t rest = pe.value_or(0);
    for (const cost::NestLoop& loop : loopsOverPes(m_nest, m_mesh)) {
        if (!pe)
            tile[loop.dimension] *= loop.bound;
        else
            start[loop.dimension] += std::int64_t(rest) % loop.bound * loop.step;
        rest /= std::size_t(loop.bound);
    }
    return blockOf(m_layer, course.flow.flow.tensor, start, tile);
}

void TrafficMaker::fill(Course& course)
{
    if (!course.begins(m_step))
        return;
    const TensorRole role = course.flow.flow.tensor;
    Ids after;
    if (course.isFilledSum()) {
        bool again = false;
        const std::int64_t tile = course.tile(m_steps, m_step, again);
        if (!again && course.revisits(m_steps) > 0)
            return;
        append(after, m_drained[tile]);
    } else if (const Course* user = find(Flow::Kind::Deliver, role)) {
        append(after, m_served[role]); // the half of the buffer that was in use before the present one
        m_served[role] = user->last;
    }
    const std::int64_t bytes = course.nextBytes();
    course.next();
    if (const auto id = send(course, course.outer, {buffer()}, after, bytes, {}))
        course.last.push_back(*id);
}

Ids TrafficMaker::waits(const Course& course, const std::vector<std::uint32_t>& pes)
{
    Ids after;
    if (!course.outside)
        if (const Course* source = find(Flow::Kind::Fill, course.flow.flow.tensor))
            append(after, source->last);
    const std::int64_t freed = m_step - course.period - 1;
    if (freed >= 0)
        for (const std::uint32_t pe : pes)
            after.push_back(computeAt(freed, pe));
    return after;
}

void TrafficMaker::deliverGroup(Course& course, const std::vector<std::uint32_t>& pes, const Ids& after,
                                std::int64_t bytes)
{
    std::vector<EndpointId> to;
    for (const std::uint32_t pe : pes)
        to.push_back(endpoint(pe));
    const auto arrived = [&](TransactionId id, std::uint32_t pe) { m_arrivals[pe].push_back(id); };
    if (m_options.multicast || pes.size() == 1) {
        if (const auto id = send(course, course.outer, to, after, bytes, pes.front())) {
            course.last.push_back(*id);
            for (const std::uint32_t pe : pes)
                arrived(*id, pe);
        }
        return;
    }
    for (std::size_t i = 0; i < pes.size(); ++i)
        if (const auto id = send(course, course.outer, {to[i]}, after, bytes, pes[i])) {
            course.last.push_back(*id);
            arrived(*id, pes[i]);
        }
}

void TrafficMaker::deliver(Course& course)
{
    if (!course.begins(m_step))
        return;
    const std::int64_t bytes = course.nextBytes();
    course.next();
    for (const auto& pes : course.flow.groups.pes)
        deliverGroup(course, pes, waits(course, pes), bytes);
}

void TrafficMaker::returnSums(Course& course)
{
    if (!course.begins(m_step))
        return;
    bool again = false;
    const std::int64_t tile = course.tile(m_steps, m_step, again);
    if (!again && course.revisits(m_steps) > 0)
        return;
    const std::int64_t bytes = course.nextBytes();
    course.next();
    for (const auto& pes : course.flow.groups.pes) {
        Ids after = waits(course, pes);
        append(after, m_collected[tile]);
        deliverGroup(course, pes, after, bytes);
    }
}

void TrafficMaker::compute()
{
    m_computes.push_back(static_cast<TransactionId>(m_traffic.list.size()));
    const Course* out = find(Flow::Kind::Collect, TensorRole::Outputs);
    const bool newTile = out && out->begins(m_step);
    for (std::size_t pe = 0; pe < m_used; ++pe) {
        Ids after = m_arrivals[pe];
        if (m_step > 0)
            after.push_back(computeAt(m_step - 1, pe));
        if (newTile)
            append(after, m_sentBefore[pe]);
        makeUnique(after);
        noc::Transaction transaction;
        transaction.operation = noc::Operation::Count;
        transaction.actor = endpoint(pe);
        transaction.size = std::uint32_t(m_steps.cycles());
        m_traffic.list.add(transaction, {}, after);
        m_traffic.tags.push_back({TransactionTag::kCompute, std::uint32_t(m_step), 0, 0});
    }
}

void TrafficMaker::collect(Course& course)
{
    if (!course.ends(m_step))
        return;
    bool again = false;
    Ids& kept = m_collected[course.tile(m_steps, m_step, again)];
    kept.clear();
    const std::int64_t bytes = course.nextBytes();
    course.next();
    m_sentBefore = std::move(m_sent);
    m_sent.assign(m_used, {});
    const Course* drain = course.outside ? nullptr : find(Flow::Kind::Drain, TensorRole::Outputs);
    for (const auto& pes : course.flow.groups.pes) {
        const bool chain = pes.size() > 1 && m_options.reduction != Reduction::AtReceiver;
        const bool follows = chain && m_options.reduction == Reduction::PacketChain;
        std::optional<TransactionId> incoming;
        for (std::size_t i = 0; i < pes.size(); ++i) {
            const bool final = !chain || i + 1 == pes.size();
            Ids after{computeAt(m_step, pes[i])};
            if (final && drain)
                append(after, drain->before);
            if (chain && !follows && incoming)
                after.push_back(*incoming);
            const EndpointId to = final ? course.outer : endpoint(pes[i + 1]);
            const auto id =
                send(course, endpoint(pes[i]), {to}, after, bytes, pes[i], follows ? incoming : std::nullopt);
            if (!id)
                continue;
            incoming = id;
            m_sent[pes[i]].push_back(*id);
            if (final) {
                course.last.push_back(*id);
                kept.push_back(*id);
                m_toDrain.push_back(*id);
            }
        }
    }
}

void TrafficMaker::drain(Course& course)
{
    if (!course.ends(m_step))
        return;
    bool again = false;
    const std::int64_t tile = course.tile(m_steps, m_step, again);
    const std::int64_t bytes = course.nextBytes();
    course.next();
    const auto id = send(course, buffer(), {course.outer}, m_toDrain, bytes, {});
    m_toDrain.clear();
    if (id) {
        course.last.push_back(*id);
        m_drained[tile] = {*id};
    }
}

} // namespace nestloom::traffic
