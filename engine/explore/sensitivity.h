// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/pareto.h"

namespace nestloom::explore {

/// Two axes that do together what neither does alone: what one of them does depends on the other.
struct Interaction {
    std::size_t a = 0, b = 0; // axes, a < b
    double share = 0;         // 0 to 1
};

/// How much of what a figure varies over the points of a sweep comes from each axis alone: of the variance of its
/// logarithm, the covariance with what the axis adds in the additive model of all axes that fits best (Li et al.,
/// Global sensitivity analysis for systems with independent and/or correlated inputs, 2010). Over all combinations of
/// values that is the first-order Sobol index (Sobol, 1993); where conditions leave some out, axes whose values go
/// together share what they do. What is left comes from axes together: from two of them (the means of what the model
/// leaves, by pairs of values: the second-order index), and from more. As it is of logarithms, axes that only multiply
/// what the others do have no interaction. Of a sample it is an estimate, and what so many means would have by chance
/// is taken off.
struct Sensitivity {
    std::vector<double> shares;              // by axis, each 0 to 1
    double together = 0;                     // what no axis explains alone
    double spread = 1;                       // the largest figure over the smallest
    std::vector<Interaction> interactions{}; // largest first; those that are not 0 and of which there are points enough
};

/// Of the finished points of one network. Nothing for fewer than three of them,
/// where axes go together so that their shares cannot be told apart, and for a figure that is the same everywhere, not
/// positive or not known.
std::optional<Sensitivity> sensitivity(const SweepInputs& inputs, const std::vector<PointResult>& results,
                                       std::size_t network, Objective figure);

} // namespace nestloom::explore
