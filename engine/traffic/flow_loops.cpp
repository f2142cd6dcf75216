// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/flow_loops.h"

#include "engine/traffic/child_traffic.h"

#include <algorithm>

namespace nestloom::traffic {

namespace {

/// Traffic of one child when of the temporal loops outside it only the inner ones, already in `mapping`, are there.
double traffic(const workload::Layer& layer, const mapping::LayerMapping& mapping, const Flow& flow)
{
    cost::Nest nest;
    cost::flatten(mapping, nest);
    cost::AccessCounts counts;
    cost::countAccesses(layer, nest, counts);
    const ChildTraffic child = childTraffic(layer, nest, counts, flow.tensor, flow.inner);
    return flow.tensor == TensorRole::Outputs ? child.leaves : child.arrives;
}

/// Adds the spatial loops of a level, inner to outer.
void addSpatial(const mapping::LayerMapping& mapping, TensorRole tensor, std::size_t level,
                std::vector<FlowLoop>& found)
{
    const auto& loops = mapping.levels[level].spatial;
    for (std::size_t i = loops.size(); i-- > 0;)
        if (loops[i].bound > 1)
            found.push_back({level, mapping.levels[level].temporal.size() + i, true, loops[i],
                             workload::isRelevant(tensor, loops[i].dimension) ? FlowLoop::Effect::Splits
                                                                              : FlowLoop::Effect::Shared});
}

} // namespace

std::vector<FlowLoop> responsibleLoops(const workload::Layer& layer, const mapping::LayerMapping& mapping,
                                       const Flow& flow, std::size_t mesh)
{
    mapping::LayerMapping grown = mapping;
    for (std::size_t level = 0; level < flow.inner; ++level)
        grown.levels[level].temporal.clear();
    std::vector<FlowLoop> found; // inner to outer
    double before = traffic(layer, grown, flow);
    for (std::size_t level = flow.inner; level-- > 0;) {
        if (flow.inner > mesh && level >= mesh)
            addSpatial(mapping, flow.tensor, level, found);
        const auto& temporal = mapping.levels[level].temporal;
        for (std::size_t i = temporal.size(); i-- > 0;) {
            auto& kept = grown.levels[level].temporal;
            kept.insert(kept.begin(), temporal[i]);
            const double after = traffic(layer, grown, flow);
            if (after != before)
                found.push_back({level, i, false, temporal[i],
                                 workload::isRelevant(flow.tensor, temporal[i].dimension) ? FlowLoop::Effect::Moves
                                                                                          : FlowLoop::Effect::ReadAgain,
                                 after / before});
            before = after;
        }
    }
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace nestloom::traffic
