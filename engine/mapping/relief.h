// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/edit.h"

#include <optional>
#include <string>

namespace nestloom::mapping {

/// One factor moved, after which a mapping keeps all rules.
struct Relief {
    LoopPlace from;
    std::int64_t factor = 1;
    LoopPlace to;
    EditedMapping edited;
    std::string text; // "move factor 2 of K from GlobalBuffer (spatial) to DRAM"
};

/// The smallest single move that makes a mapping valid that has too large tiles or too many spatial loops, or breaks a
/// constraint: the smallest factor first, then the shortest way outward, then inner loops. Nothing when the mapping is
/// valid, breaks another rule, or when no single move helps.
std::optional<Relief> smallestRelief(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const LayerMapping& mapping);

} // namespace nestloom::mapping
