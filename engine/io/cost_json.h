// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/cost/layer_cost.h"
#include "engine/io/json_reader.h"

#include <string>

namespace nestloom::io {

/// A cost with its whole breakdown; readCost(toJson(c)) equals c, doubles bit by bit.
Json toJson(const cost::LayerCost& cost);
cost::LayerCost readCost(const Json& json, const std::string& path, JsonErrors& errors);

} // namespace nestloom::io
