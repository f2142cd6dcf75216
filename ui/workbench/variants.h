// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/accelerator.h"

namespace nestloom::ui {

class Workbench;

/// Lists an accelerator that was made from the one in view, under a free name like its own, and opens it in the editor.
/// Returns false, and tells why, when it cannot be read.
bool addVariant(Workbench& workbench, hardware::Accelerator variant);

} // namespace nestloom::ui
