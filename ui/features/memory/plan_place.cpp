// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_place.h"

#include "engine/workload/fuse.h"

#include <algorithm>
#include <utility>

namespace nestloom::ui {

std::optional<OperatorId> counterpart(const workload::OperatorGraph& from, OperatorId op,
                                      const workload::OperatorGraph& to)
{
    for (;;) {
        const workload::Operator& here = from.operators[op.value];
        for (std::uint32_t i = 0; i < to.operators.size(); ++i)
            if (to.operators[i].name == here.name)
                return OperatorId{i};
        if (here.inputs.empty() || !workload::isFusedIntoProducer(here.type))
            return std::nullopt;
        op = from.tensors[here.inputs.front().value].producer; // an earlier operator: this ends
    }
}

std::optional<int> stepOf(const std::vector<memory::PlanStep>& steps, OperatorId op)
{
    const auto at = std::find_if(steps.begin(), steps.end(), [op](const memory::PlanStep& s) { return s.op == op; });
    return at == steps.end() ? std::nullopt : std::optional(int(at - steps.begin()));
}

void PlanPlace::forget()
{
    m_graph.reset();
    m_steps.reset();
    m_left = {};
    m_focus.select({});
}

/// The operator at the cursor of the last plan, by its number in this one.
std::optional<OperatorId> PlanPlace::cursorBefore() const
{
    const auto step = std::size_t(m_focus.step());
    if (!m_steps || step >= m_steps->size())
        return std::nullopt;
    const OperatorId op = (*m_steps)[step].op;
    return m_graph == m_plan.answer().graph ? std::optional(op) : counterpart(*m_graph, op, m_plan.graph());
}

void PlanPlace::follow()
{
    const schedule::cosma::PlanAnswer& answer = m_plan.answer();
    if (m_answered != answer.graph) { // other numbers
        m_answered = answer.graph;
        if (!m_focus.selection().isEmpty())
            m_left = m_focus.selection();
        m_focus.select({});
    }
    if (!m_plan.hasPlan())
        return;
    const auto cursor = cursorBefore();
    m_focus.setStepCount(int(m_plan.steps().size()));
    if (const auto step = cursor ? stepOf(m_plan.steps(), *cursor) : std::nullopt)
        m_focus.setStep(*step);
    restoreSelection();
    m_graph = answer.graph;
    m_steps = answer.steps;
}

void PlanPlace::restoreSelection()
{
    const PlanSelection left = std::exchange(m_left, {});
    if (!left.op || !m_graph || !m_focus.selection().isEmpty())
        return;
    const auto op = counterpart(*m_graph, *left.op, m_plan.graph());
    if (!op)
        return;
    PlanSelection selection{*op, std::nullopt};
    for (const TensorId tensor : m_plan.graph().operators[op->value].outputs)
        if (left.tensor && m_plan.graph().tensors[tensor.value].name == m_graph->tensors[left.tensor->value].name)
            selection.tensor = tensor;
    m_focus.select(selection);
}

} // namespace nestloom::ui
