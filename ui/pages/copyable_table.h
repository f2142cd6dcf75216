// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTableView>

class QSortFilterProxyModel;

namespace nestloom::ui {

class TableModel;

/// A sortable table of rows: Ctrl+C copies the selected rows as TSV, the context menu offers CSV and Markdown.
/// Rows are spoken of by their row in the source model.
class CopyableTable : public QTableView {
    Q_OBJECT
public:
    explicit CopyableTable(TableModel* model, QWidget* parent = nullptr);

    void setFilter(const QString& text);        // keeps rows that contain it in any column
    void setCurrentRow(int row);                // -1 = none; does not emit rowChosen
    int currentRow() const;                     // -1 = none
    QAction* addRowAction(const QString& text); // in the context menu
    void fitColumns();                          // to their contents; room that is left is shared

Q_SIGNALS:
    void rowChosen(int row); // by the user; -1 = none

protected:
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    int neededWidth(int column) const;
    void copy(int format);

    QSortFilterProxyModel* m_proxy;
    QList<QAction*> m_rowActions;
    bool m_setting = false;
};

} // namespace nestloom::ui
