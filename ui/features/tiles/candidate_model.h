// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/tiles/tiles_words.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// The candidate sets of one scheduling decision with what decides between them; the winner first.
class CandidateModel : public TableModel {
    Q_OBJECT
public:
    using TableModel::TableModel;

    void setDecision(const schedule::flexer::Decision* decision, schedule::flexer::Priority priority); // null = none

protected:
    int rows() const override { return int(m_order.size()); }
    const std::vector<Column>& columns() const override;
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;
    QVariant other(int row, int column, int role) const override;

private:
    enum : int { Rank, Operations, Benefit, Reused, Spilled, Utilization, Moved };
    const schedule::flexer::CandidateSet& set(int row) const
    {
        return m_decision.candidates[std::size_t(m_order[std::size_t(row)])];
    }
    double number(int row, int column) const;

    schedule::flexer::Decision m_decision;
    std::vector<int> m_order;
};

} // namespace nestloom::ui
