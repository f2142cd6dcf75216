// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/bookmarks/bookmark_model.h"

#include "ui/style/format.h"

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

QString BookmarkModel::idAt(int row) const { return row >= 0 && row < rowCount() ? at(row).id : QString(); }

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

} // namespace nestloom::ui
