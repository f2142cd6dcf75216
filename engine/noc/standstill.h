// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/endpoints.h"

namespace nestloom::noc {

/// What holds up what when nothing moves any more: from a header to the packet that holds its output, from there to what
/// holds that one up, until something comes twice; or else the first transactions that nothing will ever begin.
Standstill describeStandstill(const Grid& grid, const TransactionList& list, const WormholeMesh& mesh,
                              const TransactionTracker& tracker, Cycle since);

} // namespace nestloom::noc
