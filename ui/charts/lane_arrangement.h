// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/trace/trace.h"

#include <string>
#include <vector>

namespace nestloom::ui {

/// Which lanes of a trace are shown, and in which order: pinned ones first, hidden ones not at all, thin ones with
/// little room. Lanes are numbered as in the trace.
class LaneArrangement {
public:
    /// What was chosen stays when the next trace has lanes of the same names; else all stand in their order.
    void setLanes(const std::vector<trace::Lane>& lanes);

    const std::vector<std::size_t>& shown() const { return m_shown; } // from the top
    std::size_t pinnedCount() const { return m_pinnedCount; }         // of those shown; they are the first
    std::size_t hiddenCount() const { return m_lanes.size() - m_shown.size(); }
    bool isPinned(std::size_t lane) const { return m_lanes[lane].isPinned; }
    bool isThin(std::size_t lane) const { return m_lanes[lane].isThin; }
    bool isHidden(std::size_t lane) const { return m_lanes[lane].isHidden; }

    void pin(std::size_t lane, bool on);
    void makeThin(std::size_t lane, bool on) { m_lanes[lane].isThin = on; }
    void hide(std::size_t lane); // the last one that is shown stays
    void showAll();
    /// Puts a lane where another one is, which makes room; pinned ones stay among pinned ones, others among others.
    void moveTo(std::size_t lane, std::size_t place);
    /// One place up (-1) or down (1), if there is one.
    void moveBy(std::size_t lane, int step);

private:
    struct Lane {
        std::string name;
        bool isPinned = false, isThin = false, isHidden = false;
    };
    void arrange();

    std::vector<Lane> m_lanes;
    std::vector<std::size_t> m_order; // of all lanes; pinning does not change it
    std::vector<std::size_t> m_shown;
    std::size_t m_pinnedCount = 0;
};

} // namespace nestloom::ui
