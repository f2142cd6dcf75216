// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmarks_panel.h"

#include "ui/style/format.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/make_widgets.h"

#include <QAction>
#include <QHBoxLayout>
#include <QInputDialog>
#include <QLabel>
#include <QStackedWidget>
#include <QToolButton>

namespace nestloom::ui {

QKeySequence bookmarkKeys(int row)
{
    return row < kBookmarkKeys ? QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + row))
                               : QKeySequence();
}

BookmarkModel::BookmarkModel(const Bookmarks& bookmarks, QObject* parent) : ColumnTable(parent), m_bookmarks(bookmarks)
{
    setFields({
        {{tr("Name"), Kind::Text, {}}, &Bookmark::name},
        {{tr("Page"), Kind::Text, {}}, [&](const Bookmark& bookmark) { return bookmarks.pageTitle(bookmark.page); }},
        {{tr("Layer"), Kind::Text, {}}, &Bookmark::layer},
        {{tr("Run"), Kind::Number, {}},
         [&](const Bookmark& bookmark) {
             return bookmark.run == 0               ? QString()
                    : bookmarks.isRunGone(bookmark) ? tr("%1, gone").arg(bookmark.run)
                                                    : QString::number(bookmark.run);
         },
         {},
         {},
         &Bookmark::run},
        {{tr("Cursor"), Kind::Number, tr("The cycle, or the step of a memory plan, where the cursor stood")},
         [](const Bookmark& bookmark) { return bookmark.cursor ? format::integer(*bookmark.cursor) : QString(); },
         {},
         {},
         [](const Bookmark& bookmark) { return bookmark.cursor.value_or(-1); }},
        {{tr("Keys"), Kind::Text, tr("Jump there from anywhere")},
         [](const Bookmark&, int row) { return bookmarkKeys(row).toString(QKeySequence::NativeText); }},
    });
    const auto take = [this] { setRows(m_bookmarks.all()); };
    connect(&bookmarks, &Bookmarks::changed, this, take);
    take();
}

QString BookmarkModel::toolTip(int row, int column) const
{
    if (m_bookmarks.isRunGone(at(row)))
        return tr("Run %1 is no longer stored.").arg(at(row).run);
    return column == Name ? tr("Enter, or a double click, shows this place again.") : QString();
}

QVariant BookmarkModel::other(int row, int, int role) const
{
    return m_bookmarks.isRunGone(at(row)) ? mutedDecoration(role) : QVariant();
}

BookmarksPanel::BookmarksPanel(Bookmarks& bookmarks, QAction* keep, QWidget* parent)
    : QWidget(parent), m_bookmarks(bookmarks), m_model(new BookmarkModel(bookmarks, this)),
      m_table(new CopyableTable(m_model)), m_stack(new QStackedWidget)
{
    setObjectName(QStringLiteral("bookmarksPanel"));
    named(m_table, "bookmarksTable", tr("Bookmarks"));
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
    setLayout(columnOf({makeButtons(keep), {m_stack, 1}}, 2));
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
