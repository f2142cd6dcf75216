// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/blocking.h"
#include "engine/kapla/sharing_group.h"

namespace nestloom::kapla {

/// The loops that bring data into registers may be cut once more and reordered, as long as this changes no number of
/// fetches: loops over what lies in other nodes outside, loops over what lies in the node itself inside. That decides
/// how often shared data have to go round.
///
/// Words times hops that each tensor makes between nodes which share it, over all nodes, for the subgroup sizes, cut
/// and order with the least sum. Zero without buffer sharing.
PerTensor<double> sharingHops(const BlockingProblem& problem, const Blocking& blocking, const BlockingCounts& counts,
                              const PerTensor<SharingGroup>& groups);

} // namespace nestloom::kapla
