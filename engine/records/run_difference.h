// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run_figures.h"

namespace nestloom::records {

/// What stands between the figures of two runs; each is one sentence, or empty.
struct RunDifference {
    std::string work;      // their sums stand for different things: no change is told
    std::string batch;     // likewise, but for figures of one input
    std::string objective; // likewise, of figures about the objective or its bound
    std::string bound;     // likewise; told where neither objective nor model differ
    std::string model;     // a change can be told, and says nothing about which run is better

    /// Why no change of the figure is told; empty = it is.
    const std::string& whyNoChange(const RunFigure& figure) const;
    std::vector<std::string> reasons() const; // those that are not empty, in this order
};
RunDifference difference(const ComparedSide& run, const ComparedSide& first);

/// "tiles against own: different models"; empty for equal ones. difference() says beside it where the accelerators
/// leave open what the models take differently.
std::string modelsApart(CostModel run, CostModel first);
/// "a bound among the layers' own sizes against one among some larger sizes, too"; empty for equal ones, and for
/// engines that do not choose among mappings.
std::string boundsApart(const schedule::ScheduleOptions& run, const schedule::ScheduleOptions& first);

} // namespace nestloom::records
