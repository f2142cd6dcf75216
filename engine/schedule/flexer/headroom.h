// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tiled_summary.h"

namespace nestloom::schedule::flexer {

/// How far a layer's schedule is above what is proven, as fractions: 0 = nothing can be better. Part of it may be what
/// no schedule reaches. The metric is that of the parameters.
struct Headroom {
    double latency = 0, transfer = 0, metric = 0;
};
Headroom headroomOf(const FlexerParams& params, const TiledSummary& summary);

/// The strong static schedule was kept as it is; TiledSummary::seedKept() also counts static schedules that run forth
/// and back, or block after block.
bool isStrongKept(const TiledSummary& summary);

} // namespace nestloom::schedule::flexer
