// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/imperfect_search.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule::cosa {

using workload::LoopDimension;

namespace {

constexpr int kRounds = 8;        // each begins at the best one
constexpr double kWarmest = 0.03; // a mapping so much worse is taken once in e times, at first
constexpr std::int64_t kMostTurns = 64;

} // namespace

ImperfectSearch::ImperfectSearch(const MappingSpace& space, Goal goal, double mostExtra, std::uint64_t seed,
                                 cost::Model model)
    : m_space(space), m_better{goal}, m_mostMacs(double(workload::macs(space.layer())) * (1 + mostExtra)),
      m_scorer(space, model), m_rng(seed)
{
    for (const LoopDimension d : workload::kLoopDimensions)
        if (space.layer().bounds[d] > 1)
            m_dimensions.push_back(d);
    for (std::size_t level = 0; level < space.levelCount(); ++level)
        if (space.stationaryChoices(level).size() > 1)
            m_levels.push_back(level);
}

/// Another bound for the loop of a dimension in slot `one`, and the least one in slot `other` that covers the layer.
bool ImperfectSearch::split(Candidate& candidate, cost::NestChange& change, std::size_t one, std::size_t other)
{
    const LoopDimension d = m_dimensions[m_rng.below(m_dimensions.size())];
    std::int64_t &here = candidate.bounds[one][d], &there = candidate.bounds[other][d];
    std::int64_t others = 1;
    for (std::size_t slot = 0; slot < m_space.allSlots().size(); ++slot)
        others *= slot == one || slot == other ? 1 : candidate.bounds[slot][d];
    const std::int64_t all = ceilDivide(m_space.layer().bounds[d], others); // of both
    // A number of turns says more than the size of each: 2048 in six turns are 342 each.
    const std::int64_t most = std::min(all, kMostTurns);
    std::int64_t turns = 1 + std::int64_t(m_rng.below(std::uint64_t(most)));
    if (m_rng.below(2) == 0)
        turns = std::clamp<std::int64_t>(there + (m_rng.below(2) == 0 ? 1 : -1), 1, all);
    const std::int64_t before = here, beforeThere = there;
    here = ceilDivide(all, turns);
    there = ceilDivide(all, here);
    const Slot &a = m_space.allSlots()[one], &b = m_space.allSlots()[other];
    change.outer = 0;
    change.covered = true;
    change.inner = std::max({change.inner, a.level, b.level});
    change.spatial = change.spatial || a.spatial || b.spatial;
    return here != before || there != beforeThere;
}

/// Nothing when it changes nothing.
std::optional<ImperfectSearch::Step> ImperfectSearch::step(const Candidate& from)
{
    Step next{from, {}};
    if (!m_levels.empty() && m_rng.below(8) == 0) {
        const std::size_t level = m_levels[m_rng.below(m_levels.size())];
        const auto& choices = m_space.stationaryChoices(level);
        next.candidate.stationary[level] = choices[m_rng.below(choices.size())];
        next.change = {level, level, false};
        return next.candidate.stationary[level] != from.stationary[level] ? std::optional(next) : std::nullopt;
    }
    const std::size_t slots = m_space.allSlots().size(), one = m_rng.below(slots), other = m_rng.below(slots);
    if (one == other)
        return std::nullopt;
    bool isOther = split(next.candidate, next.change, one, other);
    if (m_rng.below(2) == 0) // what one dimension takes of a buffer another one leaves
        isOther = split(next.candidate, next.change, other, one) || isOther;
    return isOther ? std::optional(next) : std::nullopt;
}

bool ImperfectSearch::fits(const Step& step)
{
    double macs = 1;
    for (const LoopDimension d : m_dimensions)
        for (std::size_t slot = 0; slot < m_space.allSlots().size(); ++slot)
            macs *= double(step.candidate.bounds[slot][d]);
    if (macs > m_mostMacs)
        return false;
    for (std::size_t level = 0; step.change.spatial && level <= step.change.inner; ++level)
        if (!m_space.fitsFanout(step.candidate, level))
            return false;
    return m_scorer.fits(step.candidate, step.change);
}

LocalSearch::Best ImperfectSearch::improve(const Candidate& start, int steps, const std::function<bool()>& stop)
{
    LocalSearch::Best best{start, m_scorer.start(start)}, now = best;
    const auto figure = [&](const cost::Score& score) { return m_better.goal.figure(score.cycles, score.energy); };
    if (m_dimensions.empty() || m_space.allSlots().size() < 2)
        return best;
    const int round = std::max(1, steps / kRounds);
    for (int i = 0; i < steps && (i % 256 != 0 || !stop()); ++i) {
        if (i % round == 0) {
            now = best;
            m_scorer.start(now.candidate);
        }
        const std::optional<Step> next = step(now.candidate);
        if (!next || !fits(*next))
            continue;
        const cost::Score score = m_scorer.score();
        const double heat = kWarmest * (1 - double(i % round) / round) + 1e-9;
        if (!m_better(score, now.score) && std::exp((1 - figure(score) / figure(now.score)) / heat) <= m_rng.unit())
            continue;
        m_scorer.accept();
        now = {next->candidate, score};
        if (m_better(score, best.score))
            best = now;
    }
    return best;
}

} // namespace nestloom::schedule::cosa
