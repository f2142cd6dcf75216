// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking_sweep.h"
#include "engine/schedule/kapla/layer_engine.h"

namespace nestloom::kapla {

struct AnnealingOptions {
    int iterations = 64; // the study has 1024
    int batch = 32;      // mappings that are judged in each; the study has 128
    std::uint64_t seed = 1;
};

/// Baseline M of KAPLA's study, as AutoTVM searches: simulated annealing walks through partitions, factors and orders
/// by the costs that boosted trees predict; the most promising mappings of each walk are judged by the detailed model,
/// and the trees learn from them. Mappings that do not fit are learnt as bad ones.
std::unique_ptr<LayerEngine> annealingEngine(const Machine& machine, const Layer& layer, std::int64_t batch,
                                             const PartitionRules& rules, Goal goal, const AnnealingOptions& options);

} // namespace nestloom::kapla
