// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/baselines/search_record.h"

namespace nestloom::schedule {

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
