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

/// A technology as YAML text, in the form that presets/technologies/ has. parseTechnology(writeTechnology(t)) == t for
/// every t that check() accepts; numbers that a formula stands in place of are left out, and so not kept.
std::string writeTechnology(const hardware::Technology& technology);

} // namespace nestloom::io
