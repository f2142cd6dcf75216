// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/planner.h"

#include "engine/base/run_control.h"
#include "engine/memory/packing.h"
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/cosma.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/workload/fuse.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

Baselines baselines(const GraphIndex& graph, const std::vector<std::uint32_t>& leastPeakOrder, Bytes budget)
{
    const std::vector<std::uint32_t> unchanged = defaultOrder(graph.operators());
    Baselines found{{{Order::Default, Replacement::Belady, {}, {}},
                     {Order::Default, Replacement::Greedy, {}, {}},
                     {Order::LeastPeak, Replacement::Belady, {}, {}},
                     {Order::LeastPeak, Replacement::Greedy, {}, {}}}};
    for (BaselineTraffic& baseline : found) {
        const auto& order = baseline.order == Order::Default ? unchanged : leastPeakOrder;
        const ArenaOutcome outcome = runArena(graph, order, budget.count, baseline.replacement);
        baseline.traffic = {outcome.traffic};
        baseline.relocated = {outcome.relocated};
    }
    return found;
}

const BaselineTraffic& bestOf(const Baselines& baselines)
{
    return *std::ranges::min_element(
        baselines, [](const BaselineTraffic& a, const BaselineTraffic& b) { return a.traffic < b.traffic; });
}

struct Planner::Known {
    PlanQuestion about;
    std::shared_ptr<const workload::OperatorGraph> graph; // prepared
    GraphIndex index;
    Budgets budgets;
    std::vector<std::uint32_t> leastPeakOrder;
    BudgetCurve curve;
};

namespace {

using Plan = std::shared_ptr<const memory::MemoryPlan>;

/// Of one sample: PNASNet-5 takes 276,000 states at its hardest size.
constexpr std::int64_t kCurveStates = 500'000;
constexpr std::int64_t kCurveRetries = 4'000;
/// Of the first look at a question, which most are done with; hard ones get a plan to show.
constexpr std::int64_t kQuickStates = 40'000;
constexpr std::int64_t kQuickRetries = 500;

std::shared_ptr<const workload::OperatorGraph> prepared(const PlanQuestion& question)
{
    workload::OperatorGraph graph = question.fused ? workload::fused(*question.graph) : *question.graph;
    if (!question.parameters)
        graph = workload::withoutParameters(std::move(graph));
    return std::make_shared<const workload::OperatorGraph>(std::move(graph));
}

Bytes topOf(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan)
{
    Bytes top{};
    for (const memory::StepUse& use : memory::occupancy(graph, plan))
        top = std::max(top, use.top);
    return top;
}

/// The plan in a scratchpad of another size that it fits.
Plan resized(const memory::MemoryPlan& plan, Bytes size)
{
    auto copy = std::make_shared<memory::MemoryPlan>(plan);
    copy->budget = size;
    return copy;
}

CosmaParams paramsOf(const PlanQuestion& question)
{
    CosmaParams params;
    params.order = question.order;
    return params;
}

Bytes boundOf(const CosmaOutcome& outcome) { return {std::int64_t(std::max(0.0, outcome.stats.bound.value_or(0)))}; }

} // namespace

Planner::Planner() = default;
Planner::~Planner() = default;

Result<Planner::Known*> Planner::knownFor(const PlanQuestion& question, const RunControl& control)
{
    if (m_known && m_known->about.isAbout(question))
        return m_known.get();
    TRY_DO(checkGraph(*question.graph));
    auto graph = prepared(question);
    GraphIndex index(*graph);
    const auto peak = leastPeak(index, control);
    if (control.stop.stop_requested())
        return nullptr; // the peak may not be the least one
    Budgets budgets;
    for (std::size_t op = 0; op < index.operators(); ++op)
        budgets.least = std::max(budgets.least, Bytes{index.workingSet(op)});
    budgets.peak = {peak.solution->peak};
    budgets.half = {(budgets.least.count + budgets.peak.count) / 2};
    budgets.peakIsProven = peak.status == SolveStatus::Optimal;
    // A kept order may need more than the least peak until it has no traffic left.
    const Bytes end =
        question.order == Order::Default ? Bytes{peakOf(index, defaultOrder(index.operators()))} : budgets.peak;
    m_known = std::make_unique<Known>(Known{question, std::move(graph), std::move(index), budgets, peak.solution->order,
                                            BudgetCurve(budgets.least, end)});
    return m_known.get();
}

namespace {

/// What one solve found, as a sample.
CurveSample sampleOf(const workload::OperatorGraph& graph, Bytes size, const CosmaOutcome& outcome)
{
    CurveSample sample{size, boundOf(outcome), {}, {}, outcome.cause != StopCause::Cancelled};
    if (outcome.solution) {
        sample.plan = std::make_shared<const memory::MemoryPlan>(*outcome.solution);
        sample.need = topOf(graph, *sample.plan);
    }
    return sample;
}

} // namespace

/// One call of Planner::answer().
class Planner::Answering {
public:
    Answering(Known& known, const PlanQuestion& question, const RunControl& control, const TellPlan& tell)
        : m_known(known), m_question(question), m_control(control), m_tell(tell)
    {
        m_answer.question = question;
        m_answer.graph = known.graph;
        m_answer.budgets = known.budgets;
    }

    Status run()
    {
        lookUp();
        CosmaParams quick = paramsOf(m_question);
        quick.states = kQuickStates;
        quick.retries = kQuickRetries;
        for (const bool isQuick : {true, false})
            if (!isDone())
                TRY_DO(search(isQuick ? quick : paramsOf(m_question), isQuick));
        if (m_control.stop.stop_requested())
            return success();
        if (m_answer.plan)
            m_answer.baselines = baselines(m_known.index, m_known.leastPeakOrder, m_question.scratchpad);
        m_answer.ended = true;
        m_tell(m_answer);
        return success();
    }

private:
    bool isDone() const
    {
        return m_answer.status == SolveStatus::Optimal || m_answer.status == SolveStatus::Infeasible
               || m_control.stop.stop_requested();
    }

    void take(Plan plan, Bytes bound)
    {
        if (plan != m_answer.plan)
            m_answer.steps =
                std::make_shared<const std::vector<memory::PlanStep>>(memory::planSteps(*m_known.graph, *plan));
        m_answer.plan = std::move(plan);
        m_answer.bound = bound;
        m_answer.status = m_answer.plan->traffic <= bound ? SolveStatus::Optimal : SolveStatus::Feasible;
        m_answer.cpu = threadCpuTime() - m_began;
    }

    /// What other sizes say about this one.
    void lookUp()
    {
        const Bytes size = m_question.scratchpad;
        const CurveSample* best = m_known.curve.best(size);
        if (best == nullptr || size < m_known.budgets.least)
            return;
        Plan plan = resized(*best->plan, size);
        if (!memory::verify(*m_known.graph, *plan).empty())
            return;
        take(std::move(plan), m_known.curve.bound(size));
        m_answer.isKnown = true;
        m_tell(m_answer);
        m_answer.isKnown = m_answer.status == SolveStatus::Optimal;
    }

    Status search(const CosmaParams& params, bool isQuick)
    {
        const auto outcome =
            solve(*m_known.graph, m_question.scratchpad, params, m_control, [this](const CosmaOutcome& soFar) {
                const bool isBetter = !m_answer.plan || soFar.solution->traffic < m_answer.plan->traffic;
                if (!isBetter || m_control.stop.stop_requested())
                    return;
                take(std::make_shared<const memory::MemoryPlan>(*soFar.solution),
                     std::max(m_answer.bound, boundOf(soFar)));
                m_tell(m_answer);
            });
        if (!outcome)
            return outcome.error();
        if (outcome->status != SolveStatus::Infeasible && (!isQuick || outcome->status == SolveStatus::Optimal))
            m_known.curve.add(sampleOf(*m_known.graph, m_question.scratchpad, *outcome));
        m_answer.cause = outcome->cause;
        m_answer.reason = outcome->reason;
        const Bytes bound = std::max(m_answer.bound, boundOf(*outcome));
        if (outcome->solution && (!m_answer.plan || outcome->solution->traffic < m_answer.plan->traffic))
            take(std::make_shared<const memory::MemoryPlan>(*outcome->solution), bound);
        else if (m_answer.plan)
            take(m_answer.plan, bound);
        else
            m_answer.status = outcome->status;
        return success();
    }

    Known& m_known;
    const PlanQuestion& m_question;
    const RunControl& m_control;
    const TellPlan& m_tell;
    PlanAnswer m_answer;
    const std::chrono::nanoseconds m_began = threadCpuTime();
};

Status Planner::answer(const PlanQuestion& question, const RunControl& control, const TellPlan& tell)
{
    TRY(const auto known, knownFor(question, control));
    return known == nullptr ? success() : Answering(*known, question, control, tell).run();
}

Status Planner::fillCurve(const PlanQuestion& question, const RunControl& control, const TellCurve& tell)
{
    TRY(const auto known, knownFor(question, control));
    if (known == nullptr)
        return success();
    Known& k = *known;
    const auto told = [&](bool ended) { tell({question, k.budgets, k.curve.steps(), ended}); };
    const auto ask = [&](Bytes size) -> Status {
        CosmaParams params = paramsOf(question);
        params.states = kCurveStates;
        params.retries = kCurveRetries;
        TRY(const auto outcome, solve(*k.graph, size, params, control));
        if (control.stop.stop_requested())
            return success();
        k.curve.add(sampleOf(*k.graph, size, outcome));
        told(false);
        return success();
    };
    told(false);
    // Both ends and the middle first: where they agree, nothing between needs asking.
    for (const Bytes size : {k.curve.peak(), k.curve.least(), k.budgets.half}) {
        const CurveSample* best = k.curve.best(size);
        if (control.stop.stop_requested() || (best && best->plan->traffic == k.curve.bound(size)))
            continue;
        TRY_DO(ask(size));
    }
    while (const auto size = k.curve.nextOpen()) {
        if (control.stop.stop_requested())
            return success();
        TRY_DO(ask(*size));
    }
    told(true);
    return success();
}

} // namespace nestloom::schedule::cosma
