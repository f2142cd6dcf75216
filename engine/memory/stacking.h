// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/buffer.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace nestloom::memory {

/// A buffer over sections instead of steps; both ends included.
struct SectionItem {
    std::size_t first = 0, last = 0;
    std::int64_t size = 0; // B
};

/// The steps between two events, at which the same buffers are in use, are one section.
struct Sections {
    std::vector<SectionItem> items; // by buffer
    std::vector<std::size_t> steps; // by section: how many there are
    std::vector<std::int64_t> load; // by section, B
};
Sections sections(const std::vector<Buffer>& buffers);

/// Buffers that are placed one above the other, and where each of those that are left would come: on the highest one
/// placed at its steps. What was placed last is taken away first. Placing costs as much as the buffers that it lifts.
class Stacking {
public:
    Stacking(const Sections& sections, std::int64_t capacity);

    std::size_t count() const { return m_items.size(); }
    const SectionItem& item(std::size_t i) const { return m_items[i]; }
    bool isPlaced(std::size_t i) const { return m_placed[i] != 0; }
    /// Offset of a buffer, B: where it is, or would come.
    std::int64_t offset(std::size_t i) const { return m_offset[i]; }
    /// Bytes of a section's buffers that are left.
    std::int64_t left(std::size_t section) const { return m_left[section]; }
    /// The first of these sections (both included) whose buffers left cannot end within the capacity, if none comes
    /// below `lowest`.
    std::optional<std::size_t> findOverfull(std::size_t first, std::size_t last, std::int64_t lowest) const;

    struct Placed {
        bool covers = false; // some buffer that is left, which cannot come below it any more
        bool cuts = false;   // what is left into independent parts
    };
    Placed place(std::size_t i);
    std::size_t placedCount() const { return m_steps.size(); }
    void takeAwayTo(std::size_t placedCount);

private:
    struct Change {
        std::size_t at = 0;
        std::int64_t before = 0;
    };
    struct Step {
        std::size_t item = 0, offsets = 0, floors = 0; // changes that were made before
    };
    void lift(std::size_t i, std::int64_t to);
    void touch(std::size_t section);
    void settleFloors();

    const std::int64_t m_capacity;
    std::vector<SectionItem> m_items;
    std::vector<std::vector<std::uint32_t>> m_overlapping, m_inSection; // by buffer; by section
    std::vector<char> m_placed;
    std::vector<std::int64_t> m_offset;        // by buffer
    std::vector<std::int64_t> m_left, m_floor; // by section, B; the least offset of those left
    std::vector<std::size_t> m_across;         // by section: buffers left that are in use in the next one, too
    std::vector<std::size_t> m_touched;        // sections whose floor may be higher now
    std::vector<char> m_isTouched;
    std::vector<Step> m_steps;
    std::vector<Change> m_offsetChanges, m_floorChanges;
};

} // namespace nestloom::memory
