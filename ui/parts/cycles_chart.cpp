// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/cycles_chart.h"

#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/hear_events.h"
#include "ui/widgets/make_widgets.h"

#include <QAccessible>
#include <QAction>
#include <QButtonGroup>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace nestloom::ui {

namespace {

constexpr double kCyclesMargin = 12;
constexpr double kTickGap = 8; // between tick label and plot
constexpr double kPixelsPerTick = 28;
constexpr double kLegendMark = 12; // side of a colour sample
constexpr double kSwatch = 10;
constexpr double kTitleTop = 7;
constexpr double kLetterWidth = 10, kLetterHeight = 15; // a bar of this size has room for its letter
constexpr double kFailureHeight = 34;

QToolButton* quantityButton(CyclesChart* chart, const QString& text, const QString& toolTip)
{
    auto* button = new QToolButton(chart);
    button->setText(text);
    button->setToolTip(toolTip);
    button->setCheckable(true);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::TabFocus);
    return button;
}

void paintRing(QPainter& painter, const Theme& theme, QPointF at, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(theme.card);
    painter.setPen(QPen(theme.text, 1.5));
    painter.drawEllipse(at, radius - 0.75, radius - 0.75);
    painter.restore();
}

} // namespace

CyclesChart::CyclesChart(QWidget* parent) : PaintedChart(parent)
{
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Chart of the layers"));
    m_cyclesButton = quantityButton(this, tr("Cycles"), tr("Show cycles per layer"));
    m_energyButton = quantityButton(this, tr("Energy"), tr("Show energy per layer, stacked by buffer level"));
    auto* group = new QButtonGroup(this);
    group->addButton(m_cyclesButton);
    group->addButton(m_energyButton);
    m_cyclesButton->setChecked(true);
    connect(m_cyclesButton, &QToolButton::clicked, this, [this] { setQuantity(ChartQuantity::Cycles); });
    connect(m_energyButton, &QToolButton::clicked, this, [this] { setQuantity(ChartQuantity::Energy); });
    addExplanation();
    rebuild();
    for (const auto type : {QEvent::FontChange, QEvent::PaletteChange})
        hearEvents(this, type, [this] { rescale(); });
}

/// What is explained is the selected layer.
void CyclesChart::addExplanation()
{
    connect(explainAction(this, "explainBar"), &QAction::triggered, this, [this] {
        if (m_selected >= 0)
            Q_EMIT explainRequested(m_selected, m_quantity);
    });
}

void CyclesChart::setNetwork(const workload::Network& network)
{
    m_network = network;
    m_results = schedule::pendingResults(network);
    m_stale.assign(m_results.size(), false);
    m_selected = m_hovered = -1;
    rebuild();
}

void CyclesChart::setLayer(const schedule::LayerResult& result)
{
    if (result.index >= m_results.size())
        return;
    m_results[result.index] = result;
    m_bars[result.index] = chartBar(result, m_quantity, m_inputs);
    rescale();
}

void CyclesChart::setStale(const std::vector<bool>& stale)
{
    if (stale.size() != m_results.size() || stale == m_stale)
        return;
    m_stale = stale;
    update();
}

void CyclesChart::setLayers(const std::vector<schedule::LayerResult>& results)
{
    for (const schedule::LayerResult& result : results)
        if (result.index < m_results.size())
            m_results[result.index] = result;
    rebuild();
}

void CyclesChart::setBaseline(const BaselineLayers& baseline)
{
    m_baseline = baseline;
    describe();
}

void CyclesChart::setInputs(std::int64_t inputs)
{
    if (std::exchange(m_inputs, inputs) != inputs)
        rebuild();
}

void CyclesChart::setReach(double largest)
{
    if (std::exchange(m_reach, largest) != largest)
        rescale();
}

double CyclesChart::ownReach() const
{
    double largest = 0;
    for (const ChartBar& bar : m_bars)
        largest = std::max({largest, bar.total(), bar.bound.value_or(0), bar.simulated.value_or(0)});
    return largest;
}

QString CyclesChart::toolTipOf(int layer) const
{
    const auto i = std::size_t(layer);
    const QString old = m_stale[i] ? staleText() + u'\n' : QString();
    return old + barToolTip(m_network.layers[i], m_results[i], m_baseline);
}

void CyclesChart::setQuantity(ChartQuantity quantity)
{
    (quantity == ChartQuantity::Cycles ? m_cyclesButton : m_energyButton)->setChecked(true);
    if (quantity == m_quantity)
        return;
    m_quantity = quantity;
    rebuild();
    Q_EMIT quantityChanged(quantity);
}

void CyclesChart::rebuild()
{
    m_bars.clear();
    for (const schedule::LayerResult& result : m_results)
        m_bars.push_back(chartBar(result, m_quantity, m_inputs));
    rescale();
}

void CyclesChart::rescale()
{
    const double largest = std::max(m_reach, ownReach());
    const QFontMetricsF caption(captionFont(font()));
    placeButtons();
    layOutLegend();
    const double legendBottom = m_legend.empty() ? 0 : m_legend.back().rect.bottom();
    const double header = std::max(caption.height() + 18, legendBottom + 8);
    const double footer = caption.height() + 10;
    const double plotHeight = std::max(20.0, height() - header - footer);
    m_scale = chartScale(largest, std::max(2, int(plotHeight / kPixelsPerTick)),
                         m_quantity == ChartQuantity::Energy ? QStringLiteral("J") : QString());
    double labels = 0;
    for (const AxisTick& tick : m_scale.ticks)
        labels = std::max(labels, caption.horizontalAdvance(tick.text));
    const double left = kCyclesMargin + std::ceil(labels) + kTickGap;
    m_plot = QRectF(left, header, std::max(10.0, width() - left - kCyclesMargin), plotHeight);
    describe();
    update();
}

void CyclesChart::placeButtons()
{
    const QSize energy = m_energyButton->sizeHint();
    m_energyButton->setGeometry(width() - int(kCyclesMargin) - energy.width(), 4, energy.width(), energy.height());
    const QSize cycles = m_cyclesButton->sizeHint();
    m_cyclesButton->setGeometry(m_energyButton->x() - cycles.width() - 2, 4, cycles.width(), cycles.height());
}

QString CyclesChart::title() const
{
    if (m_inputs != 1)
        return m_quantity == ChartQuantity::Cycles ? tr("cycles per layer and input, bound by")
                                                   : tr("energy per layer and input, spent in");
    return m_quantity == ChartQuantity::Cycles ? tr("cycles per layer, bound by") : tr("energy per layer, spent in");
}

void CyclesChart::layOutLegend()
{
    m_legend.clear();
    for (const LegendEntry& entry : legend(m_bars, m_quantity, m_results))
        m_legend.push_back({entry, Mark::Colour, {}});
    if (std::ranges::any_of(m_bars, [](const ChartBar& bar) { return bar.bound.has_value(); }))
        m_legend.push_back({{tr("proven lower bound"), 0}, Mark::Bound, {}});
    if (std::ranges::any_of(m_bars, [](const ChartBar& bar) { return bar.simulated.has_value(); }))
        m_legend.push_back({{tr("simulated"), 0}, Mark::Simulated, {}});
    const QFontMetricsF metrics(captionFont(font()));
    const double firstLeft = kCyclesMargin + metrics.horizontalAdvance(title()) + 12;
    double right = m_cyclesButton->x() - 12;
    double x = firstLeft;
    double y = 7;
    for (LegendItem& item : m_legend) {
        const double itemWidth = kLegendMark + 5 + metrics.horizontalAdvance(item.entry.text);
        if (x + itemWidth > right && x > kCyclesMargin) {
            x = kCyclesMargin;
            y += metrics.height() + 5;
            right = width() - kCyclesMargin;
        }
        item.rect = QRectF(x, y, itemWidth, metrics.height());
        x += itemWidth + 14;
    }
}

QRectF CyclesChart::slotRect(int layer) const
{
    if (layer < 0 || layer >= layerCount())
        return {};
    const double width = m_plot.width() / layerCount();
    return {m_plot.left() + layer * width, m_plot.top(), width, m_plot.height()};
}

int CyclesChart::layerAt(QPointF point) const
{
    if (layerCount() == 0 || !m_plot.adjusted(0, 0, 0, kCyclesMargin).contains(point))
        return -1;
    return std::clamp(int((point.x() - m_plot.left()) / m_plot.width() * layerCount()), 0, layerCount() - 1);
}

void CyclesChart::setSelectedLayer(int layer)
{
    const int valid = layer >= 0 && layer < layerCount() ? layer : -1;
    if (valid == m_selected)
        return;
    m_selected = valid;
    describe();
    update();
}

void CyclesChart::choose(int layer)
{
    if (layer < 0 || layer == m_selected)
        return;
    setSelectedLayer(layer);
    Q_EMIT layerSelected(layer);
}

void CyclesChart::hover(int layer)
{
    if (std::exchange(m_hovered, layer) != layer)
        update();
}

void CyclesChart::describe()
{
    const auto solved =
        std::ranges::count_if(m_bars, [](const ChartBar& bar) { return bar.kind == ChartBar::Kind::Solved; });
    QString text = layerCount() == 0 ? tr("No run is shown.")
                                     : tr("%1 of %2 layers have a mapping.").arg(solved).arg(layerCount());
    if (m_selected >= 0)
        text += QLatin1Char(' ') + toolTipOf(m_selected);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void CyclesChart::keyPressEvent(QKeyEvent* event)
{
    const int last = layerCount() - 1;
    if (last < 0)
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Right: choose(std::min(m_selected + 1, last)); break;
    case Qt::Key_Left: choose(m_selected < 0 ? last : std::max(m_selected - 1, 0)); break;
    case Qt::Key_Home: choose(0); break;
    case Qt::Key_End: choose(last); break;
    default: QWidget::keyPressEvent(event);
    }
}

void CyclesChart::mousePressEvent(QMouseEvent* event)
{
    choose(layerAt(event->position())); // the menu is about the layer under it as well
}

void CyclesChart::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (const int layer = layerAt(event->position()); layer >= 0)
        Q_EMIT explainRequested(layer, m_quantity);
}

void CyclesChart::mouseReleaseEvent(QMouseEvent* event) { event->accept(); }

void CyclesChart::mouseMoveEvent(QMouseEvent* event) { hover(layerAt(event->position())); }

void CyclesChart::leaveEvent(QEvent* event)
{
    hover(-1);
    QWidget::leaveEvent(event);
}

QString CyclesChart::chartName() const
{
    if (layerCount() == 0)
        return {};
    return m_quantity == ChartQuantity::Cycles ? tr("cycles per layer") : tr("energy per layer");
}

void CyclesChart::paintChart(QPainter& painter) { render(&painter, {}, {}, RenderFlags()); }

/// The bar inside its slot: a gap between neighbours as long as there is room for one.
QRectF CyclesChart::barRect(int layer) const
{
    const QRectF slot = slotRect(layer);
    const double gap = slot.width() >= 4 ? std::clamp(slot.width() * 0.15, 1.0, 6.0) : 0;
    const double width = std::min(slot.width() - gap, 64.0); // a chart of three layers should not look like three walls
    return {slot.center().x() - width / 2, slot.top(), width, slot.height()};
}

void CyclesChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Theme& theme = themeFor(palette());
    painter.fillRect(rect(), theme.card);
    painter.setFont(font());
    if (layerCount() == 0) {
        paint::message(painter, rect(), tr("No run is shown"), tr("Start a run, or select one in the project tree."),
                       theme);
        return;
    }
    paintHeader(painter, theme);
    paintAxes(painter, theme);
    for (int layer = 0; layer < layerCount(); ++layer)
        paintBar(painter, theme, layer);
    paintSelection(painter, theme);
}

void CyclesChart::paintHeader(QPainter& painter, const Theme& theme) const
{
    painter.setFont(captionFont(painter.font()));
    const QFontMetricsF metrics(painter.font());
    painter.setPen(theme.text);
    const double room = m_cyclesButton->x() - kCyclesMargin - 6;
    painter.drawText(QRectF(kCyclesMargin, kTitleTop, room, metrics.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     metrics.elidedText(title(), Qt::ElideRight, room));
    for (const LegendItem& item : m_legend) {
        const QRectF mark(item.rect.left() + 1, item.rect.center().y() - kSwatch / 2, kSwatch, kSwatch);
        if (item.mark == Mark::Simulated)
            paintRing(painter, theme, mark.center(), kSwatch / 2);
        else if (item.mark == Mark::Bound)
            painter.fillRect(QRectF(mark.left(), mark.center().y() - 1, mark.width(), 2), theme.text);
        else
            painter.fillRect(mark, partColour(theme, m_quantity, item.entry.key));
        painter.drawText(item.rect.adjusted(0, 0, 2, 0), Qt::AlignRight | Qt::AlignVCenter, item.entry.text);
    }
}

void CyclesChart::paintAxes(QPainter& painter, const Theme& theme) const
{
    const QFontMetricsF metrics(painter.font());
    for (const AxisTick& tick : m_scale.ticks) {
        const double y = std::round(yOf(tick.value)) + 0.5;
        painter.setPen(tick.value == 0 ? theme.mutedText : theme.grid);
        painter.drawLine(QPointF(m_plot.left(), y), QPointF(m_plot.right(), y));
        painter.setPen(theme.mutedText);
        painter.drawText(QRectF(0, y - metrics.height() / 2, m_plot.left() - 8, metrics.height()),
                         Qt::AlignRight | Qt::AlignVCenter, tick.text);
    }
    const QRectF footer(m_plot.left(), m_plot.bottom() + 4, m_plot.width(), metrics.height() + 2);
    painter.setPen(theme.mutedText);
    if (m_selected < 0) {
        painter.drawText(footer, Qt::AlignHCenter | Qt::AlignTop, tr("layer, in network order"));
        return;
    }
    // The name of the selected layer stands under its bar; the axis keeps its title where there is room.
    const QString name = qt(m_network.layers[std::size_t(m_selected)].name);
    const double width = metrics.horizontalAdvance(name) + 2;
    const double x = std::clamp(slotRect(m_selected).center().x() - width / 2, m_plot.left(),
                                std::max(m_plot.left(), m_plot.right() - width));
    const QString title = tr("layer, in network order");
    const double titleWidth = metrics.horizontalAdvance(title);
    if (x - footer.left() > titleWidth + 16)
        painter.drawText(footer, Qt::AlignLeft | Qt::AlignTop, title);
    else if (footer.right() - (x + width) > titleWidth + 16)
        painter.drawText(footer, Qt::AlignRight | Qt::AlignTop, title);
    painter.setPen(theme.accent);
    painter.drawText(QRectF(x, footer.top(), width, footer.height()), Qt::AlignLeft | Qt::AlignTop, name);
}

void CyclesChart::paintBar(QPainter& painter, const Theme& theme, int layer) const
{
    const QRectF slot = barRect(layer);
    if (layer == m_hovered)
        painter.fillRect(slotRect(layer), theme.accentSoft);
    const ChartBar& bar = m_bars[std::size_t(layer)];
    constexpr double kPale = 0.3;
    painter.setOpacity(m_stale[std::size_t(layer)] ? kPale : 1);
    switch (bar.kind) {
    case ChartBar::Kind::Solved: paintParts(painter, theme, bar, slot); break;
    case ChartBar::Kind::Failed: paintFailure(painter, theme, slot); break;
    case ChartBar::Kind::Pending:
    case ChartBar::Kind::Cancelled: { // a low foot: outlines as high as the chart would add up to a grey wall
        constexpr double kFoot = 6;
        const QRectF foot(slot.left(), slot.bottom() - kFoot, std::max(1.0, slot.width()), kFoot);
        painter.fillRect(
            foot, QBrush(theme.border, bar.kind == ChartBar::Kind::Pending ? Qt::SolidPattern : Qt::Dense5Pattern));
        break;
    }
    }
    painter.setOpacity(1);
}

void CyclesChart::paintParts(QPainter& painter, const Theme& theme, const ChartBar& bar, const QRectF& slot) const
{
    double below = 0;
    for (const ChartBar::Part& part : bar.parts) {
        const QRectF rect(slot.left(), yOf(below + part.value), slot.width(), yOf(below) - yOf(below + part.value));
        painter.fillRect(rect, partColour(theme, m_quantity, part.key));
        below += part.value;
        if (m_quantity == ChartQuantity::Cycles && rect.width() >= kLetterWidth && rect.height() >= kLetterHeight) {
            painter.setPen(textOn(partColour(theme, m_quantity, part.key)));
            painter.drawText(rect.adjusted(0, 0, 0, -1), Qt::AlignHCenter | Qt::AlignBottom,
                             boundLetter(BoundBy(part.key)));
        }
    }
    if (bar.bound) {
        const double y = std::round(yOf(*bar.bound));
        // A dark line with a light one below: visible on the bar as well as above it.
        painter.fillRect(QRectF(slot.left(), y - 1, slot.width(), 3), theme.card);
        painter.fillRect(QRectF(slot.left(), y - 1, slot.width(), 1.5), theme.text);
    }
    if (!bar.simulated)
        return;
    const QPointF ring(slot.center().x(), yOf(*bar.simulated));
    painter.setPen(QPen(theme.mutedText, 1));
    painter.drawLine(QPointF(ring.x(), yOf(bar.total())), ring);
    paintRing(painter, theme, ring, std::clamp(slot.width() / 2, 1.5, kSwatch / 2));
}

void CyclesChart::paintFailure(QPainter& painter, const Theme& theme, const QRectF& slot) const
{
    const double height = std::min(kFailureHeight, slot.height());
    const QRectF mark(slot.left(), slot.bottom() - height, slot.width(), height);
    paint::hatch(painter, mark, theme.warning);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(theme.warning);
    if (mark.width() >= 3)
        painter.drawRect(mark.adjusted(0.5, 0.5, -0.5, -0.5));
    const QFont old = painter.font();
    painter.setFont(strongFont(old));
    painter.drawText(QRectF(mark.center().x() - 12, mark.top() - 18, 24, 18), Qt::AlignHCenter | Qt::AlignBottom,
                     QStringLiteral("!"));
    painter.setFont(old);
}

void CyclesChart::paintSelection(QPainter& painter, const Theme& theme) const
{
    if (m_selected < 0)
        return;
    const QRectF slot = slotRect(m_selected);
    const double widen = std::max(0.0, (6 - slot.width()) / 2); // visible even around a hairline bar
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(slot.adjusted(-widen, -2, widen, 1));
    paint::focusFrame(painter, *this);
}

} // namespace nestloom::ui
