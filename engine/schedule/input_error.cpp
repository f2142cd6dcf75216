// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/input_error.h"

#include "engine/cost/nest.h"
#include "engine/workload/network.h"

namespace nestloom::schedule {

std::optional<Error> inputError(const workload::Layer& layer, const hardware::Accelerator& accelerator)
{
    const std::string chip = "accelerator " + accelerator.name;
    if (const auto findings = hardware::check(accelerator); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message, chip + ": " + findings.front().key};
    if (const auto findings = workload::check(layer); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message,
                     "layer " + layer.name + ": " + findings.front().key};
    if (accelerator.levels.size() > cost::kMaxLevels)
        return Error{ErrorCode::Unsupported,
                     "at most " + std::to_string(cost::kMaxLevels) + " levels are supported, the accelerator has "
                         + std::to_string(accelerator.levels.size()),
                     chip};
    return std::nullopt;
}

} // namespace nestloom::schedule
