// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/cosma.h"

#include "engine/base/number_words.h"
#include "engine/memory/packing.h"
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/belady.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/schedule/cosma/spill_search.h"
#include "engine/schedule/cosma/spill_state.h"

#include <algorithm>
#include <array>
#include <limits>

namespace nestloom::schedule::cosma {

namespace {

/// Residencies without addresses, by tensor and first step.
std::vector<memory::Residency> residencies(const GraphIndex& index, const SpillSchedule& schedule)
{
    std::vector<std::vector<memory::Residency>> of(index.tensors());
    std::vector<bool> away(index.tensors());
    for (std::size_t step = 0; step < schedule.order.size(); ++step) {
        for (const std::uint32_t t : schedule.leaving[step])
            away[t] = true;
        for (const std::uint32_t t : index.inputs(schedule.order[step])) {
            if (away[t])
                of[t].push_back({TensorId{t}, step, step, {}});
            of[t].back().last = step;
            away[t] = false;
        }
        for (const std::uint32_t t : index.outputs(schedule.order[step]))
            of[t].push_back({TensorId{t}, step, step, {}});
    }
    std::vector<memory::Residency> all;
    for (const auto& list : of)
        all.insert(all.end(), list.begin(), list.end());
    return all;
}

/// Gives addresses to a schedule: each tensor is on chip from the step that makes or retrieves it to the last step that
/// uses it before it leaves, and parameters during the step of their operator; memory::pack() places them.
/// Optimal     packed within the budget. Otherwise as memory::pack().
SolveOutcome<memory::MemoryPlan> buildPlan(const workload::OperatorGraph& graph, const GraphIndex& index,
                                           const SpillSchedule& schedule, Bytes budget, const RunControl& control)
{
    memory::MemoryPlan plan;
    plan.budget = budget;
    plan.inputsBacked = index.inputsBacked();
    plan.residencies = residencies(index, schedule);
    std::vector<memory::Buffer> buffers;
    for (const memory::Residency& residency : plan.residencies)
        buffers.push_back({residency.first, residency.last, graph.tensors[residency.tensor.value].size});
    for (std::size_t step = 0; step < schedule.order.size(); ++step) {
        const OperatorId op{schedule.order[step]};
        plan.order.push_back(op);
        const std::vector<Bytes>& parameters = graph.operators[op.value].parameters;
        for (std::size_t p = 0; p < parameters.size(); ++p) {
            plan.parameters.push_back({op, p, {}});
            buffers.push_back({step, step, parameters[p]});
        }
    }
    SolveOutcome<memory::Packing> packed = memory::pack(buffers, budget, control);
    SolveOutcome<memory::MemoryPlan> outcome;
    outcome.status = packed.status;
    outcome.cause = packed.cause;
    outcome.reason = packed.reason;
    outcome.stats = packed.stats;
    if (!packed.solution)
        return outcome;
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        const Bytes offset = packed.solution->offsets[i];
        if (i < plan.residencies.size())
            plan.residencies[i].offset = offset;
        else
            plan.parameters[i - plan.residencies.size()].offset = offset;
    }
    plan.traffic = memory::traffic(graph, plan.residencies, plan.inputsBacked);
    outcome.solution = std::move(plan);
    return outcome;
}

} // namespace

Status checkGraph(const workload::OperatorGraph& graph)
{
    return noFindings(workload::check(graph), "graph " + graph.name);
}

std::optional<OperatorId> operatorWithoutRoom(const workload::OperatorGraph& graph, Bytes budget)
{
    std::optional<OperatorId> heaviest;
    Bytes most = budget;
    for (std::uint32_t o = 0; o < graph.operators.size(); ++o)
        if (const Bytes bytes = workload::workingSet(graph, {o}); bytes > most) {
            most = bytes;
            heaviest = OperatorId{o};
        }
    return heaviest;
}

std::string lackOfRoom(const workload::OperatorGraph& graph, Bytes budget)
{
    const auto heaviest = operatorWithoutRoom(graph, budget);
    if (!heaviest)
        return {};
    const Bytes needed = workload::workingSet(graph, *heaviest);
    const auto words = [](Bytes bytes) { return shortBytes(double(bytes.count)); };
    const workload::Operator& op = graph.operators[heaviest->value];
    return "operator " + op.name + " needs " + words(needed) + " for its " + std::string(workload::workingSetParts(op))
           + ", the scratchpad holds " + words(budget) + " (" + words(needed - budget) + " short); raise it to "
           + grouped(needed.count) + " B";
}

namespace {

constexpr std::array<std::string_view, 3> kOrderNames{"free", "default", "least-peak"};
constexpr std::array<std::size_t, 2> kSegmentSizes{15, 40};     // operators; quick first, then better
constexpr std::size_t kSegmentedGraph = 2'000;                  // operators; larger ones are not cut into segments
constexpr std::array kReserves{0.0, 0.05, 0.15, 0.3, 0.6, 1.0}; // share of the budget that is kept for fragmentation
constexpr std::int64_t kFirstRetries = 300;                     // budget of packing a first answer
constexpr int kOtherOptima = 12;                                // tried when the first cannot be packed
constexpr int kSmallerBudgets = 8;

std::size_t heaviest(const GraphIndex& index)
{
    std::size_t most = 0;
    for (std::size_t o = 1; o < index.operators(); ++o)
        if (index.workingSet(o) > index.workingSet(most))
            most = o;
    return most;
}

SpillSchedule withoutSpills(const std::vector<std::uint32_t>& order)
{
    return {order, std::vector<std::vector<std::uint32_t>>(order.size()), 0};
}

/// One call of solve().
class Solve {
public:
    Solve(const workload::OperatorGraph& graph, Bytes budget, const CosmaParams& params, const RunControl& control,
          const PlanFound& onPlan)
        : m_graph(graph), m_index(graph, params.inputsBacked), m_budget(budget), m_params(params), m_control(control),
          m_onPlan(onPlan), m_wallStart(Clock::now()), m_cpuStart(threadCpuTime())
    {
    }

    Result<CosmaOutcome> run()
    {
        m_outcome.reason = lackOfRoom(m_graph, m_budget);
        if (!m_outcome.reason.empty()) {
            m_outcome.status = SolveStatus::Infeasible;
            return finished();
        }
        if (m_params.order == Order::Free)
            for (const auto& order : {listOrder(m_index), defaultOrder(m_index.operators())})
                firstAnswer(order);
        if (m_outcome.status == SolveStatus::Optimal) {
            m_outcome.capacityOptimum = 0; // nothing is moved at all
        } else {
            findLimits();
            plan();
        }
        m_outcome.stats.bound = m_lowerBound;
        if (m_outcome.solution)
            if (const auto violations = memory::verify(m_graph, *m_outcome.solution); !violations.empty())
                return Error{ErrorCode::Internal, "the plan breaks a rule: " + violations.front().message,
                             "graph " + m_graph.name};
        return finished();
    }

private:
    using Clock = std::chrono::steady_clock;

    CosmaOutcome finished()
    {
        m_outcome.stats.wall = Clock::now() - m_wallStart;
        m_outcome.stats.cpu = threadCpuTime() - m_cpuStart;
        return m_outcome;
    }

    bool stopped() const { return m_control.stop.stop_requested() || m_control.outOfTime(m_wallStart); }

    RunControl controlFor(std::int64_t work, std::uint64_t seed) const
    {
        RunControl control;
        control.stop = m_control.stop;
        control.workLimit = work;
        control.seed = seed;
        return control;
    }

    void report(const std::string& phase) const
    {
        Progress progress{phase, std::nullopt, std::nullopt, m_lowerBound};
        if (m_outcome.solution)
            progress.incumbent = double(m_outcome.solution->traffic.count);
        m_control.report(progress);
    }

    /// The order to keep, when one is to be kept, and the least peak.
    void findLimits()
    {
        if (m_params.order == Order::Default) {
            m_fixed = defaultOrder(m_index.operators());
            return;
        }
        report("least peak");
        m_peak = *leastPeak(m_index, controlFor(-1, 1)).solution;
        if (m_params.order == Order::LeastPeak)
            m_fixed = m_peak.order;
    }

    void plan()
    {
        const std::vector<std::uint32_t>& order = m_fixed.empty() ? m_peak.order : m_fixed;
        if (peakOf(m_index, order) <= m_budget.count) {
            m_outcome.capacityOptimum = 0;
            m_lowerBound = 0;
            offer(withoutSpills(order));
        } else {
            search();
        }
        if (!m_outcome.solution || m_outcome.status != SolveStatus::Optimal)
            repair();
    }

    /// An order that is kept, with room left for fragmentation until the addresses fit.
    void firstAnswer(const std::vector<std::uint32_t>& order)
    {
        const SpillSchedule full = beladySchedule(m_index, order, m_budget.count);
        if (m_schedule.order.empty() || full.cost < m_schedule.cost)
            m_schedule = full;
        const std::int64_t retries = std::min(m_params.retries, kFirstRetries);
        for (const double reserve : kReserves)
            if (stopped() || offer(beladySchedule(m_index, order, reserved(reserve)), retries))
                break;
        report("first answer");
    }

    std::int64_t reserved(double share) const { return m_budget.count - std::int64_t(share * double(m_budget.count)); }

    /// The least spills by capacity; the best schedules are given addresses as they come.
    void search()
    {
        firstAnswer(m_fixed.empty() ? m_peak.order : m_fixed);
        std::int64_t below = m_schedule.cost;
        if (m_fixed.empty() && m_index.operators() <= kSegmentedGraph)
            for (const std::size_t size : kSegmentSizes) {
                report("segments");
                const auto cut =
                    leastSpill(m_index,
                               {m_budget.count,
                                OrderLimits(defaultOrder(m_index.operators()), breakPositions(m_index, size)), below},
                               controlFor(m_params.states / 5, m_control.seed));
                if (!cut.solution || stopped())
                    continue;
                below = cut.solution->cost;
                m_schedule = *cut.solution;
                offer(m_schedule);
                report("segments");
            }
        report("proof");
        const auto best =
            leastSpill(m_index, {m_budget.count, limits(), below}, controlFor(m_params.states, m_control.seed));
        m_outcome.cause = best.cause;
        m_outcome.stats.nodes += best.stats.nodes;
        m_lowerBound = std::max(m_lowerBound, best.stats.bound.value_or(0));
        if (best.solution)
            m_schedule = *best.solution;
        if (best.cause == StopCause::Completed)
            m_outcome.capacityOptimum = m_schedule.cost;
        offer(m_schedule, m_index.operators() <= kSegmentedGraph ? m_params.retries : kFirstRetries);
        updateStatus();
    }

    OrderLimits limits() const { return m_fixed.empty() ? OrderLimits() : OrderLimits::fixed(m_fixed); }

    /// Looks for addresses, and keeps the plan when it is the cheapest one so far.
    bool offer(const SpillSchedule& schedule) { return offer(schedule, m_params.retries); }
    bool offer(const SpillSchedule& schedule, std::int64_t retries)
    {
        if (m_outcome.solution && m_outcome.solution->traffic.count <= schedule.cost)
            return false;
        auto built = buildPlan(m_graph, m_index, schedule, m_budget, controlFor(retries, m_control.seed));
        if (built.status != SolveStatus::Optimal)
            return false;
        m_outcome.solution = std::move(built.solution);
        updateStatus();
        if (m_onPlan && memory::verify(m_graph, *m_outcome.solution).empty()) {
            m_outcome.stats.bound = m_lowerBound;
            m_onPlan(m_outcome);
        }
        return true;
    }

    void updateStatus()
    {
        if (!m_outcome.solution)
            m_outcome.status = SolveStatus::NoSolutionFound;
        else
            m_outcome.status = double(m_outcome.solution->traffic.count) <= m_lowerBound ? SolveStatus::Optimal
                                                                                         : SolveStatus::Feasible;
    }

    /// No addresses for the cheapest schedule: other ones of the same cost, then ones that need less room.
    void repair()
    {
        if (m_outcome.capacityOptimum < 0)
            return; // stopped before the optimum was known: what was packed is the incumbent
        for (int i = 1; i <= kOtherOptima && m_outcome.status != SolveStatus::Optimal && !stopped(); ++i) {
            report("other optima");
            tryBudget(m_budget.count, m_outcome.capacityOptimum + 1, m_control.seed + std::uint64_t(i));
        }
        const std::int64_t least = m_index.workingSet(heaviest(m_index));
        for (int i = 1; i <= kSmallerBudgets && m_outcome.status != SolveStatus::Optimal && !stopped(); ++i) {
            report("smaller budgets");
            const std::int64_t smaller = m_budget.count - (m_budget.count - least) * i / kSmallerBudgets;
            if (tryBudget(smaller, std::numeric_limits<std::int64_t>::max(), m_control.seed))
                break; // smaller ones cost more
        }
        updateStatus();
        if (!m_outcome.solution)
            m_outcome.reason = "no addresses were found within " + std::to_string(m_budget.count) + " B";
    }

    /// True when a schedule was found that has addresses or is no cheaper than the plan.
    bool tryBudget(std::int64_t budget, std::int64_t below, std::uint64_t seed)
    {
        const auto found = leastSpill(m_index, {budget, limits(), below}, controlFor(m_params.states / 10, seed));
        if (!found.solution)
            return false;
        return (m_outcome.solution && m_outcome.solution->traffic.count <= found.solution->cost)
               || offer(*found.solution);
    }

    const workload::OperatorGraph& m_graph;
    const GraphIndex m_index;
    const Bytes m_budget;
    const CosmaParams& m_params;
    const RunControl& m_control;
    const PlanFound& m_onPlan;
    PeakSchedule m_peak;
    std::vector<std::uint32_t> m_fixed; // the order to keep; empty = free
    SpillSchedule m_schedule;           // cheapest by capacity
    double m_lowerBound = 0;            // B, of the traffic; proven
    CosmaOutcome m_outcome;
    const Clock::time_point m_wallStart;
    const std::chrono::nanoseconds m_cpuStart;
};

} // namespace

std::string_view name(Order order) { return kOrderNames[std::size_t(order)]; }

Result<Budgets> budgets(const workload::OperatorGraph& graph, const RunControl& control)
{
    TRY_DO(checkGraph(graph));
    const GraphIndex index(graph);
    const auto peak = leastPeak(index, control);
    Budgets result;
    result.least = {index.workingSet(heaviest(index))};
    result.peak = {peak.solution->peak};
    result.half = {(result.least.count + result.peak.count) / 2};
    result.peakIsProven = peak.status == SolveStatus::Optimal;
    return result;
}

Result<CosmaOutcome> solve(const workload::OperatorGraph& graph, Bytes budget, const CosmaParams& params,
                           const RunControl& control, const PlanFound& onPlan)
{
    TRY_DO(checkGraph(graph));
    return Solve(graph, budget, params, control, onPlan).run();
}

} // namespace nestloom::schedule::cosma
