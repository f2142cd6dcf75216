// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/counters.h"
#include "engine/noc/mesh.h"

#include <array>
#include <vector>

namespace nestloom::noc {

/// Keeps WindowCounters while a run goes on. The rows of the current window are handed out as plain pointers, which
/// stay valid until the next enter().
class WindowRecorder {
public:
    /// Without `windows` everything is counted in one, however long the run. `classes`: flits by class as well.
    WindowRecorder(const Grid& grid, Cycle firstCycle, bool windows, bool classes = false);

    /// Whether the current window ends before a cycle.
    bool isOver(Cycle now) const { return now >= m_end; }
    /// To be called with the cycle that is simulated next, never with an earlier one.
    void enter(Cycle now)
    {
        if (isOver(now))
            openWindows(now);
    }

    LinkCount* links() { return m_links; }
    RouterCount* routers() { return m_routers; }
    ClassCount* classes() { return m_classes; } // of the links; null unless they are counted
    /// Adds the cycles from..to-1, which may lie in the past.
    void addBusy(EndpointId endpoint, Cycle from, Cycle to);
    void addSending(EndpointId endpoint, Cycle from, Cycle to);
    void addBlocked(LinkId link, Cycle from, Cycle to);

    const WindowCounters& windows() const { return m_windows; }
    WindowCounters takeWindows() { return std::move(m_windows); }
    TotalCounters totals() const; // without linkClasses and multicastFlits

private:
    void openWindows(Cycle now);
    void addWindow();
    void mergePairs();
    template <typename Add>
    void forEachWindow(Cycle from, Cycle to, Add add); // add(row, cycles)

    std::size_t m_linkCount, m_routerCount, m_endpointCount;
    WindowCounters m_windows;
    Cycle m_end = 0; // of the current window
    LinkCount* m_links = nullptr;
    RouterCount* m_routers = nullptr;
    ClassCount* m_classes = nullptr;
    bool m_countClasses = false;
};

/// The mean over some cycles: what happened on a link, per cycle.
struct LinkRate {
    double flits = 0;                                  // 0 to 1, the share of what the link can carry
    double blocked = 0;                                // share of cycles
    std::array<double, kTrafficClasses + 1> classes{}; // flits by class, header flits last; 0 unless they were counted
};

struct RouterRate {
    double occupancy = 0;   // flits in its buffers
    double headersWait = 0; // input ports with a header that got no output
};

/// What happened from one cycle to another, seen through windows: of a window that is partly in, its share.
struct RangeRates {
    double cycles = 0; // that the rates are about
    std::vector<LinkRate> links;
    std::vector<RouterRate> routers;
};

/// Rates over the cycles [from, to), counted as the run's cycles are; `end`: cycles of the run, which end in the last
/// window. Nothing without windows in the range: all rates are 0.
RangeRates rangeRates(const WindowCounters& windows, std::size_t links, std::size_t routers, Cycle end, Cycle from,
                      Cycle to);

/// One window whole: the cycles that it stands for, [first, second), cut off at `end`.
std::pair<Cycle, Cycle> windowCycles(const WindowCounters& windows, std::size_t window, Cycle end);
/// The window that a cycle of the run lies in; the last one for later cycles.
std::size_t windowAt(const WindowCounters& windows, Cycle cycle);

} // namespace nestloom::noc
