// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/objective_text.h"

#include "engine/base/number_words.h"

#include <cmath>

namespace nestloom::report {

std::string boundText(const schedule::LayerResult& result, const schedule::ScheduleOptions& options, Hertz clock)
{
    if (!result.objectiveBound)
        return "-";
    const double bound = *result.objectiveBound;
    if (result.tiled)
        return options.flexer.metric == schedule::flexer::Metric::LatencyTimesTransfer
                   ? "-"
                   : grouped(std::int64_t(std::ceil(bound - 1e-6)));
    switch (options.cosa.objective) {
    case schedule::Objective::Energy:
    case schedule::Objective::Weighted: return shortEnergy({bound});
    case schedule::Objective::Edp: return shortEdp(bound, clock);
    case schedule::Objective::Latency:
    case schedule::Objective::CosaPaper: break;
    }
    return grouped(std::int64_t(std::ceil(bound - 1e-6)));
}

std::string meshSentence(const schedule::Totals& totals)
{
    if (totals.overMesh == 0)
        return {};
    return "on " + std::to_string(totals.overMesh) + " of " + counted(std::int64_t(totals.solved), "layer")
           + " the mesh would not carry what the cost model assumes; the worst would take "
           + fixedNumber(totals.worstMeshLoad, 2) + " times its cycles";
}

std::string gapText(const std::optional<double>& gap) { return gap ? percent(*gap, 2) : kNoNumber; }

} // namespace nestloom::report
