// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/standing.h"

#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/base/text.h"
#include "engine/mapping/constraints.h"
#include "engine/schedule/network_run.h"

#include <algorithm>
#include <cmath>

namespace nestloom::schedule {

double shownGap(double gap) { return std::ceil(gap * 1e4 - 1e4 * kNoGap) / 1e4; }

std::string standingText(const std::optional<double>& gap)
{
    switch (standingOf(gap)) {
    case Standing::Proven: return "proven";
    case Standing::BestFound: return "best found";
    case Standing::Within: break;
    }
    return "within " + fixedNumber(shownGap(*gap) * 100, 2) + " %";
}

std::string standingText(const LayerResult& result)
{
    const bool hasResult = result.status == LayerStatus::Proven || result.status == LayerStatus::BestFound;
    if (!hasResult)
        return std::string(name(result.status));
    const bool isCutOff = result.cause == StopCause::Cancelled && standingOf(result.gap) != Standing::Proven;
    return standingText(result.gap) + (isCutOff ? ", cancelled" : "");
}

bool hasLargerSizes(const LayerResult& result) { return result.ofMappedSize || !isOwnOnly(result.sizes); }

std::string spaceOf(const LayerResult& result)
{
    return describe(result.sizes) + (result.ofMappedSize ? ", and of the size that it is mapped as" : "")
           + (result.anyKeeps ? ", and of its own sizes with any choice of the tensors that levels keep" : "");
}

std::string claimOf(const LayerResult& result)
{
    return result.tiled
               ? "no schedule on these NPUs of the tilings that were looked at has a lower figure of the objective"
               : "no mapping has a lower figure of the objective, among " + spaceOf(result);
}

namespace {

/// What else bears on what was found: constraints, and searches that were ended by time.
std::string limitsOf(const std::vector<LayerResult>& layers, const hardware::Accelerator& accelerator,
                     const ScheduleOptions& options)
{
    const std::vector<std::string> lines = mapping::withConstraints(accelerator, options.constraints).constraints;
    const auto timed = std::ranges::count(layers, StopCause::TimeLimit, &LayerResult::cause);
    std::string text;
    if (!lines.empty())
        text += "; all mappings keep to: " + joinText(lines, "; ");
    if (timed > 0)
        text += "; " + (timed == 1 ? std::string("1 search") : grouped(timed) + " searches")
                + " ended by time, which another machine spends differently";
    return text;
}

} // namespace

std::string spaceOf(const std::vector<LayerResult>& layers, const workload::Network& network,
                    const hardware::Accelerator& accelerator, const ScheduleOptions& options)
{
    std::int64_t mapped = 0, wider = 0, larger = 0, anyKeeps = 0;
    if (std::ranges::any_of(layers, [](const LayerResult& layer) { return layer.tiled.has_value(); }))
        return "bounds hold among the tilings that were looked at (option max-operations)";
    for (const LayerResult& layer : layers) {
        mapped += layer.mapping ? 1 : 0;
        anyKeeps += layer.mapping && layer.anyKeeps ? 1 : 0;
        wider += layer.mapping && hasLargerSizes(layer) ? 1 : 0;
        larger +=
            layer.mapping && !mapping::describeCovered(network.layers[layer.index], *layer.mapping).empty() ? 1 : 0;
    }
    if (mapped == 0)
        return {};
    const std::string kept =
        (anyKeeps > 0 ? "; of " + counted(anyKeeps, "layer") + " with any choice of the tensors that levels keep" : "")
        + limitsOf(layers, accelerator, options);
    if (wider == 0)
        return "bounds hold among perfect factors of the layers' own sizes" + kept;
    return "bounds hold among perfect factors of the layers' own sizes and, for " + counted(wider, "layer")
           + ", of larger ones; " + counted(larger, "layer") + (larger == 1 ? " is" : " are") + " mapped larger" + kept;
}

} // namespace nestloom::schedule
