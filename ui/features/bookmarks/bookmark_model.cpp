// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmark_model.h"

#include "ui/features/bookmarks/bookmarks.h"
#include "ui/style/format.h"

namespace nestloom::ui {

QKeySequence bookmarkKeys(int row)
{
    return row < kBookmarkKeys ? QKeySequence(Qt::CTRL | Qt::ALT | static_cast<Qt::Key>(Qt::Key_1 + row))
                               : QKeySequence();
}

BookmarkModel::BookmarkModel(const Bookmarks& bookmarks, QObject* parent) : TableModel(parent), m_bookmarks(bookmarks)
{
    connect(&bookmarks, &Bookmarks::changed, this, [this] {
        beginResetModel();
        m_rows = static_cast<int>(m_bookmarks.all().size());
        endResetModel();
    });
    m_rows = static_cast<int>(bookmarks.all().size());
}

int BookmarkModel::rows() const { return m_rows; }

QString BookmarkModel::idAt(int row) const
{
    return row >= 0 && row < m_rows ? m_bookmarks.all()[std::size_t(row)].id : QString();
}

const std::vector<TableModel::Column>& BookmarkModel::columns() const
{
    static const std::vector<Column> table{
        {tr("Name"), Kind::Text, {}},
        {tr("Page"), Kind::Text, {}},
        {tr("Layer"), Kind::Text, {}},
        {tr("Run"), Kind::Number, {}},
        {tr("Cursor"), Kind::Number, tr("The cycle, or the step of a memory plan, where the cursor stood")},
        {tr("Keys"), Kind::Text, tr("Jump there from anywhere")},
    };
    return table;
}

QString BookmarkModel::text(int row, int column) const
{
    const Bookmark& bookmark = m_bookmarks.all()[std::size_t(row)];
    switch (column) {
    case Name: return bookmark.name;
    case Page: return m_bookmarks.pageTitle(bookmark.page);
    case Layer: return bookmark.layer;
    case Run:
        return bookmark.run == 0                 ? QString()
               : m_bookmarks.isRunGone(bookmark) ? tr("%1, gone").arg(bookmark.run)
                                                 : QString::number(bookmark.run);
    case Cursor: return bookmark.cursor ? format::integer(*bookmark.cursor) : QString();
    case Keys: return bookmarkKeys(row).toString(QKeySequence::NativeText);
    default: return {};
    }
}

QVariant BookmarkModel::sortValue(int row, int column) const
{
    const Bookmark& bookmark = m_bookmarks.all()[std::size_t(row)];
    switch (column) {
    case Run: return qlonglong(bookmark.run);
    case Cursor: return bookmark.cursor.value_or(-1);
    default: return text(row, column);
    }
}

QString BookmarkModel::toolTip(int row, int column) const
{
    const Bookmark& bookmark = m_bookmarks.all()[std::size_t(row)];
    if (m_bookmarks.isRunGone(bookmark))
        return tr("Run %1 is no longer stored.").arg(bookmark.run);
    return column == Name ? tr("Enter, or a double click, shows this place again.") : QString();
}

QVariant BookmarkModel::other(int row, int, int role) const
{
    return m_bookmarks.isRunGone(m_bookmarks.all()[std::size_t(row)]) ? mutedDecoration(role) : QVariant();
}

} // namespace nestloom::ui
