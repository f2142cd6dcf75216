// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/cut_state.h"

namespace nestloom::memory {

/// How many ways to go on a state leaves, estimated: the ln of it, and a fingerprint that states have in common which
/// differ by interchangeable buffers or by the order in piles only. At an event every pile needs an exchange of its own
/// for what ends there; k buffers that begin go into g exchanges in g^k ways, of which those are left whose sums match,
/// which are taken to be normally distributed.
class CutWorth {
public:
    explicit CutWorth(const CutEvents& events);

    /// From now on buffers up to this event have begun.
    void goTo(std::uint32_t event);
    /// Sets both of the state. Another `salt` and more `noise` rank states otherwise.
    void rate(CutState& state, double noise, std::uint64_t salt);

private:
    struct Part {
        std::uint64_t print = 0;
        std::uint32_t end = CutNode::kNever;
    };
    struct Sums {
        double count = 0, squares = 0; // of the buffers that begin, and of their sizes
    };

    Part scan(const CutState& state, std::size_t& at);
    void countExchanges(std::size_t firstEnd);
    double waitingWays(const CutState& state);
    double futureWays();
    double ways(std::uint32_t event, std::size_t exchanges, std::size_t unknown) const;

    const CutEvents& m_events;
    std::uint32_t m_now = 0;                // the next event
    std::vector<Sums> m_sums;               // by event
    std::vector<std::vector<float>> m_ways; // by event: [exchanges known * (leaving + 1) + buffers not known]
    std::vector<std::size_t> m_unstarted;   // by event: buffers that end there and have not begun
    std::vector<std::size_t> m_exchanges, m_waiting, m_slots; // by event, of one state
    std::vector<std::uint32_t> m_touched, m_ends;             // events with any of these; of members of piles
    std::vector<CutSlot> m_slotted;
};

} // namespace nestloom::memory
