// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"

#include <string>
#include <string_view>

namespace nestloom::io {

/// `written`, a text of the accelerator `before`, as a text of `after`: only what has changed is written anew, so that
/// comments, order, units and what was left out stay as they are; a level that goes takes its comments along. Where
/// that cannot be done (a list in brackets, with comments between its items, gets another length), it is
/// writeAccelerator(after).
std::string rewriteAccelerator(std::string_view written, const hardware::Accelerator& before,
                               const hardware::Accelerator& after);

} // namespace nestloom::io
