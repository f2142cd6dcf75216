// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <optional>
#include <string>
#include <string_view>

namespace nestloom::explore {

/// Why an engine cannot work with an accelerator, and the smallest change after which it can.
struct Obstacle {
    std::string why;    // one sentence
    std::string change; // what the variant has: "8 NPUs of 128 MAC units"; empty = no small change will do
    hardware::Accelerator variant{};
};

/// Nothing = it can: engines of single layers but "flexer" take every accelerator, as do those of memory plans.
/// A variant keeps the number of MAC units. The energies of nodes that it states are those of kapla-4x4, by bit and by
/// node; its notes say so.
std::optional<Obstacle> obstacle(std::string_view engine, const hardware::Accelerator& accelerator);

/// What the nodes of an accelerator that describes none may have: energies as in kapla-4x4.
hardware::NodeArray assumedNodes(const hardware::Accelerator& accelerator);

/// The largest buffer that all PEs share: one instance, a capacity. Else the largest on chip. Nothing = there is none.
std::optional<BufferLevelId> sharedBuffer(const hardware::Accelerator& accelerator);

} // namespace nestloom::explore
