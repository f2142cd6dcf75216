// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/gantt/gantt_chart.h"

namespace nestloom::ui {

QString GanttChart::chartName() const
{
    return !m_index                        ? QString()
           : m_index->trace().name.empty() ? tr("Gantt chart")
                                           : tr("Gantt chart of %1").arg(QString::fromStdString(m_index->trace().name));
}

TableValues GanttChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("lane"), tr("event"), tr("kind"), tr("begin [cycle]"), tr("end [cycle]"), tr("bytes [B]")};
    const trace::Trace& trace = m_index->trace();
    for (std::size_t lane = 0; lane < m_index->laneCount(); ++lane) {
        const auto items = m_index->lane(lane);
        for (std::size_t i = m_index->firstEndingAfter(lane, focus().low());
             i < items.size() && double(items[i].begin) < focus().high(); ++i) {
            const trace::Event& event = trace.events[items[i].event];
            values.rows.push_back({QString::fromStdString(trace.lanes[lane].name),
                                   QString::fromStdString(trace.labels[event.label]),
                                   QString::fromStdString(trace.kinds[event.kind]), qlonglong(event.begin),
                                   qlonglong(event.end), qlonglong(event.bytes)});
        }
    }
    return values;
}

} // namespace nestloom::ui
