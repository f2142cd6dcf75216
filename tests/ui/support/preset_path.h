// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace nestloom::testing {

/// Of a shipped file: presetPath("networks", "resnet50").
QString presetPath(const char* kind, const char* name);

} // namespace nestloom::testing
