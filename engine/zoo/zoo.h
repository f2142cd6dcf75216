// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network.h"
#include "engine/zoo/settings.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::zoo {

/// The names of all networks that can be built, sorted.
std::vector<std::string_view> names();

/// The network with its unfused operator graph; takes a few milliseconds.
/// Fails   InvalidInput for a name that is not known, an element width that is not from 1 to 64 bit, and an image size
///         that the network cannot have (too small for its poolings, or it takes no images).
Result<workload::Network> build(std::string_view name, const Settings& settings = {});

} // namespace nestloom::zoo
