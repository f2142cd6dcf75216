// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/base/run_control.h"
#include "engine/memory/memory_plan.h"
#include "engine/workload/operator_graph.h"

#include <functional>
#include <optional>
#include <string>

namespace nestloom::schedule::cosma {

/// Fails   InvalidInput for the first finding in the graph.
Status checkGraph(const workload::OperatorGraph& graph);

/// The operator that needs most at once, when that is more than the budget. Nothing = every operator has room.
std::optional<OperatorId> operatorWithoutRoom(const workload::OperatorGraph& graph, Bytes budget);

/// Why nothing can be planned in `budget`: the operator of the largest working set, what it needs, how many bytes are
/// missing and the budget that would do, in one sentence. Empty when every working set fits.
std::string lackOfRoom(const workload::OperatorGraph& graph, Bytes budget);

/// What is left free.
enum class Order { Free, Default, LeastPeak };
std::string_view name(Order order); // "free", "default", "least-peak"

struct CosmaParams {
    Order order = Order::Free;
    std::int64_t states = 500'000; // budget of the exact search, in generated states: one to two seconds
    std::int64_t retries = 20'000; // budget of one packing
    bool inputsBacked = false;     // inputs of the graph have a copy off chip: spilling them writes nothing
    friend bool operator==(const CosmaParams&, const CosmaParams&) = default;
};

/// Scratchpad sizes between which planning is interesting.
struct Budgets {
    Bytes least{}; // M_R: the largest working set of an operator; nothing runs below
    Bytes half{};  // M_H: floor of the mean of the other two
    Bytes peak{};  // M_P: the least peak of any order; no traffic from here on, when it can be packed
    bool peakIsProven = false;
    friend bool operator==(const Budgets&, const Budgets&) = default;
};
/// Fails   InvalidInput for findings in the graph.
Result<Budgets> budgets(const workload::OperatorGraph& graph, const RunControl& control);

/// What COSMA says about a graph and a budget. stats.bound is a proven lower bound on the traffic (B).
struct CosmaOutcome : SolveOutcome<memory::MemoryPlan> {
    std::int64_t capacityOptimum = -1; // B, least traffic when addresses are not looked at; -1 = not proven
    std::string packing;               // how addresses were found, in words
};

/// Hears of every plan that is cheaper than those before, verified, with the bound that is proven by then. Called on
/// the thread of the caller; must not throw.
using PlanFound = std::function<void(const CosmaOutcome&)>;

/// Order of the operators, address of every tensor at every step, spills and retrievals, so that off-chip traffic
/// beyond the compulsory is least.
/// Method    beladySchedule() of the default order and of listOrder() are the first answer, reported at once. A budget
/// of
///           M_P or more: the order of least peak. Otherwise the default order cut at break nodes gives a better
///           incumbent, leastSpill() the optimum by capacity; memory::pack() finds addresses. When none are found,
///           other optima are tried, then schedules of a smaller budget, which leave room between the tensors.
/// Optimal   the traffic equals the proven bound. Feasible: a plan and a bound, the gap between them is what is open.
/// Infeasible  an operator's working set exceeds the budget; `reason` names it and the budget that would do.
/// Fails     InvalidInput for findings in the graph; Internal when memory::verify() refuses the plan.
/// Stop      control.stop is obeyed within 0.1 s and keeps the incumbent.
/// Source    Li, Gupta, Malik: Combined Scheduling, Memory Allocation and Tensor Replacement (COSMA), Eq. 1-12; the
/// search is our own, see leastSpill().
Result<CosmaOutcome> solve(const workload::OperatorGraph& graph, Bytes budget, const CosmaParams& params,
                           const RunControl& control, const PlanFound& onPlan = {});

} // namespace nestloom::schedule::cosma
