// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

#include <vector>

namespace nestloom::ui {

/// One field that two accelerators hold differently.
struct FieldChange {
    QString key;    // "levels[1].capacity"
    QString field;  // "GlobalBuffer, capacity"
    QString before; // "64 KiB"
    QString after;
};

/// What the fields of the form say differently, in their order; empty when the accelerators have different levels.
std::vector<FieldChange> fieldChanges(const hardware::Accelerator& before, const hardware::Accelerator& after,
                                      const Session& session);

/// "GlobalBuffer, capacity 64 KiB → 96 KiB and 2 more"; empty without changes.
QString changeWords(const std::vector<FieldChange>& changes);

} // namespace nestloom::ui
