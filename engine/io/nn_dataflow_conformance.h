// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/nn_dataflow_case.h"
#include "engine/io/timeloop_conformance.h"

namespace nestloom::io {

/// Our detailed model of layers on nodes against a mapping that nn_dataflow evaluated: whether it fits, accesses, fetches,
/// stored tensors and operations equal, cycles within 1, cost within 1e-6 of its value; without the cost of hops where
/// the recording does not say where the inputs lie.
CaseReport compareNnDataflow(const NnDataflowMapping& recorded);

/// All cases of a file: a list of mappings.
/// `where` of an Error is "file: key". Fails   Io, InvalidInput.
Result<std::vector<CaseReport>> compareNnDataflowFile(const std::filesystem::path& path);

} // namespace nestloom::io
