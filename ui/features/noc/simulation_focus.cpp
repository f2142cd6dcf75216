// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/noc/simulation_focus.h"

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr int kFrameMs = 40;
constexpr std::size_t kFrames = 300; // at most, for a whole run: 12 s
} // namespace

std::size_t columnOf(FlitClass flits)
{
    return flits == FlitClass::Headers ? noc::kTrafficClasses : std::size_t(flits);
}

SimulationFocus::SimulationFocus(ShownSimulation& shown, QObject* parent) : QObject(parent), m_shownSimulation(shown)
{
    m_play.setInterval(kFrameMs);
    connect(&m_play, &QTimer::timeout, this, &SimulationFocus::advance);
    connect(&m_shownSimulation, &ShownSimulation::questionChanged, this, [this] {
        play(false);
        m_wholeRun = true;
        m_time.setRange(std::nullopt);
        takeData();
    });
    connect(&m_shownSimulation, &ShownSimulation::dataChanged, this, &SimulationFocus::takeData);
    connect(&m_time, &TimeFocus::rangeChanged, this, &SimulationFocus::refresh);
    connect(&m_time, &TimeFocus::cursorChanged, this, [this] {
        if (m_moving)
            return;
        m_wholeRun = false; // the user points at a time
        refresh();
    });
    takeData();
}

void SimulationFocus::takeData()
{
    m_moving = true; // a cursor that must move with the end is no wish to see a window
    m_time.setEnd(m_shownSimulation.end());
    m_moving = false;
    if (m_link && (!m_shownSimulation.mesh() || !m_shownSimulation.mesh()->hasLink(*m_link)))
        selectLink(std::nullopt);
    findPeaks();
    refresh();
}

SimulationFocus::Span SimulationFocus::span() const
{
    return m_time.range() ? Span::Range : m_wholeRun ? Span::Run : Span::Window;
}

TimeRange SimulationFocus::cycles() const
{
    const noc::WindowCounters* windows = m_shownSimulation.windows();
    const noc::Cycle end = m_shownSimulation.end();
    if (span() == Span::Range)
        return *m_time.range();
    if (span() == Span::Run || windows == nullptr)
        return {0, end};
    const auto [from, to] = noc::windowCycles(*windows, window(), end);
    return {from, to};
}

void SimulationFocus::showWholeRun()
{
    play(false);
    m_wholeRun = true;
    if (m_time.range())
        m_time.setRange(std::nullopt);
    else
        refresh();
}

std::size_t SimulationFocus::windowCount() const
{
    const noc::WindowCounters* windows = m_shownSimulation.windows();
    return windows == nullptr || m_shownSimulation.end() <= 0
               ? 0
               : noc::windowAt(*windows, m_shownSimulation.end() - 1) + 1;
}

std::size_t SimulationFocus::window() const
{
    const noc::WindowCounters* windows = m_shownSimulation.windows();
    return windows == nullptr ? 0 : noc::windowAt(*windows, m_time.cursor());
}

void SimulationFocus::showWindow(std::size_t window)
{
    const noc::WindowCounters* windows = m_shownSimulation.windows();
    if (windows == nullptr || windowCount() == 0)
        return;
    window = std::min(window, windowCount() - 1);
    m_wholeRun = false;
    m_moving = true;
    const auto [from, to] = noc::windowCycles(*windows, window, m_shownSimulation.end());
    m_time.setCursor(from + (to - from) / 2);
    m_moving = false;
    if (m_time.range())
        m_time.setRange(std::nullopt);
    else
        refresh();
}

void SimulationFocus::step(int windows)
{
    play(false);
    showWindow(std::size_t(std::max<std::int64_t>(0, std::int64_t(window()) + windows)));
}

void SimulationFocus::play(bool on)
{
    if (on == m_play.isActive() || (on && windowCount() == 0))
        return;
    if (on) {
        if (window() + 1 >= windowCount())
            showWindow(0);
        else
            showWindow(window());
        m_play.start();
    } else {
        m_play.stop();
    }
    Q_EMIT playingChanged();
}

void SimulationFocus::advance()
{
    const std::size_t stride = std::max<std::size_t>(1, windowCount() / kFrames);
    if (window() + 1 >= windowCount())
        return play(false);
    showWindow(window() + stride);
}

void SimulationFocus::setShown(FlitClass flits, bool shown)
{
    if (m_shown[std::size_t(flits)] == shown)
        return;
    m_shown[std::size_t(flits)] = shown;
    findPeaks();
    Q_EMIT classesChanged();
    Q_EMIT ratesChanged();
}

bool SimulationFocus::areAllShown() const
{
    return std::ranges::all_of(m_shown, [](bool shown) { return shown; });
}

void SimulationFocus::selectLink(std::optional<noc::LinkId> link)
{
    if (link == m_link)
        return;
    m_link = link;
    Q_EMIT linkChanged();
}

double SimulationFocus::use(const noc::LinkRate& rate) const
{
    if (areAllShown())
        return rate.flits;
    double sum = 0;
    for (const FlitClass flits : kFlitClasses)
        if (isShown(flits))
            sum += rate.classes[columnOf(flits)];
    return sum;
}

const noc::LinkRate& SimulationFocus::rateOf(noc::LinkId link) const
{
    static const noc::LinkRate kNothing;
    if (!m_shownSimulation.mesh() || m_rates.links.empty())
        return kNothing;
    return m_rates.links[noc::gridLinkOf(m_shownSimulation.mesh()->load.mesh, link)];
}

void SimulationFocus::refresh()
{
    m_rates = {};
    if (const noc::WindowCounters* windows = m_shownSimulation.windows()) {
        const noc::Grid grid = noc::gridOf(m_shownSimulation.mesh()->load.mesh);
        const TimeRange range = cycles();
        m_rates = noc::rangeRates(*windows, grid.linkCount(), grid.routerCount(), m_shownSimulation.end(), range.from,
                                  range.to);
    }
    Q_EMIT ratesChanged();
}

/// Whole windows only: the last one may be so short that a few flits fill it.
void SimulationFocus::findPeaks()
{
    m_peaks = {};
    const noc::WindowCounters* windows = m_shownSimulation.windows();
    if (windows == nullptr)
        return;
    const double width = double(std::min(windows->width, std::max<noc::Cycle>(1, m_shownSimulation.end())));
    const std::size_t whole = std::max<std::size_t>(1, windowCount()) - (windowCount() > 1 ? 1 : 0);
    const std::size_t links = windows->links.size() / std::max<std::size_t>(1, windows->windows);
    const std::size_t routers = windows->routers.size() / std::max<std::size_t>(1, windows->windows);
    const bool all = areAllShown() || windows->classes.empty();
    for (std::size_t i = 0; i < whole * links; ++i) {
        double flits = all ? windows->links[i].flits : 0;
        if (!all)
            for (const FlitClass each : kFlitClasses)
                flits += isShown(each) ? windows->classes[i][columnOf(each)] : 0;
        m_peaks.use = std::max(m_peaks.use, flits / width);
    }
    for (std::size_t i = 0; i < whole * routers; ++i) {
        m_peaks.occupancy = std::max(m_peaks.occupancy, double(windows->routers[i].occupancy) / width);
        m_peaks.headersWait = std::max(m_peaks.headersWait, windows->routers[i].headersWait / width);
    }
}

} // namespace nestloom::ui
