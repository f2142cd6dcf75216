// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/parts/loop_nest_view.h"
#include "ui/workbench/mapping_draft.h"

#include <functional>

namespace nestloom::ui {

/// Adds what can be done with a loop: for each of its factors and for the whole the places it could go to, each with
/// what that would do to cycles and energy.
void addMoves(QMenu& menu, const MappingDraft& draft, LoopRef loop, std::function<void(const LoopMove&)> move);

/// Adds which tensors a level keeps, to be switched.
void addKeeps(QMenu& menu, const MappingDraft& draft, std::size_t level, std::function<void(TensorRole, bool)> keep);

} // namespace nestloom::ui
