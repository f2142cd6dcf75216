// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sweep.h"

#include <QSortFilterProxyModel>

#include <optional>
#include <vector>

namespace nestloom::ui {

class SweepPointModel;

/// Sorts the points of a sweep and keeps those that contain a text, have a status, and are among some rows.
class SweepPointFilter : public QSortFilterProxyModel {
    Q_OBJECT
public:
    explicit SweepPointFilter(SweepPointModel* points, QObject* parent = nullptr);

    /// Nothing = every status, all rows. The rows are those of the source, ascending.
    void keep(std::optional<explore::PointStatus> status, std::optional<std::vector<int>> rows);

protected:
    bool filterAcceptsRow(int row, const QModelIndex& parent) const override;

private:
    const SweepPointModel& m_points;
    std::optional<explore::PointStatus> m_status;
    std::optional<std::vector<int>> m_rows;
};

} // namespace nestloom::ui
