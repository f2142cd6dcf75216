// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/nocsim_case.h"
#include "engine/io/timeloop_conformance.h"

namespace nestloom::io {

/// Our simulator in compatible mode against a recording of the one published with CoSA. Without transactions from or to
/// the DRAM, start and end of each are equal; with them, the duration of every DRAM phase and the end of the last
/// transaction are within 2 %.
CaseReport compareNocsim(const NocsimCase& recorded);

} // namespace nestloom::io
