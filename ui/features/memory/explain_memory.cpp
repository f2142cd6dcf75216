// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/explain_memory.h"

#include "engine/schedule/cosma/explain_plan.h"
#include "ui/features/memory/memory_words.h"
#include "ui/parts/explain_dialog.h"

#include <QCoreApplication>

namespace nestloom::ui {

namespace {

namespace cosma = schedule::cosma;

class ExplainMemoryWords {
    Q_DECLARE_TR_FUNCTIONS(ExplainMemory)
};

QString about(const ShownPlan& plan)
{
    return ExplainMemoryWords::tr("%1 in %2, planned by COSMA")
        .arg(plan.networkName(), sizeText(plan.answer().question.scratchpad));
}

} // namespace

ExplainDialog* explainStep(QWidget* parent, const ShownPlan& plan, int step, StepFigure figure)
{
    if (!plan.hasPlan() || step < 0 || step >= int(plan.steps().size()))
        return nullptr;
    const cosma::PlanAnswer& answer = plan.answer();
    const auto at = std::size_t(step);
    const QString name = QString::fromStdString(plan.graph().operators[plan.steps()[at].op.value].name);
    return explainFigures(parent, ExplainMemoryWords::tr("Step %1, %2, of %3").arg(step).arg(name, about(plan)),
                          {cosma::explainUsed(answer, at), cosma::explainSpilled(answer, at),
                           cosma::explainRetrieved(answer, at), cosma::explainCreated(answer, at)},
                          int(figure));
}

ExplainDialog* explainPlan(QWidget* parent, const ShownPlan& plan, PlanFigure figure)
{
    if (!plan.hasPlan())
        return nullptr;
    const cosma::PlanAnswer& answer = plan.answer();
    std::vector<cost::Formula> figures;
    int current = 0;
    const auto add = [&](PlanFigure which, cost::Formula formula) {
        if (which == figure)
            current = int(figures.size());
        figures.push_back(std::move(formula));
    };
    add(PlanFigure::Traffic, cosma::explainTraffic(answer));
    if (answer.bound.count > 0)
        add(PlanFigure::Gap, cosma::explainTrafficGap(answer));
    for (cost::Formula& reduction : cosma::explainReduction(answer))
        add(PlanFigure::Reduction, std::move(reduction));
    add(PlanFigure::LeastSize, cosma::explainLeastSize(answer));
    add(PlanFigure::PeakSize, cosma::explainPeakSize(answer));
    return explainFigures(parent, about(plan), std::move(figures), current);
}

} // namespace nestloom::ui
