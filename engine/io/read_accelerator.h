// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// Reads an accelerator from our YAML (presets/accelerators/ shows the format) and checks it.
/// `where` of an Error is "file:line: key".
/// Fails   Io for an unreadable file; InvalidInput for wrong YAML, unknown or missing keys (with the nearest known key),
///         numbers without or with unknown units, nesting deeper than 32 levels, files above 16 MiB, and findings of check().
Result<hardware::Accelerator> readAccelerator(const std::filesystem::path& path);
Result<hardware::Accelerator> parseAccelerator(std::string_view yaml, const std::string& fileName);

/// All that is wrong with the text, as far as it can be read; what breaks a rule only when nothing else
/// is.
std::vector<Error> acceleratorErrors(std::string_view yaml, const std::string& fileName);

/// The same as YAML text; parseAccelerator(writeAccelerator(a)) == a.
std::string writeAccelerator(const hardware::Accelerator& accelerator);

} // namespace nestloom::io
