// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/flows.h"

#include "engine/cost/access_counts.h"
#include "engine/workload/layer.h"

#include <algorithm>
#include <utility>

namespace nestloom::traffic {

namespace {

/// Traffic of one child when of the temporal loops outside it only the inner ones, already in `mapping`, are there.
double traffic(const hardware::Accelerator& accelerator, const workload::Layer& layer,
               const mapping::LayerMapping& mapping, const Flow& flow)
{
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    cost::AccessCounts counts;
    cost::countAccesses(layer, nest, counts);
    const cost::ChildTraffic child = cost::childTraffic(layer, nest, counts, flow.tensor, flow.inner);
    return flow.tensor == TensorRole::Outputs ? child.leaves : child.arrives;
}

/// Adds the spatial loops of a level, inner to outer.
void addSpatial(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping, TensorRole tensor,
                std::size_t level, std::vector<FlowLoop>& found)
{
    const auto& loops = mapping.levels[level].spatial;
    const bool shares = accelerator.levels[level].multicast.contains(tensor);
    for (std::size_t i = loops.size(); i-- > 0;)
        if (loops[i].bound > 1)
            found.push_back({level, mapping.levels[level].temporal.size() + i, true, loops[i],
                             workload::isRelevant(tensor, loops[i].dimension) ? FlowLoop::Effect::Splits
                             : shares                                         ? FlowLoop::Effect::Shared
                                                                              : FlowLoop::Effect::Copied});
}

/// The loops that make a flow as large as it is, outermost first: the temporal loops outside its inner level that
/// multiply what one child exchanges, and the spatial loops between `mesh` and the inner level. The product of the
/// factors is the traffic of one child over the tile that it holds.
std::vector<FlowLoop> responsibleLoops(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                       const mapping::LayerMapping& mapping, const Flow& flow, std::size_t mesh)
{
    mapping::LayerMapping grown = mapping;
    for (std::size_t level = 0; level < flow.inner; ++level)
        grown.levels[level].temporal.clear();
    std::vector<FlowLoop> found; // inner to outer
    double before = traffic(accelerator, layer, grown, flow);
    for (std::size_t level = flow.inner; level-- > 0;) {
        if (flow.inner > mesh && level >= mesh)
            addSpatial(accelerator, mapping, flow.tensor, level, found);
        const auto& temporal = mapping.levels[level].temporal;
        for (std::size_t i = temporal.size(); i-- > 0;) {
            auto& kept = grown.levels[level].temporal;
            kept.insert(kept.begin(), temporal[i]);
            const double after = traffic(accelerator, layer, grown, flow);
            if (after != before)
                found.push_back({level, i, false, temporal[i],
                                 workload::isRelevant(flow.tensor, temporal[i].dimension) ? FlowLoop::Effect::Moves
                                                                                          : FlowLoop::Effect::ReadAgain,
                                 after / before});
            before = after;
        }
    }
    std::ranges::reverse(found);
    return found;
}

class FlowFinder {
public:
    FlowFinder(const hardware::Accelerator& accelerator, const workload::Layer& layer,
               const mapping::LayerMapping& mapping, std::size_t mesh)
        : m_accelerator(accelerator), m_layer(layer), m_mapping(mapping), m_mesh(mesh)
    {
        cost::flatten(accelerator, mapping, m_nest);
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
        return double(m_accelerator.levels[level].elementBits[role].count) / 8.0;
    }

    void addFlowsOfPes(TensorRole role)
    {
        const std::size_t outer = cost::keeperAtOrOutside(m_nest, role, m_mesh);
        const std::size_t inner = cost::keeperInside(m_nest, role, m_mesh);
        const cost::ChildTraffic child = cost::childTraffic(m_layer, m_nest, m_counts, role, inner);
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
        const std::size_t outer = cost::keeperAtOrOutside(m_nest, role, m_mesh - 1);
        const cost::ChildTraffic own = cost::childTraffic(m_layer, m_nest, m_counts, role, m_mesh);
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
            alone.pes.push_back({std::uint32_t(pe)});
        for (const cost::NestLoop& loop : m_nest.spatial())
            if (loop.level > m_mesh && loop.level < inner)
                alone.tilesPerGroup *= double(loop.bound);
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
        flow.loops = responsibleLoops(m_accelerator, m_layer, m_mapping, flow, m_mesh);
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
