// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/local_search.h"

#include <algorithm>
#include <span>
#include <utility>

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

namespace {

// Found by trial: of 16 seeds on eleven layers that are hard under the mesh model, 141 of 176 searches end at the best
// known; 89 did when every climb ended at a local optimum and only the best one was disturbed.
constexpr std::uint64_t kFreshStarts = 16; // one climb in so many begins afresh
constexpr std::size_t kHaste = 4;          // part of the moves that are tried in vain before the next disturbance
constexpr double kBearable = 1.03;         // where a climb ends up to so much worse, the next one begins there

int compare(double a, double b)
{
    const double tolerance = 1e-9 * (a < b ? b : a);
    return a < b - tolerance ? -1 : a > b + tolerance ? 1 : 0;
}

} // namespace

bool Better::operator()(const cost::Score& a, const cost::Score& b) const
{
    if (const int order = compare(goal.figure(a.cycles, a.energy), goal.figure(b.cycles, b.energy)); order != 0)
        return order < 0;
    return goal.objective == Objective::Energy ? compare(a.cycles, b.cycles) < 0 : compare(a.energy, b.energy) < 0;
}

LocalSearch::LocalSearch(const MappingSpace& space, Goal goal, std::uint64_t seed, cost::Model model)
    : m_space(space), m_better{goal}, m_evaluator(space.accelerator(), space.layer(), model), m_scorer(space, model),
      m_rng(seed)
{
    listMoves();
}

void LocalSearch::listMoves()
{
    const auto byte = [](std::size_t n) { return std::uint8_t(n); };
    const std::size_t slotCount = m_space.allSlots().size(), factors = m_space.factors().size();
    for (std::size_t f = 0; f < factors; ++f)
        for (std::size_t from = 0; from < slotCount; ++from)
            for (std::size_t to = 0; to < slotCount; ++to) {
                if (from == to)
                    continue;
                m_moves.push_back({Move::Kind::Shift, byte(from), byte(to), byte(f), 0});
                for (std::size_t other = f + 1; other < factors; ++other)
                    m_moves.push_back({Move::Kind::Exchange, byte(from), byte(to), byte(f), byte(other)});
            }
    for (std::size_t level = 0; level < m_space.levelCount(); ++level)
        if (m_space.stationaryChoices(level).size() > 1)
            for (const TensorRole role : m_space.stationaryChoices(level))
                m_moves.push_back({Move::Kind::Order, byte(level), std::uint8_t(role), 0, 0});
}

void LocalSearch::notePresence(Climber& climber, std::size_t slot, std::size_t factor) const
{
    const Factor& f = m_space.factors()[factor];
    const std::int64_t bound = climber.candidate.bounds[slot][f.dimension];
    const std::uint32_t bit = 1u << factor;
    climber.present[slot] =
        bound > 1 && bound % f.prime == 0 ? climber.present[slot] | bit : climber.present[slot] & ~bit;
}

LocalSearch::Climber LocalSearch::climber(const Candidate& candidate)
{
    ++m_evaluations;
    const cost::Score score = m_scorer.start(candidate);
    Climber climber{candidate, score, m_scorer.computeCycles(), {}};
    for (std::size_t slot = 0; slot < m_space.allSlots().size(); ++slot)
        for (std::size_t factor = 0; factor < m_space.factors().size(); ++factor)
            notePresence(climber, slot, factor);
    return climber;
}

bool LocalSearch::possible(const Climber& climber, const Move& move) const
{
    if (move.kind == Move::Kind::Order)
        return climber.candidate.stationary[move.from] != static_cast<TensorRole>(move.to);
    if ((climber.present[move.from] >> move.factor & 1u) == 0)
        return false;
    return move.kind == Move::Kind::Shift || (climber.present[move.to] >> move.exchange & 1u) != 0;
}

bool LocalSearch::hopeless(const Climber& climber, const Move& move) const
{
    if (m_better.goal.objective != Objective::Latency || move.kind == Move::Kind::Order)
        return false;
    const auto& slotsOf = m_space.allSlots();
    if (slotsOf[move.from].spatial == slotsOf[move.to].spatial)
        return false;
    double ratio = double(m_space.factors()[move.factor].prime);
    if (move.kind == Move::Kind::Exchange)
        ratio /= double(m_space.factors()[move.exchange].prime);
    const double cycles = slotsOf[move.from].spatial ? climber.computeCycles * ratio : climber.computeCycles / ratio;
    return cycles > climber.score.cycles * (1 + 1e-9);
}

void LocalSearch::shift(Climber& climber, std::size_t factor, std::size_t from, std::size_t to) const
{
    const Factor& f = m_space.factors()[factor];
    climber.candidate.bounds[from][f.dimension] /= f.prime;
    climber.candidate.bounds[to][f.dimension] *= f.prime;
    notePresence(climber, from, factor);
    climber.present[to] |= 1u << factor;
}

LocalSearch::Overwritten LocalSearch::apply(Climber& climber, const Move& move) const
{
    Overwritten before;
    Candidate& candidate = climber.candidate;
    if (move.kind == Move::Kind::Order) {
        before.stationary = std::exchange(candidate.stationary[move.from], static_cast<TensorRole>(move.to));
        return before;
    }
    const workload::LoopDimension d = m_space.factors()[move.factor].dimension,
                                  other = m_space.factors()[move.exchange].dimension;
    before.bounds = {candidate.bounds[move.from][d], candidate.bounds[move.to][d], candidate.bounds[move.from][other],
                     candidate.bounds[move.to][other]};
    before.present = {climber.present[move.from], climber.present[move.to]};
    shift(climber, move.factor, move.from, move.to);
    if (move.kind == Move::Kind::Exchange)
        shift(climber, move.exchange, move.to, move.from);
    return before;
}

void LocalSearch::takeBack(Climber& climber, const Move& move, const Overwritten& before) const
{
    Candidate& candidate = climber.candidate;
    if (move.kind == Move::Kind::Order) {
        candidate.stationary[move.from] = before.stationary;
        return;
    }
    const workload::LoopDimension d = m_space.factors()[move.factor].dimension,
                                  other = m_space.factors()[move.exchange].dimension;
    candidate.bounds[move.from][d] = before.bounds[0];
    candidate.bounds[move.to][d] = before.bounds[1];
    candidate.bounds[move.from][other] = before.bounds[2];
    candidate.bounds[move.to][other] = before.bounds[3];
    climber.present[move.from] = before.present[0];
    climber.present[move.to] = before.present[1];
}

cost::NestChange LocalSearch::changeOf(const Move& move) const
{
    if (move.kind == Move::Kind::Order)
        return {move.from, move.from, false};
    const Slot &from = m_space.allSlots()[move.from], &to = m_space.allSlots()[move.to];
    return {std::min(from.level, to.level), std::max(from.level, to.level), from.spatial || to.spatial};
}

cost::Score LocalSearch::evaluate(const Candidate& candidate)
{
    ++m_evaluations;
    m_space.toNest(candidate, m_nest);
    return m_evaluator.score(m_nest);
}

bool LocalSearch::stopped(const RunControl& control)
{
    return m_evaluations >= m_limit || (++m_tries % 1024 == 0 && control.stop.stop_requested());
}

LocalSearch::Best LocalSearch::climb(const Candidate& start, std::size_t patience, const RunControl& control)
{
    Climber current = climber(start);
    m_rng.shuffle(std::span(m_moves));
    std::size_t sinceImprovement = 0;
    for (std::size_t next = 0; sinceImprovement < patience && !stopped(control);) {
        const Move& move = m_moves[next];
        next = next + 1 < m_moves.size() ? next + 1 : 0;
        ++sinceImprovement;
        if (!possible(current, move) || hopeless(current, move))
            continue;
        const Overwritten before = apply(current, move);
        if (m_scorer.fits(current.candidate, changeOf(move))) {
            ++m_evaluations;
            const cost::Score score = m_scorer.score();
            if (m_better(score, current.score)) {
                m_scorer.accept();
                current.score = score;
                current.computeCycles = m_scorer.computeCycles();
                sinceImprovement = 0;
                continue;
            }
        }
        takeBack(current, move, before);
    }
    const Best found{current.candidate, current.score};
    if (!m_best || m_better(found.score, m_best->score))
        m_best = found;
    return found;
}

/// The outermost slot that has a copy of the factor.
std::size_t LocalSearch::outermostWith(const Candidate& candidate, const Factor& factor) const
{
    std::size_t slot = 0;
    while (candidate.bounds[slot][factor.dimension] % factor.prime != 0)
        ++slot;
    return slot;
}

Candidate LocalSearch::randomStart()
{
    Candidate candidate = m_space.outermost();
    std::vector<Factor> copies;
    for (const Factor& factor : m_space.factors())
        copies.insert(copies.end(), std::size_t(factor.multiplicity), factor);
    m_rng.shuffle(std::span(copies));
    for (const Factor& factor : copies) {
        const std::size_t slot = m_rng.below(m_space.allSlots().size());
        const std::size_t outermost = outermostWith(candidate, factor);
        Candidate next = candidate;
        next.bounds[outermost][factor.dimension] /= factor.prime;
        next.bounds[slot][factor.dimension] *= factor.prime;
        if (m_space.fits(next))
            candidate = next;
    }
    for (std::size_t level = 0; level < m_space.levelCount(); ++level)
        if (const auto& choices = m_space.stationaryChoices(level); !choices.empty())
            candidate.stationary[level] = choices[m_rng.below(choices.size())];
    return candidate;
}

Candidate LocalSearch::disturbed(const Candidate& candidate)
{
    if (m_moves.empty()) // a single level without children, say
        return candidate;
    Climber current = climber(candidate);
    int left = 2 + int(m_rng.below(4));
    for (int tries = 0; left > 0 && tries < 2000; ++tries) {
        const Move& move = m_moves[m_rng.below(m_moves.size())];
        if (!possible(current, move))
            continue;
        const Overwritten before = apply(current, move);
        if (m_space.fits(current.candidate))
            --left;
        else
            takeBack(current, move, before);
    }
    return current.candidate;
}

/// The best scored of the candidates that one factor moved leaves with less excess; nothing when there is none.
std::optional<Candidate> LocalSearch::relieved(const Candidate& candidate)
{
    const double excess = m_space.excess(candidate);
    std::optional<Candidate> best;
    cost::Score bestScore;
    for (const Move& move : m_moves) {
        const Slot& from = m_space.allSlots()[move.from];
        const Slot& to = m_space.allSlots()[move.to];
        const bool outward = !to.spatial && to.level <= from.level;
        if (move.kind != Move::Kind::Shift || (!outward && m_space.limits().isFree())) // limits may ask for more, too
            continue;
        const Factor& factor = m_space.factors()[move.factor];
        if (candidate.bounds[move.from][factor.dimension] % factor.prime != 0)
            continue;
        Candidate next = candidate;
        next.bounds[move.from][factor.dimension] /= factor.prime;
        next.bounds[move.to][factor.dimension] *= factor.prime;
        if (!(m_space.excess(next) < excess))
            continue;
        const cost::Score score = evaluate(next);
        if (!best || m_better(score, bestScore)) {
            best = next;
            bestScore = score;
        }
    }
    return best;
}

Candidate LocalSearch::repaired(Candidate candidate)
{
    while (!m_space.fits(candidate)) {
        const std::optional<Candidate> next = relieved(candidate);
        if (!next)
            return m_space.outermost();
        candidate = *next;
    }
    return candidate;
}

void LocalSearch::improve(const Candidate& start, std::int64_t evaluations, const RunControl& control)
{
    m_limit = m_evaluations + evaluations;
    climb(start, m_moves.size(), control);
}

void LocalSearch::run(std::int64_t evaluations, const RunControl& control,
                      const std::function<bool(const Best&)>& enough)
{
    m_limit = m_evaluations + evaluations;
    const auto figure = [this](const Best& of) { return m_better.goal.figure(of.score.cycles, of.score.energy); };
    const std::size_t hasty = (m_moves.size() + kHaste - 1) / kHaste; // 0 of none
    std::optional<Best> base = m_best;                                // that is disturbed
    while (m_evaluations < m_limit && !control.stop.stop_requested()) {
        if (m_space.factors().empty() && m_best)
            return; // a single point
        const bool fresh = !base || m_rng.below(kFreshStarts) == 0;
        const std::optional<Best> before = m_best;
        Best found =
            fresh ? climb(randomStart(), m_moves.size(), control) : climb(disturbed(base->candidate), hasty, control);
        if (!fresh && before && m_better(found.score, before->score))
            found = climb(found.candidate, m_moves.size(), control); // the best one to its end
        if (!base || figure(found) <= figure(*base) * kBearable)
            base = found;
        if (enough(*m_best))
            return;
    }
}

} // namespace nestloom::schedule::cosa
