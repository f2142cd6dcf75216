// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/views/cycles_chart.h"

#include "ui/export/chart_actions.h"
#include "ui/format.h"
#include "ui/models/layer_words.h"

#include <QAccessible>
#include <QAction>
#include <QButtonGroup>
#include <QToolButton>

#include <algorithm>
#include <cmath>

namespace nestloom::ui {

namespace {

constexpr double kCyclesMargin = 12;
constexpr double kTickGap = 8; // between tick label and plot
constexpr double kPixelsPerTick = 28;
constexpr double kLegendMark = 12; // side of a colour sample

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

} // namespace

CyclesChart::CyclesChart(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
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
    enableChartExport(*this);
    addExplanation();
    rebuild();
}

/// On top of the context menu; what is explained is the selected layer.
void CyclesChart::addExplanation()
{
    auto* explain = new QAction(tr("Explain this number"), this);
    explain->setObjectName(QStringLiteral("explainBar"));
    explain->setShortcut(Qt::Key_F2);
    explain->setShortcutContext(Qt::WidgetShortcut);
    insertAction(actions().value(0), explain);
    connect(explain, &QAction::triggered, this, [this] {
        if (m_selected >= 0)
            Q_EMIT explainRequested(m_selected, m_quantity);
    });
}

void CyclesChart::setNetwork(const workload::Network& network)
{
    m_network = network;
    m_results.assign(network.layers.size(), {});
    for (std::size_t i = 0; i < m_results.size(); ++i) {
        m_results[i].index = i;
        m_results[i].name = network.layers[i].name;
    }
    m_selected = m_hovered = -1;
    rebuild();
}

void CyclesChart::setLayer(const schedule::LayerResult& result)
{
    if (result.index >= m_results.size())
        return;
    m_results[result.index] = result;
    m_bars[result.index] = chartBar(result, m_quantity);
    rescale();
}

void CyclesChart::setLayers(const std::vector<schedule::LayerResult>& results)
{
    for (const schedule::LayerResult& result : results)
        if (result.index < m_results.size())
            m_results[result.index] = result;
    rebuild();
}

void CyclesChart::clear() { setNetwork({}); }

void CyclesChart::setBaseline(const BaselineLayers& baseline)
{
    m_baseline = baseline;
    describe();
}

void CyclesChart::setReach(double largest)
{
    if (largest == m_reach)
        return;
    m_reach = largest;
    rescale();
}

double CyclesChart::ownReach() const
{
    double largest = 0;
    for (const ChartBar& bar : m_bars)
        largest = std::max({largest, bar.total(), bar.bound.value_or(0)});
    return largest;
}

QString CyclesChart::toolTipOf(int layer) const
{
    const auto i = std::size_t(layer);
    return barToolTip(m_network.layers[i], m_results[i], m_baseline);
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
        m_bars.push_back(chartBar(result, m_quantity));
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
    for (const ChartScale::Tick& tick : m_scale.ticks)
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
    return m_quantity == ChartQuantity::Cycles ? tr("cycles per layer, bound by") : tr("energy per layer, spent in");
}

void CyclesChart::layOutLegend()
{
    m_legend.clear();
    for (const LegendEntry& entry : legend(m_bars, m_quantity, m_results))
        m_legend.push_back({entry, false, {}});
    const bool anyBound =
        std::any_of(m_bars.begin(), m_bars.end(), [](const ChartBar& bar) { return bar.bound.has_value(); });
    if (anyBound)
        m_legend.push_back({{tr("proven lower bound"), 0}, true, {}});
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
    if (layer == m_hovered)
        return;
    m_hovered = layer;
    update();
    Q_EMIT layerHovered(layer);
}

void CyclesChart::describe()
{
    const auto solved = std::count_if(m_bars.begin(), m_bars.end(),
                                      [](const ChartBar& bar) { return bar.kind == ChartBar::Kind::Solved; });
    QString text = layerCount() == 0 ? tr("No run is shown.")
                                     : tr("%1 of %2 layers have a mapping.").arg(solved).arg(layerCount());
    if (m_selected >= 0)
        text += QLatin1Char(' ') + toolTipOf(m_selected);
    setAccessibleDescription(text);
    QAccessibleEvent event(this, QAccessible::DescriptionChanged);
    QAccessible::updateAccessibility(&event);
}

void CyclesChart::resizeEvent(QResizeEvent*) { rescale(); }

void CyclesChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::PaletteChange)
        rescale();
}

} // namespace nestloom::ui
