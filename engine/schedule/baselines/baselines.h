// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/hardware/accelerator.h"
#include "engine/schedule/layer_outcome.h"
#include "engine/schedule/objective.h"

#include <cstdint>
#include <string_view>

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

/// Searches that other engines are compared with. All take the exact evaluator and the mappings of cosa::MappingSpace:
/// perfect factors, and of all loop orders of a level those three that can be best. They are therefore rather stronger
/// than the same searches over all orders.
///   random      the best of some valid mappings; every prime factor goes to a place drawn at random
///   hybrid      as Timeloop's: draws a factorisation, walks through its loop orders, ends after some valid mappings in a
///               row without a better one, and begins again
///   annealing   simulated annealing over moves of one prime factor or one loop order
///   exhaustive  all factorisations and orders; refuses spaces above a limit
/// Returns  Infeasible with the reason when nothing fits; Feasible otherwise, Optimal for an exhaustive search of a layer
///          without halo (with one, orders that were left out can be better). stats.bound is MACs / MAC units,
///          or the proven latency.
/// Fails    InvalidInput when check(layer) or check(accelerator) has findings, or the engine is none of these.
/// Stop     within 0.1 s, with the best so far.
Result<LayerOutcome> solveBaseline(std::string_view engine, const workload::Layer& layer,
                                   const hardware::Accelerator& accelerator, const Goal& goal,
                                   const BaselineParams& params, const RunControl& control,
                                   const OnConvergence& onPoint = {});

bool isBaseline(std::string_view engine);

} // namespace nestloom::schedule
