// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/io/yaml_reader.h"

#include <filesystem>
#include <string>
#include <vector>

namespace nestloom::io {

/// The key `constraints` of an accelerator: a list of lines, "GlobalBuffer: K = 4", with or without quotes (without
/// them YAML reads a map of one key). Reports lines that are no constraint, or one with a problem on this accelerator,
/// at their own line.
std::vector<std::string> readConstraintLines(const YamlMap& map, const hardware::Accelerator& accelerator);
std::string writeConstraintLines(const std::vector<std::string>& constraints);

/// A file with one constraint a line; blank lines and comments ("# ...") are left out.
/// Fails   Io, or InvalidInput at FILE:LINE for a line that is no constraint or has a problem on this accelerator.
Result<std::vector<std::string>> readConstraintFile(const std::filesystem::path& path,
                                                    const hardware::Accelerator& accelerator);

} // namespace nestloom::io
