// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/bookmarks/bookmarks.h"
#include "ui/widgets/column_table.h"

#include <QKeySequence>

namespace nestloom::ui {

/// The bookmarks, in the order in which they were kept.
class BookmarkModel : public ColumnTable<Bookmark> {
    Q_OBJECT
public:
    enum ColumnId { Name, Page, Layer, Run, Cursor, Keys, ColumnCount };

    explicit BookmarkModel(const Bookmarks& bookmarks, QObject* parent = nullptr);

    QString idAt(int row) const;

protected:
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const Bookmarks& m_bookmarks;
};

constexpr int kBookmarkKeys = 9;
/// Keys that jump to the first nine; empty for the others.
QKeySequence bookmarkKeys(int row);

} // namespace nestloom::ui
