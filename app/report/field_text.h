// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/accelerator_fields.h"

#include <string>

namespace nestloom::report {

/// A number of an accelerator with its unit, exactly: "64 KiB", "10 B/cycle", "1,024".
std::string fieldText(explore::FieldKind kind, double value);

} // namespace nestloom::report
