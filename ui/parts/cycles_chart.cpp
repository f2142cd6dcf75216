// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/cycles_chart.h"

#include "ui/style/format.h"
#include "ui/widgets/chart_actions.h"
#include "ui/words/layer_words.h"

#include <QAccessible>
#include <QAction>
#include <QButtonGroup>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolButton>
#include <QToolTip>

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

bool CyclesChart::event(QEvent* event)
{
    if (event->type() == QEvent::ToolTip) {
        const auto* help = static_cast<QHelpEvent*>(event);
        const int layer = layerAt(help->pos());
        const QString text = layer < 0 ? QString() : toolTipOf(layer);
        QToolTip::showText(help->globalPos(), text, this);
        return true;
    }
    return QWidget::event(event);
}

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
