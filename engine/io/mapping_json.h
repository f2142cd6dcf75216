// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/json_reader.h"
#include "engine/mapping/layer_mapping.h"

#include <optional>
#include <string>
#include <string_view>

namespace nestloom::io {

/// A mapping as a JSON list, see result_json.h for the shape.
Json toJson(const hardware::Accelerator& accelerator, const mapping::LayerMapping& mapping);

/// One level of a mapping with its name, as written by us and by Timeloop's tools ("weights" or "Weights").
struct NamedLevelLoops {
    std::string level;
    mapping::LevelLoops loops;
};
NamedLevelLoops readLevelLoops(const Json& json, const std::string& path, JsonErrors& errors);

/// What to do with spatial loops that name no axis, as files had them once, and cannot be laid out on columns and rows.
enum class Unplaced { Refused, LeftToTheVerifier };

/// Reports a level that the accelerator does not have in this place, and spatial loops of which only some name an axis.
/// Bounds are checked to be at least 1, nothing else: mapping::verify judges the rest.
mapping::LayerMapping readMapping(const hardware::Accelerator& accelerator, const Json& json, const std::string& path,
                                  JsonErrors& errors, Unplaced unplaced = Unplaced::Refused);

/// Of a mapping that somebody wrote: reports keys that readMapping() would not read.
void refuseUnknownKeys(const Json& mapping, const std::string& path, JsonErrors& errors);

/// "weights" and "Weights" -> TensorRole::Weights.
std::optional<TensorRole> tensorRole(std::string_view written);

} // namespace nestloom::io
