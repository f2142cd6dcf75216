// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmarks_panel.h"

#include "ui/features/bookmarks/bookmark_model.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/widgets/copyable_table.h"

#include <QAction>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

namespace nestloom::ui {

BookmarksPanel::BookmarksPanel(Bookmarks& bookmarks, QAction* keep, QWidget* parent)
    : QWidget(parent), m_bookmarks(bookmarks), m_model(new BookmarkModel(bookmarks, this)),
      m_table(new CopyableTable(m_model)), m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("bookmarksPanel"));
    m_table->setObjectName(QStringLiteral("bookmarksTable"));
    m_table->setAccessibleName(tr("Bookmarks"));
    m_table->setWidestColumn(320);
    auto* empty = new QLabel(tr("No place is kept yet. Keep this place (%1) remembers run, page, layer and cursor.")
                                 .arg(keep->shortcut().toString(QKeySequence::NativeText)));
    empty->setAlignment(Qt::AlignCenter);
    empty->setWordWrap(true);
    m_stack->addWidget(m_table);
    m_stack->addWidget(empty);
    addAct(tr("Go there"), {}, &BookmarksPanel::goToCurrent);
    addAct(tr("Rename..."), Qt::Key_F2, &BookmarksPanel::renameCurrent);
    addAct(tr("Remove"), QKeySequence::Delete, &BookmarksPanel::removeSelected);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(makeButtons(keep));
    layout->addWidget(m_stack, 1);
    connect(m_table, &QTableView::activated, this, &BookmarksPanel::goToCurrent);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &BookmarksPanel::refresh);
    connect(m_model, &QAbstractItemModel::modelReset, this, [this] {
        m_table->fitColumns();
        refresh();
    });
    refresh();
}

/// Stands in the menu of the table; the buttons show the same.
void BookmarksPanel::addAct(const QString& text, const QKeySequence& key, void (BookmarksPanel::*act)())
{
    QAction* action = m_table->addRowAction(text);
    action->setShortcut(key);
    action->setShortcutContext(Qt::WidgetShortcut);
    connect(action, &QAction::triggered, this, act);
    m_rowActs.append(action);
}

QWidget* BookmarksPanel::makeButtons(QAction* keep)
{
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(6, 2, 6, 0);
    for (QAction* action : QList<QAction*>{keep} + m_rowActs) {
        auto* button = new QToolButton;
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        layout->addWidget(button);
    }
    layout->addStretch(1);
    return row;
}

void BookmarksPanel::refresh()
{
    m_stack->setCurrentIndex(m_model->rowCount() > 0 ? 0 : 1);
    for (QAction* action : m_rowActs)
        action->setEnabled(m_table->currentRow() >= 0);
}

void BookmarksPanel::goToCurrent() { m_bookmarks.goTo(m_model->idAt(m_table->currentRow())); }

void BookmarksPanel::removeSelected()
{
    QStringList ids;
    for (const int row : m_table->selectedRows())
        ids << m_model->idAt(row);
    m_bookmarks.remove(ids);
}

void BookmarksPanel::renameCurrent()
{
    const int row = m_table->currentRow();
    const QString id = m_model->idAt(row);
    if (!id.isEmpty())
        askName(tr("Rename the bookmark"), m_bookmarks.all()[std::size_t(row)].name,
                [this, id](const QString& name) { m_bookmarks.rename(id, name); });
}

void BookmarksPanel::askName(const QString& title, const QString& name,
                             const std::function<void(const QString&)>& named)
{
    auto* dialog = new QInputDialog(window());
    dialog->setObjectName(QStringLiteral("bookmarkName"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setLabelText(tr("Name:"));
    dialog->setTextValue(name);
    dialog->resize(380, dialog->sizeHint().height());
    connect(dialog, &QInputDialog::textValueSelected, this, [named](const QString& text) {
        if (!text.trimmed().isEmpty())
            named(text.trimmed());
    });
    dialog->open();
}

} // namespace nestloom::ui
