// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/workload/network.h"

#include <nlohmann/json_fwd.hpp>

namespace nestloom::cli {

/// The layers of a network with their bounds, as the imports print them.
nlohmann::ordered_json layersJson(const workload::Network& network);

} // namespace nestloom::cli
