// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <string_view>

namespace nestloom::io {

/// A mapping in either form that we write: JSON (result_json.h), told by its first sign, or the indented text of
/// mapping::print(). It is not verified.
/// Fails   as mappingFromJson() and mapping::parse().
Result<mapping::LayerMapping> mappingFromText(const hardware::Accelerator& accelerator, std::string_view text);

} // namespace nestloom::io
