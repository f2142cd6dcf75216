// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/sweep_events.h"

#include <memory>
#include <utility>

namespace nestloom::memory {

/// Buffers by event, for packings that straight cuts make, see straight_cuts.h. Events count as in SweepEvents; after
/// them comes the end.
struct CutEvents {
    explicit CutEvents(const std::vector<Buffer>& all);

    const std::vector<Buffer>& buffers;
    SweepEvents sweep;
    std::vector<std::uint32_t> end; // by buffer: the event at which it ends
    std::vector<std::uint64_t> twin; // by buffer: twinOf()

    std::uint32_t count() const { return std::uint32_t(sweep.events.size()); }
    std::int64_t size(std::uint32_t buffer) const { return buffers[buffer].size.count; }
    const Items& arriving(std::uint32_t event) const { return sweep.events[event].arriving; }
    /// Does nothing stay in use over the event?
    bool isSeam(std::uint32_t event) const;
};

/// Room that buffers that begin at `event` share; which ones is not decided for the `size` that is left.
struct CutSlot {
    std::uint32_t event = 0;
    std::int64_t size = 0; // B
    std::uint32_t exchange = 0; // that made it
};

/// The buffers of an event that are in no slot yet, bit i for arriving(event)[i].
struct CutWaiting {
    std::uint32_t event = 0;
    std::uint64_t items = 0;
};

/// How a state came about: the buffers that left at an exchange, or one that came for them.
struct CutStep {
    std::shared_ptr<const CutStep> before;
    std::uint32_t exchange = 0;
    bool leave = false;
    Items buffers;
};

/// The buffers in use at one step as a tree of piles. A pile is a part of the memory; in which order its members lie is
/// left open. In preorder: kOpen, members, kClose; a member is a buffer (0 ...), a slot, or a pile.
struct CutState {
    static constexpr std::int16_t kOpen = -1, kClose = -2, kSlots = -10; // slot i is kSlots - i

    std::vector<std::int16_t> tree;
    std::vector<CutSlot> openSlots;
    std::vector<CutWaiting> waiting;
    std::shared_ptr<const CutStep> steps;
    std::uint32_t exchanges = 0; // so far
    double worth = 0;            // these two by CutWorth
    std::uint64_t fingerprint = 0;

    static bool isBuffer(std::int16_t token) { return token >= 0; }
    static bool isSlot(std::int16_t token) { return token <= kSlots; }
    const CutSlot& slotOf(std::int16_t token) const { return openSlots[std::size_t(kSlots - token)]; }

    /// Nothing but these buffers, in one pile.
    void begin(const Items& buffers);
    /// Gives the buffer a place in the slot.
    void fill(std::int16_t slot, std::uint32_t buffer, std::int64_t size);
    /// Slots that are full no longer count.
    void forgetFullSlots();
};

/// A part of the tree.
struct CutNode {
    std::int16_t token = 0;
    int parent = -1;       // of the root
    std::int64_t size = 0; // B
    std::uint32_t end = 0; // the event at which all of it ends; kNever: at several, or not known
    std::size_t at = 0, tokens = 0;

    static constexpr std::uint32_t kNever = 0xFFFFFFFF;
};

/// All parts, the root first, each before its members.
std::vector<CutNode> cutNodes(const CutEvents& events, const CutState& state);

} // namespace nestloom::memory
