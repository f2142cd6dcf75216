// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/cosa/local_search.h"

namespace nestloom::schedule::cosa {

/// Searches mappings with imperfect factors (Horeni et al., Ruby, ISPASS 2022): the bounds of a dimension's loops are
/// any numbers whose product covers it, as 342 and 6 cover 2048. What lies beyond the layer is computed and counted, so
/// each of them is a mapping with perfect factors of a larger size; this search tells which sizes are worth a look.
/// Simulated annealing over three kinds of steps: two loops of a dimension get other bounds, this for two dimensions at
/// once, another tensor stays put at a level. Equal seeds give equal results.
class ImperfectSearch {
public:
    /// `mostExtra`: of all MACs, what a mapping may compute beyond the layer.
    ImperfectSearch(const MappingSpace& space, Goal goal, double mostExtra, std::uint64_t seed,
                    cost::Model model = cost::Model::Nestloom);

    /// The best found from a candidate that fits and covers the layer, by at most so many evaluations of the cost
    /// model; the start when none is better. Scores in cycles and pJ.
    /// Stop   `stop` is asked every 256 steps.
    LocalSearch::Best improve(const Candidate& start, int steps, const std::function<bool()>& stop);

private:
    struct Step {
        Candidate candidate;
        cost::NestChange change;
    };
    std::optional<Step> step(const Candidate& from);
    bool split(Candidate& candidate, cost::NestChange& change, std::size_t one, std::size_t other);
    bool fits(const Step& step);

    const MappingSpace& m_space;
    const Better m_better;
    const double m_mostMacs;
    std::vector<workload::LoopDimension> m_dimensions; // with bounds above 1
    std::vector<std::size_t> m_levels;                 // where more than one tensor may stay put
    StepScorer m_scorer;
    Rng m_rng;
};

} // namespace nestloom::schedule::cosa
