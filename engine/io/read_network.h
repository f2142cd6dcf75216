// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// Sizes of a network that is built, "image", "tokens" or "context", in place of those that its text states; its name
/// says so: "llama_3_8b, tokens 1".
using NetworkSizes = std::map<std::string, std::int64_t>;

/// Reads a network from our YAML (presets/README.md) and checks it: given by its layers, by its operators, or by the
/// name of a builder of engine/zoo, which takes milliseconds. Errors as in read_accelerator.h.
Result<workload::Network> readNetwork(const std::filesystem::path& path);
Result<workload::Network> parseNetwork(std::string_view yaml, const std::string& fileName,
                                       const NetworkSizes& sizes = {});
/// Everything that is wrong with the text; empty when it can be read.
std::vector<Error> networkErrors(std::string_view yaml, const std::string& fileName);

/// Does the text name a builder? What that builds may change with the program: keep writeNetwork() of the result.
bool namesBuilder(std::string_view yaml);

/// The same as YAML text, with the operators where there is a graph; parseNetwork(writeNetwork(n)) == n for a network
/// whose graph has its name, and tensors of different names in the order in which operators make them.
std::string writeNetwork(const workload::Network& network);

} // namespace nestloom::io
