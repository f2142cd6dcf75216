// SPDX-License-Identifier: GPL-3.0-or-later
// What CyclesChart gives when it is exported.
#include "ui/views/cycles_chart.h"

#include "ui/models/layer_words.h"

#include <QPainter>

namespace nestloom::ui {

QString CyclesChart::chartName() const
{
    if (layerCount() == 0)
        return {};
    return m_quantity == ChartQuantity::Cycles ? tr("cycles per layer") : tr("energy per layer");
}

void CyclesChart::paintChart(QPainter& painter) { render(&painter, {}, {}, RenderFlags()); }

TableValues CyclesChart::chartValues() const
{
    const bool cycles = m_quantity == ChartQuantity::Cycles;
    TableValues table;
    table.columns = {tr("layer"), tr("status")};
    if (cycles)
        table.columns << tr("cycles [cycle]") << tr("bound by") << tr("proven lower bound [cycle]");
    std::vector<LegendEntry> stack; // what the energy is spent in
    if (!cycles) {
        stack = legend(m_bars, m_quantity, m_results);
        table.columns << tr("energy [pJ]");
        for (const LegendEntry& entry : stack)
            table.columns << tr("%1 [pJ]").arg(entry.text);
    }
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        const schedule::LayerResult& result = m_results[i];
        const ChartBar& bar = m_bars[i];
        const bool solved = bar.kind == ChartBar::Kind::Solved;
        QVariantList row{QString::fromStdString(result.name), statusText(result)};
        row << (solved && result.cost ? QVariant(cycles ? bar.total() : result.cost->energy.count) : QVariant());
        if (cycles)
            row << (solved ? QVariant(bottleneckText(result)) : QVariant())
                << (bar.bound ? QVariant(*bar.bound) : QVariant());
        for (const LegendEntry& entry : stack) {
            double part = 0;
            for (const ChartBar::Part& p : bar.parts)
                part += p.key == entry.key ? result.cost->energy.count / bar.total() * p.value : 0;
            row << (solved ? QVariant(part) : QVariant());
        }
        table.rows.push_back(row);
    }
    return table;
}

} // namespace nestloom::ui
