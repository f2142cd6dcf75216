// SPDX-License-Identifier: Apache-2.0
#include "engine/records/inputs.h"

namespace nestloom::records {

std::string notCosted(const RunInputs& inputs)
{
    if (inputs.memory)
        return {};
    if (inputs.nodes)
        return schedule::notCosted(schedule::leftOutOfNodes(inputs.network));
    return schedule::operatorSums(inputs.accelerator, inputs.network, inputs.options).leftOut;
}

} // namespace nestloom::records
