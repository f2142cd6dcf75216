// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/baselines.h"

#include "engine/mapping/why_not.h"
#include "engine/schedule/baselines/search_record.h"
#include "engine/schedule/input_error.h"
#include "engine/workload/network.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule {

namespace {

LayerOutcome solveExhaustively(SearchRecord& record, const BaselineParams& params)
{
    const double candidates = countCandidates(record.space());
    if (candidates > double(params.exhaustiveLimit)) {
        LayerOutcome outcome;
        outcome.reason = "the space has about 10^" + std::to_string(int(std::log10(candidates)))
                         + " candidates, an exhaustive search takes at most " + std::to_string(params.exhaustiveLimit)
                         + "; take another engine for this layer";
        outcome.stats = record.outcome(false, StopCause::Completed).stats;
        return outcome;
    }
    const bool complete = walkAll(record);
    using enum workload::LoopDimension;
    const bool halo = record.space().layer().bounds[R] > 1 || record.space().layer().bounds[S] > 1;
    return record.outcome(complete && !halo, StopCause::Completed);
}

} // namespace

bool isBaseline(std::string_view engine)
{
    return engine == "random" || engine == "hybrid" || engine == "annealing" || engine == "exhaustive";
}

Result<LayerOutcome> solveBaseline(std::string_view engine, const workload::Layer& layer,
                                   const hardware::Accelerator& accelerator, const Goal& goal,
                                   const BaselineParams& params, const RunControl& control,
                                   const OnConvergence& onPoint)
{
    if (!isBaseline(engine))
        return Error{ErrorCode::InvalidInput,
                     "there is no baseline named '" + std::string(engine)
                         + "'; known: random, hybrid, annealing, exhaustive",
                     ""};
    if (const auto error = inputError(layer, accelerator))
        return *error;
    if (const auto why = mapping::whyNot(accelerator, layer)) {
        LayerOutcome outcome;
        outcome.status = why->proven ? SolveStatus::Infeasible : SolveStatus::NoSolutionFound;
        outcome.reason = why->message;
        return outcome;
    }
    const cosa::MappingSpace space(accelerator, layer);
    SearchRecord record(space, goal, control, onPoint);
    if (engine == "exhaustive")
        return solveExhaustively(record, params);
    if (engine == "random")
        searchRandom(record, params, control.seed);
    else if (engine == "hybrid")
        searchHybrid(record, params, control.seed);
    else
        anneal(record, params, control.seed);
    return record.outcome(false, StopCause::WorkLimit);
}

namespace {

using cosa::Candidate;
using cosa::MappingSpace;

constexpr double kHottest = 1.0; // accepts a figure e times as large with probability 1/e
constexpr double kColdest = 0.001;

/// A move of one copy of a prime to another slot, or to another order of a level; nothing when it is impossible.
std::optional<cost::NestChange> moveOne(const MappingSpace& space, Candidate& candidate, Rng& rng)
{
    const std::size_t level = rng.below(space.levelCount());
    if (rng.below(6) == 0 && !space.stationaryChoices(level).empty()) {
        const auto& choices = space.stationaryChoices(level);
        candidate.stationary[level] = choices[rng.below(choices.size())];
        return cost::NestChange{level, level, false};
    }
    if (space.factors().empty())
        return std::nullopt;
    const cosa::Factor& factor = space.factors()[rng.below(space.factors().size())];
    const std::size_t from = rng.below(space.allSlots().size()), to = rng.below(space.allSlots().size());
    if (candidate.bounds[from][factor.dimension] % factor.prime != 0)
        return std::nullopt;
    candidate.bounds[from][factor.dimension] /= factor.prime;
    candidate.bounds[to][factor.dimension] *= factor.prime;
    const cosa::Slot &a = space.allSlots()[from], &b = space.allSlots()[to];
    return cost::NestChange{std::min(a.level, b.level), std::max(a.level, b.level), a.spatial || b.spatial};
}

} // namespace

/// Works on the logarithm of the figure; the temperature falls geometrically with the evaluations.
void anneal(SearchRecord& record, const BaselineParams& params, std::uint64_t seed)
{
    const MappingSpace& space = record.space();
    Rng rng(seed);
    Candidate current = space.outermost();
    cosa::StepScorer scorer(space);
    const auto noted = [&](const Candidate& candidate, const cost::Score& score) {
        record.take(candidate, score);
        return std::log(record.figure(score));
    };
    double height = noted(current, scorer.start(current));
    const std::int64_t triesLimit =
        params.evaluations > (std::int64_t(1) << 56) ? params.evaluations : params.evaluations * 64;
    for (std::int64_t tries = 0; record.evaluations() < params.evaluations && tries < triesLimit && !record.stopped();
         ++tries) {
        Candidate next = current;
        const auto change = moveOne(space, next, rng);
        if (!change || !scorer.fits(next, *change))
            continue;
        const double nextHeight = noted(next, scorer.score());
        const double progress = double(record.evaluations()) / double(params.evaluations);
        const double temperature = kHottest * std::pow(kColdest / kHottest, progress);
        if (nextHeight <= height || rng.unit() < std::exp((height - nextHeight) / temperature)) {
            scorer.accept();
            current = next;
            height = nextHeight;
        }
    }
}

namespace {

using cosa::Candidate;

/// Distributes the copies of one factor after the other over the slots.
class Walk {
public:
    explicit Walk(SearchRecord& record) : m_record(record), m_candidate(record.space().outermost())
    {
        m_candidate.bounds.fill(workload::unitExtents());
    }
    bool run()
    {
        place(0, 0, record().factors().empty() ? 0 : record().factors().front().multiplicity);
        return !m_record.stopped();
    }

private:
    const cosa::MappingSpace& record() const { return m_record.space(); }

    void place(std::size_t factor, std::size_t slot, int left)
    {
        if (m_record.stopped())
            return;
        if (factor == record().factors().size())
            return visit();
        const cosa::Factor& f = record().factors()[factor];
        std::int64_t& bound = m_candidate.bounds[slot][f.dimension];
        const std::int64_t before = bound;
        const bool last = slot + 1 == record().allSlots().size();
        for (int here = 0; here <= left; ++here, bound *= f.prime) {
            if (last && here < left)
                continue;
            if (!last)
                place(factor, slot + 1, left - here);
            else
                place(factor + 1, 0,
                      factor + 1 < record().factors().size() ? record().factors()[factor + 1].multiplicity : 0);
        }
        bound = before;
    }

    void visit()
    {
        if (!record().fits(m_candidate))
            return;
        for (const Candidate& order : ordersOf(record(), m_candidate))
            m_record.evaluate(order);
    }

    SearchRecord& m_record;
    Candidate m_candidate;
};

} // namespace

/// Per factor of multiplicity m over s slots: (m + s - 1 over m); per level its orders.
double countCandidates(const cosa::MappingSpace& space)
{
    double count = 1;
    const double slotCount = double(space.allSlots().size());
    for (const cosa::Factor& factor : space.factors())
        for (int i = 1; i <= factor.multiplicity; ++i)
            count *= (slotCount - 1 + i) / i;
    for (std::size_t level = 0; level < space.levelCount(); ++level)
        count *= double(std::max<std::size_t>(1, space.stationaryChoices(level).size()));
    return count;
}

bool walkAll(SearchRecord& record) { return Walk(record).run(); }

using cosa::Candidate;
using cosa::MappingSpace;

Candidate randomFactorisation(const MappingSpace& space, Rng& rng)
{
    Candidate candidate = space.outermost();
    candidate.bounds.fill(workload::unitExtents());
    for (std::size_t f = 0; f < space.factors().size(); ++f) {
        const cosa::Factor& factor = space.factors()[f];
        const std::vector<std::size_t>& allowed = space.slotsOf(f);
        for (int copy = 0; copy < factor.multiplicity; ++copy)
            candidate.bounds[allowed[rng.below(allowed.size())]][factor.dimension] *= factor.prime;
    }
    return candidate;
}

std::vector<Candidate> ordersOf(const MappingSpace& space, const Candidate& candidate)
{
    std::vector<Candidate> orders{candidate};
    for (std::size_t level = 0; level < space.levelCount(); ++level) {
        int loops = 0;
        for (const std::int64_t bound : candidate.bounds[space.temporalSlot(level)].values)
            loops += bound > 1 ? 1 : 0;
        if (loops == 0 || space.stationaryChoices(level).size() < 2)
            continue;
        std::vector<Candidate> more;
        for (const Candidate& order : orders)
            for (const TensorRole role : space.stationaryChoices(level)) {
                more.push_back(order);
                more.back().stationary[level] = role;
            }
        orders = std::move(more);
    }
    return orders;
}

void searchRandom(SearchRecord& record, const BaselineParams& params, std::uint64_t seed)
{
    Rng rng(seed);
    std::int64_t valid = 0;
    for (std::int64_t draw = 0; draw < params.drawLimit && valid < params.samples && !record.stopped(); ++draw) {
        const Candidate candidate = randomFactorisation(record.space(), rng);
        if (!record.space().fits(candidate))
            continue;
        const std::vector<Candidate> orders = ordersOf(record.space(), candidate);
        record.evaluate(orders[rng.below(orders.size())]);
        ++valid;
    }
}

namespace {

/// One search of the hybrid: returns the factorisations it drew.
std::int64_t searchUntilVictory(SearchRecord& record, const BaselineParams& params, std::uint64_t seed,
                                std::int64_t draws)
{
    Rng rng(seed);
    double best = 0;
    int inARow = 0;
    std::int64_t drawn = 0;
    bool any = false;
    while (inARow < params.victory && drawn < draws && !record.stopped()) {
        ++drawn;
        const Candidate candidate = randomFactorisation(record.space(), rng);
        if (!record.space().fits(candidate))
            continue;
        for (const Candidate& order : ordersOf(record.space(), candidate)) {
            const double figure = record.figure(record.evaluate(order));
            inARow = any && figure >= best ? inARow + 1 : 0;
            best = any ? std::min(best, figure) : figure;
            any = true;
            if (inARow >= params.victory || record.stopped())
                break;
        }
    }
    return drawn;
}

} // namespace

void searchHybrid(SearchRecord& record, const BaselineParams& params, std::uint64_t seed)
{
    Rng seeds(seed);
    std::int64_t draws = params.drawLimit;
    for (int search = 0; !record.stopped(); ++search) {
        const bool open = (params.cpuSeconds > 0 && record.cpuSeconds() < params.cpuSeconds)
                          || record.evaluations() < params.leastEvaluations;
        if (!(open || search < params.searches) || (draws <= 0 && !open))
            return;
        // what is left of the draws is shared by the searches to come, so that none starves the others
        const std::int64_t share = std::max<std::int64_t>(1000, draws / std::max(1, params.searches - search));
        draws -= searchUntilVictory(record, params, seeds.next(), share);
    }
}

} // namespace nestloom::schedule
