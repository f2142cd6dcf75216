// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/nodes/tradeoff_panel.h"

#include "ui/features/nodes/nodes_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"
#include "ui/widgets/rich_label.h"

#include <QCheckBox>
#include <QKeyEvent>
#include <QPainter>
#include <QPushButton>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kLabels = 66;
constexpr double kRight = 16;
constexpr double kLeastSpan = 0.1; // percent: differences below are not made large
} // namespace

TradeoffChart::TradeoffChart(ChainTradeoff& tradeoff, ShownNodes& nodes, QWidget* parent)
    : PaintedChart(parent), m_tradeoff(tradeoff), m_nodes(nodes)
{
    named(this, "tradeoffChart", tr("Objective and search time by k_S"));
    setMouseTracking(true);
    connect(&m_tradeoff, &ChainTradeoff::changed, this, &TradeoffChart::layOut);
    layOut();
}

void TradeoffChart::layOut()
{
    const double line = QFontMetricsF(captionFont(font())).height();
    const double left = kLabels, width = std::max(40.0, this->width() - left - kRight);
    const double foot = 2 * line + 8, head = line + 6;
    const double plot = std::max(24.0, (height() - foot - 2 * head) / 2);
    double over = kLeastSpan, time = 1;
    QStringList lines;
    for (std::size_t i = 0; i < m_tradeoff.points().size(); ++i) {
        over = std::max(over, 100 * m_tradeoff.overBest(m_tradeoff.points()[i]));
        time = std::max(time, m_tradeoff.points()[i].run->cpuMs);
        lines << sentence(i);
    }
    m_over = {{left, head, width, plot},
              {},
              {QStringLiteral("%"), 1, false, false},
              tr("%1 above the best of these").arg(goalText(m_nodes.question().options.goal))};
    m_time = {
        {left, 2 * head + plot, width, plot}, {}, {QStringLiteral("s"), 1e-3}, tr("processor time of the search")};
    m_over.axis.fit(false, 0, over);
    m_time.axis.fit(false, 0, time);
    if (m_pointed && *m_pointed >= m_tradeoff.points().size())
        m_pointed.reset();
    setAccessibleDescription(lines.join(QStringLiteral("; ")));
    update();
}

double TradeoffChart::x(std::size_t chain) const
{
    return m_over.area.left() + m_over.area.width() * (double(chain) + 0.5) / double(ChainTradeoff::kChains.size());
}

std::size_t TradeoffChart::slot(std::size_t point) const
{
    const auto& chains = ChainTradeoff::kChains;
    return std::size_t(std::ranges::find(chains, m_tradeoff.points()[point].chains) - chains.begin());
}

QPointF TradeoffChart::overAt(std::size_t point) const
{
    return {x(slot(point)),
            m_over.area.bottom()
                - m_over.axis.place(100 * m_tradeoff.overBest(m_tradeoff.points()[point])) * m_over.area.height()};
}

QPointF TradeoffChart::timeAt(std::size_t point) const
{
    return {x(slot(point)),
            m_time.area.bottom() - m_time.axis.place(m_tradeoff.points()[point].run->cpuMs) * m_time.area.height()};
}

void TradeoffChart::paintChart(QPainter& painter)
{
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    if (m_tradeoff.points().empty() && m_tradeoff.state() != ChainTradeoff::State::Running) {
        painter.setFont(font());
        const QString obstacle = m_tradeoff.obstacle();
        const bool failed = m_tradeoff.state() == ChainTradeoff::State::Failed;
        return paint::message(
            painter, rect(),
            failed               ? tr("KAPLA found no schedule")
            : obstacle.isEmpty() ? tr("Not measured yet")
                                 : tr("k_S decides nothing here"),
            failed               ? m_tradeoff.reason()
            : obstacle.isEmpty() ? tr(
                  "k_S is how many chains of segments KAPLA carries on. Measure solves the network once for each k_S.")
                                 : obstacle,
            theme, failed);
    }
    painter.setFont(captionFont(font()));
    painter.setRenderHint(QPainter::Antialiasing);
    paintAxes(painter, theme, m_over);
    paintAxes(painter, theme, m_time);
    paintLabels(painter, theme);
    paintPoints(painter, theme, m_over, false);
    paintPoints(painter, theme, m_time, true);
}

void TradeoffChart::paintAxes(QPainter& painter, const Theme& theme, const Plot& plot) const
{
    const QFontMetricsF metrics(painter.font());
    for (const AxisScale::Tick& tick : plot.axis.ticks(std::max(2, int(plot.area.height() / 34)), plot.unit)) {
        if (tick.value < 0)
            continue;
        paint::gridLine(painter, theme, plot.area,
                        plot.area.bottom() - plot.axis.place(tick.value) * plot.area.height(),
                        std::abs(tick.value) < 1e-9 ? QStringLiteral("0") : tick.text);
    }
    painter.setPen(theme.text);
    painter.drawText(
        QRectF(plot.area.left(), plot.area.top() - metrics.height() - 3, plot.area.width(), metrics.height()),
        Qt::AlignLeft | Qt::AlignVCenter, metrics.elidedText(plot.title, Qt::ElideRight, plot.area.width()));
}

/// The values of k_S, and which of them the engine takes by default.
void TradeoffChart::paintLabels(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    const double top = m_time.area.bottom() + 4;
    const auto& chains = ChainTradeoff::kChains;
    for (std::size_t i = 0; i < chains.size(); ++i) {
        const bool isDefault = chains[i] == kapla::KaplaOptions{}.chains;
        const bool isAtWork = chains[i] == m_tradeoff.atWork();
        if (isAtWork)
            for (const Plot* plot : {&m_over, &m_time})
                paint::hatch(painter, QRectF(x(i) - 7, plot->area.top(), 14, plot->area.height()), theme.border);
        painter.setPen(isDefault ? theme.text : theme.mutedText);
        painter.setFont(isDefault ? strongFont(captionFont(font())) : captionFont(font()));
        painter.drawText(QRectF(x(i) - 30, top, 60, metrics.height()), Qt::AlignCenter, QString::number(chains[i]));
    }
    painter.setFont(captionFont(font()));
    painter.setPen(theme.mutedText);
    painter.drawText(
        QRectF(m_time.area.left(), top + metrics.height() + 1, m_time.area.width(), metrics.height()), Qt::AlignCenter,
        tr("k_S: chains of segments that are carried on (the engine takes %1)").arg(kapla::KaplaOptions{}.chains));
}

void TradeoffChart::paintPoints(QPainter& painter, const Theme& theme, const Plot& plot, bool isTime) const
{
    const QFontMetricsF metrics(painter.font());
    const QColor colour = isTime ? theme.levelColour(1) : theme.accent;
    QPolygonF line;
    for (std::size_t i = 0; i < m_tradeoff.points().size(); ++i)
        line << (isTime ? timeAt(i) : overAt(i));
    painter.setPen(QPen(colour, 1.8, isTime ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawPolyline(line);
    for (std::size_t i = 0; i < m_tradeoff.points().size(); ++i) {
        painter.setPen(QPen(m_pointed == i ? theme.text : theme.card, 1.5));
        painter.setBrush(colour);
        const double size = m_pointed == i ? 5.5 : 4;
        if (isTime)
            painter.drawRect(QRectF(line[int(i)].x() - size, line[int(i)].y() - size, 2 * size, 2 * size));
        else
            painter.drawEllipse(line[int(i)], size, size);
        const ChainTradeoff::Point& point = m_tradeoff.points()[i];
        const QString text =
            isTime ? format::milliseconds(point.run->cpuMs) : format::percent(m_tradeoff.overBest(point), 2);
        const double width = metrics.horizontalAdvance(text),
                     room = plot.area.width() / double(ChainTradeoff::kChains.size());
        if (width + 4 > room)
            continue;
        const double above = line[int(i)].y() - 7 - metrics.height();
        painter.setPen(theme.text);
        painter.drawText(QRectF(line[int(i)].x() - width / 2 - 1,
                                above >= plot.area.top() - 2 ? above : line[int(i)].y() + 7, width + 2,
                                metrics.height()),
                         Qt::AlignCenter, text);
    }
}

std::optional<std::size_t> TradeoffChart::pointNear(double at) const
{
    for (std::size_t i = 0; i < m_tradeoff.points().size(); ++i)
        if (std::abs(x(slot(i)) - at) <= m_over.area.width() / double(ChainTradeoff::kChains.size()) / 2)
            return i;
    return std::nullopt;
}

QString TradeoffChart::sentence(std::size_t point) const
{
    const ChainTradeoff::Point& at = m_tradeoff.points()[point];
    const kapla::NodeRun& run = *at.run;
    return tr("k_S %1: %2, %3 (%4 above the best), %5 of search, %6 segments solved")
        .arg(at.chains)
        .arg(format::energy(Picojoules{run.schedule->cost}), format::cycles(Cycles{run.schedule->cycles}),
             format::percent(m_tradeoff.overBest(at), 3), format::milliseconds(run.cpuMs),
             format::integer(run.effort.solved));
}

QString TradeoffChart::toolTipAt(QPointF at) const
{
    const auto point = pointNear(at.x());
    if (!point)
        return {};
    const ChainTradeoff::Point& of = m_tradeoff.points()[*point];
    const kapla::NodeRun& run = *of.run;
    return tr("k_S %1\n%2, %3, %4 above the best\nsearch %5, %6 segments of %7 solved, %8 blockings counted\nThe "
              "detailed model of KAPLA made these numbers.")
        .arg(of.chains)
        .arg(format::exactEnergy(Picojoules{run.schedule->cost}), format::exactCycles(Cycles{run.schedule->cycles}),
             format::percent(m_tradeoff.overBest(of), 3), format::milliseconds(run.cpuMs),
             format::integer(run.effort.solved), format::integer(run.effort.segments), format::integer(run.evaluated));
}

void TradeoffChart::mouseMoveEvent(QMouseEvent* event)
{
    m_pointed = pointNear(event->position().x());
    update();
}

void TradeoffChart::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_pointed.reset();
    update();
}

/// Left and Right go through the points and tell their numbers.
void TradeoffChart::keyPressEvent(QKeyEvent* event)
{
    const auto count = std::ptrdiff_t(m_tradeoff.points().size());
    const int step = event->key() == Qt::Key_Right ? 1 : event->key() == Qt::Key_Left ? -1 : 0;
    if (step == 0 || count == 0)
        return QWidget::keyPressEvent(event);
    const std::ptrdiff_t now = m_pointed ? std::ptrdiff_t(*m_pointed) : step > 0 ? -1 : count;
    m_pointed = std::size_t(std::clamp<std::ptrdiff_t>(now + step, 0, count - 1));
    const QPointF at = overAt(*m_pointed);
    QToolTip::showText(mapToGlobal(at.toPoint()), toolTipAt(at), this);
    update();
}

TableValues TradeoffChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("k_S"),         tr("energy [pJ]"),     tr("cycles"),           tr("above best"),
                      tr("search [ms]"), tr("segments solved"), tr("blockings counted")};
    for (const ChainTradeoff::Point& point : m_tradeoff.points())
        values.rows.push_back({point.chains, point.run->schedule->cost, qlonglong(point.run->schedule->cycles),
                               m_tradeoff.overBest(point), point.run->cpuMs, qlonglong(point.run->effort.solved),
                               qlonglong(point.run->evaluated)});
    return values;
}

std::optional<Provenance> TradeoffChart::chartProvenance() const { return nodesProvenance(m_nodes); }

using State = ChainTradeoff::State;

TradeoffPanel::TradeoffPanel(ShownNodes& nodes, NodesAsker* scheduler, QWidget* parent)
    : QWidget(parent), m_tradeoff(new ChainTradeoff(nodes, scheduler, this)),
      m_chart(new TradeoffChart(*m_tradeoff, nodes)), m_button(new QPushButton),
      m_published(new QCheckBox(tr("one round"))), m_sentence(new ElidedLabel)
{
    setObjectName(QStringLiteral("tradeoffPanel"));
    m_button->setObjectName(QStringLiteral("measureTradeoff"));
    m_published->setToolTip(tr("As published: chains are chosen by estimates once. Otherwise estimates of the chosen "
                               "chains are replaced by solved costs, "
                               "and chosen again, until nothing changes."));
    auto* line = rowOf({m_button, m_published, {m_sentence, 1}}, -1, {6, 2, 6, 0});
    setLayout(columnOf({line, {m_chart, 1}}, 2));
    connect(m_button, &QPushButton::clicked, this,
            [this] { m_tradeoff->state() == State::Running ? m_tradeoff->cancel() : m_tradeoff->start(); });
    connect(m_published, &QCheckBox::toggled, m_tradeoff, &ChainTradeoff::setPublished);
    connect(m_tradeoff, &ChainTradeoff::changed, this, &TradeoffPanel::refresh);
    connect(m_tradeoff, &ChainTradeoff::progressChanged, this, &TradeoffPanel::refresh);
    connect(&nodes, &ShownNodes::questionChanged, this, &TradeoffPanel::refresh);
    refresh();
}

QString TradeoffPanel::sentence() const
{
    const std::size_t count = m_tradeoff->points().size(), all = ChainTradeoff::kChains.size();
    switch (m_tradeoff->state()) {
    case State::Idle:
        return m_tradeoff->obstacle().isEmpty() ? tr("%1 searches, one after the other, in the background").arg(all)
                                                : QString();
    case State::Finished: return tr("measured for this network, accelerator and batch");
    case State::Cancelled: return tr("cancelled, %1 of %2 measured").arg(count).arg(all);
    case State::Failed: return m_tradeoff->reason();
    case State::Running: break;
    }
    QString line = tr("k_S %1, %2 of %3 measured").arg(m_tradeoff->atWork()).arg(count).arg(all);
    const Progress& progress = m_tradeoff->progress();
    if (progress.fraction)
        line += QStringLiteral(", ") + format::percent(*progress.fraction, 0);
    if (progress.incumbent)
        line += tr(", best so far %1").arg(format::energy(Picojoules{*progress.incumbent}));
    return line;
}

void TradeoffPanel::refresh()
{
    const bool runs = m_tradeoff->state() == State::Running;
    m_button->setText(runs ? tr("Cancel") : m_tradeoff->points().empty() ? tr("Measure") : tr("Measure again"));
    m_button->setToolTip(runs ? tr("Stop; what was measured stays")
                              : tr("Schedule the network with KAPLA once for each k_S, to see what fewer chains cost"));
    m_button->setEnabled(runs || m_tradeoff->obstacle().isEmpty());
    m_sentence->setText(sentence());
    m_chart->update();
}

} // namespace nestloom::ui
