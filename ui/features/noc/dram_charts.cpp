// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/dram_charts.h"

#include "ui/features/noc/simulation_words.h"
#include "ui/style/format.h"

namespace nestloom::ui {

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

std::int64_t DramChart::windowWidth() const { return shown().dram() ? shown().dram()->width : 0; }

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

} // namespace nestloom::ui
