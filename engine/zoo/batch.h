// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"

namespace nestloom::zoo {

/// A network that was built for one input, for a batch of them (>= 1), which it states: tensors get an axis in front,
/// layers more of N. Products of two activations are one for each input, so more of G; the keys and values of earlier
/// tokens that they read are of each input, too. All other parameters are shared.
workload::Network withBatch(workload::Network network, std::int64_t batch);

} // namespace nestloom::zoo
