// SPDX-License-Identifier: Apache-2.0
#include "engine/noc/window_range.h"

#include <algorithm>

namespace nestloom::noc {

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
