// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/explore/accelerator_fields.h"

#include <string>
#include <variant>
#include <vector>

namespace nestloom::explore {

/// What one accelerator says in a field. Missing: it has no such level.
struct Missing {
    friend bool operator==(Missing, Missing) = default;
};
/// Not stated: unbounded, unlimited, an energy that comes from the energy source, or a part that is not described.
struct Unstated {
    friend bool operator==(Unstated, Unstated) = default;
};
using FieldValue = std::variant<Missing, Unstated, double, std::string>;

/// One field across all accelerators.
struct FieldRow {
    std::string path;                  // as in accelerator_fields.h; "levels.GlobalBuffer.keeps"
    std::string level;                 // name of its level; empty for the accelerator as a whole
    std::string key;                   // path without the level: "capacity", "fanout.columns", "mac.width"
    FieldKind kind = FieldKind::Count; // unit of the numbers; keys that begin with "area." are in um2
    bool isDerived = false;            // follows from other fields: MAC units, bytes on chip, instances
    std::vector<FieldValue> values;    // one per accelerator
    /// Has accelerator `i` another value than the first?
    bool differs(std::size_t i) const { return values[i] != values.front(); }
    bool differs() const;
};

/// One buffer level across all accelerators, matched by name.
struct LevelRow {
    std::string name;
    std::vector<std::optional<std::size_t>> positions; // by accelerator; nothing = it has no such level
    std::vector<bool> moved;                           // stands elsewhere among the levels it shares with the first
    bool added(std::size_t i) const { return !positions.front() && positions[i]; }
    bool removed(std::size_t i) const { return positions.front() && !positions[i]; }
};

/// Accelerators side by side; the first is what the others are compared with.
struct AcceleratorDiff {
    std::vector<LevelRow> levels; // outermost first, those of the first accelerator in its order
    std::vector<FieldRow> rows;   // of the whole accelerator, then level by level in the order of `levels`

    /// Differing fields that are not derived, plus levels added, removed or moved, of accelerator `i`.
    std::size_t changes(std::size_t i) const;
};

/// Names, descriptions and notes are no difference: only what can influence a schedule, its cost or the area is
/// looked at.
AcceleratorDiff diff(const std::vector<const hardware::Accelerator*>& accelerators);

} // namespace nestloom::explore
