// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/flows.h"

#include "engine/traffic/child_traffic.h"
#include "engine/traffic/flow_loops.h"

#include <numeric>
#include <utility>

namespace nestloom::traffic {

namespace {

class FlowFinder {
public:
    FlowFinder(const hardware::Accelerator& accelerator, const workload::Layer& layer,
               const mapping::LayerMapping& mapping, std::size_t mesh)
        : m_accelerator(accelerator), m_layer(layer), m_mapping(mapping), m_mesh(mesh)
    {
        cost::flatten(mapping, m_nest);
        cost::countAccesses(layer, m_nest, m_counts);
    }

    std::vector<GroupedFlow> run()
    {
        for (const TensorRole role : kTensorRoles) {
            addFlowsOfPes(role);
            if (m_mesh > 0 && m_nest.keeps[m_mesh].contains(role))
                addFlowsOfBuffer(role);
        }
        return std::move(m_flows);
    }

private:
    double bytesPerElement(TensorRole role, std::size_t level) const
    {
        return static_cast<double>(m_accelerator.levels[level].elementBits[role].count) / 8.0;
    }

    void addFlowsOfPes(TensorRole role)
    {
        const std::size_t outer = keeperAtOrOutside(m_nest, role, m_mesh);
        const std::size_t inner = keeperInside(m_nest, role, m_mesh);
        const ChildTraffic child = childTraffic(m_layer, m_nest, m_counts, role, inner);
        const PeGroups groups = groupPes(m_layer, m_nest, role, m_mesh, inner);
        const double bytes = bytesPerElement(role, outer);
        if (role != TensorRole::Outputs) {
            add(Flow::Kind::Deliver, role, outer, inner, groups, child.arrives * groups.tilesPerGroup * bytes);
            return;
        }
        add(Flow::Kind::Collect, role, outer, inner, groups, child.leaves * groups.tilesPerGroup * bytes);
        // Each child is brought an equal part of the sums that it adds to.
        const PeGroups alone = onePeEach(groups, inner);
        add(Flow::Kind::Return, role, outer, inner, alone, child.arrives * alone.tilesPerGroup * bytes);
    }

    void addFlowsOfBuffer(TensorRole role)
    {
        const std::size_t outer = keeperAtOrOutside(m_nest, role, m_mesh - 1);
        const ChildTraffic own = childTraffic(m_layer, m_nest, m_counts, role, m_mesh);
        const double bytes = bytesPerElement(role, outer);
        add(Flow::Kind::Fill, role, outer, m_mesh, {}, own.arrives * bytes);
        add(Flow::Kind::Drain, role, outer, m_mesh, {}, own.leaves * bytes);
    }

    /// Every PE by itself, with all its children.
    PeGroups onePeEach(const PeGroups& groups, std::size_t inner) const
    {
        PeGroups alone;
        std::size_t used = 0;
        for (const auto& pes : groups.pes)
            used = std::max<std::size_t>(used, pes.back() + 1);
        for (std::size_t pe = 0; pe < used; ++pe)
            alone.pes.push_back({static_cast<std::uint32_t>(pe)});
        for (const cost::NestLoop& loop : m_nest.spatial())
            if (loop.level > m_mesh && loop.level < inner)
                alone.tilesPerGroup *= static_cast<double>(loop.bound);
        return alone;
    }

    void add(Flow::Kind kind, TensorRole role, std::size_t outer, std::size_t inner, const PeGroups& groups,
             double bytesPerGroup)
    {
        if (!(bytesPerGroup > 0))
            return;
        Flow flow;
        flow.kind = kind;
        flow.tensor = role;
        flow.outer = outer;
        flow.inner = inner;
        flow.loops = responsibleLoops(m_layer, m_mapping, flow, m_mesh);
        m_flows.push_back({std::move(flow), groups, bytesPerGroup});
    }

    const hardware::Accelerator& m_accelerator;
    const workload::Layer& m_layer;
    const mapping::LayerMapping& m_mapping;
    const std::size_t m_mesh;
    cost::Nest m_nest;
    cost::AccessCounts m_counts;
    std::vector<GroupedFlow> m_flows;
};

} // namespace

std::vector<GroupedFlow> findFlows(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                   const mapping::LayerMapping& mapping, std::size_t mesh)
{
    return FlowFinder(accelerator, layer, mapping, mesh).run();
}

} // namespace nestloom::traffic
