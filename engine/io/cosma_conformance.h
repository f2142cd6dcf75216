// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/io/cosma_case.h"
#include "engine/io/timeloop_conformance.h"

namespace nestloom::io {

/// Our COSMA against a recording: a report for M_R, one for M_P, and one for each budget. M_R and M_P are equal; where
/// the recording is proven, the optimum by capacity and the packed optimum are equal; our plan passes our verifier,
/// which accepts the recorded plan as well; nothing is below a proven optimum.
std::vector<CaseReport> compareCosma(const CosmaCase& recorded, const RunControl& control);

} // namespace nestloom::io
