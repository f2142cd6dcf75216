// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/askers.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// Every layer of a run with what was proven of it: its figure, the bound, and how far it is above; for latency also
/// its energy against the least energy of any mapping as fast.
class ProofModel : public TableModel {
    Q_OBJECT
public:
    enum ColumnId { Layer, Figure, Bound, Gap, Energy, LeastEnergy, EnergyGap, Cpu };

    using TableModel::TableModel;
    void setRequest(const ProofQuestion& request);
    void setReports(const std::vector<schedule::ObjectiveReport>& reports);
    const ProofQuestion& request() const { return m_request; }
    const schedule::ObjectiveReport* report(int row) const; // null = still to come
    bool isTieBreak() const { return m_request.options.cosa.objective == schedule::Objective::Latency; }

protected:
    int rows() const override { return int(m_request.results.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QString toolTip(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    std::optional<double> number(int row, int column) const;

    ProofQuestion m_request;
    std::vector<schedule::ObjectiveReport> m_reports;
};

/// A gap of roundings counts as none.
bool isNoGap(double gap);
/// "Energy is proven least among mappings as fast on 20 of 21 layers; ..." or the same of the objective's bound. Empty
/// before anything was proven.
QString proofSentence(const schedule::ScheduleOptions& options, const std::vector<schedule::ObjectiveReport>& reports);

} // namespace nestloom::ui
