// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/table_copy.h"

#include "ui/models/copy_table.h"

#include <QAbstractItemView>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QCoreApplication>

namespace nestloom::ui {

namespace {

QString tr(const char* text) { return QCoreApplication::translate("TableCopy", text); }

void copy(const QAbstractItemView& view, TableFormat format)
{
    if (!view.model())
        return;
    const QModelIndexList selected = view.selectionModel() ? view.selectionModel()->selectedIndexes()
                                                           : QModelIndexList();
    const QString text = selected.isEmpty() ? copyTable(*view.model(), format) : copyTable(selected, format);
    if (!text.isEmpty())
        QApplication::clipboard()->setText(text);
}

QAction* addAction(QAbstractItemView& view, const QString& text, TableFormat format)
{
    auto* action = new QAction(text, &view);
    QObject::connect(action, &QAction::triggered, &view, [&view, format] { copy(view, format); });
    view.addAction(action);
    return action;
}

} // namespace

void enableCopy(QAbstractItemView& view)
{
    QAction* tsv = addAction(view, tr("Copy as TSV"), TableFormat::Tsv);
    tsv->setShortcut(QKeySequence::Copy);
    tsv->setShortcutContext(Qt::WidgetShortcut);
    addAction(view, tr("Copy as CSV"), TableFormat::Csv);
    addAction(view, tr("Copy as Markdown"), TableFormat::Markdown);
    view.setContextMenuPolicy(Qt::ActionsContextMenu);
}

} // namespace nestloom::ui
