// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <QString>

namespace nestloom::ui {

/// The limit in a term of the filter, in base units: "5M" cycles, "30mJ" in J, "1mJs" in J s, "70%" as 0.7.
/// Fails   InvalidInput with one sentence that shows how it is written.
Result<double> filterQuantity(const QString& figure, const QString& text);

} // namespace nestloom::ui
