// SPDX-License-Identifier: Apache-2.0
#include "engine/memory/straight_cuts.h"

#include "engine/base/rng.h"
#include "engine/memory/beam.h"
#include "engine/memory/cut_addresses.h"
#include "engine/memory/cut_moves.h"
#include "engine/memory/cut_worth.h"

#include <algorithm>
#include <iterator>

namespace nestloom::memory {

namespace {

constexpr std::size_t kMostArriving = 63; // at one event
constexpr std::size_t kTogether = 100;    // states that are moved from at a time; their moves compete
constexpr std::size_t kNarrowest = 500;

struct CutShape {
    std::size_t width = 0;
    double noise = 0;
};
/// The first ones look, later ones differ by chance.
CutShape shapeOf(std::int64_t attempt)
{
    return {kNarrowest * std::size_t(luby(attempt + 1)) * (attempt > 0 ? 4 : 1), attempt < 3 ? 0.0 : 1.0};
}

/// One attempt.
class CutSweep {
public:
    CutSweep(const std::vector<Buffer>& buffers, const CutShape& shape, std::int64_t limit, const RunControl& control,
             std::uint64_t salt)
        : m_events(buffers), m_moves(m_events), m_worth(m_events), m_shape(shape), m_limit(limit), m_control(control),
          m_salt(salt)
    {
    }

    SweepSearchResult run()
    {
        std::vector<CutState> states(1);
        states.front().begin(m_events.sweep.first);
        for (std::uint32_t event = 0; event <= m_events.count() && !states.empty(); ++event)
            states = pass(std::move(states), event);
        SweepSearchResult result;
        result.nodes = m_nodes;
        if (states.empty() && !m_hasDropped && !isOver())
            result.nodes = m_limit; // another attempt would end just there
        if (!states.empty())
            result.offsets = cutAddresses(m_events, states.front());
        return result;
    }

private:
    bool isOver() const { return m_nodes >= m_limit || m_control.stop.stop_requested(); }

    /// What comes of the states at the event; nothing at a dead end.
    std::vector<CutState> pass(std::vector<CutState> states, std::uint32_t event)
    {
        const bool atEnd = event == m_events.count();
        const bool seam = !atEnd && m_events.isSeam(event);
        if (!atEnd && !seam && m_events.arriving(event).size() > kMostArriving)
            return {};
        m_worth.goTo(event);
        if (!atEnd)
            m_moves.begin(event);
        if (!atEnd && !seam)
            for (CutState& state : states)
                state.waiting.push_back({event, (std::uint64_t{1} << m_events.arriving(event).size()) - 1});
        std::vector<CutState> done;
        for (auto from = states.begin(); from != states.end();) {
            const auto to = from + std::min<std::ptrdiff_t>(kTogether, states.end() - from);
            finish({std::make_move_iterator(from), std::make_move_iterator(to)}, event, done);
            from = to;
            if (isOver())
                return {};
        }
        keep(done, seam ? 1 : m_shape.width);
        for (CutState& state : done)
            seam ? restart(state, event) : state.forgetFullSlots();
        return done;
    }

    /// Moves until nothing is left to do at the event.
    void finish(std::vector<CutState> states, std::uint32_t event, std::vector<CutState>& done)
    {
        std::vector<CutState> next, moved;
        for (; !states.empty() && !isOver(); states = std::exchange(next, {})) {
            for (CutState& state : states) {
                ++m_nodes;
                moved.clear();
                if (!m_moves.expand(state, event, moved)) {
                    done.push_back(std::move(state));
                    continue;
                }
                for (CutState& after : moved)
                    m_worth.rate(after, m_shape.noise, m_salt);
                std::move(moved.begin(), moved.end(), std::back_inserter(next));
                keepFew(next);
                if (isOver())
                    return;
            }
            keep(next, m_shape.width);
        }
        keepFew(done);
    }

    void keepFew(std::vector<CutState>& states)
    {
        if (states.size() > 4 * m_shape.width)
            keep(states, m_shape.width);
    }

    /// Whatever comes through to a seam is as good as the rest: nothing is lost there.
    void keep(std::vector<CutState>& states, std::size_t width)
    {
        keepBest(states, states.size());
        m_hasDropped = m_hasDropped || (states.size() > width && width > 1);
        states.resize(std::min(states.size(), width));
    }

    /// After a step over which nothing stays in use all begins anew.
    void restart(CutState& state, std::uint32_t event)
    {
        Items left;
        for (const std::int16_t token : state.tree)
            if (CutState::isBuffer(token))
                left.push_back(std::uint32_t(token));
        const auto gone = std::make_shared<CutStep>(CutStep{state.steps, state.exchanges, true, std::move(left)});
        state.steps = std::make_shared<CutStep>(CutStep{gone, state.exchanges++, false, m_events.arriving(event)});
        state.begin(m_events.arriving(event));
    }

    const CutEvents m_events;
    CutMoves m_moves;
    CutWorth m_worth;
    const CutShape m_shape;
    const std::int64_t m_limit;
    const RunControl& m_control;
    const std::uint64_t m_salt;
    std::int64_t m_nodes = 0;
    bool m_hasDropped = false; // any state for others
};

} // namespace

SweepSearchResult searchStraightCuts(const std::vector<Buffer>& buffers, Bytes capacity, std::int64_t nodes,
                                     const RunControl& control)
{
    Rng rng(control.seed);
    const auto attempt = [&](const std::vector<Buffer>& all, std::int64_t number, std::int64_t limit) {
        return CutSweep(all, shapeOf(number), limit, control, rng.next()).run();
    };
    return attemptSweeps(buffers, capacity, nodes, control, attempt);
}

} // namespace nestloom::memory
