// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/trace/trace_index.h"
#include "ui/charts/time_focus.h"
#include "ui/widgets/table_model.h"

namespace nestloom::ui {

/// What every lane does in the marked range, or else in the cycles in sight: busy share, events, bytes, and the share
/// of each kind.
class LaneUseModel : public TableModel {
    Q_OBJECT
public:
    explicit LaneUseModel(TimeFocus& focus, QObject* parent = nullptr);

    void setTrace(std::shared_ptr<const trace::TraceIndex> index);
    /// "cycles 1,000 to 2,000, marked": what the rows are about.
    QString rangeText() const;

protected:
    int rows() const override { return int(m_uses.size()); }
    const std::vector<Column>& columns() const override { return m_columns; }
    QString text(int row, int column) const override;
    QVariant sortValue(int row, int column) const override;
    QVariant exportValue(int row, int column) const override;

private:
    enum : int { Lane, Busy, Idle, Events, Bytes, Rate, FirstKind };
    void refresh();
    double number(int row, int column) const;

    TimeFocus& m_focus;
    std::shared_ptr<const trace::TraceIndex> m_index;
    TimeRange m_range;
    std::vector<trace::Use> m_uses;
    std::vector<Column> m_columns;
};

} // namespace nestloom::ui
