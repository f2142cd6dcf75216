// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/workbench/field_spec.h"

namespace nestloom::ui {

/// What can be edited of the buffer level at place `at`, outermost level 0. `session` must outlive the fields.
FieldGroup levelFields(const hardware::Accelerator& accelerator, std::size_t at, const Session& session);

} // namespace nestloom::ui
