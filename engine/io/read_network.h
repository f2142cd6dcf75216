// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network.h"

#include <filesystem>
#include <string>
#include <string_view>

namespace nestloom::io {

/// Reads a network from our YAML (presets/networks/ shows the format) and checks it. Errors as in read_accelerator.h.
Result<workload::Network> readNetwork(const std::filesystem::path& path);
Result<workload::Network> parseNetwork(std::string_view yaml, const std::string& fileName);

/// The same as YAML text; parseNetwork(writeNetwork(n)) == n.
std::string writeNetwork(const workload::Network& network);

} // namespace nestloom::io
