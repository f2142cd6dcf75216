// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/search_record.h"

#include <cmath>

namespace nestloom::schedule {

namespace {

using cosa::Candidate;
using cosa::MappingSpace;

constexpr double kHottest = 1.0;   // accepts a figure e times as large with probability 1/e
constexpr double kColdest = 0.001;

/// Moves one copy of a prime to another slot, or changes the order of a level; the same candidate when that is impossible.
Candidate neighbour(const MappingSpace& space, const Candidate& candidate, Rng& rng)
{
    Candidate next = candidate;
    const std::size_t level = rng.below(space.levelCount());
    if (rng.below(6) == 0 && !space.stationaryChoices(level).empty()) {
        const auto& choices = space.stationaryChoices(level);
        next.stationary[level] = choices[rng.below(choices.size())];
        return next;
    }
    if (space.factors().empty())
        return next;
    const cosa::Factor& factor = space.factors()[rng.below(space.factors().size())];
    const std::size_t from = rng.below(space.allSlots().size()), to = rng.below(space.allSlots().size());
    if (next.bounds[from][factor.dimension] % factor.prime != 0)
        return next;
    next.bounds[from][factor.dimension] /= factor.prime;
    next.bounds[to][factor.dimension] *= factor.prime;
    return next;
}

} // namespace

/// Works on the logarithm of the figure; the temperature falls geometrically with the evaluations.
void anneal(SearchRecord& record, const BaselineParams& params, std::uint64_t seed)
{
    const MappingSpace& space = record.space();
    Rng rng(seed);
    Candidate current = space.outermost();
    double height = std::log(record.figure(record.evaluate(current)));
    const std::int64_t triesLimit = params.evaluations > (std::int64_t(1) << 56) ? params.evaluations : params.evaluations * 64;
    for (std::int64_t tries = 0; record.evaluations() < params.evaluations && tries < triesLimit && !record.stopped(); ++tries) {
        const Candidate next = neighbour(space, current, rng);
        if (!space.fits(next))
            continue;
        const double nextHeight = std::log(record.figure(record.evaluate(next)));
        const double progress = static_cast<double>(record.evaluations()) / static_cast<double>(params.evaluations);
        const double temperature = kHottest * std::pow(kColdest / kHottest, progress);
        if (nextHeight <= height || rng.unit() < std::exp((height - nextHeight) / temperature)) {
            current = next;
            height = nextHeight;
        }
    }
}

} // namespace nestloom::schedule
