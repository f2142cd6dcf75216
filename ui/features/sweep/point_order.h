// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sweep.h"

#include <QAbstractProxyModel>
#include <QTimer>

#include <optional>
#include <vector>

namespace nestloom::ui {

class SweepPointModel;

/// Sorts the points of a sweep and keeps those that contain a text, have a status, and are among some rows. Made for
/// 100,000 points: keys are numbers that are taken once, and a text is looked for in some of the points at a time.
/// While that goes on, what was kept before stays.
class PointOrder : public QAbstractProxyModel {
    Q_OBJECT
public:
    explicit PointOrder(SweepPointModel* points, QObject* parent = nullptr);

    /// Nothing = every status, all rows. The rows are those of the source.
    void keep(std::optional<explore::PointStatus> status, const std::optional<std::vector<int>>& rows);
    void setText(const QString& text);
    bool isSearching() const { return m_more.isActive(); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex&) const override { return {}; }
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QModelIndex mapToSource(const QModelIndex& proxy) const override;
    QModelIndex mapFromSource(const QModelIndex& source) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override; // -1: as the points came

Q_SIGNALS:
    void kept(); // other points than before

private:
    int rows() const;
    bool accepts(int row) const;
    void rebuild(); // what is kept, and its order
    void takeNewRows();
    void sortOrder();
    void rearrange(); // the same rows in another order
    void search();    // for some milliseconds
    void takeChange(const QModelIndex& first, const QModelIndex& last);

    SweepPointModel& m_points;
    std::vector<int> m_order;  // rows of the source
    std::vector<int> m_places; // by row of the source: where it stands; -1 = left out
    std::optional<explore::PointStatus> m_status;
    std::optional<std::vector<bool>> m_chosen; // by row of the source; those beyond its end are not
    QString m_text;
    std::vector<bool> m_hasText; // of the rows searched so far
    bool m_isNewText = false;    // until it was looked for in all rows
    QTimer m_more;
    int m_column = -1; // that is sorted by
    Qt::SortOrder m_sense = Qt::AscendingOrder;
};

} // namespace nestloom::ui
