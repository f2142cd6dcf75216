// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/trace/trace.h"

namespace nestloom::trace {

/// Puts another trace behind `all`: its cycle 0 becomes `begin`. Lanes, kinds and counters of equal names become one;
/// labels are told apart by `prefix`. Between the traces counters fall to 0, as nothing lasts from one to the other.
/// Fails   InvalidInput when together there are more than kMostKinds kinds.
Status append(Trace& all, const Trace& next, std::int64_t begin, const std::string& prefix);

} // namespace nestloom::trace
