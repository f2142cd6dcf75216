// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/formula.h"
#include "engine/schedule/cosma/planner.h"

#include <cstddef>
#include <vector>

namespace nestloom::schedule::cosma {

/// How the figures of a memory plan come about, down to the tensors of the graph. `answer` must have a plan with its
/// steps. Values agree with memory::planSteps() and memory::traffic().
cost::Formula explainUsed(const PlanAnswer& answer, std::size_t step);      // bytes on chip during a step
cost::Formula explainSpilled(const PlanAnswer& answer, std::size_t step);   // written off chip after it
cost::Formula explainRetrieved(const PlanAnswer& answer, std::size_t step); // read back before it
cost::Formula explainCreated(const PlanAnswer& answer, std::size_t step);   // outputs of its operator
cost::Formula explainTraffic(const PlanAnswer& answer);                     // beyond the compulsory, tensor by tensor
/// Traffic above the proven bound; the traffic alone where the bound is 0.
cost::Formula explainTrafficGap(const PlanAnswer& answer);
/// Against the best baseline, when there are any and it moves something.
std::vector<cost::Formula> explainReduction(const PlanAnswer& answer);
cost::Formula explainLeastSize(const PlanAnswer& answer); // M_R: the largest working set of an operator
cost::Formula explainPeakSize(const PlanAnswer& answer);  // M_P

} // namespace nestloom::schedule::cosma
