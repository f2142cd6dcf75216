// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/verify_plan.h"
#include "engine/schedule/cosma/paper_ilp.h"
#include "engine/schedule/cosma/peak_search.h"
#include "engine/schedule/cosma/refusal.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::schedule::cosma {

namespace {

constexpr std::int64_t kMaxRows = 200'000; // what a solver can be given at all; far fewer can be solved

bool isOne(const std::optional<VariableId>& variable, const milp::Assignment& assignment)
{
    return variable && assignment[variable->value] > 0.5;
}

std::vector<std::uint32_t> orderFor(const workload::OperatorGraph& graph, Order order, const RunControl& control)
{
    std::vector<std::uint32_t> fixed;
    if (order == Order::Default) {
        fixed.resize(graph.operators.size());
        std::iota(fixed.begin(), fixed.end(), 0u);
    } else if (order == Order::LeastPeak) {
        RunControl search;
        search.stop = control.stop;
        fixed = leastPeak(GraphIndex(graph), search).solution->order;
    }
    return fixed;
}

/// Proven is what the relaxation says, whose bound is checked; of the program itself there is the solver's word.
CosmaOutcome outcomeOf(const SolveOutcome<milp::Assignment>& answer, const SolveOutcome<milp::Assignment>& relaxed,
                       const PaperIlp& program)
{
    CosmaOutcome outcome;
    outcome.status = answer.status;
    outcome.cause = answer.cause;
    outcome.reason = answer.reason;
    outcome.stats = answer.stats;
    outcome.stats.bound =
        std::max(0.0, std::ceil(relaxed.stats.bound.value_or(0) - 1e-6) * double(program.unit())); // whole units
    if (answer.status == SolveStatus::Optimal) {
        outcome.status = SolveStatus::Feasible;
        outcome.reason = "the solver says that this is the least, which is not checked";
    } else if (answer.status == SolveStatus::Infeasible && relaxed.status != SolveStatus::Infeasible) {
        outcome.status = SolveStatus::NoSolutionFound;
    }
    if (answer.solution)
        outcome.solution = program.decode(*answer.solution);
    return outcome;
}

} // namespace

bool PaperIlp::isOnChip(const Item& item, std::size_t step, const milp::Assignment& assignment) const
{
    return isOne(created(item, step), assignment) || isOne(item.preserved[step - item.first], assignment)
           || isOne(item.retrieved[step - item.first], assignment);
}

/// Residencies from being made or retrieved to the last use before leaving. A retrieval without a use is left out.
void PaperIlp::decodeTensor(std::uint32_t tensor, const milp::Assignment& assignment, memory::MemoryPlan& plan) const
{
    const Item& item = m_items[tensor];
    std::optional<memory::Residency> open;
    bool isUsed = false;
    const auto close = [&] {
        if (open && isUsed)
            plan.residencies.push_back(*open);
        open.reset();
    };
    for (std::size_t step = item.first; step <= item.last; ++step) {
        const bool made = isOne(created(item, step), assignment);
        if (!isOnChip(item, step, assignment)) {
            close();
            continue;
        }
        if (made || isOne(item.retrieved[step - item.first], assignment)) {
            close();
            const double address = assignment[item.address[step - item.first]->value];
            open = memory::Residency{TensorId{tensor}, step, step, {std::llround(address) * m_unit}};
            isUsed = made;
        }
        if (open && m_index.consumes(plan.order[step].value, tensor)) {
            open->last = step;
            isUsed = true;
        }
    }
    close();
}

void PaperIlp::decodeParameters(const Item& item, const milp::Assignment& assignment, memory::MemoryPlan& plan) const
{
    for (std::size_t step = item.first; step <= item.last; ++step) {
        if (!isOne(created(item, step), assignment))
            continue;
        Bytes offset{std::llround(assignment[item.address[step - item.first]->value]) * m_unit};
        const std::vector<Bytes>& sizes = m_graph.operators[item.op].parameters;
        for (std::size_t p = 0; p < sizes.size(); ++p) {
            plan.parameters.push_back({OperatorId{item.op}, p, offset});
            offset += sizes[p];
        }
    }
}

memory::MemoryPlan PaperIlp::decode(const milp::Assignment& assignment) const
{
    memory::MemoryPlan plan;
    plan.budget = m_budgetBytes;
    plan.inputsBacked = m_index.inputsBacked();
    plan.order.resize(m_index.operators());
    for (std::uint32_t o = 0; o < m_index.operators(); ++o)
        for (std::size_t i = 0; i < m_created[o].size(); ++i)
            if (isOne(m_created[o][i], assignment))
                plan.order[m_earliest[o] + i] = {o};
    for (std::uint32_t t = 0; t < m_index.tensors(); ++t)
        decodeTensor(t, assignment, plan);
    for (std::size_t i = m_index.tensors(); i < m_items.size(); ++i)
        decodeParameters(m_items[i], assignment, plan);
    for (std::uint32_t o = 0; o < m_index.operators(); ++o) // empty ones take part in no program
        if (m_index.parameterBytes(o) == 0)
            for (std::size_t p = 0; p < m_graph.operators[o].parameters.size(); ++p)
                plan.parameters.push_back({OperatorId{o}, p, {}});
    std::vector<std::size_t> stepOf(plan.order.size());
    for (std::size_t step = 0; step < plan.order.size(); ++step)
        stepOf[plan.order[step].value] = step;
    std::stable_sort(plan.parameters.begin(), plan.parameters.end(),
                     [&](const auto& a, const auto& b) { return stepOf[a.op.value] < stepOf[b.op.value]; });
    plan.traffic = memory::traffic(m_graph, plan.residencies, plan.inputsBacked);
    return plan;
}

Result<CosmaOutcome> solvePaperIlp(const workload::OperatorGraph& graph, Bytes budget, const CosmaParams& params,
                                   milp::Solver& solver, const RunControl& control)
{
    if (const Status fine = checkGraph(graph); !fine)
        return fine.error();
    if (std::string reason = lackOfRoom(graph, budget); !reason.empty()) {
        CosmaOutcome outcome;
        outcome.status = SolveStatus::Infeasible;
        outcome.reason = std::move(reason);
        return outcome;
    }
    PaperIlp program(graph, params.inputsBacked, budget, orderFor(graph, params.order, control));
    if (const std::int64_t rows = program.rows(); rows > kMaxRows)
        return Error{ErrorCode::Unsupported,
                     "the integer program would have " + std::to_string(rows) + " rows, " + std::to_string(kMaxRows)
                         + " are allowed; use the search",
                     "graph " + graph.name};
    const milp::Model model = program.build();
    const auto answer = solver.solve(model, {.absoluteGap = 0.5}, control);
    if (!answer)
        return answer.error();
    const auto relaxed = solver.solve(model, {.relaxationOnly = true}, control);
    if (!relaxed)
        return relaxed.error();
    CosmaOutcome outcome = outcomeOf(*answer, *relaxed, program);
    if (outcome.solution)
        if (const auto violations = memory::verify(graph, *outcome.solution); !violations.empty())
            return Error{ErrorCode::Internal, "the plan breaks a rule: " + violations.front().message,
                         "graph " + graph.name};
    if (outcome.solution && double(outcome.solution->traffic.count) <= *outcome.stats.bound) {
        outcome.status = SolveStatus::Optimal;
        outcome.reason.clear();
    }
    return outcome;
}

} // namespace nestloom::schedule::cosma
