// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/style/delta.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

class Comparison;

/// The headline numbers of the compared runs: a row per quantity, a column per run, and behind each but the first its
/// change against the first.
class TotalsModel : public TableModel {
    Q_OBJECT
public:
    enum RowId {
        CycleCount,
        Time,
        Energy,
        Edp,
        Utilization,
        AboveBound,
        OverMesh,
        Layers,
        Objective,
        Seed,
        Version,
        RowCount
    };

    explicit TotalsModel(const Comparison& comparison, QObject* parent = nullptr);
    void refresh();

    static int valueColumn(std::size_t run) { return run == 0 ? 1 : int(2 * run); }
    static int deltaColumn(std::size_t run) { return int(2 * run + 1); } // of all but the first

protected:
    int rows() const override { return m_cells.empty() ? 0 : int(RowCount); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override
    {
        Q_UNUSED(column)
        return row;
    } // units differ from row to row
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    /// One quantity of one run.
    struct Cell {
        QString text;
        QString exact;
        std::optional<double> number; // what deltas and exports use
        Delta delta;                  // against the first run
    };
    std::vector<Cell> cellsOf(std::size_t run) const;
    void addDeltas(std::size_t run, std::vector<Cell>& cells) const;
    const Cell* cell(int row, int column) const;
    static bool isDelta(int column) { return column >= 3 && column % 2 == 1; }

    const Comparison& m_comparison;
    std::vector<Column> m_columns;
    std::vector<std::vector<Cell>> m_cells; // by run, by RowId
};

} // namespace nestloom::ui
