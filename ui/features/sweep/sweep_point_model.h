// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/sweep/measure.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The points of one sweep that have a result, in the order in which they arrived: the values of the swept fields, what
/// each costs, or why it has no cost.
class SweepPointModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;

    /// Starts over, without points.
    void setInputs(const explore::SweepInputs& inputs);
    /// Adds points; they must belong to the inputs.
    void addPoints(const std::vector<explore::PointResult>& points);
    /// The rows that are Pareto-optimal in what the Pareto view shows.
    void setFront(const std::vector<int>& rows);

    const explore::SweepInputs& inputs() const { return m_inputs; }
    const std::vector<explore::PointResult>& points() const { return m_points; } // by row
    const std::vector<Measure>& measures() const { return m_measures; }
    bool isOnFront(int row) const { return m_isOnFront[std::size_t(row)]; }
    double value(int row, const Measure& measure) const;
    int count(explore::PointStatus status) const;
    bool isUndecided(int row) const; // see explore::isUndecided(); false without a cost
    /// All figures of a point, or its reason, with units; plain text of several lines.
    QString description(int row) const;

    // Columns: network, one per measure, Pareto, status.
    int columnOf(std::size_t measure) const { return 1 + int(measure); }
    int frontColumn() const { return columnOf(m_measures.size()); }
    int statusColumn() const { return frontColumn() + 1; }

protected:
    int rows() const override { return int(m_points.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    const Measure* measureAt(int column) const;

    explore::SweepInputs m_inputs;
    std::vector<Measure> m_measures;
    std::vector<Column> m_columns;
    std::vector<explore::PointResult> m_points;
    std::vector<bool> m_isOnFront; // by row
};

/// "finished", "infeasible", ...: as the window says it.
QString statusText(explore::PointStatus status);

} // namespace nestloom::ui
