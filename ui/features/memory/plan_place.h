// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/shown_plan.h"

namespace nestloom::ui {

/// An operator in another granularity of its network: the one of its name, else the one that it is fused into.
std::optional<OperatorId> counterpart(const workload::OperatorGraph& from, OperatorId op,
                                      const workload::OperatorGraph& to);

/// The step at which a plan runs the operator.
std::optional<int> stepOf(const std::vector<memory::PlanStep>& steps, OperatorId op);

/// Keeps the operator at the cursor, and the selected one, from plan to plan: another size may run them in another
/// order, another granularity gives them other numbers.
class PlanPlace {
public:
    PlanPlace(const ShownPlan& plan, PlanFocus& focus) : m_plan(plan), m_focus(focus) {}

    /// After every change of the plan.
    void follow();
    /// Another network: nothing of it is the same.
    void forget();

private:
    std::optional<OperatorId> cursorBefore() const;
    void restoreSelection();

    const ShownPlan& m_plan;
    PlanFocus& m_focus;
    std::shared_ptr<const workload::OperatorGraph> m_answered;    // what the selection is about
    std::shared_ptr<const workload::OperatorGraph> m_graph;       // of the last plan
    std::shared_ptr<const std::vector<memory::PlanStep>> m_steps; // of the last plan
    PlanSelection m_left;                                         // in m_graph, until there is a plan again
};

} // namespace nestloom::ui
