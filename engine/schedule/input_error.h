// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <optional>

namespace nestloom::schedule {

/// Why an engine that maps one layer cannot be asked: the first finding of check(accelerator) or check(layer), as
/// InvalidInput, or more levels than the cost model takes, as Unsupported. Nothing = it can.
std::optional<Error> inputError(const workload::Layer& layer, const hardware::Accelerator& accelerator);

} // namespace nestloom::schedule
