// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/noc/counters.h"
#include "engine/noc/grid.h"

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

} // namespace nestloom::noc
