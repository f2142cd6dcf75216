// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/pareto.h"

namespace nestloom::explore {

/// How much of what a figure varies over the points of a sweep comes from each axis alone: the variance of the means
/// by its values over the whole variance, of logarithms (first-order Sobol index, Sobol, 1993). What is left comes from
/// axes together. Points of a sample, or of a space with conditions, are not spread evenly: then it is an estimate.
struct Sensitivity {
    std::vector<double> shares; // by axis, each 0 to 1
    double together = 0;        // what no axis explains alone
    double spread = 1;          // the largest figure over the smallest
};

/// Of the finished points of one network. Nothing for fewer than three of them, where axes go together so that their
/// shares cannot be told apart, and for a figure that is the same everywhere, not positive or not known.
std::optional<Sensitivity> sensitivity(const SweepInputs& inputs, const std::vector<PointResult>& results,
                                       std::size_t network, Objective figure);

} // namespace nestloom::explore
