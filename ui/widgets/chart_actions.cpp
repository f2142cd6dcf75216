// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chart_actions.h"

#include "ui/widgets/chart_dialog.h"
#include "ui/widgets/chart_file.h"
#include "ui/widgets/export_context.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>

namespace nestloom::ui {

namespace {

constexpr int kCopyScale = 2; // sharp in a document

class ChartActionsWords {
    Q_DECLARE_TR_FUNCTIONS(ChartActions)
};

bool isExportableChart(QWidget* widget)
{
    const auto* chart = dynamic_cast<ExportableChart*>(widget);
    return chart != nullptr && widget->isVisible() && !chart->chartName().isEmpty();
}

} // namespace

void enableChartExport(QWidget& widget)
{
    auto* copy = new QAction(ChartActionsWords::tr("Copy chart as picture"), &widget);
    QObject::connect(copy, &QAction::triggered, &widget, [&widget] {
        if (auto* chart = dynamic_cast<ExportableChart*>(&widget); chart && !chart->chartName().isEmpty())
            QApplication::clipboard()->setImage(chartImage(*chart, kCopyScale));
    });
    if (widget.actions().isEmpty()) { // otherwise Ctrl+C means what the view itself copies
        copy->setShortcut(QKeySequence::Copy);
        copy->setShortcutContext(Qt::WidgetShortcut);
    }
    auto* write = new QAction(ChartActionsWords::tr("Export chart..."), &widget);
    write->setObjectName(QStringLiteral("exportChart"));
    QObject::connect(write, &QAction::triggered, &widget, [&widget] { askExportChart(widget); });
    widget.addActions({copy, write});
    widget.setContextMenuPolicy(Qt::ActionsContextMenu);
}

void askExportChart(QWidget& widget)
{
    auto* chart = dynamic_cast<ExportableChart*>(&widget);
    if (!chart)
        return;
    auto* context = widget.window()->findChild<ExportContext*>();
    const Provenance shown = context ? context->provenance() : Provenance{};
    auto* dialog = new ChartDialog(*chart, chart->chartProvenance().value_or(shown), &widget);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (context)
        QObject::connect(dialog, &ChartDialog::written, context, &ExportContext::written);
    dialog->open();
}

QWidget* chartOf(QWidget* page)
{
    if (!page)
        return nullptr;
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        if ((widget == page || page->isAncestorOf(widget)) && isExportableChart(widget))
            return widget;
    if (isExportableChart(page))
        return page;
    for (QWidget* widget : page->findChildren<QWidget*>())
        if (isExportableChart(widget))
            return widget;
    return nullptr;
}

} // namespace nestloom::ui
