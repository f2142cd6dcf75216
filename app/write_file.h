// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <filesystem>
#include <string_view>

namespace nestloom::app {

/// Writes a file whole or not at all: into a new file beside it, which then takes its name.
/// Fails   Io in one sentence that names the path; what was there before is still there.
Status writeFile(const std::filesystem::path& path, std::string_view content);

/// The whole text of a file of at most 64 MiB. Fails   Io.
Result<std::string> readFile(const std::filesystem::path& path);

} // namespace nestloom::app
