// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/conformance/case_report.h"
#include "engine/conformance/nn_dataflow_mappings.h"
#include "engine/kapla/baseline.h"

namespace nestloom::conformance {

/// A search over a whole network that nn_dataflow did.
struct NnDataflowRun {
    kapla::Network network; // in the order in which nn_dataflow scheduled it
    std::int64_t batch = 1;
    kapla::Machine machine;
    kapla::BaselineOptions options;
    double cost = 0;
    std::int64_t cycles = 0;
    std::int64_t enumerated = 0; // blockings
};

/// `where` of an Error is the key. Fails   InvalidInput, also when the search did not end.
Result<NnDataflowRun> parseNnDataflowRun(const io::Json& json);

/// Our detailed model of layers on nodes against a mapping that nn_dataflow evaluated: whether it fits, accesses,
/// fetches, stored tensors and operations equal, cycles within 1, cost within 1e-6 of its value; without the cost of
/// hops where the recording does not say where the inputs lie.
CaseReport compareNnDataflow(const NnDataflowMapping& recorded);

/// Our exhaustive search against a recorded one: cost within 1e-6 of its value and never below. A run that allowed
/// segments of several layers fails with that reason: the search schedules layer after layer.
CaseReport compareNnDataflow(const NnDataflowRun& recorded);

/// All cases of a file: a list of mappings, or a run.
/// `where` of an Error is "file: key". Fails   Io, InvalidInput.
Result<std::vector<CaseReport>> compareNnDataflowFile(const std::filesystem::path& path);

} // namespace nestloom::conformance
