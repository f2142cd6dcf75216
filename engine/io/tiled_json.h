// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/json_reader.h"
#include "engine/schedule/flexer/tiled_summary.h"

namespace nestloom::io {

/// The summary of a tiled schedule and the parameters of Flexer as JSON; reading back gives equal values.
Json toJson(const schedule::flexer::TiledSummary& summary);
schedule::flexer::TiledSummary readTiledSummary(const Json& json, const std::string& path, JsonErrors& errors);

/// How far the schedule is above its bounds, as fractions: for readers of the text; it follows from the summary.
Json headroomJson(const schedule::flexer::FlexerParams& params, const schedule::flexer::TiledSummary& summary);

Json toJson(const schedule::flexer::FlexerParams& params);
schedule::flexer::FlexerParams readFlexerParams(const Json& json, const std::string& path, JsonErrors& errors);

} // namespace nestloom::io
