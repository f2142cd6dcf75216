// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"
#include "engine/kapla/machine.h"
#include "engine/kapla/segment.h"

#include <string>
#include <vector>

namespace nestloom::kapla {

/// The nodes that an accelerator describes: level 0 is DRAM at the four corners of the mesh, its fan-out are the nodes;
/// level 1 is the buffer of a node, its fan-out the array of PEs; level 2 the registers of a PE. A word is one element.
/// DRAM has one bandwidth for reads and writes together, the smaller of the two, as nn_dataflow has, unless it has
/// `ports: 2`: then each direction has its own. Tensors that level 1 does not keep may
/// bypass the buffers. Hops, wires, idle energy and sharing come from the section `nodes`; leakage is idle energy, too.
/// Fails   Unsupported, with the level and what would help, when the accelerator is not of this kind.
Result<Machine> machineOf(const hardware::Accelerator& accelerator);

/// What the accelerator states and such nodes do not look at, a sentence each; of one that machineOf() takes.
std::vector<std::string> leftOut(const hardware::Accelerator& accelerator);

/// Which layers may share the machine: up to five vertices, in the ways that the section `nodes` allows. In training
/// layers run one after the other, as in KAPLA's study: their feature maps must go to memory until backward layers read
/// them.
SegmentRules segmentRulesOf(const hardware::Accelerator& accelerator, bool training);

} // namespace nestloom::kapla
