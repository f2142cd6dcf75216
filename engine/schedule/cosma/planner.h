// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/plan_steps.h"
#include "engine/schedule/cosma/arena.h"
#include "engine/schedule/cosma/budget_curve.h"
#include "engine/schedule/cosma/cosma.h"

#include <array>
#include <memory>

namespace nestloom::schedule::cosma {

/// A scheme to compare with: a fixed order on an arena as TensorFlow Lite's.
struct BaselineTraffic {
    Order order = Order::Default; // or LeastPeak
    Replacement replacement = Replacement::Belady;
    Bytes traffic{};   // beyond the compulsory
    Bytes relocated{}; // of it: an operator's own tensors were in each other's way
    friend bool operator==(const BaselineTraffic&, const BaselineTraffic&) = default;
};
using Baselines = std::array<BaselineTraffic, 4>;
/// The one with the least traffic, the first of equals.
const BaselineTraffic& bestOf(const Baselines& baselines);

/// {default, least-peak order} x {Belady, greedy}. `leastPeakOrder` as leastPeak() gives it; the budget holds every
/// working set.
Baselines baselines(const GraphIndex& graph, const std::vector<std::uint32_t>& leastPeakOrder, Bytes budget);

/// What is to be planned.
struct PlanQuestion {
    std::shared_ptr<const workload::OperatorGraph> graph; // of the network, unfused, with parameters
    bool parameters = true;                               // or activations only
    bool fused = false;                                   // see workload::fused()
    Order order = Order::Free;
    Bytes scratchpad{};
    /// All but the size: what one curve is about.
    bool isAbout(const PlanQuestion& other) const
    {
        return graph == other.graph && parameters == other.parameters && fused == other.fused && order == other.order;
    }
};

/// What is known about a question. While `ended` is false, better ones may follow.
struct PlanAnswer {
    PlanQuestion question;
    std::shared_ptr<const workload::OperatorGraph> graph; // that was planned: fused or without parameters, as asked
    Budgets budgets;
    SolveStatus status = SolveStatus::NoSolutionFound;
    StopCause cause = StopCause::Completed;
    std::shared_ptr<const memory::MemoryPlan> plan;             // verified; null = none
    std::shared_ptr<const std::vector<memory::PlanStep>> steps; // of the plan
    Bytes bound{};                                              // proven: no plan has less traffic
    std::string reason;                                         // why there is no plan, one sentence
    std::optional<Baselines> baselines;                         // with the last word
    bool isKnown = false;                                       // the plan was found for another size before
    bool ended = false;
    std::chrono::nanoseconds cpu{}; // of the search
};

/// The curve of the newest question.
struct CurveAnswer {
    PlanQuestion question;
    Budgets budgets;
    std::vector<CurveStep> steps;
    bool ended = false;
};

/// Answers one question after another and remembers what it found: a size between two known plans costs nothing, and
/// every answer is a sample of the budget curve.
/// Thread rule: one thread at a time. Told answers are values and may go anywhere.
class Planner {
public:
    Planner();
    ~Planner();

    using TellPlan = std::function<void(const PlanAnswer&)>;
    using TellCurve = std::function<void(const CurveAnswer&)>;

    /// Tells what is known at once, then every better plan, and last the answer with `ended`, the baselines with it.
    /// Every plan was verified. Fails   InvalidInput for findings in the graph, Internal as solve().
    /// Stop      control.stop ends it without a last word; what was found is remembered.
    Status answer(const PlanQuestion& question, const RunControl& control, const TellPlan& tell);
    /// Solves size after size, from the largest open one down, until the staircase of this question is known.
    /// Tells the curve first, after each sample, and last with `ended`. Fails, Stop   as answer().
    Status fillCurve(const PlanQuestion& question, const RunControl& control, const TellCurve& tell);

private:
    struct Known;
    class Answering;
    /// Null when it was stopped.
    Result<Known*> knownFor(const PlanQuestion& question, const RunControl& control);

    std::unique_ptr<Known> m_known; // about the newest question
};

} // namespace nestloom::schedule::cosma
