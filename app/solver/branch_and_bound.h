// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/solver/osi_model.h"
#include "app/solver/stop_signal.h"

namespace nestloom::solver {

/// What branch and bound left behind, in the terms of the original model.
struct SearchResult {
    std::optional<milp::Assignment> best;
    double bound = 0;      // proven, constant included
    bool complete = false; // optimal within the gaps, or proven infeasible when there is no solution
    bool nodeLimit = false;
    bool mappingFailed = false; // an incumbent of the preprocessed model could not be turned into one of the original
    std::int64_t nodes = 0;
};

/// Branch and bound on `root`, which holds the request's model with its relaxation solved.
/// rootBound: objective of the relaxation, constant included.
SearchResult branchAndBound(const milp::protocol::Solve& request, OsiClpSolverInterface& root, double rootBound,
                            bool preprocess, StopSignal& stop, SolveObserver& observer);

} // namespace nestloom::solver
