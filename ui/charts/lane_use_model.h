// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/trace/trace_index.h"
#include "ui/charts/time_focus.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

/// What every lane does in the marked range, or else in the cycles in sight: busy share, events, bytes, and the share
/// of each kind.
class LaneUseModel : public ColumnTable<trace::Use> {
    Q_OBJECT
public:
    explicit LaneUseModel(TimeFocus& focus, QObject* parent = nullptr);

    void setTrace(std::shared_ptr<const trace::TraceIndex> index);
    /// "cycles 1,000 to 2,000, marked": what the rows are about.
    QString rangeText() const;

private:
    void refresh();
    std::vector<Field> fields() const;
    std::vector<trace::Use> uses() const;

    TimeFocus& m_focus;
    std::shared_ptr<const trace::TraceIndex> m_index;
    TimeRange m_range;
};

} // namespace nestloom::ui
