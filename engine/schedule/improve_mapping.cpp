// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/improve_mapping.h"

#include "engine/cost/evaluate.h"
#include "engine/mapping/why_not.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/schedule/cosa/mapping_space.h"

#include <algorithm>

namespace nestloom::schedule {

namespace {

cost::Score scoreOf(const cost::LayerCost& cost) { return {double(cost.cycles.count), cost.energy.count}; }

/// Keeps the best mapping so far and tells each better one.
class Incumbent {
public:
    Incumbent(const ImproveInputs& inputs, const std::function<void(const ImprovedMapping&)>& onBetter)
        : m_inputs(inputs), m_better{inputs.goal}, m_onBetter(onBetter)
    {
    }

    /// Fails when the independent verifier does not accept the mapping.
    Status offer(const mapping::LayerMapping& mapping, bool tell)
    {
        TRY(auto cost, cost::evaluate(m_inputs.accelerator, m_inputs.layer, mapping, m_inputs.model));
        if (m_best && !m_better(scoreOf(cost), scoreOf(m_best->cost)))
            return success();
        m_best = ImprovedMapping{mapping, std::move(cost)};
        if (tell && m_onBetter)
            m_onBetter(*m_best);
        return success();
    }
    const std::optional<ImprovedMapping>& best() const { return m_best; }

private:
    const ImproveInputs& m_inputs;
    const cosa::Better m_better;
    const std::function<void(const ImprovedMapping&)>& m_onBetter;
    std::optional<ImprovedMapping> m_best;
};

/// Climbs until the budget is spent; every better local optimum is offered.
Status search(cosa::LocalSearch& search, const cosa::MappingSpace& space, const cosa::Candidate& start,
              const ImproveInputs& inputs, const RunControl& control, Incumbent& incumbent)
{
    Status state = success();
    const auto look = [&](const cosa::LocalSearch::Best& best) {
        state = incumbent.offer(space.toMapping(best.candidate), true);
        if (!state)
            return true;
        const double fraction = std::min(1.0, double(search.evaluations()) / double(inputs.evaluations));
        control.report(
            {"local search",
             fraction,
             inputs.goal.figure(double(incumbent.best()->cost.cycles.count), incumbent.best()->cost.energy.count),
             {}});
        return false;
    };
    search.improve(start, inputs.evaluations, control);
    if (!look(*search.best()))
        search.run(std::max<std::int64_t>(0, inputs.evaluations - search.evaluations()), control, look);
    return state;
}

} // namespace

Result<Improvement> improveMapping(const ImproveInputs& inputs, const RunControl& control,
                                   const std::function<void(const ImprovedMapping&)>& onBetter)
{
    if (const auto why = mapping::whyNot(inputs.accelerator, inputs.layer))
        return Error{ErrorCode::InvalidInput, why->message, "layer " + inputs.layer.name};
    const cosa::MappingSpace space(inputs.accelerator, inputs.layer);
    const auto candidate = space.toCandidate(inputs.start);
    if (!candidate)
        return Error{ErrorCode::InvalidInput,
                     "the mapping to start from is of another layer or has other levels than "
                         + inputs.accelerator.name,
                     "layer " + inputs.layer.name};

    Improvement result;
    Incumbent incumbent(inputs, onBetter);
    result.startFits = bool(incumbent.offer(inputs.start, false));
    cosa::LocalSearch localSearch(space, inputs.goal, inputs.seed, inputs.model);
    const cosa::Candidate start = space.fits(*candidate) ? *candidate : localSearch.repaired(*candidate);
    TRY_DO(search(localSearch, space, start, inputs, control, incumbent));
    result.best = *incumbent.best();
    result.better = !result.startFits || result.best.mapping != inputs.start;
    result.evaluations = localSearch.evaluations();
    result.cause = control.stop.stop_requested() ? StopCause::Cancelled : StopCause::Completed;
    return result;
}

} // namespace nestloom::schedule
