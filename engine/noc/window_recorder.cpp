// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/window_recorder.h"

#include <algorithm>

namespace nestloom::noc {

namespace {

void addTo(LinkCount& sum, const LinkCount& part)
{
    sum.flits += part.flits;
    sum.blocked += part.blocked;
}

void addTo(RouterCount& sum, const RouterCount& part)
{
    sum.occupancy += part.occupancy;
    sum.headersWait += part.headersWait;
    sum.mostFlits = std::max(sum.mostFlits, part.mostFlits);
}

void addTo(EndpointCount& sum, const EndpointCount& part)
{
    sum.busy += part.busy;
    sum.sending += part.sending;
}

void addTo(ClassCount& sum, const ClassCount& part)
{
    for (std::size_t i = 0; i < sum.size(); ++i)
        sum[i] += part[i];
}

/// Row i becomes the sum of rows 2i and 2i+1.
template <typename Count>
void mergeRows(std::vector<Count>& rows, std::size_t columns)
{
    const std::size_t pairs = rows.size() / columns / 2;
    for (std::size_t pair = 0; pair < pairs; ++pair)
        for (std::size_t column = 0; column < columns; ++column) {
            Count sum = rows[2 * pair * columns + column];
            addTo(sum, rows[(2 * pair + 1) * columns + column]);
            rows[pair * columns + column] = sum;
        }
    rows.resize(pairs * columns);
}

template <typename Count>
std::vector<Count> sumOfRows(const std::vector<Count>& rows, std::size_t columns)
{
    std::vector<Count> sums(columns);
    for (std::size_t i = 0; i < rows.size(); ++i)
        addTo(sums[i % columns], rows[i]);
    return sums;
}

} // namespace

WindowRecorder::WindowRecorder(const Grid& grid, Cycle firstCycle, bool windows, bool classes)
    : m_linkCount(grid.linkCount()), m_routerCount(grid.routerCount()), m_endpointCount(grid.endpointCount()),
      m_countClasses(classes)
{
    m_windows.firstCycle = firstCycle;
    if (!windows)
        m_windows.width = kNever;
    addWindow();
}

void WindowRecorder::openWindows(Cycle now)
{
    while (now >= m_end) {
        if (m_windows.windows == WindowCounters::kMaxWindows)
            mergePairs();
        addWindow();
    }
}

void WindowRecorder::addWindow()
{
    const std::size_t count = ++m_windows.windows;
    m_windows.links.resize(count * m_linkCount);
    m_windows.routers.resize(count * m_routerCount);
    m_windows.endpoints.resize(count * m_endpointCount);
    m_links = m_windows.links.data() + (count - 1) * m_linkCount;
    m_routers = m_windows.routers.data() + (count - 1) * m_routerCount;
    if (m_countClasses) {
        m_windows.classes.resize(count * m_linkCount);
        m_classes = m_windows.classes.data() + (count - 1) * m_linkCount;
    }
    m_end = m_windows.width == kNever ? kNever : m_windows.firstCycle + Cycle(count) * m_windows.width;
}

void WindowRecorder::mergePairs()
{
    mergeRows(m_windows.links, m_linkCount);
    mergeRows(m_windows.routers, m_routerCount);
    mergeRows(m_windows.endpoints, m_endpointCount);
    if (m_countClasses)
        mergeRows(m_windows.classes, m_linkCount);
    m_windows.windows /= 2;
    m_windows.width *= 2;
}

template <typename Add>
void WindowRecorder::forEachWindow(Cycle from, Cycle to, Add add)
{
    const Cycle begin = m_windows.firstCycle, width = m_windows.width;
    for (Cycle at = from; at < to;) {
        const Cycle window = width == kNever ? 0 : (at - begin) / width;
        const Cycle end = width == kNever ? to : std::min(to, begin + (window + 1) * width);
        add(std::min(std::size_t(window), m_windows.windows - 1), std::uint32_t(end - at));
        at = end;
    }
}

void WindowRecorder::addBusy(EndpointId endpoint, Cycle from, Cycle to)
{
    forEachWindow(from, to, [&](std::size_t row, std::uint32_t cycles) {
        m_windows.endpoints[row * m_endpointCount + endpoint].busy += cycles;
    });
}

void WindowRecorder::addSending(EndpointId endpoint, Cycle from, Cycle to)
{
    forEachWindow(from, to, [&](std::size_t row, std::uint32_t cycles) {
        m_windows.endpoints[row * m_endpointCount + endpoint].sending += cycles;
    });
}

void WindowRecorder::addBlocked(LinkId link, Cycle from, Cycle to)
{
    forEachWindow(from, to, [&](std::size_t row, std::uint32_t cycles) {
        m_windows.links[row * m_linkCount + link].blocked += cycles;
    });
}

TotalCounters WindowRecorder::totals() const
{
    TotalCounters totals;
    totals.links = sumOfRows(m_windows.links, m_linkCount);
    totals.routers = sumOfRows(m_windows.routers, m_routerCount);
    totals.endpoints = sumOfRows(m_windows.endpoints, m_endpointCount);
    return totals;
}

namespace {

/// Adds a share of a window's counts.
void add(RangeRates& sum, const WindowCounters& windows, std::size_t window, double share)
{
    const std::size_t links = sum.links.size(), routers = sum.routers.size();
    for (std::size_t i = 0; i < links; ++i) {
        const LinkCount& count = windows.links[window * links + i];
        sum.links[i].flits += share * count.flits;
        sum.links[i].blocked += share * count.blocked;
    }
    if (!windows.classes.empty())
        for (std::size_t i = 0; i < links; ++i)
            for (std::size_t c = 0; c <= kTrafficClasses; ++c)
                sum.links[i].classes[c] += share * std::max(0, windows.classes[window * links + i][c]);
    for (std::size_t i = 0; i < routers; ++i) {
        const RouterCount& count = windows.routers[window * routers + i];
        sum.routers[i].occupancy += share * double(count.occupancy);
        sum.routers[i].headersWait += share * count.headersWait;
    }
}

void divide(RangeRates& sum)
{
    if (sum.cycles <= 0)
        return;
    for (LinkRate& link : sum.links) {
        link.flits /= sum.cycles;
        link.blocked /= sum.cycles;
        for (double& flits : link.classes)
            flits /= sum.cycles;
    }
    for (RouterRate& router : sum.routers) {
        router.occupancy /= sum.cycles;
        router.headersWait /= sum.cycles;
    }
}

} // namespace

std::pair<Cycle, Cycle> windowCycles(const WindowCounters& windows, std::size_t window, Cycle end)
{
    if (windows.width == kNever)
        return {0, end};
    const Cycle from = Cycle(window) * windows.width;
    return {std::min(from, end), std::min(from + windows.width, end)};
}

std::size_t windowAt(const WindowCounters& windows, Cycle cycle)
{
    if (windows.windows == 0 || windows.width == kNever)
        return 0;
    return std::min(std::size_t(std::max<Cycle>(0, cycle) / windows.width), windows.windows - 1);
}

RangeRates rangeRates(const WindowCounters& windows, std::size_t links, std::size_t routers, Cycle end, Cycle from,
                      Cycle to)
{
    RangeRates rates;
    rates.links.resize(links);
    rates.routers.resize(routers);
    from = std::max<Cycle>(0, from);
    to = std::min(to, end);
    if (from >= to || windows.windows == 0)
        return rates;
    for (std::size_t window = windowAt(windows, from); window < windows.windows; ++window) {
        const auto [begin, stop] = windowCycles(windows, window, end);
        const Cycle inside = std::min(stop, to) - std::max(begin, from);
        if (begin >= to)
            break;
        if (inside <= 0)
            continue;
        rates.cycles += double(inside);
        add(rates, windows, window, double(inside) / double(stop - begin));
    }
    divide(rates);
    return rates;
}

} // namespace nestloom::noc
