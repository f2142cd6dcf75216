// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/memory_words.h"

#include "engine/schedule/cosma/explain_plan.h"
#include "ui/parts/explain_dialog.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"

#include <QCoreApplication>

#include <algorithm>

namespace nestloom::ui {

namespace {

using schedule::cosma::Order;

QString operators(const workload::OperatorGraph& graph, const std::vector<OperatorId>& ids)
{
    constexpr std::size_t kMost = 4;
    QStringList names;
    for (std::size_t i = 0; i < std::min(ids.size(), kMost); ++i)
        names << qt(graph.operators[ids[i].value].name);
    if (ids.size() > kMost)
        names << Words::tr("%1 more").arg(ids.size() - kMost);
    return names.join(QStringLiteral(", "));
}

QString stepsText(int first, int last)
{
    return first == last ? Words::tr("step %1").arg(format::integer(first))
                         : Words::tr("steps %1 to %2").arg(format::integer(first), format::integer(last));
}

} // namespace

QString baselineText(const schedule::cosma::BaselineTraffic& baseline)
{
    return baseline.replacement == schedule::cosma::Replacement::Belady
               ? Words::tr("%1, Belady").arg(orderText(baseline.order))
               : Words::tr("%1, greedy").arg(orderText(baseline.order));
}

QString kindText(BoxKind kind)
{
    switch (kind) {
    case BoxKind::Activation: return Words::tr("activation");
    case BoxKind::GraphInput: return Words::tr("graph input");
    case BoxKind::GraphOutput: return Words::tr("graph output");
    case BoxKind::Parameter: return Words::tr("parameter");
    }
    return {};
}

QColor boxColour(const Theme& theme, BoxKind kind)
{
    switch (kind) {
    case BoxKind::GraphInput: return theme.tensor[TensorRole::Inputs];
    case BoxKind::GraphOutput: return theme.tensor[TensorRole::Outputs];
    case BoxKind::Parameter: return theme.tensor[TensorRole::Weights];
    case BoxKind::Activation: return theme.colour(BoundBy::Network);
    }
    return theme.otherTensor;
}

QString boxName(const workload::OperatorGraph& graph, const PlanBox& box)
{
    if (box.tensor >= 0)
        return qt(graph.tensors[std::size_t(box.tensor)].name);
    return Words::tr("%1 parameter %2").arg(qt(graph.operators[box.op].name)).arg(box.parameter + 1);
}

QString boxDetails(const workload::OperatorGraph& graph, const memory::MemoryPlan& plan, const PlanBox& box)
{
    const workload::Operator& op = graph.operators[box.op];
    QStringList lines{
        Words::tr("%1 (%2)").arg(boxName(graph, box), kindText(box.kind)),
        Words::tr("%1 (%2)").arg(format::bytes(double(box.size)), format::exactBytes({box.size})),
        Words::tr("addresses %1 to %2 B")
            .arg(format::integer(box.offset), format::integer(std::max(box.offset, box.offset + box.size - 1))),
        stepsText(box.first, box.last)};
    if (box.kind == BoxKind::Parameter)
        lines << Words::tr("used by %1 (%2)").arg(qt(op.name), qt(op.type));
    else {
        const auto& consumers = graph.tensors[std::size_t(box.tensor)].consumers;
        lines << Words::tr("made by %1 (%2)").arg(qt(op.name), qt(op.type));
        lines << (consumers.empty() ? Words::tr("output of the graph")
                                    : Words::tr("used by %1").arg(operators(graph, consumers)));
    }
    if (box.retrieved)
        lines << Words::tr("retrieved from off chip at step %1").arg(format::integer(box.first));
    if (box.comesBack)
        lines << (box.spilled
                      ? Words::tr("spilled after step %1").arg(format::integer(box.last))
                      : Words::tr("leaves after step %1; a copy is off chip already").arg(format::integer(box.last)));
    Q_UNUSED(plan);
    return lines.join(QLatin1Char('\n'));
}

QString stepSentence(const ShownPlan& plan, int step)
{
    if (!plan.hasPlan() || step < 0 || step >= int(plan.steps().size()))
        return {};
    const memory::PlanStep& s = plan.steps()[std::size_t(step)];
    const workload::Operator& op = plan.graph().operators[s.op.value];
    const Bytes budget = plan.plan().budget;
    const auto holes = memory::holes(plan.graph(), plan.plan(), std::size_t(step));
    QString free = Words::tr("full");
    if (!holes.empty())
        free = holes.size() == 1 ? Words::tr("%1 free in one hole").arg(format::bytes(budget - s.used))
                                 : Words::tr("%1 free in %2 holes, %3 fragmented")
                                       .arg(format::bytes(budget - s.used))
                                       .arg(holes.size())
                                       .arg(format::percent(memory::fragmentation(s, budget), 0));
    // The name is last: where room is short, it is what gets cut, and the table has it.
    return Words::tr("Step %1: %2 used, %3; %4 (%5)")
        .arg(format::integer(step), format::bytes(s.used), free, qt(op.name), qt(op.type));
}

QString fittingName(const QString& name, const QFontMetricsF& metrics, double room)
{
    constexpr qsizetype kLeast = 4; // letters, with the ellipsis, that still say something
    if (metrics.horizontalAdvance(name) <= room)
        return name;
    for (qsizetype dot = name.indexOf(QLatin1Char('.')); dot >= 0; dot = name.indexOf(QLatin1Char('.'), dot + 1))
        if (QString end = QChar(0x2026) + name.mid(dot + 1); metrics.horizontalAdvance(end) <= room)
            return end;
    QString end = metrics.elidedText(name, Qt::ElideLeft, room);
    return end.size() >= kLeast ? end : QString();
}

QString trafficText(Bytes traffic) { return traffic.count == 0 ? Words::tr("none") : format::bytes(traffic); }

QString trafficSentence(const schedule::cosma::PlanAnswer& answer)
{
    const Bytes traffic = answer.plan->traffic;
    if (traffic.count == 0)
        return Words::tr("No off-chip traffic beyond the compulsory");
    const QString moved = format::bytes(traffic), what = Words::tr("off-chip traffic beyond the compulsory");
    if (answer.status == SolveStatus::Optimal)
        return answer.question.order == Order::Free
                   ? Words::tr("%1, proven least: %2").arg(moved, what)
                   : Words::tr("%1, proven least in the %2: %3").arg(moved, orderText(answer.question.order), what);
    if (answer.bound.count == 0)
        return Words::tr("%1, best so far, no bound yet: %2").arg(moved, what);
    return Words::tr("%1, best so far, at least %2 (gap %3): %4")
        .arg(moved, format::bytes(answer.bound),
             format::percent(double(traffic.count) / double(answer.bound.count) - 1), what);
}

QString reductionSentence(const schedule::cosma::PlanAnswer& answer)
{
    if (!answer.baselines || !answer.plan)
        return {};
    const auto* best = &schedule::cosma::bestOf(*answer.baselines);
    const Bytes ours = answer.plan->traffic;
    if (best->traffic.count == 0)
        return ours.count == 0 ? Words::tr("The best baseline (%1) needs none either").arg(baselineText(*best))
                               : Words::tr("The best baseline (%1) needs none").arg(baselineText(*best));
    const double change = double(ours.count) / double(best->traffic.count) - 1;
    const QString baseline =
        Words::tr("the best baseline (%1: %2)").arg(baselineText(*best), format::bytes(best->traffic));
    if (change == 0)
        return Words::tr("As much as %1").arg(baseline);
    return change < 0 ? Words::tr("%1 less than %2").arg(format::percent(-change), baseline)
                      : Words::tr("%1 more than %2").arg(format::percent(change), baseline);
}

QString infeasibleSentence(const schedule::cosma::PlanAnswer& answer)
{
    const workload::OperatorGraph& graph = *answer.graph;
    for (std::uint32_t op = 0; op < graph.operators.size(); ++op) {
        const Bytes needed = workload::workingSet(graph, {op});
        if (needed != answer.budgets.least)
            continue;
        const Bytes held = answer.question.scratchpad;
        return Words::tr(
                   "Operator %1 needs %2 at once for its %3; the scratchpad holds %4, %5 too little. The smallest "
                   "that will do is M_R, %6. Mappings of single layers cut tensors into tiles, and are not "
                   "concerned.")
            .arg(qt(graph.operators[op].name), format::exactBytes(needed),
                 qt(workload::workingSetParts(graph.operators[op])), format::exactBytes(held), sizeText(needed - held),
                 sizeText(needed));
    }
    return qt(answer.reason);
}

namespace {

namespace cosma = schedule::cosma;

QString about(const ShownPlan& plan)
{
    return Words::tr("%1 in %2, planned by COSMA").arg(plan.networkName(), sizeText(plan.answer().question.scratchpad));
}

} // namespace

ExplainDialog* explainStep(QWidget* parent, const ShownPlan& plan, int step, StepFigure figure)
{
    if (!plan.hasPlan() || step < 0 || step >= int(plan.steps().size()))
        return nullptr;
    const cosma::PlanAnswer& answer = plan.answer();
    const auto at = std::size_t(step);
    const QString name = qt(plan.graph().operators[plan.steps()[at].op.value].name);
    return explainFigures(parent, Words::tr("Step %1, %2, of %3").arg(step).arg(name, about(plan)),
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

Provenance planProvenance(const ShownPlan& plan)
{
    const auto say = [](const char* text) { return QCoreApplication::translate("PlanProvenance", text); };
    const schedule::cosma::PlanQuestion& question = plan.question();
    Provenance from;
    from.network = plan.networkName();
    const QString elements = plan.usesWords() ? say("elements of %1").arg(qt(mapping::describe(*plan.words())))
                                              : say("elements as the network states");
    from.engine = QStringLiteral("COSMA, %1, %2, %3, %4, %5")
                      .arg(orderText(question.order), say("scratchpad %1").arg(format::exactBytes(question.scratchpad)),
                           question.parameters ? say("with parameters") : say("activations only"),
                           question.fused ? say("fused operators") : say("unfused operators"), elements);
    from.version = QCoreApplication::applicationVersion();
    return from;
}

} // namespace nestloom::ui
