// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QHeaderView>
#include <QTableView>
#include <QTimer>

#include <vector>

class QAbstractProxyModel;

namespace nestloom::ui {

/// The header of a table that can be sorted. Its arrow stands above the title, where it hides neither a title at the
/// left nor one at the right.
class SortedHeader : public QHeaderView {
    Q_OBJECT
public:
    explicit SortedHeader(QWidget* parent = nullptr);

protected:
    void initStyleOptionForIndex(QStyleOptionHeader* option, int logicalIndex) const override;
    void paintSection(QPainter* painter, const QRect& rect, int logicalIndex) const override;
};

class TableModel;

/// A sortable table of rows that can be copied and exported (enableTableExport).
/// Rows are spoken of by their row in the source model.
class CopyableTable : public QTableView {
    Q_OBJECT
public:
    explicit CopyableTable(TableModel* model, QWidget* parent = nullptr);
    /// With a proxy that already has its source and knows how to sort and filter it.
    explicit CopyableTable(QAbstractProxyModel* proxy, QWidget* parent = nullptr);

    void setFilter(const QString& text);        // keeps rows that contain it in any column; of a QSortFilterProxyModel
    void setCurrentRow(int row);                // -1 = none; does not emit rowChosen
    int currentRow() const;                     // -1 = none
    QAction* addRowAction(const QString& text); // in the context menu
    void addRowActions(const QList<QAction*>& actions) { insertActions(m_endOfRowActions, actions); }
    std::vector<int> selectedRows() const; // in the order of the source model
    void setWidestColumn(int pixels) { m_widest = pixels; }
    void keepNarrow(int column) { m_narrow << column; } // as wide as its cells, whatever room is left
    /// Makes columns as wide as their contents; room that is left is shared. A table out of sight does so when it is
    /// shown.
    void fitColumns();
    void fitColumnsSoon(); // once for many changes: fitting measures many cells
    /// Widths and order as the user left them; empty while columns fit themselves. From the first column that the user
    /// sizes or moves on, fitColumns() does nothing.
    QByteArray columnState() const;
    void restoreColumnState(const QByteArray& state); // what cannot be read is ignored

Q_SIGNALS:
    void rowChosen(int row); // by the user; -1 = none

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    virtual void placeColumns(); // of a table in sight
    int neededWidth(int column) const;

private:
    int cellsWidth(int column) const;
    QModelIndex widestCell(int column) const;
    void forgetWidths() { m_cells.clear(); }
    void noteUserColumns() { m_userColumns = true; }

    QAbstractProxyModel* m_proxy;
    QList<int> m_narrow;
    int m_widest = 10'000; // pixels
    QAction* m_endOfRowActions = nullptr;
    QTimer m_fitSoon;
    mutable std::vector<int> m_cells; // what the cells of each column need, as far as measured since they changed
    bool m_setting = false;
    bool m_userColumns = false;
    bool m_fitting = false;
    bool m_fitWhenShown = false;
};

/// A table that leaves out columns while there is no room for all: the first of `expendable` first. Columns as the user
/// left them stay; exports have all of them.
class NarrowingTable : public CopyableTable {
    Q_OBJECT
public:
    NarrowingTable(TableModel* model, QList<int> expendable, QWidget* parent = nullptr);

protected:
    void placeColumns() override;

private:
    QList<int> m_expendable;
};

} // namespace nestloom::ui
