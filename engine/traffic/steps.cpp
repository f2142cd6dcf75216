// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/steps.h"

#include <algorithm>

namespace nestloom::traffic {

Steps::Steps(const mapping::LayerMapping& mapping, const cost::Nest& nest, std::size_t mesh, std::int64_t most)
    : m_mesh(mesh)
{
    const auto outside = nest.temporalOutside(mesh + 1); // inner to outer, bounds above 1
    auto loop = outside.begin();
    for (std::size_t level = mesh + 1; level-- > 0;) {
        const auto& temporal = mapping.levels[level].temporal;
        for (std::size_t i = temporal.size(); i-- > 0;)
            if (temporal[i].bound > 1)
                m_loops.push_back({level, i, *loop++, 1});
    }
    std::int64_t count = 1;
    for (const StepLoop& each : m_loops)
        count *= each.loop.bound;
    while (count > most && !m_loops.empty()) {
        count /= m_loops.front().loop.bound;
        m_merged.push_back(m_loops.front());
        m_loops.erase(m_loops.begin());
    }
    for (StepLoop& each : m_loops) {
        each.stride = m_count;
        m_count *= each.loop.bound;
    }
    m_cycles = nest.computeCycles() / m_count;
}

std::int64_t Steps::period(const Flow& flow) const
{
    // A transfer is due whenever the innermost loop moves that the flow answers to, or one outside it.
    for (auto found = flow.loops.rbegin(); found != flow.loops.rend(); ++found) {
        if (found->spatial)
            continue;
        const auto own = std::ranges::find_if(m_loops, [&](const StepLoop& step) {
            return step.level == found->level && step.position == found->position;
        });
        return own == m_loops.end() ? 1 : own->stride; // inside a step: in every step
    }
    return m_count;
}

} // namespace nestloom::traffic
