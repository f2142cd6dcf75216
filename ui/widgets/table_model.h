// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>
#include <QString>
#include <QVariant>

#include <vector>

namespace nestloom::ui {

/// Base of every table that shows engine values. Index arithmetic and alignment live here; a table says what its cells
/// are through the small virtuals below. Rows are read-only.
class TableModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Role {
        SortRole = Qt::UserRole + 1, // raw number or text: give it to QSortFilterProxyModel::setSortRole
        ExportRole,                  // full precision, no separators, in the unit of the header: for TSV and CSV
    };
    /// Text columns are aligned left, numbers right; the header follows its column.
    enum class Kind { Text, Number };
    struct Column {
        QString title;
        Kind kind = Kind::Text;
        QString toolTip;      // what the column means
        QString exportUnit{}; // unit of ExportRole where the title does not say it: the header becomes "Tile [B]"
    };

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const final { return parent.isValid() ? 0 : rows(); }
    int columnCount(const QModelIndex& parent = {}) const final;
    QVariant data(const QModelIndex& index, int role) const final;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const final;

protected:
    virtual int rows() const = 0;
    virtual const std::vector<Column>& columns() const = 0;
    virtual QString text(int row, int column) const = 0;

    /// Defaults: the text itself, no tool tip, nothing.
    virtual QVariant sortValue(int row, int column) const { return text(row, column); }
    virtual QVariant exportValue(int row, int column) const { return text(row, column); }
    virtual QString toolTip(int row, int column) const;
    virtual QVariant other(int row, int column, int role) const;
    /// Default: that of the column.
    virtual QString exportUnit(int column) const { return columns()[std::size_t(column)].exportUnit; }

    /// Says that all cells of `row` may have changed.
    void rowChanged(int row);
};

/// Icon and colour of a cell that needs attention; to be returned from other() for the matching roles.
QVariant warningDecoration(int role);
/// Colour of a cell that is less important than its neighbours.
QVariant mutedDecoration(int role);

} // namespace nestloom::ui
