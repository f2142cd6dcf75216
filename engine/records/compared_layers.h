// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"

#include <span>

namespace nestloom::records {

/// A layer of runs that stand side by side, or a step on nodes that is no layer of the network: a pooling, a backward
/// pass of training. The lists are by run.
struct ComparedLayer {
    std::string name;                                  // as the first run that has it calls it
    std::string shape;                                 // with several batches: for one input
    std::vector<std::optional<std::size_t>> layers;    // of its network; nothing = it has no such layer
    std::vector<const schedule::LayerResult*> results; // into the run; null = none stored
    std::vector<std::optional<double>> cycles; // of its mapping or on its nodes; with several batches: per input
};

struct ComparedLayers {
    bool perInput = false; // the runs are for several batches
    /// In the order of the first run, then what only others have.
    std::vector<ComparedLayer> rows;
};
/// Layers are matched as explore::alignLayers() does, for one input where the batches differ; plans have none.
/// `runs`  outlive the answer
ComparedLayers compareLayers(std::span<const RunRecord* const> runs);

/// What the runs without mappings have to say of that; empty when all have some. `names` by run: "A", "run 3".
std::string whyNoMappings(std::span<const RunRecord* const> runs, std::span<const std::string> names);

/// The network of a run, for one input where its layers have the batch (nodes cut it themselves).
workload::Network forOneInput(const RunRecord& run);

} // namespace nestloom::records
