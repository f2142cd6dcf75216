// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string>

namespace nestloom::app {

/// Keeps what was imported as a file of the folder, which is made when the first one is; `name` may hold anything.
/// Equal texts of one name are one file. Fails   Io
Result<std::filesystem::path> keepFile(const std::filesystem::path& folder, const std::string& name,
                                       const std::string& extension, const std::string& text);

} // namespace nestloom::app
