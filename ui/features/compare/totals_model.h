// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run_difference.h"
#include "engine/schedule/explain_layer.h"
#include "ui/style/delta.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

class Comparison;

/// What the compared runs have in common: a row per figure, a column per run, and behind each but the first its change
/// against the first.
class TotalsModel : public TableModel {
    Q_OBJECT
public:
    explicit TotalsModel(const Comparison& comparison, QObject* parent = nullptr);
    void refresh();

    int rowOf(const QString& title) const; // "Cycles"; -1 = none
    static int valueColumn(std::size_t run) { return run == 0 ? 1 : int(2 * run); }
    static int deltaColumn(std::size_t run) { return int(2 * run + 1); } // of all but the first
    /// Of which run a column is, and which figure of it a row is, where that has a formula.
    static std::size_t runOf(int column) { return std::size_t(column / 2); } // 0, 1 -> 0, 2 -> 1, 3 -> 1, 4 -> 2
    std::optional<schedule::Figure> explained(int row) const;
    /// A sentence for everything that stands between the runs and the first one.
    QStringList cautions() const;

protected:
    int rows() const override { return int(m_figures.size()); }
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
    const records::RunFigure& figure(int row) const { return m_figures[std::size_t(row)]; }
    const records::RunFigure::Value& value(int row, int column) const { return figure(row).values[runOf(column)]; }
    Delta deltaOf(int row, std::size_t run) const;
    static bool isDelta(int column) { return column >= 3 && column % 2 == 1; }

    const Comparison& m_comparison;
    std::vector<Column> m_columns;
    std::vector<records::RunFigure> m_figures;
};

} // namespace nestloom::ui
