// SPDX-License-Identifier: GPL-3.0-or-later
// What AcceleratorDiagram gives when it is exported.
#include "ui/views/accelerator_diagram.h"

#include <QPainter>

namespace nestloom::ui {

QString AcceleratorDiagram::chartName() const
{
    return isEmpty() ? QString() : tr("block diagram of %1").arg(QString::fromStdString(m_accelerator.name));
}

QSize AcceleratorDiagram::chartSize() const { return m_layout.size.toSize(); }

void AcceleratorDiagram::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(QRect({0, 0}, chartSize()), theme.card);
    paintAcceleratorDiagram(painter, m_layout, m_accelerator, m_fonts, theme, {});
}

TableValues AcceleratorDiagram::chartValues() const
{
    TableValues table;
    table.columns = {tr("level"),           tr("kind"), tr("capacity [B]"), tr("instances"), tr("columns of children"),
                     tr("rows of children")};
    for (std::size_t i = 0; i < m_accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = m_accelerator.levels[i];
        table.rows.push_back(
            {QString::fromStdString(level.name), QString::fromLatin1(hardware::name(level.kind).data()),
             level.capacity ? QVariant(qlonglong(level.capacity->count)) : QVariant(),
             qlonglong(m_accelerator.instances(i)), qlonglong(level.fanout.columns), qlonglong(level.fanout.rows)});
    }
    return table;
}

} // namespace nestloom::ui
