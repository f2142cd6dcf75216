// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/base/solve_outcome.h"
#include "engine/memory/first_fit.h"

#include <optional>

namespace nestloom::memory {

/// First fit, repaired by its conflicts: the buffer that did not fit is moved in the order before one of those in its
/// way, and the rest is placed again. For networks with more buffers than OffsetSearch takes (AmoebaNet-D, NASNet-A and
/// DenseNet-121 with parameters need it at their least sizes, PNASNet-5 without them), and for gaps and given offsets.
/// What `fit` has placed does not matter.
/// Returns  offsets and the number of retries when all were placed.
/// Stop     after `retries`, fewer of many buffers; the same seed gives the same answer.
struct ConflictSearchResult {
    std::optional<std::vector<Bytes>> offsets;
    std::int64_t retries = 0;
    StopCause cause = StopCause::Completed;
};
ConflictSearchResult searchConflicts(FirstFit& fit, PackingOrder order, std::int64_t retries,
                                     const RunControl& control);

} // namespace nestloom::memory
