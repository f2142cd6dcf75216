// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/nn_dataflow_case.h"
#include "engine/io/nn_dataflow_run.h"
#include "engine/io/timeloop_conformance.h"

namespace nestloom::io {

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

} // namespace nestloom::io
