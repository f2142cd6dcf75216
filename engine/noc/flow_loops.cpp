// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/flow_loops.h"

#include "engine/noc/child_traffic.h"

#include <algorithm>

namespace nestloom::noc {

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

} // namespace

std::vector<FlowLoop> responsibleLoops(const workload::Layer& layer, const mapping::LayerMapping& mapping,
                                       const Flow& flow, std::size_t mesh)
{
    mapping::LayerMapping grown = mapping;
    for (std::size_t level = 0; level < flow.inner; ++level)
        grown.levels[level].temporal.clear();
    std::vector<FlowLoop> found; // inner to outer
    double before = traffic(layer, grown, flow);
    const bool crossesMesh = flow.inner > mesh;
    for (std::size_t level = flow.inner; level-- > 0;) {
        const auto& spatial = mapping.levels[level].spatial;
        if (crossesMesh && level >= mesh)
            for (auto loop = spatial.rbegin(); loop != spatial.rend(); ++loop)
                if (loop->bound > 1)
                    found.push_back({level, true, *loop,
                                     workload::isRelevant(flow.tensor, loop->dimension) ? FlowLoop::Effect::Splits
                                                                                        : FlowLoop::Effect::Shared});
        const auto& temporal = mapping.levels[level].temporal;
        for (auto loop = temporal.rbegin(); loop != temporal.rend(); ++loop) {
            auto& kept = grown.levels[level].temporal;
            kept.insert(kept.begin(), *loop);
            const double after = traffic(layer, grown, flow);
            if (after != before)
                found.push_back({level, false, *loop,
                                 workload::isRelevant(flow.tensor, loop->dimension) ? FlowLoop::Effect::Moves
                                                                                    : FlowLoop::Effect::ReadAgain,
                                 after / before});
            before = after;
        }
    }
    std::reverse(found.begin(), found.end());
    return found;
}

} // namespace nestloom::noc
