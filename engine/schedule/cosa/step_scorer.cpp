// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/step_scorer.h"

#include <algorithm>

namespace nestloom::schedule::cosa {

cost::Score StepScorer::start(const Candidate& base)
{
    m_space.toNest(base, m_nest);
    m_differs = 0;
    return m_evaluator.start(m_nest);
}

bool StepScorer::fits(const Candidate& candidate, const cost::NestChange& change)
{
    if (!m_space.limits().isFree() && !m_space.fits(candidate))
        return false; // limits count over all levels
    if (change.spatial && !(m_space.fitsFanout(candidate, change.outer) && m_space.fitsFanout(candidate, change.inner)))
        return false;
    m_space.refill(candidate, m_nest, std::max(m_differs, change.inner));
    m_differs = change.inner;
    m_change = change;
    for (std::size_t level = change.outer + 1; level <= change.inner; ++level)
        if (!m_space.fitsCapacity(level, m_nest.tile(level)))
            return false;
    return true;
}

void StepScorer::accept()
{
    m_evaluator.accept();
    m_differs = 0;
}

} // namespace nestloom::schedule::cosa
