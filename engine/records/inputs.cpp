// SPDX-License-Identifier: Apache-2.0
#include "engine/records/inputs.h"

namespace nestloom::records {

std::string notCosted(const RunInputs& inputs, const std::vector<schedule::LayerResult>& layers)
{
    if (inputs.memory)
        return inputs.network.missing;
    if (inputs.nodes) {
        std::string left;
        for (const std::string& what :
             {inputs.network.missing, schedule::notCosted(schedule::leftOutOfNodes(inputs.network)),
              std::string(inputs.nodes->training ? "the update of the weights" : "")})
            left += (left.empty() || what.empty() ? "" : ", ") + what;
        return left;
    }
    return schedule::operatorSums(inputs.accelerator, inputs.network, inputs.options, layers).leftOut;
}

} // namespace nestloom::records
