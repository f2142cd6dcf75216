// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/endpoints.h"

namespace nestloom::noc {

/// What holds up what when nothing moves any more: a circle of flits that wait for each other, or else the longest
/// chain that leads to an endpoint that takes nothing; without flits in the mesh, the first transactions that nothing
/// begins.
Standstill describeStandstill(const Grid& grid, const TransactionList& list, const WormholeMesh& mesh,
                              const TransactionTracker& tracker, Cycle since);

/// The same where no flit can wait for another one for ever.
Standstill describeStandstill(const TransactionList& list, const TransactionTracker& tracker, Cycle since);

} // namespace nestloom::noc
