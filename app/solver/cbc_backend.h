// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/protocol.h"

namespace nestloom::solver {

/// Who watches a solve. Called on the solving thread.
class SolveObserver {
public:
    virtual ~SolveObserver() = default;
    virtual bool stopRequested() = 0; // asked very often: must be cheap
    /// Objective values with the constant; NaN = not known yet.
    virtual void onProgress(double incumbent, double bound, std::int64_t nodes) = 0;
    /// A better solution of the request's own model, integers exactly integral.
    virtual void onIncumbent(double objective, const milp::Assignment& assignment) = 0;
};

/// Minimises the request's model with CBC. Equal requests give equal answers unless a time limit or a stop ended them.
/// Bound    proven, constant included. NaN when there is none.
/// Thread   everything happens on the calling thread.
/// Throws   std::bad_alloc and CoinError: the caller ends the process, for CBC does not recover from either.
milp::protocol::Done solveWithCbc(const milp::protocol::Solve& request, SolveObserver& observer);

} // namespace nestloom::solver
