// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/constraints.h"
#include "engine/workload/layer.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::mapping {

/// The smallest change of one field after which a layer has a mapping.
struct Change {
    enum class Kind {
        DropConstraint,   // `field` is its line
        ChangeConstraint, // `field` is its line, `to` the new one
        RaiseCapacity,    // `field` is the level's name, `to` the bytes
        WidenFanout,      // `field` is the level's name, `to` the number of children, or "16 x 12" columns and rows
        AddBypass,        // `field` is the level's name, `to` the tensor
    };
    Kind kind = Kind::DropConstraint;
    std::string field, to;
    std::string text; // "raise the capacity of GlobalBuffer from 4096 B to 12288 B"
    friend bool operator==(const Change&, const Change&) = default;
};

/// A level whose tiles are too large, whatever the mapping.
struct Shortage {
    std::string level;
    PerTensor<Bytes> tiles{}; // of the tensors it keeps, in a mapping that needs least there
    Bytes needed{}, available{};
};

/// Why a layer has no mapping on an accelerator that keeps its constraints.
struct WhyNot {
    bool proven = true; // false: none was found, and whether there is one is not known
    std::vector<std::string>
        constraints; // none of these can be left out of the conflict; empty: the machine is too small without any
    std::vector<Shortage> shortages; // what would fit if this one level were larger
    std::vector<Change> changes;     // each helps by itself, were it not for `besides`; empty: no single one does
    std::vector<WhyNot> besides;     // one more conflict, which the other constraints are in without these
    std::string message;             // one sentence
};

/// Nothing when there is a mapping of the layer's own sizes; one that covers more is not looked for. Finds the conflict
/// by leaving out one constraint after the other, and changes by trying them, each judged by findFeasible(): some
/// milliseconds for each try.
std::optional<WhyNot> whyNot(const hardware::Accelerator& accelerator, const workload::Layer& layer);

} // namespace nestloom::mapping
