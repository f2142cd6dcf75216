// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/bookmarks/bookmarks.h"
#include "ui/widgets/column_table.h"

#include <QKeySequence>
#include <QWidget>

#include <functional>

class QAction;
class QStackedWidget;

namespace nestloom::ui {

/// The bookmarks, in the order in which they were kept.
class BookmarkModel : public ColumnTable<Bookmark> {
    Q_OBJECT
public:
    enum ColumnId { Name, Page, Layer, Run, Cursor, Keys, ColumnCount };

    explicit BookmarkModel(const Bookmarks& bookmarks, QObject* parent = nullptr);

    QString idAt(int row) const { return row >= 0 && row < rowCount() ? at(row).id : QString(); }

protected:
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const Bookmarks& m_bookmarks;
};

constexpr int kBookmarkKeys = 9;
/// Keys that jump to the first nine; empty for the others.
QKeySequence bookmarkKeys(int row);

class CopyableTable;

/// The list of bookmarks: Enter or a double click goes there, F2 renames, Del removes.
class BookmarksPanel : public QWidget {
    Q_OBJECT
public:
    /// `keep` is the action that keeps the place the window shows.
    BookmarksPanel(Bookmarks& bookmarks, QAction* keep, QWidget* parent = nullptr);

    CopyableTable* table() const { return m_table; }
    void askName(const QString& title, const QString& name, const std::function<void(const QString&)>& named);

private:
    QWidget* makeButtons(QAction* keep);
    void addAct(const QString& text, const QKeySequence& key, void (BookmarksPanel::*act)());
    void goToCurrent();
    void renameCurrent();
    void removeSelected();
    void refresh();

    Bookmarks& m_bookmarks;
    BookmarkModel* m_model;
    CopyableTable* m_table;
    QStackedWidget* m_stack;
    QList<QAction*> m_rowActs; // need a row
};

} // namespace nestloom::ui
