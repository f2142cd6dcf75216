// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <optional>

namespace nestloom::schedule {

/// Why an engine that maps one layer cannot be asked: the first finding of check(accelerator) or check(layer), as
/// InvalidInput, more levels than the cost model takes, as Unsupported, or a constraint of the accelerator that cannot
/// be read, as InvalidInput. Nothing = it can.
std::optional<Error> inputError(const workload::Layer& layer, const hardware::Accelerator& accelerator);

/// Why an engine that decides no loop nests cannot be asked: the first constraint on mappings of the accelerator or of
/// the run, as Unsupported. Nothing = there is none.
std::optional<Error> refusesConstraints(const std::string& engine, const hardware::Accelerator& accelerator,
                                        const std::vector<std::string>& constraints = {});

} // namespace nestloom::schedule
