// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/table_actions.h"

#include "ui/style/words.h"
#include "ui/widgets/ask_file.h"
#include "ui/widgets/chart_file.h"
#include "ui/widgets/export_context.h"
#include "ui/widgets/table_text.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QMessageBox>
#include <QTableView>

namespace nestloom::ui {

namespace {

const QString kExportName = QStringLiteral("exportTable");

void copy(const QAbstractItemView& view, TableFormat format)
{
    if (!view.model())
        return;
    QModelIndexList selected = view.selectionModel() ? view.selectionModel()->selectedIndexes() : QModelIndexList();
    if (const auto* table = qobject_cast<const QTableView*>(&view))
        selected.removeIf([table](const QModelIndex& index) { return table->isColumnHidden(index.column()); });
    const QString text = selected.isEmpty() ? copyTable(*view.model(), format) : copyTable(selected, format);
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

QAction* addCopy(QAbstractItemView& view, const QString& text, TableFormat format)
{
    auto* action = new QAction(text, &view);
    QObject::connect(action, &QAction::triggered, &view, [&view, format] { copy(view, format); });
    view.addAction(action);
    return action;
}

void write(QAbstractItemView& view, const QString& path)
{
    const Status done = exportTable(view, path);
    auto* context = view.window()->findChild<ExportContext*>();
    if (done && context)
        Q_EMIT context->written(path);
    if (done)
        return;
    const QString message = qt(done.error().message);
    if (context)
        Q_EMIT context->failed(message);
    else
        QMessageBox::warning(&view, Words::tr("Export table"), message);
}

bool isExportableTable(QWidget* widget)
{
    return widget->isVisible() && widget->findChild<QAction*>(kExportName, Qt::FindDirectChildrenOnly) != nullptr;
}

} // namespace

QAction* enableTableExport(QAbstractItemView& view)
{
    auto* line = new QAction(&view);
    line->setSeparator(true); // a menu hides it when nothing stands above
    view.addAction(line);
    QAction* tsv = addCopy(view, Words::tr("Copy"), TableFormat::Tsv);
    tsv->setShortcut(QKeySequence::Copy);
    tsv->setShortcutContext(Qt::WidgetShortcut);
    addCopy(view, Words::tr("Copy as CSV"), TableFormat::Csv);
    addCopy(view, Words::tr("Copy as Markdown"), TableFormat::Markdown);
    addCopy(view, Words::tr("Copy as LaTeX"), TableFormat::Latex);
    auto* exported = new QAction(Words::tr("Export table..."), &view);
    exported->setObjectName(kExportName);
    QObject::connect(exported, &QAction::triggered, &view, [&view] { askExportTable(view); });
    view.addAction(exported);
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
    return line;
}

void askExportTable(QAbstractItemView& view)
{
    QString name = view.accessibleName().isEmpty() ? Words::tr("table") : view.accessibleName().toLower();
    askToSave(&view, Words::tr("Export table"),
              name.replace(QLatin1Char(' '), QLatin1Char('-')) + QStringLiteral(".csv"),
              Words::tr("CSV (*.csv);;TSV (*.tsv);;Markdown (*.md);;LaTeX (*.tex)"),
              [&view](const QString& path) { write(view, path); });
}

Status exportTable(const QAbstractItemView& view, const QString& path)
{
    const QString suffix = QFileInfo(path).suffix().toLower();
    const TableFormat format = suffix == QLatin1String("tsv")   ? TableFormat::Tsv
                               : suffix == QLatin1String("md")  ? TableFormat::Markdown
                               : suffix == QLatin1String("tex") ? TableFormat::Latex
                                                                : TableFormat::Csv;
    return saveFile(path, view.model() ? copyTable(*view.model(), format).toUtf8() : QByteArray());
}

QAbstractItemView* tableOf(QWidget* page)
{
    if (!page)
        return nullptr;
    auto* focus = qobject_cast<QAbstractItemView*>(QApplication::focusWidget());
    if (focus && page->isAncestorOf(focus) && isExportableTable(focus))
        return focus;
    for (QAbstractItemView* view : page->findChildren<QAbstractItemView*>())
        if (isExportableTable(view))
            return view;
    return nullptr;
}

} // namespace nestloom::ui
