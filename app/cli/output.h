// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>

namespace nestloom::cli {

/// Writes to the file, whole or not at all; an empty path means stdout.
Status writeOutput(const std::string& path, const std::string& text);

/// Says early, before minutes of work, that a file cannot be written: its folder is missing or locked.
Status checkWritable(const std::string& path);

} // namespace nestloom::cli
