// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/nest.h"
#include "engine/traffic/flows.h"

#include <cstdint>
#include <vector>

namespace nestloom::traffic {

/// A temporal loop outside the PEs.
struct StepLoop {
    std::size_t level = 0;
    std::size_t position = 0; // in its level, outermost first
    cost::NestLoop loop;
    std::int64_t stride = 1; // steps between two of its iterations
};

/// The walk of a mapping through the loops outside its PEs: in each step every PE works on one tile. When the loops
/// have more iterations than `most`, the innermost ones become part of a step, whole loops at a time.
class Steps {
public:
    Steps(const mapping::LayerMapping& mapping, const cost::Nest& nest, std::size_t mesh, std::int64_t most);

    std::int64_t count() const { return m_count; }
    std::int64_t cycles() const { return m_cycles; }       // that a PE computes in a step
    std::size_t merged() const { return m_merged.size(); } // loops that became part of a step
    /// Loops outside a step, inner to outer.
    const std::vector<StepLoop>& loops() const { return m_loops; }
    /// Loops that became part of a step.
    const std::vector<StepLoop>& inside() const { return m_merged; }

    /// How many steps one transfer of a flow serves; it divides count().
    std::int64_t period(const Flow& flow) const;
    std::int64_t index(const StepLoop& loop, std::int64_t step) const { return step / loop.stride % loop.loop.bound; }

private:
    std::vector<StepLoop> m_loops, m_merged;
    std::int64_t m_count = 1, m_cycles = 1;
    std::size_t m_mesh;
};

} // namespace nestloom::traffic
