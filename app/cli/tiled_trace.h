// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/records/run.h"
#include "engine/trace/trace.h"

namespace nestloom::cli {

/// The tiled schedules of a run's layers one after the other, made again from their recipes and verified again.
/// Fails   InvalidInput when no layer has one; Internal when the verifier refuses one.
Result<trace::Trace> tiledTrace(const records::RunInputs& inputs, const std::vector<schedule::LayerResult>& layers);

} // namespace nestloom::cli
