// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <cstdint>

namespace nestloom {

/// An index that cannot be mixed up with another kind of index.
template <typename Tag>
struct Id {
    std::uint32_t value{};
    friend constexpr auto operator<=>(const Id&, const Id&) = default;
};

using LayerId = Id<struct LayerTag>;             // index into Network::layers
using BufferLevelId = Id<struct BufferLevelTag>; // index into Accelerator::levels, 0 = outermost
using VariableId = Id<struct VariableTag>;       // column of a milp::Model
using RowId = Id<struct RowTag>;                 // constraint of a milp::Model

} // namespace nestloom
