// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/input_error.h"

#include "engine/cost/nest.h"
#include "engine/mapping/constraints.h"
#include "engine/workload/network.h"

namespace nestloom::schedule {

std::optional<Error> inputError(const workload::Layer& layer, const hardware::Accelerator& accelerator)
{
    const std::string chip = "accelerator " + accelerator.name;
    TRY_DO(noFindings(hardware::check(accelerator), chip));
    TRY_DO(noFindings(workload::check(layer), "layer " + layer.name));
    if (accelerator.levels.size() > cost::kMaxLevels)
        return Error{ErrorCode::Unsupported,
                     "at most " + std::to_string(cost::kMaxLevels) + " levels are supported, the accelerator has "
                         + std::to_string(accelerator.levels.size()),
                     chip};
    TRY_DO(mapping::parseConstraints(accelerator, accelerator.constraints));
    return std::nullopt;
}

std::optional<Error> refusesConstraints(const std::string& engine, const hardware::Accelerator& accelerator,
                                        const std::vector<std::string>& constraints)
{
    for (const auto* lines : {&accelerator.constraints, &constraints})
        for (const std::string& line : *lines)
            if (!mapping::isBlankConstraint(line))
                return Error{ErrorCode::Unsupported,
                             "engine " + engine + " decides no loop nests and cannot keep '" + line
                                 + "'; take another engine, or leave the constraints out",
                             "accelerator " + accelerator.name};
    return std::nullopt;
}

} // namespace nestloom::schedule
