// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/runs/run_filter.h"
#include "ui/widgets/number_delegate.h"

#include <QSortFilterProxyModel>

class QMenu;

namespace nestloom::ui {

class CopyableTable;
class RunListModel;

/// Entries that show and hide each column of the table of runs but their number.
void addColumnEntries(QMenu* menu, CopyableTable* table);

/// The table of runs: draws the stars, and a line above the first run of a group.
class RunTableDelegate : public NumberDelegate {
    Q_OBJECT
public:
    using NumberDelegate::NumberDelegate;
    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    /// Wider than its column where that is narrow.
    void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                              const QModelIndex& index) const override;
};

/// Filters and sorts the runs by their values, without a detour over texts: quick with 10,000 runs. A grouping keeps
/// runs of one network or accelerator together, whatever they are sorted by within.
class RunFilterModel : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit RunFilterModel(RunListModel* runs, QObject* parent = nullptr);

    void setFilter(RunFilter filter);
    bool isFiltered() const { return !m_filter.isEmpty(); }
    /// RunListModel::Network, Accelerator, or -1 for none.
    void setGrouping(int column);
    int grouping() const { return m_grouping; }
    /// True for the first row of a group but the very first.
    bool startsGroup(int row) const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;
    int compareGroups(int a, int b) const; // rows of the list
    bool lessThan(const QModelIndex& left, const QModelIndex& right) const override;

private:
    const RunListModel* m_runs;
    RunFilter m_filter;
    int m_grouping = -1;
};

} // namespace nestloom::ui
