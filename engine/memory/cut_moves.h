// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/cut_state.h"
#include "engine/memory/slot_fillings.h"

namespace nestloom::memory {

/// What can be done next at one event. First buffers that end there and are in no slot yet get one; then parts that end
/// there give their place to a new slot: any of one pile, with the part that has the fewest partners.
class CutMoves {
public:
    explicit CutMoves(const CutEvents& events);

    /// The slots of the event can be filled from now on; of one event after the other, from the first. At most 63
    /// buffers may arrive.
    void begin(std::uint32_t event);
    /// Adds every state that one move leads to; false when nothing is left to do at the event. Slots that can be filled
    /// in one or two ways only are filled, and states in which they cannot are left out.
    bool expand(const CutState& state, std::uint32_t event, std::vector<CutState>& next) const;

private:
    bool placeWaiting(const CutState& state, std::uint32_t event, std::vector<CutState>& next) const;
    std::optional<std::size_t> partToExchange(const std::vector<CutNode>& nodes, std::uint32_t event) const;
    void exchangesOf(const CutState& state, const std::vector<CutNode>& nodes, std::size_t part, std::uint32_t event,
                     std::vector<CutState>& next) const;
    CutState exchanged(const CutState& state, const std::vector<CutNode>& nodes, const std::vector<std::size_t>& parts,
                       std::uint32_t event) const;
    void settle(CutState&& state, std::uint32_t slotEvent, bool everything, std::vector<CutState>& next) const;

    const CutEvents& m_events;
    std::vector<SlotFillings> m_fillings; // by event
};

} // namespace nestloom::memory
