// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/search_record.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule {

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
        const double progress = static_cast<double>(record.evaluations()) / static_cast<double>(params.evaluations);
        const double temperature = kHottest * std::pow(kColdest / kHottest, progress);
        if (nextHeight <= height || rng.unit() < std::exp((height - nextHeight) / temperature)) {
            scorer.accept();
            current = next;
            height = nextHeight;
        }
    }
}

} // namespace nestloom::schedule
