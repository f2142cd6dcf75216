// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/technology.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace nestloom::io {

/// Reads a table of energies from our YAML (presets/README.md) and checks it. Errors as in read_accelerator.h.
Result<hardware::Technology> readTechnology(const std::filesystem::path& path);
Result<hardware::Technology> parseTechnology(std::string_view yaml, const std::string& fileName);

} // namespace nestloom::io
