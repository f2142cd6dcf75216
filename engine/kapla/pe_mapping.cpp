// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/pe_mapping.h"

#include "engine/kapla/row_stationary.h"
#include "engine/kapla/systolic.h"

namespace nestloom::kapla {

std::vector<UnitLoops> peMappings(const Machine& machine, const Share& share)
{
    return machine.mapping == PeMapping::Systolic ? systolic(share, machine.array, machine.bufferWords)
                                                  : rowStationary(share, machine.array);
}

} // namespace nestloom::kapla
