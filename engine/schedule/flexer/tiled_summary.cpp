// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/tiled_summary.h"

#include <algorithm>

namespace nestloom::schedule::flexer {

Headroom headroomOf(const FlexerParams& params, const TiledSummary& summary)
{
    const double cycles = double(summary.chosen.latency.count), bytes = double(summary.chosen.traffic.total().count);
    const auto above = [](double value, double bound) { return bound > 0 ? std::max(0.0, value / bound - 1) : 0.0; };
    return {above(cycles, summary.latencyBound), above(bytes, double(summary.transferBound.count)),
            above(metricOf(params, cycles, bytes), summary.metricBound)};
}

bool isBestStaticKept(const TiledSummary& summary)
{
    return summary.bestStatic && summary.chosen == *summary.bestStatic;
}

} // namespace nestloom::schedule::flexer
