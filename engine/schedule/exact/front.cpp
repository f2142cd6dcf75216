// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/front.h"

#include "engine/cost/evaluator.h"
#include "engine/schedule/exact/nest_search.h"
#include "engine/schedule/exact/step_mapping.h"

#include <algorithm>

namespace nestloom::schedule::exact {

namespace {

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kFrontRounding = 1e-9;
constexpr double kClosest = 1e-8; // two points are further apart than roundings
constexpr std::array<double, 7> kWidths{1e-6, 0.01, 0.05, 0.2,
                                        1,    10,   1e200}; // of the limits above what is known to be least

template <std::size_t F>
class FrontSearch {
public:
    FrontSearch(const hardware::Accelerator& accelerator, const TileLattice& lattice, Charges& charges,
                const ExactLimits& limits, const std::function<bool()>& stopped)
        : m_charges(charges), m_limits(limits), m_stopped(stopped), m_evaluator(accelerator, lattice.layer()),
          m_steps(accelerator, lattice, charges), m_places(accelerator, lattice, charges),
          m_completions(m_steps, m_places, stopped), m_search(m_steps, m_places, m_completions)
    {
    }

    FrontOutcome run(double spacing, const std::function<void(const FrontPoint&)>& onPoint)
    {
        const auto fastest = least(Objective::Latency, kNoLimit, 0);
        double energy = 0, mostCycles = kNoLimit;
        while (fastest && mostCycles >= *fastest) {
            const auto next = least(Objective::Energy, std::max(mostCycles, *fastest * (1 + kFrontRounding)), energy);
            if (!next)
                break;
            energy = *next;
            const FrontPoint point = found();
            add(point);
            if (onPoint)
                onPoint(point);
            const double cycles = std::min(mostCycles, point.cycles);
            if (cycles <= *fastest * (1 + kFrontRounding)) {
                m_outcome.complete = true;
                break;
            }
            mostCycles = std::max(*fastest, cycles / (1 + std::max(spacing, kClosest)));
        }
        std::reverse(m_outcome.points.begin(), m_outcome.points.end());
        return m_outcome;
    }

private:
    /// The least value within so many cycles, which is `known` at least; nothing when a limit or a stop came before.
    std::optional<double> least(Objective objective, double mostCycles, double known)
    {
        m_charges.aim(objective, mostCycles);
        if (m_stopped())
            return std::nullopt;
        const double bound = std::max(known, m_completions.leastValue(m_steps.macs(), 0, 0));
        for (const double width : kWidths) {
            const auto end = m_search.run(bound * (1 + width), m_limits.partials, m_stopped);
            m_outcome.partials += m_search.kept();
            if (end != NestSearch<F>::End::Complete)
                return std::nullopt;
            if (m_search.best())
                return m_search.best();
        }
        return std::nullopt;
    }

    FrontPoint found()
    {
        FrontPoint point;
        point.mapping = mappingOf(m_steps.accelerator(), m_steps.lattice(), m_places, m_search.bestSteps());
        cost::Nest nest;
        cost::flatten(point.mapping, nest);
        const cost::Score score = m_evaluator.score(nest);
        point.cycles = score.cycles;
        point.energy = score.energy;
        return point;
    }

    /// A new point takes the place of slower ones that need no less energy.
    void add(const FrontPoint& point)
    {
        std::erase_if(m_outcome.points, [&](const FrontPoint& other) {
            return point.cycles <= other.cycles && point.energy <= other.energy * (1 + kFrontRounding);
        });
        const bool beaten = std::any_of(m_outcome.points.begin(), m_outcome.points.end(), [&](const FrontPoint& other) {
            return other.cycles <= point.cycles && other.energy <= point.energy;
        });
        if (!beaten)
            m_outcome.points.push_back(point);
    }

    Charges& m_charges;
    const ExactLimits& m_limits;
    const std::function<bool()>& m_stopped;
    cost::Evaluator m_evaluator;
    const NestSteps<F> m_steps;
    const Places m_places;
    const Completions<F> m_completions;
    NestSearch<F> m_search;
    FrontOutcome m_outcome;
};

} // namespace

FrontOutcome latencyEnergyFront(const hardware::Accelerator& constrained, const workload::Layer& layer, double spacing,
                                const ExactLimits& limits, const std::function<bool()>& stopped,
                                const std::function<void(const FrontPoint&)>& onPoint)
{
    const hardware::Accelerator accelerator = mapping::withBypasses(constrained);
    if (!isSupported(accelerator, layer, limits))
        return {};
    const std::function<bool()> asked = stopped ? stopped : [] { return false; };
    const TileLattice lattice(accelerator, layer);
    Charges charges(accelerator, layer, Objective::Edp);
    if (charges.count() <= 3)
        return FrontSearch<3>(accelerator, lattice, charges, limits, asked).run(spacing, onPoint);
    if (charges.count() <= 5)
        return FrontSearch<5>(accelerator, lattice, charges, limits, asked).run(spacing, onPoint);
    return FrontSearch<kMaxFigures>(accelerator, lattice, charges, limits, asked).run(spacing, onPoint);
}

} // namespace nestloom::schedule::exact
