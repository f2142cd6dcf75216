// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace nestloom::schedule {

/// Budgets of the engines that others are compared with. They stop by counts, so equal seeds give equal results.
struct BaselineParams {
    std::int64_t samples = 5;          // random: valid mappings to draw, the best of which is kept
    int victory = 500;                 // hybrid: valid mappings in a row without a better one that end a search
    int searches = 32;                 // hybrid: searches one after the other (threads in the CoSA paper), 16,000
                                       // valid mappings at least
    std::int64_t evaluations = 30'000; // annealing
    std::int64_t exhaustiveLimit = 3'000'000; // exhaustive: largest number of candidates to walk through
    std::int64_t drawLimit = 2'000'000;       // random, hybrid: factorisations to draw, valid or not
    std::int64_t leastEvaluations = 0;        // hybrid: further searches until so many mappings were evaluated
    double cpuSeconds = 0;                    // hybrid: further searches until so much CPU time is used; 0 = by count
    friend bool operator==(const BaselineParams&, const BaselineParams&) = default;
};

} // namespace nestloom::schedule
