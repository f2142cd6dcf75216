// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/gap_model.h"

#include <algorithm>

namespace nestloom::schedule::cosma {

GapModel::GapModel(const GraphIndex& graph, const std::vector<std::uint32_t>& order, std::int64_t budget)
    : m_order(order), m_demand(order.size())
{
    std::vector<std::size_t> stepOf(order.size());
    for (std::size_t step = 0; step < order.size(); ++step) {
        stepOf[order[step]] = step;
        m_demand[step] = graph.parameterBytes(order[step]);
    }
    for (std::uint32_t t = 0; t < graph.tensors(); ++t) {
        m_size.push_back(graph.size(t));
        m_hasCopy.push_back(graph.isBacked(t));
        addTensor(graph, t, stepOf);
    }
    addSteps(graph, budget);
    m_model.minimize(m_objective);
}

void GapModel::addTensor(const GraphIndex& graph, std::uint32_t tensor, const std::vector<std::size_t>& stepOf)
{
    std::vector<std::size_t> uses{stepOf[graph.producer(tensor)]};
    for (const std::uint32_t c : graph.consumers(tensor))
        uses.push_back(stepOf[c]);
    std::sort(uses.begin(), uses.end());
    for (std::size_t step = uses.front(); step <= uses.back(); ++step)
        m_demand[step] += graph.size(tensor);
    const std::string name = "_t" + std::to_string(tensor);
    const auto size = static_cast<double>(graph.size(tensor));
    std::optional<VariableId> spilled;
    for (std::size_t i = 1; i < uses.size(); ++i) {
        if (uses[i] - uses[i - 1] < 2 || size == 0)
            continue;
        if (!spilled) {
            spilled = m_model.addBinary("y" + name);
            if (!graph.isBacked(tensor))
                m_objective.add(*spilled, size);
        }
        const VariableId offChip = m_model.addBinary("x" + name + "_" + std::to_string(i));
        m_objective.add(offChip, size);
        m_model.addGreaterEqual(milp::LinearExpression().add(*spilled, 1).add(offChip, -1), 0,
                                "spilled" + name + "_" + std::to_string(i));
        m_gaps.push_back({tensor, uses[i - 1] + 1, uses[i] - 1, offChip});
    }
}

void GapModel::addSteps(const GraphIndex& graph, std::int64_t budget)
{
    std::vector<milp::LinearExpression> away(m_order.size());
    for (const Gap& gap : m_gaps)
        for (std::size_t step = gap.first; step <= gap.last; ++step)
            away[step].add(gap.offChip, static_cast<double>(graph.size(gap.tensor)));
    for (std::size_t step = 0; step < m_order.size(); ++step)
        if (m_demand[step] > budget)
            m_model.addGreaterEqual(away[step], static_cast<double>(m_demand[step] - budget),
                                    "step_" + std::to_string(step));
}

SpillSchedule GapModel::decode(const milp::Assignment& assignment) const
{
    SpillSchedule schedule{m_order, std::vector<std::vector<std::uint32_t>>(m_order.size()), 0};
    std::vector<bool> spilled = m_hasCopy;
    for (const Gap& gap : m_gaps) {
        if (assignment[gap.offChip.value] < 0.5)
            continue;
        schedule.leaving[gap.first].push_back(gap.tensor);
        schedule.cost += m_size[gap.tensor] * (spilled[gap.tensor] ? 1 : 2);
        spilled[gap.tensor] = true;
    }
    return schedule;
}

Result<SolveOutcome<SpillSchedule>> solveGaps(const GraphIndex& graph, const std::vector<std::uint32_t>& order,
                                              std::int64_t budget, milp::Solver& solver, const RunControl& control)
{
    const GapModel gaps(graph, order, budget);
    const auto answer = solver.solve(gaps.model(), {.absoluteGap = 0.5}, control);
    if (!answer)
        return answer.error();
    SolveOutcome<SpillSchedule> outcome;
    outcome.status = answer->status;
    outcome.cause = answer->cause;
    outcome.reason = answer->reason;
    outcome.stats = answer->stats;
    if (answer->solution)
        outcome.solution = gaps.decode(*answer->solution);
    return outcome;
}

} // namespace nestloom::schedule::cosma
