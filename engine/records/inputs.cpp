// SPDX-License-Identifier: Apache-2.0
#include "engine/records/inputs.h"

namespace nestloom::records {

std::string notCosted(const RunInputs& inputs)
{
    if (inputs.memory)
        return {};
    if (inputs.nodes) {
        const std::string left = schedule::notCosted(schedule::leftOutOfNodes(inputs.network));
        return left + (left.empty() || !inputs.nodes->training ? "" : ", ")
               + (inputs.nodes->training ? "the update of the weights" : "");
    }
    return schedule::operatorSums(inputs.accelerator, inputs.network, inputs.options).leftOut;
}

} // namespace nestloom::records
