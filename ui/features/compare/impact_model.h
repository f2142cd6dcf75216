// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/delta.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

class Comparison;

/// The layers of the compared runs, the largest difference of cycles first; then those that some run does not have.
/// Columns: the layer, the cycles of the first run, for every other run its cycles, the difference and its share of all
/// differences, and in words what changed.
class ImpactModel : public TableModel {
    Q_OBJECT
public:
    enum Fixed { Layer, Shape, FirstCycles, FixedCount };
    enum PerRun { CycleCount, Difference, Share, PerRunCount };

    explicit ImpactModel(const Comparison& comparison, QObject* parent = nullptr);

    /// Starts over with what the comparison holds now.
    void refresh();

    static int columnOf(std::size_t run, PerRun what) { return FixedCount + int(run - 1) * PerRunCount + what; }
    int reasonColumn() const { return columnCount() - 1; }
    /// Row of the comparison that a row of this table shows, and back (-1 = none).
    std::size_t comparedRow(int row) const { return m_lines[std::size_t(row)].row; }
    int tableRow(std::size_t comparedRow) const;

protected:
    int rows() const override { return int(m_lines.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    /// One row, ready to be shown.
    struct Line {
        std::size_t row = 0;                            // of the comparison
        std::vector<std::optional<double>> cycles;      // by run
        std::vector<std::optional<double>> differences; // by run, against the first
        QString reason;
        double impact() const; // largest difference, either way
    };
    struct Cell {
        std::size_t run = 0;
        PerRun what = CycleCount;
    };
    std::optional<Cell> cellOf(int column) const; // for columns with numbers of a run
    Line lineOf(std::size_t row) const;
    QString reasonOf(std::size_t row) const;
    void makeColumns();
    std::optional<double> valueOf(const Line& line, const Cell& cell) const;
    Delta deltaOf(const Line& line, std::size_t run) const;

    const Comparison& m_comparison;
    std::vector<Column> m_columns;
    std::vector<Line> m_lines;
    std::vector<double> m_allDifferences; // by run: sum of |difference|
};

} // namespace nestloom::ui
