// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/read_network.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// A size of a network that is built, with what it may be.
struct NetworkSize {
    std::string key; // "image", "tokens", "context" or "batch"
    std::int64_t value = 0, least = 0, most = 0, step = 1;
    friend bool operator==(const NetworkSize&, const NetworkSize&) = default;
};

/// The sizes that may be chosen of the network whose builder the text names, as it has them; none of any other text,
/// and of one that cannot be read. Builds the network: milliseconds.
std::vector<NetworkSize> networkSizes(std::string_view yaml);

/// The same network as text with these sizes, under the name that parseNetwork() gives it. Fails as that does.
Result<std::string> withSizes(std::string_view yaml, const NetworkSizes& sizes);

} // namespace nestloom::io
