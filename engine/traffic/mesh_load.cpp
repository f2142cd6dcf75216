// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/mesh_load.h"

#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/cost/mesh_model.h"
#include "engine/cost/nest.h"
#include "engine/mapping/verify.h"
#include "engine/traffic/flow_groups.h"

#include <cmath>
#include <utility>

namespace nestloom::traffic {

using namespace noc;

namespace {

constexpr double kRounding = 1e-9; // relative, of sums of doubles

/// Adds routes to a load, flow by flow.
class Router {
public:
    explicit Router(MeshLoad& load) : m_load(load), m_lastTree(load.mesh.linkCount(), 0) {}

    void send(const GroupedFlow& grouped)
    {
        Flow& flow = m_load.flows[m_flow];
        flow = grouped.flow;
        const Mesh& mesh = m_load.mesh;
        m_bytes = grouped.bytesPerGroup;
        m_tree = false;
        if (flow.kind == Flow::Kind::Fill || flow.kind == Flow::Kind::Drain) {
            const bool fills = flow.kind == Flow::Kind::Fill;
            route(fills ? mesh.outsidePort() : mesh.bufferPort(), fills ? mesh.bufferPort() : mesh.outsidePort());
            flow.groups = 1;
            flow.entered = flow.left = m_bytes;
        } else {
            sendGroups(flow, grouped.groups.pes);
        }
        ++m_flow;
    }

private:
    void sendGroups(Flow& flow, const std::vector<std::vector<std::uint32_t>>& groups)
    {
        const Mesh& mesh = m_load.mesh;
        const bool inwards = flow.kind == Flow::Kind::Collect;
        std::size_t travellers = 0; // PEs, once for each group that they are in
        for (const auto& pes : groups) {
            travellers += pes.size();
            flow.largestGroup = std::max(flow.largestGroup, pes.size());
            sendGroup(flow.outer == m_load.level ? mesh.bufferPort() : mesh.outsidePort(), pes, inwards);
        }
        flow.groups = groups.size();
        if (flow.largestGroup > 1)
            flow.cast = inwards ? Flow::Cast::Reduction : Flow::Cast::Multicast;
        const double atPes = m_bytes * double(travellers);
        const double atOuter = m_bytes * double(groups.size());
        flow.entered = inwards ? atPes : atOuter;
        flow.left = inwards ? atOuter : atPes;
    }

    void sendGroup(PortId outer, const std::vector<std::uint32_t>& pes, bool inwards)
    {
        ++m_treeCount;
        m_tree = pes.size() > 1;
        for (const std::uint32_t pe : pes)
            inwards ? route(m_load.pes[pe], outer) : route(outer, m_load.pes[pe]);
    }

    void route(PortId from, PortId to)
    {
        const Mesh& mesh = m_load.mesh;
        RouterId at = mesh.routerOf(from);
        const RouterId end = mesh.routerOf(to);
        use(mesh.entering(from));
        while (at != end) {
            const Side side = mesh.nextSide(at, end);
            use(mesh.hop(at, side));
            at = *mesh.neighbour(at, side);
        }
        use(mesh.leaving(to));
    }

    void use(LinkId link)
    {
        if (m_tree && std::exchange(m_lastTree[link], m_treeCount) == m_treeCount)
            return; // this tree has loaded the link
        m_load.linkBytes[link * m_load.flows.size() + m_flow] += m_bytes;
    }

    MeshLoad& m_load;
    std::vector<std::uint64_t> m_lastTree; // by link
    std::uint64_t m_treeCount = 0;
    std::size_t m_flow = 0;
    double m_bytes = 0;
    bool m_tree = false;
};

} // namespace

std::span<const double> MeshLoad::byFlow(LinkId link) const
{
    return {linkBytes.data() + link * flows.size(), flows.size()};
}

double MeshLoad::bytes(LinkId link) const
{
    return sumOf(byFlow(link), [&](const double bytes) { return bytes; });
}

double MeshLoad::flitsFor(double bytes) const { return std::ceil(bytes * 8.0 / double(flit.count) * (1 - kRounding)); }

double MeshLoad::utilization(double bytes) const
{
    return cycles.count > 0 ? bytes * 8.0 / (double(flit.count) * double(cycles.count)) : 0;
}

LinkId MeshLoad::hottestLink() const
{
    LinkId hottest = 0;
    for (LinkId link = 0; link < mesh.linkCount(); ++link)
        if (bytes(link) > bytes(hottest))
            hottest = link;
    return hottest;
}

LinkId MeshLoad::hottestHop() const
{
    LinkId hottest = 0;
    for (LinkId link = 0; link < 4 * mesh.routerCount(); ++link)
        if (bytes(link) > bytes(hottest))
            hottest = link;
    return hottest;
}

double MeshLoad::meanHopUtilization() const
{
    double sum = 0;
    std::size_t hops = 0;
    for (LinkId link = 0; link < 4 * mesh.routerCount(); ++link)
        if (linkEnds(mesh, link)) {
            sum += utilization(link);
            ++hops;
        }
    return hops == 0 ? 0 : sum / double(hops);
}

Result<MeshLoad> meshLoad(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                          const mapping::LayerMapping& mapping, Cycles cycles, DramPort dramPort)
{
    const auto level = cost::meshLevel(accelerator);
    if (!level)
        return level.error();
    if (const auto violations = mapping::verify(accelerator, layer, mapping); !violations.empty())
        return Error{ErrorCode::InvalidInput, violations.front().message, "mapping of layer " + layer.name};
    if (mapping.levels.size() > cost::kMaxLevels)
        return Error{ErrorCode::Unsupported, "link loads take at most " + std::to_string(cost::kMaxLevels) + " levels",
                     accelerator.name};

    MeshLoad load;
    const hardware::Fanout& fanout = accelerator.levels[*level].fanout;
    load.mesh = {std::size_t(fanout.columns), std::size_t(fanout.rows) + 1, dramPort};
    load.level = *level;
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    for (const std::uint32_t port : portsOfPes(fanout, nest, *level))
        load.pes.push_back(port);
    load.multicast = accelerator.levels[*level].multicast;
    load.flit = accelerator.interconnect.flit;
    load.cycles = cycles;
    const std::vector<GroupedFlow> flows = findFlows(accelerator, layer, mapping, *level);
    load.flows.resize(flows.size());
    load.linkBytes.assign(load.mesh.linkCount() * flows.size(), 0.0);
    Router router(load);
    for (const GroupedFlow& flow : flows)
        router.send(flow);
    if (const auto lost = checkConservation(load))
        return Error{ErrorCode::Internal, *lost, "mesh of accelerator " + accelerator.name};
    return load;
}

std::optional<std::string> checkConservation(const MeshLoad& load)
{
    const Mesh& mesh = load.mesh;
    for (std::size_t flow = 0; flow < load.flows.size(); ++flow) {
        std::vector<double> in(mesh.routerCount(), 0.0), out(mesh.routerCount(), 0.0);
        double entered = 0, left = 0;
        for (LinkId link = 0; link < mesh.linkCount(); ++link) {
            const double bytes = load.byFlow(link)[flow];
            const auto ends = linkEnds(mesh, link);
            if (!ends && bytes != 0)
                return "bytes left the mesh over its edge at router " + std::to_string(link / 4);
            if (!ends)
                continue;
            (ends->kind == LinkEnds::Kind::Entering ? entered : out[ends->from]) += bytes;
            (ends->kind == LinkEnds::Kind::Leaving ? left : in[ends->to]) += bytes;
        }
        const Flow::Cast cast = load.flows[flow].cast;
        for (RouterId router = 0; router < mesh.routerCount(); ++router) {
            const double gained = out[router] - in[router], slack = kRounding * (out[router] + in[router]);
            if ((gained > slack && cast != Flow::Cast::Multicast) || (gained < -slack && cast != Flow::Cast::Reduction))
                return "flow " + std::to_string(flow) + ": router " + std::to_string(router) + " passes on "
                       + generalNumber(out[router]) + " B of " + generalNumber(in[router]) + " B";
        }
        const double slack = kRounding * (entered + left);
        if (std::abs(entered - load.flows[flow].entered) > slack || std::abs(left - load.flows[flow].left) > slack)
            return "flow " + std::to_string(flow) + ": the ports carry " + generalNumber(entered) + " B and "
                   + generalNumber(left) + " B, not what the flow says";
    }
    return std::nullopt;
}

} // namespace nestloom::traffic
