// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/io/accelforge/component.h"

namespace nestloom::io::accelforge {

/// Reads `arch` as far as it is digital: memories, compute units and fan-outs of them and of containers.
///   levels     memories; a second fan-out in a row is a level that keeps nothing and has no temporal loops
///   keeps      all that a memory must and may keep; where it may choose, the user is asked; main memory keeps all
///   fan-outs   `reuse` is a constraint on the loops that may run there; `may_reuse` is what is multicast
///   energies   of actions, J per bits_per_action, else those of `costs`, else a formula that the user is asked for
///   time       sum over actions = one port, max = one each way; `n_calls / number` = that many actions a second
/// `bits` are those of a value of each tensor. Reports   components that have no counterpart, and every key that is not
/// understood
hardware::Accelerator readArch(const YamlNode& arch, const std::string& name, const PerTensor<std::int64_t>& bits,
                               const CostTable& costs, timeloop::ImportNotes& notes);

} // namespace nestloom::io::accelforge
