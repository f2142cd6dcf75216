// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_energy_bars.h"

#include "ui/style/format.h"

namespace nestloom::ui {

NodeEnergyBars::NodeEnergyBars(ShownNodes& nodes, QWidget* parent) : NodeEnergyBars(&nodes, {}, parent)
{
    connect(m_nodes, &ShownNodes::runChanged, this, &NodeEnergyBars::takeRuns);
    takeRuns();
}

NodeEnergyBars::NodeEnergyBars(std::vector<Bar> bars, QWidget* parent)
    : NodeEnergyBars(nullptr, std::move(bars), parent)
{
    refresh();
}

NodeEnergyBars::NodeEnergyBars(ShownNodes* nodes, std::vector<Bar> bars, QWidget* parent)
    : SummaryChart(QStringLiteral("nodeEnergyBars"), parent), m_nodes(nodes), m_bars(std::move(bars))
{
    setAccessibleName(tr("Energy by component"));
    setFocusPolicy(Qt::StrongFocus);
}

void NodeEnergyBars::takeRuns()
{
    m_bars.clear();
    bool hasShown = false;
    for (const ShownNodes::Kept& kept : m_nodes->compared()) {
        m_bars.push_back({engineTitle(kept.options), nodeEnergy(*kept.run), kept.run == m_nodes->run()});
        hasShown = hasShown || kept.run == m_nodes->run();
    }
    if (m_nodes->run() && !hasShown) // it was stopped
        m_bars.push_back(
            {tr("%1, stopped").arg(engineTitle(m_nodes->question().options)), nodeEnergy(*m_nodes->run()), true});
    refresh();
}

SummaryChart::Content NodeEnergyBars::content(const Theme& theme) const
{
    Content content;
    content.emptyTitle = tr("No schedule yet");
    content.emptyText = tr("One bar appears for every engine that has scheduled the network.");
    content.nameShare = 0.3;
    content.thickness = 0.76;
    const auto fillOf = [&](NodePart part) {
        const QColor colour = partColour(theme, part);
        return Fill{colour, part == NodePart::Static ? colour.darker(160) : QColor()}; // static energy has no event
    };
    for (const NodePart part : kNodeParts)
        content.keys.push_back({partText(part), fillOf(part)});
    for (const Bar& bar : m_bars) {
        const QString total = format::energy(Picojoules{bar.energy.total()});
        Row row{bar.name, {}, total, {}, bar.isShown, {}};
        for (const NodePart part : kNodeParts)
            row.parts.push_back({bar.energy[part], fillOf(part), partText(part),
                                 tr("%1\n%2: %3, %4 of %5")
                                     .arg(bar.name, partText(part), format::exactEnergy(Picojoules{bar.energy[part]}),
                                          format::percent(bar.energy[part] / bar.energy.total()), total)});
        content.rows.push_back(std::move(row));
    }
    return content;
}

TableValues NodeEnergyBars::chartValues() const
{
    TableValues values;
    values.columns = {tr("engine")};
    for (const NodePart part : kNodeParts)
        values.columns << partText(part) + QStringLiteral(" [pJ]");
    for (const Bar& bar : m_bars) {
        QVariantList row{bar.name};
        for (const NodePart part : kNodeParts)
            row << bar.energy[part];
        values.rows.push_back(row);
    }
    return values;
}

std::optional<Provenance> NodeEnergyBars::chartProvenance() const
{
    return m_nodes != nullptr ? std::optional(nodesProvenance(*m_nodes)) : std::nullopt;
}

} // namespace nestloom::ui
