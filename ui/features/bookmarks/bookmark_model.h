// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/table_model.h"

#include <QKeySequence>

namespace nestloom::ui {

class Bookmarks;

/// The bookmarks, in the order in which they were kept.
class BookmarkModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Name, Page, Layer, Run, Cursor, Keys, ColumnCount };

    explicit BookmarkModel(const Bookmarks& bookmarks, QObject* parent = nullptr);

    QString idAt(int row) const;

protected:
    int rows() const override;
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const Bookmarks& m_bookmarks;
    int m_rows = 0;
};

constexpr int kBookmarkKeys = 9;
/// Keys that jump to the first nine; empty for the others.
QKeySequence bookmarkKeys(int row);

} // namespace nestloom::ui
