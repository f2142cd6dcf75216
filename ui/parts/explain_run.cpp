// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/explain_run.h"

#include "engine/schedule/kapla/explain_nodes.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/run_list_model.h"
#include "ui/style/words.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QApplication>
#include <QStackedWidget>

namespace nestloom::ui {

namespace {

using schedule::Figure;

std::optional<cost::Formula> formulaOf(const kapla::NodeRun& run, Hertz clock, Figure figure)
{
    switch (figure) {
    case Figure::Cycles: return kapla::explainCycles(run);
    case Figure::Energy: return kapla::explainEnergy(run);
    case Figure::Edp: return kapla::explainEdp(run, clock);
    default: return std::nullopt;
    }
}

} // namespace

void explainRun(QWidget* parent, const RunRecord& run, Figure figure, const TellProblem& tell)
{
    const RunId id = run.summary.id;
    if (run.summary.kind == records::RunKind::Memory)
        return tell(Words::tr("The page Memory map explains the figures of run %1: \"Explain\" above the map, or the "
                              "menu of a step.")
                        .arg(id));
    if (run.nodes && run.nodes->schedule) {
        const auto formula = formulaOf(*run.nodes, run.inputs.accelerator.clock, figure);
        if (!formula)
            return tell(Words::tr("This figure has no formula: of run %1 cycles, energy and EDP have one.").arg(id));
        explainFigures(parent, Words::tr("run %1, %2").arg(id).arg(workText(run.summary)), {*formula});
        return;
    }
    if (!explainTotal(parent, run, figure))
        tell(Words::tr("Run %1 has no such figure.").arg(id));
}

void explainRun(QWidget* parent, RunReader& reader, RunId run, Figure figure, const TellProblem& tell)
{
    reader.read(run, parent, [parent, figure, tell](const Result<RunRecord>& read) {
        if (read)
            explainRun(parent, *read, figure, tell);
        else
            tell(qt(read.error().message));
    });
}

void explainNodesLayer(QWidget* parent, const kapla::NodeRun& run, std::size_t layer, Figure figure)
{
    explainFigures(parent, Words::tr("%1 on nodes").arg(qt(run.graph.network.layers[layer].name)),
                   {kapla::explainLayerCycles(run, layer), kapla::explainLayerEnergy(run, layer)},
                   figure == Figure::Energy ? 1 : 0);
}

void explainNodes(QWidget* parent, const kapla::NodeRun& run, Hertz clock, const QString& about)
{
    explainFigures(parent, about,
                   {kapla::explainCycles(run), kapla::explainEnergy(run), kapla::explainEdp(run, clock)});
}

namespace {

bool explains(const QWidget& widget)
{
    for (QAction* action : widget.actions())
        if (action->property(kExplains).toBool() && action->isEnabled()) {
            action->trigger();
            return true;
        }
    return false;
}

} // namespace

bool explainFocused(QWidget* page)
{
    for (const QWidget* widget = QApplication::focusWidget(); widget != nullptr && !widget->isWindow();
         widget = widget->parentWidget())
        if (explains(*widget))
            return true;
    if (const auto* pages = qobject_cast<const QStackedWidget*>(page))
        page = pages->currentWidget();
    return page != nullptr && explains(*page);
}

} // namespace nestloom::ui
