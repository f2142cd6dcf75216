// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/exact.h"

#include "engine/cost/evaluator.h"
#include "engine/schedule/exact/nest_search.h"
#include "engine/schedule/exact/step_mapping.h"

#include <cmath>

namespace nestloom::schedule::exact {

namespace {

constexpr double kRounding = 1e-9;               // of sums of doubles, relative
constexpr std::array<double, 2> kRounds{0.5, 1}; // limits, as parts of the way from bound to incumbent in log

cost::Score scoreOf(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                    const mapping::LayerMapping& mapping)
{
    cost::Nest nest;
    cost::flatten(mapping, nest);
    return cost::Evaluator(accelerator, layer).score(nest);
}

/// The search with figures of one size.
template <std::size_t F>
class Rounds {
public:
    Rounds(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Charges& charges,
           const std::function<bool()>& stopped)
        : m_stopped(stopped), m_steps(accelerator, lattice, charges), m_places(accelerator, lattice, charges),
          m_completions(m_steps, m_places, stopped), m_search(m_steps, m_places, m_completions)
    {
    }

    void run(double incumbent, std::int64_t budget, ExactOutcome& outcome, const std::function<void(double)>& onBound)
    {
        if (m_stopped())
            return;
        const double least = std::min(incumbent, m_completions.leastValue(m_steps.macs(), 0, 0) * (1 - kRounding));
        raise(outcome, least, onBound);
        for (const double part : kRounds) {
            const double limit = incumbent * std::pow(least / incumbent, 1 - part) * (1 - kRounding);
            if (limit <= outcome.bound && part < 1)
                continue;
            const auto end = m_search.run(limit, budget - outcome.partials, m_stopped);
            outcome.partials += m_search.kept();
            if (end != NestSearch<F>::End::Complete)
                return;
            outcome.complete = part == 1 || m_search.best();
            raise(outcome,
                  m_search.best() ? *m_search.best() * (1 - kRounding)
                  : part == 1     ? incumbent
                                  : limit,
                  onBound);
            if (m_search.best()) {
                outcome.mapping = mappingOf(m_steps.accelerator(), m_steps.lattice(), m_places, m_search.bestSteps());
                return;
            }
        }
    }

private:
    static void raise(ExactOutcome& outcome, double bound, const std::function<void(double)>& onBound)
    {
        outcome.bound = std::max(outcome.bound, bound);
        if (onBound)
            onBound(outcome.bound);
    }

    const std::function<bool()>& m_stopped;
    const NestSteps<F> m_steps;
    const Places m_places;
    const Completions<F> m_completions;
    NestSearch<F> m_search;
};

} // namespace

bool isSupported(const hardware::Accelerator& accelerator, const workload::Layer& layer, const ExactLimits& limits)
{
    std::size_t sliding = 0;
    for (std::size_t i = 1; i < accelerator.levels.size(); ++i)
        sliding += accelerator.levels[i].keeps.contains(TensorRole::Inputs) ? 1 : 0;
    return sliding <= kMaxSliding && accelerator.levels.size() <= cost::kMaxLevels
           && TileLattice::countNodes(layer, !mapping::NestLimits(accelerator, layer).isFree()) <= limits.tiles;
}

namespace {

ExactOutcome searchFor(const hardware::Accelerator& accelerator, const workload::Layer& layer, const Charges& charges,
                       double incumbent, const ExactLimits& limits, const std::function<bool()>& stopped,
                       const std::function<void(double)>& onBound)
{
    ExactOutcome outcome;
    const std::function<bool()> asked = stopped ? stopped : [] { return false; };
    const TileLattice lattice(accelerator, layer);
    if (charges.count() <= 1)
        Rounds<1>(accelerator, lattice, charges, asked).run(incumbent, limits.partials, outcome, onBound);
    else if (charges.count() <= 3)
        Rounds<3>(accelerator, lattice, charges, asked).run(incumbent, limits.partials, outcome, onBound);
    else if (charges.count() <= 5)
        Rounds<5>(accelerator, lattice, charges, asked).run(incumbent, limits.partials, outcome, onBound);
    else
        Rounds<kMaxFigures>(accelerator, lattice, charges, asked).run(incumbent, limits.partials, outcome, onBound);
    return outcome;
}

} // namespace

ExactOutcome searchExactly(const hardware::Accelerator& constrained, const workload::Layer& layer, const Goal& goal,
                           double incumbent, const ExactLimits& limits, const std::function<bool()>& stopped,
                           const std::function<void(double)>& onBound)
{
    const hardware::Accelerator accelerator = mapping::withBypasses(constrained);
    if (goal.objective == Objective::CosaPaper || !isSupported(accelerator, layer, limits) || !(incumbent > 0))
        return {};
    ExactOutcome outcome =
        searchFor(accelerator, layer, Charges(accelerator, layer, goal), incumbent, limits, stopped, onBound);
    if (!outcome.mapping)
        return outcome;
    const cost::Score score = scoreOf(accelerator, layer, *outcome.mapping);
    outcome.value = goal.figure(score.cycles, score.energy);
    if (!(outcome.value < incumbent))
        outcome.mapping.reset();
    return outcome;
}

ExactOutcome searchLeastEnergyWithin(const hardware::Accelerator& constrained, const workload::Layer& layer,
                                     double mostCycles, double incumbent, const ExactLimits& limits,
                                     const std::function<bool()>& stopped, const std::function<void(double)>& onBound)
{
    const hardware::Accelerator accelerator = mapping::withBypasses(constrained);
    if (!isSupported(accelerator, layer, limits) || !(incumbent > 0))
        return {};
    Charges charges(accelerator, layer, Objective::Edp);
    charges.aim(Objective::Energy, mostCycles * (1 + kRounding));
    ExactOutcome outcome = searchFor(accelerator, layer, charges, incumbent, limits, stopped, onBound);
    if (!outcome.mapping)
        return outcome;
    const cost::Score score = scoreOf(accelerator, layer, *outcome.mapping);
    outcome.value = score.energy;
    if (!(score.energy < incumbent)
        || score.cycles > mostCycles * (1 + 2 * kRounding)) // a port that the search leaves out
        outcome.mapping.reset();
    return outcome;
}

} // namespace nestloom::schedule::exact
