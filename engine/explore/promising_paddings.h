// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/workload/padding.h"

namespace nestloom::explore {

/// Sizes of one dimension that are worth a try in place of `size`, ascending: those that fill the accelerator's
/// fan-outs best for the MACs they add, and those that split into tiles in most ways. `mostExtra` limits what they add,
/// as a fraction.
std::vector<std::int64_t> promisingSizes(const hardware::Accelerator& accelerator, std::int64_t size, double mostExtra,
                                         std::size_t most = 3);

/// Paddings of single dimensions, and of both sides of square outputs and filters together, that add at most
/// `mostExtra` of the layer's MACs. Dimensions of 1 are left alone. Depends on the arguments only.
std::vector<workload::Padding> promisingPaddings(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                                 double mostExtra);

/// How much more of a fan-out a size can fill, per MAC: (largest divisor of `to` that fits) / `to`, against the same of
/// `from`; the best over all fan-outs. 1 = no gain.
double fillGain(const hardware::Accelerator& accelerator, std::int64_t from, std::int64_t to);

} // namespace nestloom::explore
