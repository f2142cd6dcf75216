// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"

#include <string>

namespace nestloom::records {

/// Why the totals of two runs must not be set against each other, as one clause without a full stop ("run 3 was
/// cancelled after 17 of 54 layers"); empty = they may. Both must be whole, of one network, one model and one batch,
/// and count as many layers. Two plans of memory may be compared by their bytes.
std::string whyNotComparable(const RunSummary& a, const RunSummary& b);

} // namespace nestloom::records
