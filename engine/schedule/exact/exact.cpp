// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/exact.h"

#include "engine/cost/evaluate.h"
#include "engine/mapping/fanout_layout.h"
#include "engine/schedule/exact/nest_search.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule::exact {

namespace {

using workload::LoopDimension;

/// Hands out the prime factors of the layer's bounds.
class Primes {
public:
    explicit Primes(const TileLattice& lattice)
        : m_layer(lattice.layer()), m_left(m_layer.bounds), m_apart(lattice.isApart())
    {
    }

    LoopDimension take(const LatticeFactor& factor)
    {
        for (const LoopDimension d : dimensionsOf(m_layer, factor.kind, m_apart))
            if (m_left[d] % factor.prime == 0) {
                m_left[d] /= factor.prime;
                return d;
            }
        return dimensionsOf(m_layer, factor.kind, m_apart)
            .front(); // steps that are not of this layer; the verifier will say so
    }

private:
    const workload::Layer& m_layer;
    workload::Extents m_left;
    const bool m_apart;
};

/// `loops` runs from outer to inner; the new loop goes around all of them.
void wrap(std::vector<mapping::Loop>& loops, LoopDimension dimension, std::int64_t bound)
{
    if (!loops.empty() && loops.front().dimension == dimension)
        loops.front().bound *= bound;
    else
        loops.insert(loops.begin(), {dimension, bound});
}

/// The mapping whose steps these are, from the MACs outward. Kinds that stand for several dimensions use up the primes
/// of one after the other: the cost is the same.
mapping::LayerMapping mappingOf(const hardware::Accelerator& accelerator, const TileLattice& lattice,
                                const Places& places, const std::vector<NestStep>& steps)
{
    mapping::LayerMapping mapping;
    for (const hardware::BufferLevel& level : accelerator.levels)
        mapping.levels.push_back({{}, {}, level.keeps});
    Primes primes(lattice);
    for (const NestStep& step : steps) {
        mapping::LevelLoops& level = mapping.levels[places[step.place].level];
        if (!places[step.place].spatial) {
            const LatticeFactor& factor = lattice.factors()[step.choice];
            wrap(level.temporal, primes.take(factor), factor.prime);
            continue;
        }
        const SpatialChoice& choice = places.choices(step.place)[step.choice];
        for (std::size_t f = 0; f < choice.counts.size(); ++f)
            for (int n = choice.counts[f]; n > 0; --n)
                wrap(level.spatial, primes.take(lattice.factors()[f]), lattice.factors()[f].prime);
    }
    mapping::layOut(accelerator, mapping);
    return mapping;
}

constexpr double kNoLimit = std::numeric_limits<double>::infinity();
constexpr double kRounding = 1e-9;               // of sums of doubles, relative
constexpr std::array<double, 2> kRounds{0.5, 1}; // limits, as parts of the way from bound to incumbent in log

/// What a mapping really takes, of what is to be least; infinite for one that is not wanted.
using Figure = std::function<double(const cost::Score&)>;

/// Judges nests by the cost model, as mappings.
class NestJudge {
public:
    NestJudge(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Places& places)
        : m_accelerator(accelerator), m_lattice(lattice), m_places(places), m_evaluator(accelerator, lattice.layer())
    {
    }

    mapping::LayerMapping mapping(const std::vector<NestStep>& steps) const
    {
        return mappingOf(m_accelerator, m_lattice, m_places, steps);
    }
    cost::Score score(const mapping::LayerMapping& mapping)
    {
        cost::flatten(m_accelerator, mapping, m_nest);
        return m_evaluator.score(m_nest);
    }

private:
    const hardware::Accelerator& m_accelerator;
    const TileLattice& m_lattice;
    const Places& m_places;
    cost::Evaluator m_evaluator;
    cost::Nest m_nest;
};

/// The search with figures of one size.
template <std::size_t F>
class Rounds {
public:
    Rounds(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Charges& charges,
           double incumbent, Figure figure, const std::function<bool()>& stopped)
        : m_incumbent(incumbent), m_figure(std::move(figure)), m_stopped(stopped),
          m_steps(accelerator, lattice, charges),
          m_places(accelerator, lattice, charges, charges.leastLanes(m_steps.whole().macs, incumbent)),
          m_completions(m_steps, m_places, stopped), m_judge(accelerator, lattice, m_places),
          m_search(m_steps, m_places, m_completions, [this](const std::vector<NestStep>& steps) {
              return m_figure(m_judge.score(m_judge.mapping(steps)));
          })
    {
    }

    void run(const ExactLimits& limits, ExactOutcome& outcome, const std::function<void(double)>& onBound)
    {
        if (m_stopped())
            return;
        const double least =
            std::clamp(m_completions.leastValue(m_steps.macs(), 0, 0) * (1 - kRounding), 0.0, m_incumbent);
        raise(outcome, least, onBound);
        for (const double part : kRounds) {
            const double limit = m_incumbent * std::pow(least / m_incumbent, 1 - part) * (1 - kRounding);
            if (part < 1 && (limits.isLikelyBest || limit <= outcome.bound))
                continue;
            const auto end = m_search.run(limit, limits.partials - outcome.partials, m_stopped);
            outcome.partials += m_search.kept();
            if (end != NestSearch<F>::End::Complete)
                return;
            outcome.complete = part == 1 || m_search.best();
            raise(outcome,
                  m_search.best() ? m_search.least() * (1 - kRounding)
                                  : std::min(part == 1 ? m_incumbent : limit, m_search.least()),
                  onBound);
            if (m_search.best()) {
                outcome.value = *m_search.best();
                outcome.mapping = m_judge.mapping(m_search.bestSteps());
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

    const double m_incumbent;
    const Figure m_figure;
    const std::function<bool()>& m_stopped;
    const NestSteps<F> m_steps;
    const Places m_places;
    const Completions<F> m_completions;
    NestJudge m_judge;
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
                       double incumbent, const Figure& figure, const ExactLimits& limits,
                       const std::function<bool()>& stopped, const std::function<void(double)>& onBound)
{
    ExactOutcome outcome;
    const std::function<bool()> asked = stopped ? stopped : [] { return false; };
    const TileLattice lattice(accelerator, layer);
    if (charges.count() <= 1)
        Rounds<1>(accelerator, lattice, charges, incumbent, figure, asked).run(limits, outcome, onBound);
    else if (charges.count() <= 3)
        Rounds<3>(accelerator, lattice, charges, incumbent, figure, asked).run(limits, outcome, onBound);
    else if (charges.count() <= 5)
        Rounds<5>(accelerator, lattice, charges, incumbent, figure, asked).run(limits, outcome, onBound);
    else
        Rounds<kMaxFigures>(accelerator, lattice, charges, incumbent, figure, asked).run(limits, outcome, onBound);
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
    const auto figure = [&](const cost::Score& score) { return goal.figure(score.cycles, score.energy); };
    return searchFor(accelerator, layer, Charges(accelerator, layer, goal), incumbent, figure, limits, stopped,
                     onBound);
}

ExactOutcome searchLeastEnergyWithin(const hardware::Accelerator& constrained, const workload::Layer& layer,
                                     double mostCycles, double incumbent, const ExactLimits& limits,
                                     const std::function<bool()>& stopped)
{
    const hardware::Accelerator accelerator = mapping::withBypasses(constrained);
    if (!isSupported(accelerator, layer, limits) || !(incumbent > 0))
        return {};
    Charges charges(accelerator, layer, Objective::Edp);
    charges.aim(Objective::Energy, mostCycles * (1 + kRounding));
    const auto figure = [&](const cost::Score& score) { // a port that the search leaves out may take longer
        return score.cycles > mostCycles * (1 + 2 * kRounding) ? kNoLimit : score.energy;
    };
    return searchFor(accelerator, layer, charges, incumbent, figure, limits, stopped, {});
}

namespace {

constexpr double kFrontRounding = 1e-9;
constexpr std::array<double, 7> kWidths{1e-6, 0.01, 0.05, 0.2,
                                        1,    10,   1e200}; // of the limits above what is known to be least

template <std::size_t F>
class FrontSearch {
public:
    FrontSearch(const hardware::Accelerator& accelerator, const TileLattice& lattice, Charges& charges,
                const ExactLimits& limits, const std::function<bool()>& stopped)
        : m_charges(charges), m_limits(limits), m_stopped(stopped), m_steps(accelerator, lattice, charges),
          m_places(accelerator, lattice, charges), m_completions(m_steps, m_places, stopped),
          m_judge(accelerator, lattice, m_places),
          m_search(m_steps, m_places, m_completions, [this](const std::vector<NestStep>& steps) {
              const cost::Score score = m_judge.score(m_judge.mapping(steps));
              return score.cycles > m_mostCycles * (1 + kFrontRounding) ? kNoLimit
                     : m_objective == Objective::Latency                ? score.cycles
                                                                        : score.energy;
          })
    {
    }

    FrontOutcome run(double spacing)
    {
        auto fastest = least(Objective::Latency, kNoLimit, 0);
        if (fastest)
            fastest = Goal::whole(*fastest);
        double energy = 0, mostCycles = kNoLimit;
        while (fastest) {
            const auto next = least(Objective::Energy, mostCycles, energy);
            if (!next)
                break;
            energy = *next;
            const FrontPoint point = found();
            add(point);
            if (point.cycles <= *fastest) {
                m_outcome.complete = m_allProven;
                break;
            }
            mostCycles = std::max(*fastest, std::min(point.cycles - 1, std::floor(point.cycles / (1 + spacing))));
        }
        std::ranges::reverse(m_outcome.points);
        return m_outcome;
    }

private:
    /// The least value within so many cycles, which is `known` at least; nothing when a limit or a stop came before.
    std::optional<double> least(Objective objective, double mostCycles, double known)
    {
        m_charges.aim(objective, mostCycles);
        m_objective = objective;
        m_mostCycles = mostCycles;
        if (m_stopped())
            return std::nullopt;
        const double bound = std::max(known, m_completions.leastValue(m_steps.macs(), 0, 0));
        for (const double width : kWidths) {
            const double limit = width < kWidths.back() ? bound * (1 + width) : kNoLimit; // the bound may be 0
            const auto end = m_search.run(limit, m_limits.partials, m_stopped);
            m_outcome.partials += m_search.kept();
            if (end != NestSearch<F>::End::Complete)
                return std::nullopt;
            if (m_search.best()) {
                m_allProven = m_allProven && m_search.isProven();
                return m_search.best();
            }
        }
        return std::nullopt;
    }

    FrontPoint found()
    {
        FrontPoint point;
        point.mapping = m_judge.mapping(m_search.bestSteps());
        const cost::Score score = m_judge.score(point.mapping);
        point.cycles = Goal::whole(score.cycles);
        point.energy = score.energy;
        return point;
    }

    /// A new point takes the place of slower ones that need no less energy.
    void add(const FrontPoint& point)
    {
        std::erase_if(m_outcome.points, [&](const FrontPoint& other) {
            return point.cycles <= other.cycles && point.energy <= other.energy * (1 + kFrontRounding);
        });
        const bool beaten = std::ranges::any_of(m_outcome.points, [&](const FrontPoint& other) {
            return other.cycles <= point.cycles && other.energy <= point.energy;
        });
        if (!beaten)
            m_outcome.points.push_back(point);
    }

    Charges& m_charges;
    const ExactLimits& m_limits;
    const std::function<bool()>& m_stopped;
    const NestSteps<F> m_steps;
    const Places m_places;
    const Completions<F> m_completions;
    NestJudge m_judge;
    Objective m_objective = Objective::Latency;
    double m_mostCycles = kNoLimit;
    bool m_allProven = true; // of each point, that there is no better one
    NestSearch<F> m_search;
    FrontOutcome m_outcome;
};

} // namespace

FrontOutcome latencyEnergyFront(const hardware::Accelerator& constrained, const workload::Layer& layer, double spacing,
                                const ExactLimits& limits, const std::function<bool()>& stopped)
{
    const hardware::Accelerator accelerator = mapping::withBypasses(constrained);
    if (!isSupported(accelerator, layer, limits))
        return {};
    const std::function<bool()> asked = stopped ? stopped : [] { return false; };
    const TileLattice lattice(accelerator, layer);
    Charges charges(accelerator, layer, Objective::Edp);
    if (charges.count() <= 3)
        return FrontSearch<3>(accelerator, lattice, charges, limits, asked).run(spacing);
    if (charges.count() <= 5)
        return FrontSearch<5>(accelerator, lattice, charges, limits, asked).run(spacing);
    return FrontSearch<kMaxFigures>(accelerator, lattice, charges, limits, asked).run(spacing);
}

} // namespace nestloom::schedule::exact
