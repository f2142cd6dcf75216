// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/node_energy_bars.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/chart_dialog.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kValues = 74;
bool isHatched(NodePart part) { return part == NodePart::Static; } // static energy has no event
} // namespace

NodeEnergyBars::NodeEnergyBars(ShownNodes& nodes, QWidget* parent) : NodeEnergyBars(&nodes, {}, parent)
{
    connect(m_nodes, &ShownNodes::runChanged, this, &NodeEnergyBars::refresh);
    refresh();
}

NodeEnergyBars::NodeEnergyBars(std::vector<Bar> bars, QWidget* parent)
    : NodeEnergyBars(nullptr, std::move(bars), parent)
{
    describe();
}

NodeEnergyBars::NodeEnergyBars(ShownNodes* nodes, std::vector<Bar> bars, QWidget* parent)
    : QWidget(parent), m_nodes(nodes), m_bars(std::move(bars))
{
    setObjectName(QStringLiteral("nodeEnergyBars"));
    setAccessibleName(tr("Energy by component"));
    setFocusPolicy(Qt::StrongFocus);
    enableChartExport(*this);
}

void NodeEnergyBars::refresh()
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
    describe();
}

void NodeEnergyBars::describe()
{
    QStringList lines;
    for (const Bar& bar : m_bars)
        lines << QStringLiteral("%1: %2").arg(bar.name, format::energy(Picojoules{bar.energy.total()}));
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
}

double NodeEnergyBars::legendHeight() const { return 2 * (QFontMetricsF(captionFont(font())).height() + 3) + 4; }

QRectF NodeEnergyBars::row(std::size_t bar) const
{
    const QFontMetricsF metrics(captionFont(font()));
    double names = 0;
    for (const Bar& one : m_bars)
        names = std::max(names, metrics.horizontalAdvance(one.name));
    names = std::min(names, width() * 0.3) + 18;
    const double height =
        std::min(38.0, (this->height() - legendHeight() - 4) / double(std::max<std::size_t>(1, m_bars.size())));
    return {names, legendHeight() + double(bar) * height + height * 0.12, std::max(20.0, width() - names - kValues),
            height * 0.76};
}

std::vector<NodeEnergyBars::Placed> NodeEnergyBars::place() const
{
    double most = 0;
    for (const Bar& bar : m_bars)
        most = std::max(most, bar.energy.total());
    std::vector<Placed> placed;
    for (std::size_t i = 0; i < m_bars.size() && most > 0; ++i) {
        QRectF rect = row(i);
        const double perUnit = rect.width() / most;
        for (const NodePart part : kNodeParts) {
            rect.setWidth(m_bars[i].energy[part] * perUnit);
            placed.push_back({rect, i, part});
            rect.moveLeft(rect.right());
        }
    }
    return placed;
}

void NodeEnergyBars::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    paintChart(painter);
}

void NodeEnergyBars::paintLegend(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    double x = 8, y = 4;
    for (const NodePart part : kNodeParts) {
        const double width = 13 + metrics.horizontalAdvance(partText(part)) + 12;
        if (x + width > this->width() && x > 8) {
            x = 8;
            y += metrics.height() + 3;
        }
        const QRectF sample(x, y + (metrics.height() - 9) / 2, 9, 9);
        painter.fillRect(sample, partColour(theme, part));
        if (isHatched(part))
            paint::hatch(painter, sample, partColour(theme, part).darker(160));
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 13, y + metrics.ascent()), partText(part));
        x += width;
    }
}

void NodeEnergyBars::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_bars.empty()) {
        painter.setFont(font());
        return paint::message(painter, rect(), tr("No schedule yet"),
                              tr("One bar appears for every engine that has scheduled the network."), theme);
    }
    painter.setFont(captionFont(font()));
    const QFontMetricsF metrics(painter.font());
    paintLegend(painter, theme);
    for (const Placed& part : place()) {
        const QColor fill = partColour(theme, part.part);
        painter.fillRect(part.rect, fill);
        if (isHatched(part.part))
            paint::hatch(painter, part.rect, fill.darker(160));
        painter.setPen(QPen(theme.card, 1));
        painter.drawLine(part.rect.topRight(), part.rect.bottomRight());
        const QString name = partText(part.part);
        const double width = metrics.horizontalAdvance(name);
        if (width + 8 > part.rect.width() || metrics.height() > part.rect.height() + 2)
            continue;
        if (isHatched(part.part)) // a plate keeps it readable
            painter.fillRect(QRectF(part.rect.center().x() - width / 2 - 2,
                                    part.rect.center().y() - metrics.height() / 2, width + 4, metrics.height()),
                             fill);
        painter.setPen(textOn(fill));
        painter.drawText(part.rect, Qt::AlignCenter, name);
    }
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const QRectF place = row(i);
        const QRectF names(8, place.top(), place.left() - 16, place.height());
        painter.setPen(m_bars[i].isShown ? theme.text : theme.mutedText);
        painter.drawText(names, Qt::AlignRight | Qt::AlignVCenter,
                         metrics.elidedText(m_bars[i].name, Qt::ElideRight, names.width()));
        painter.drawText(QRectF(place.right() + 6, place.top(), kValues - 8, place.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, format::energy(Picojoules{m_bars[i].energy.total()}));
    }
}

QString NodeEnergyBars::toolTipAt(QPointF at) const
{
    for (const Placed& part : place())
        if (part.rect.contains(at)) {
            const Bar& bar = m_bars[part.bar];
            return tr("%1\n%2: %3, %4 of %5")
                .arg(bar.name, partText(part.part), format::exactEnergy(Picojoules{bar.energy[part.part]}),
                     format::percent(bar.energy[part.part] / bar.energy.total()),
                     format::energy(Picojoules{bar.energy.total()}));
        }
    return {};
}

bool NodeEnergyBars::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        QToolTip::showText(help->globalPos(), toolTipAt(help->pos()), this);
        return true;
    }
    return QWidget::event(event);
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
