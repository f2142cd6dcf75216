// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/sweep/measure.h"
#include "ui/ports/sweeps.h"
#include "ui/widgets/table_model.h"

#include <array>
#include <optional>

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
    /// The rows that are Pareto-optimal in what the Pareto view shows: "Cycles and Energy".
    void setFront(const std::vector<int>& rows, const QString& figures);

    const explore::SweepInputs& inputs() const { return m_inputs; }
    const std::vector<explore::PointResult>& points() const { return m_points; } // by row
    const std::vector<Measure>& measures() const { return m_measures; }
    bool isOnFront(int row) const { return m_isOnFront[std::size_t(row)]; }
    /// Of measures()[measure], by row; see valueOf(). Computed when it is asked for, once.
    const std::vector<double>& values(std::size_t measure) const;
    double value(int row, std::size_t measure) const;
    int count(explore::PointStatus status) const { return m_counts[std::size_t(status)]; }
    bool isUndecided(int row) const; // see explore::isUndecided(); false without a cost
    /// All figures of a point, or its reason, with units; plain text of several lines.
    QString description(int row) const;

    // Columns: network, one per measure, Pareto, status.
    int columnOf(std::size_t measure) const { return 1 + int(measure); }
    int frontColumn() const { return columnOf(m_measures.size()); }
    int statusColumn() const { return frontColumn() + 1; }
    /// What rows are sorted by, smallest first; not a number where a row has no figure.
    std::vector<double> sortKeys(int column) const;

protected:
    int rows() const override { return int(m_points.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::optional<std::size_t> measureAt(int column) const;

    explore::SweepInputs m_inputs;
    std::vector<Measure> m_measures;
    std::vector<Column> m_columns;
    std::vector<explore::PointResult> m_points;
    mutable std::vector<std::vector<double>> m_values; // by measure and row; of as many rows as were asked for
    std::vector<bool> m_isOnFront;                     // by row
    std::array<int, 5> m_counts{};                     // by status
};

/// "finished", "infeasible", ...: as the window says it.
QString statusText(explore::PointStatus status);

/// The sweep that the pages show: empty, filling in live, or read from the store; and which of its points are selected.
/// A sweep that runs keeps its points here while another one is shown.
class ShownSweep : public QObject {
    Q_OBJECT
public:
    explicit ShownSweep(Sweeps& sweeps, QObject* parent = nullptr);

    Sweeps& sweeps() { return m_sweeps; }
    const Sweeps& sweeps() const { return m_sweeps; }
    SweepPointModel& points() { return m_points; }
    const SweepPointModel& points() const { return m_points; }
    bool isEmpty() const { return m_points.inputs().space.axes.empty(); }
    SweepId id() const { return m_id; }
    std::size_t total() const { return isEmpty() ? 0 : explore::resultCount(m_points.inputs()); }
    bool isComplete() const { return m_points.points().size() == total(); }
    /// Of the sweep that runs now, shown or not; of the last one when none runs.
    const SweepState& live() const { return m_live.state; }
    bool isAnyRunning() const { return m_live.state.job != 0 && m_live.state.end == JobState::End::Running; }
    bool isRunning() const { return isAnyRunning() && m_shownJob == m_live.state.job; }

    bool start(const explore::SweepInputs& inputs,
               const std::optional<explore::FrontSearch>& front = {}); // false when another sweep runs
    bool resume() { return start(explore::SweepInputs(m_points.inputs())); }
    void cancel(); // the sweep that runs
    void open(SweepId sweep);
    void remove(); // the shown one from the store; nothing is shown then

    /// The point that table and view have in common; -1 = none.
    int current() const { return m_current; }
    void setCurrent(int row);
    /// The rows that the lasso caught; nothing = all.
    const std::optional<std::vector<int>>& chosen() const { return m_chosen; }
    void setChosen(std::optional<std::vector<int>> rows);

Q_SIGNALS:
    void replaced(); // another sweep: forget everything shown
    void pointsAdded();
    void stateChanged();
    void currentChanged(int row);
    void chosenChanged();

private:
    struct Live {
        explore::SweepInputs inputs;
        std::vector<explore::PointResult> points;
        SweepState state;
    };
    void show(SweepId id, JobId job, const explore::SweepInputs& inputs,
              const std::vector<explore::PointResult>& points);
    void takePoints(JobId job, const std::vector<explore::PointResult>& points);
    void takeState(const SweepState& state);

    Sweeps& m_sweeps;
    SweepPointModel m_points;
    SweepId m_id = 0;
    JobId m_shownJob = 0;  // 0 = read from the store
    SweepId m_awaited = 0; // asked for last
    Live m_live;
    int m_current = -1;
    std::optional<std::vector<int>> m_chosen;
};

/// The line of a sweep in the jobs panel.
JobState jobState(const SweepState& state);

} // namespace nestloom::ui
