// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/mapping/why_not.h"

#include <algorithm>
#include <string>

namespace nestloom::tests {

/// The accelerator after one of the changes that are proposed when nothing fits it.
inline hardware::Accelerator changed(hardware::Accelerator accelerator, const mapping::Change& change)
{
    using Kind = mapping::Change::Kind;
    if (change.kind == Kind::DropConstraint)
        std::erase(accelerator.constraints, change.field);
    if (change.kind == Kind::ChangeConstraint)
        std::replace(accelerator.constraints.begin(), accelerator.constraints.end(), change.field, change.to);
    if (change.kind == Kind::DropConstraint || change.kind == Kind::ChangeConstraint)
        return accelerator;
    hardware::BufferLevel& level = accelerator.levels[accelerator.findLevel(change.field)->value];
    if (change.kind == Kind::RaiseCapacity)
        level.capacity = Bytes{std::stoll(change.to)};
    if (change.kind == Kind::WidenFanout)
        level.fanout = {std::stoll(change.to), change.to.find('x') == std::string::npos
                                                   ? 1
                                                   : std::stoll(change.to.substr(change.to.find('x') + 1))};
    for (const TensorRole role : kTensorRoles)
        if (change.kind == Kind::AddBypass && name(role) == change.to)
            level.keeps = level.keeps.without(role);
    return accelerator;
}

} // namespace nestloom::tests
