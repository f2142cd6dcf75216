// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace nestloom::hardware {
struct Accelerator;
}

namespace nestloom::workload {
struct Network;
}

namespace nestloom::schedule {

struct LayerResult;
struct ScheduleOptions;

/// Relative; a smaller gap is one of rounding.
inline constexpr double kNoGap = 1e-6;

/// How good a result is known to be, against everything else that the objective could have been given by: a layer's
/// mapping, a run, a point of a sweep. The three words for it, everywhere:
///   proven       nothing is better that the engine's model has: see claimOf()
///   within x %   nothing is better by more than that
///   best found   nothing was proven
enum class Standing { Proven, Within, BestFound };

/// By the gap: the figure of the objective over its proven lower bound, less 1.
constexpr Standing standingOf(const std::optional<double>& gap)
{
    return !gap ? Standing::BestFound : *gap <= kNoGap ? Standing::Proven : Standing::Within;
}

/// As it is shown, to a hundredth of a percent and rounded up: what is not proven is never within 0.00 %.
double shownGap(double gap);

/// "proven", "within 0.83 %", "best found". What is not proven is never within 0.00 %: a share is rounded up.
std::string standingText(const std::optional<double>& gap);
/// The same of a layer; of one without a mapping its status: "infeasible", "failed", ...
std::string standingText(const LayerResult& result);

/// What of a result's bound is proven, as one clause: "no mapping has a lower figure of the objective", of a schedule
/// of tiles one about these. A bound holds for its own model; another model may reach less (MODEL.md).
std::string claimOf(const LayerResult& result);
/// Of a mapping, what its bound holds among: "perfect factors of the layer's own sizes".
std::string spaceOf(const LayerResult& result);
/// Whether larger sizes than the layer's own are among these.
bool hasLargerSizes(const LayerResult& result);

/// Among which mappings the bounds of a run hold, one sentence without an end: "proven among perfect factors" and how
/// many layers are mapped larger than they are; the constraints, of accelerator and run, that they keep to; and how
/// many searches were ended by time. Empty without mappings.
std::string spaceOf(const std::vector<LayerResult>& layers, const workload::Network& network,
                    const hardware::Accelerator& accelerator, const ScheduleOptions& options);

} // namespace nestloom::schedule
