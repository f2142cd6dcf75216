// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/json_fields.h"
#include "engine/schedule/flexer/tiled_summary.h"

namespace nestloom::io {

void describe(JsonFields& fields, schedule::flexer::TiledSummary& summary);
void describe(JsonFields& fields, schedule::flexer::FlexerParams& params);

/// How far the schedule is above its bounds, as fractions: for readers of the text; it follows from the summary.
Json headroomJson(const schedule::flexer::FlexerParams& params, const schedule::flexer::TiledSummary& summary);

} // namespace nestloom::io
