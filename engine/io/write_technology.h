// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/technology.h"

#include <string>

namespace nestloom::io {

/// A technology as YAML text, in the form that presets/technologies/ has. parseTechnology(writeTechnology(t)) == t for
/// every t that check() accepts; numbers that a formula stands in place of are left out, and so not kept.
std::string writeTechnology(const hardware::Technology& technology);

} // namespace nestloom::io
