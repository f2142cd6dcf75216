// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/access_counts.h"
#include "engine/hardware/accelerator.h"

namespace nestloom::cost {

/// Energy of one element moved at a level, and how it is charged.
///   Nestloom   energy of a read, a fill or an update / accessElements for every element
///   Timeloop   whole accesses per tensor and kind, per instance; divided once more by x / min(x, instances / cluster),
///   x the
///              used instances (a quirk of Timeloop's FinalizeBufferEnergy that its numbers depend on)
Picojoules levelEnergy(const hardware::Accelerator& accelerator, std::size_t level, const Counts& counts,
                       bool likeTimeloop);

/// Cycles that the busiest port of one instance of a level needs, before rounding; 0 = unlimited bandwidth.
struct PortTimes {
    double read = 0;
    double write = 0;
};
PortTimes portTimes(const hardware::Accelerator& accelerator, std::size_t level, const PerTensor<Counts>& counts);

} // namespace nestloom::cost
