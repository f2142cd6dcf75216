// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/convergence.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The searches for one goal: what each reached, how far that is above the proven bound, and when it was how near.
class ConvergenceModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Engine, Seed, Best, AboveBound, Evaluations, Cpu, Within10, Within5, Within1, State, ColumnCount };

    explicit ConvergenceModel(QObject* parent = nullptr);

    void setConvergence(const schedule::Convergence& all, const schedule::Goal& goal, Hertz clock, bool ended);

protected:
    int rows() const override { return int(m_curves.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::optional<double> ratio(const schedule::ConvergenceCurve& curve) const; // to the bound
    std::optional<schedule::ConvergencePoint> moment(const schedule::ConvergenceCurve& curve, int column) const;

    std::vector<schedule::ConvergenceCurve> m_curves;
    std::optional<double> m_bound;
    schedule::Goal m_goal;
    Hertz m_clock{1e9};
    bool m_ended = false;
};

} // namespace nestloom::ui
