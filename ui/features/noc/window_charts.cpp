// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/window_charts.h"

#include "ui/charts/axis_scale.h"
#include "ui/features/noc/shown_mesh.h"
#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"
#include "ui/style/paint_tools.h"
#include "ui/widgets/make_widgets.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace nestloom::ui {

WindowChart::WindowChart(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : TimeChart(focus.time(), parent), m_shown(shown), m_focus(focus)
{
    connect(&m_shown, &ShownSimulation::dataChanged, this, &WindowChart::refresh);
    connect(&m_shown, &ShownSimulation::questionChanged, this, &WindowChart::refresh);
}

/// Whole windows, or several in one where there are more than `most`.
std::vector<WindowChart::Column> WindowChart::columns(double low, double high, std::size_t most) const
{
    const std::int64_t end = m_shown.end();
    std::int64_t width = windowWidth();
    while (double(most) * double(width) < high - low)
        width *= 2;
    std::vector<Column> all;
    for (std::int64_t from = std::int64_t(low) / width * width; double(from) < high && from < end; from += width) {
        const std::int64_t to = std::min(from + width, end);
        all.push_back({from, to, means(from, to)});
    }
    return all;
}

void WindowChart::refresh()
{
    m_top = 0;
    prepare();
    if (hasData()) {
        const auto all = columns(0, double(m_shown.end()), 1024);
        for (std::size_t i = 0; i < all.size(); ++i) // a short last window may be full by chance
            if (i + 1 < all.size() || all.size() == 1)
                m_top = std::max(m_top, std::accumulate(all[i].values.begin(), all[i].values.end(), 0.0));
    }
    m_top = std::min(mostTop(), std::max(leastTop(), chartScale(m_top, 2, {}).top));
    setProvenance(simulationProvenance(m_shown));
    layOut();
}

double WindowChart::headRoom() const { return QFontMetricsF(captionFont(font())).height() + 4; }

double WindowChart::y(double value) const
{
    const QRectF& plot = geometryOf().plot;
    return plot.bottom() - std::clamp(value / m_top, 0.0, 1.0) * plot.height();
}

void WindowChart::paintEmpty(QPainter& painter, const Theme& theme)
{
    const auto [title, text] = emptySimulationText(m_shown);
    paint::message(painter, rect(), title, text, theme, m_shown.isWarning());
}

void WindowChart::paintLegend(QPainter& painter, const Theme& theme, const std::vector<Series>& all) const
{
    const QFontMetricsF metrics(painter.font());
    double x = geometryOf().plot.left();
    painter.setPen(theme.text);
    painter.drawText(QPointF(x, metrics.ascent() + 1), title());
    x += metrics.horizontalAdvance(title()) + 16;
    for (const Series& series : all) {
        if (series.name.isEmpty() || x + 13 + metrics.horizontalAdvance(series.name) > width() - 4)
            continue;
        const QRectF box(x, 1 + (metrics.height() - 9) / 2, 9, 9);
        painter.fillRect(box, series.colour(theme));
        if (series.isHatched)
            paint::hatch(painter, box, theme.card);
        painter.setPen(theme.mutedText);
        painter.drawText(QPointF(x + 13, metrics.ascent() + 1), series.name);
        x += 13 + metrics.horizontalAdvance(series.name) + 12;
    }
}

void WindowChart::paintMarks(QPainter& painter, const Theme& theme, bool)
{
    const QRectF& plot = geometryOf().plot;
    const QFontMetricsF metrics(painter.font());
    const std::vector<Series> all = series();
    paintLegend(painter, theme, all);
    paintTimeGrid(painter, theme);
    for (const double value : {0.0, m_top / 2, m_top})
        if (value == m_top || plot.height() > (value > 0 ? 3 : 1.2) * metrics.height()) // there is room
            paint::gridLine(painter, theme, plot, y(value), axisText(value));
    painter.save();
    painter.setClipRect(plot);
    for (const Column& column : columns(focus().low(), focus().high(), std::size_t(std::max(16.0, plot.width())))) {
        const double left = geometryOf().x(double(column.from)), right = geometryOf().x(double(column.to));
        double sum = 0;
        for (std::size_t i = 0; i < column.values.size(); ++i) {
            if (column.values[i] <= 0)
                continue;
            const QRectF box(QPointF(left, y(sum + column.values[i])), QPointF(right, y(sum)));
            painter.fillRect(box, all[i].colour(theme));
            if (all[i].isHatched && box.width() >= 3)
                paint::hatch(painter, box, theme.card);
            sum += column.values[i];
        }
    }
    painter.restore();
}

QString WindowChart::hint(QPointF at) const
{
    if (!hasData() || !geometryOf().plot.contains(at))
        return {};
    const std::int64_t width = windowWidth();
    const std::int64_t from = std::int64_t(geometryOf().cycleAt(at.x())) / width * width;
    const std::int64_t to = std::min(from + width, std::int64_t(m_shown.end()));
    const std::vector<Series> all = series();
    const std::vector<double> values = means(from, to);
    QStringList lines{tr("cycles %1 to %2").arg(format::integer(from), format::integer(to)), title()};
    for (std::size_t i = 0; i < all.size(); ++i)
        lines << QStringLiteral("%1 %2").arg(all[i].name, axisText(values[i])).trimmed();
    return lines.join(QLatin1Char('\n'));
}

TableValues WindowChart::chartValues() const
{
    TableValues values;
    values.columns = {tr("from [cycle]"), tr("to [cycle]")};
    for (const Series& series : this->series())
        values.columns << QStringLiteral("%1 [%2]").arg(series.name.isEmpty() ? title() : series.name, exportUnit());
    for (const Column& column : columns(0, double(m_shown.end()), 1 << 20)) {
        QVariantList row{qlonglong(column.from), qlonglong(column.to)};
        for (const double value : column.values)
            row << value;
        values.rows.push_back(row);
    }
    return values;
}

using simulation::DramRange;

namespace {

DramRange rangeOf(const ShownSimulation& shown, std::int64_t from, std::int64_t to)
{
    return shown.dram() ? simulation::dramRange(*shown.dram(), shown.end(), from, to) : DramRange{};
}

} // namespace

DramChart::DramChart(Figure figure, ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : WindowChart(shown, focus, parent), m_figure(figure)
{
    static constexpr std::array kNames{"dramBytesChart", "dramRowsChart", "dramBusChart"};
    setObjectName(QLatin1String(kNames[std::size_t(figure)]));
    setAccessibleName(title());
    refresh();
}

QString DramChart::title() const
{
    switch (m_figure) {
    case Figure::Bytes: return tr("DRAM bytes a cycle");
    case Figure::Rows: return tr("DRAM bursts a cycle by their row");
    case Figure::Bus: return tr("DRAM bus in use");
    }
    return {};
}

QString DramChart::axisText(double value) const
{
    switch (m_figure) {
    case Figure::Bytes: return tr("%1 B").arg(format::exactNumber(value, value < 10 && value > 0 ? 1 : 0));
    case Figure::Rows: return value <= 0 ? QStringLiteral("0") : format::exactNumber(value, value < 0.1 ? 3 : 2);
    case Figure::Bus: return format::percent(value, 0);
    }
    return {};
}

QString DramChart::exportUnit() const
{
    return m_figure == Figure::Bytes ? tr("B/cycle") : m_figure == Figure::Rows ? tr("1/cycle") : tr("share of clocks");
}

std::vector<WindowChart::Series> DramChart::series() const
{
    const auto level = [](const Theme& theme) { return theme.colour(BoundBy::Dram); };
    const auto network = [](const Theme& theme) { return theme.colour(BoundBy::Network); };
    switch (m_figure) {
    case Figure::Bytes: return {{tr("read"), network, false}, {tr("written"), level, true}};
    case Figure::Rows:
        return {{tr("row hits"), network, false},
                {tr("rows opened"), [](const Theme& theme) { return theme.colour(BoundBy::Buffer); }, false},
                {tr("row conflicts"), level, true}};
    case Figure::Bus: return {{{}, level, false}};
    }
    return {};
}

std::vector<double> DramChart::means(std::int64_t from, std::int64_t to) const
{
    const DramRange range = rangeOf(shown(), from, to);
    const double cycles = std::max(1.0, range.cycles);
    const double burst = shown().dram() ? double(shown().dram()->burst.count) : 0;
    switch (m_figure) {
    case Figure::Bytes: return {range.reads * burst / cycles, range.writes * burst / cycles};
    case Figure::Rows: return {range.rowHits / cycles, range.rowMisses / cycles, range.rowConflicts / cycles};
    case Figure::Bus: return {shown().dram() ? range.busUse(*shown().dram()) : 0};
    }
    return {};
}

QString dramSentence(const ShownSimulation& shown, const SimulationFocus& focus)
{
    if (!shown.dram() || shown.end() <= 0)
        return {};
    const TimeRange cycles = focus.cycles();
    const DramRange range = rangeOf(shown, cycles.from, cycles.to);
    const double burst = double(shown.dram()->burst.count);
    const double columns = range.rowHits + range.rowMisses;
    QString text = DramChart::tr("%1: %2 read, %3 written, bus in use %4")
                       .arg(spanText(shown, focus), format::bytes(range.reads * burst),
                            format::bytes(range.writes * burst), format::percent(range.busUse(*shown.dram())));
    if (columns > 0)
        text += DramChart::tr("; %1 row hits, %2 rows opened, %3 row conflicts")
                    .arg(format::integer(std::llround(range.rowHits)), format::integer(std::llround(range.rowMisses)),
                         format::integer(std::llround(range.rowConflicts)));
    return text;
}

FlitChart::FlitChart(ShownSimulation& shown, SimulationFocus& focus, QWidget* parent)
    : WindowChart(shown, focus, parent)
{
    named(this, "flitChart", tr("Flits over time by class"));
    connect(&focus, &SimulationFocus::linkChanged, this, &FlitChart::refresh);
    connect(&focus, &SimulationFocus::classesChanged, this, &FlitChart::refresh);
    refresh();
}

QString FlitChart::title() const
{
    const auto link = simulationFocus().link();
    return link && shown().mesh() ? tr("flits a cycle, %1").arg(linkName(*shown().mesh(), *link))
                                  : tr("flits a cycle that enter the mesh");
}

QString FlitChart::axisText(double value) const
{
    return value <= 0 ? QStringLiteral("0") : format::exactNumber(value, value < 0.1 ? 3 : 2);
}

std::vector<WindowChart::Series> FlitChart::series() const
{
    std::vector<Series> all;
    for (const FlitClass flits : kFlitClasses)
        if (simulationFocus().isShown(flits))
            all.push_back({flitClassName(flits), [flits](const Theme& theme) { return flitClassColour(theme, flits); },
                           isHatched(flits)});
    return all;
}

std::vector<noc::LinkId> FlitChart::links() const
{
    const noc::Mesh& mesh = shown().mesh()->load.mesh;
    if (const auto link = simulationFocus().link())
        return {noc::gridLinkOf(mesh, *link)};
    const noc::Grid grid = noc::gridOf(mesh);
    std::vector<noc::LinkId> all;
    for (noc::EndpointId endpoint = 0; endpoint < grid.endpointCount(); ++endpoint)
        all.push_back(grid.into(endpoint));
    return all;
}

void FlitChart::prepare()
{
    m_sums.clear();
    const noc::WindowCounters* windows = shown().windows();
    if (windows == nullptr || windows->classes.empty())
        return;
    const std::size_t count = windows->links.size() / windows->windows;
    const std::vector<noc::LinkId> all = links();
    m_sums.resize(windows->windows);
    for (std::size_t window = 0; window < windows->windows; ++window)
        for (const noc::LinkId link : all)
            for (std::size_t i = 0; i < m_sums[window].size(); ++i)
                m_sums[window][i] += windows->classes[window * count + link][i];
}

std::vector<double> FlitChart::means(std::int64_t from, std::int64_t to) const
{
    std::vector<double> sums;
    std::array<std::int64_t, noc::kTrafficClasses + 1> flits{};
    const std::int64_t width = windowWidth(); // columns begin and end with windows
    for (std::size_t window = std::size_t(from / width); window < m_sums.size() && std::int64_t(window) * width < to;
         ++window)
        for (std::size_t i = 0; i < flits.size(); ++i)
            flits[i] += m_sums[window][i];
    for (const FlitClass each : kFlitClasses)
        if (simulationFocus().isShown(each))
            sums.push_back(double(flits[columnOf(each)]) / double(std::max<std::int64_t>(1, to - from)));
    return sums;
}

} // namespace nestloom::ui
