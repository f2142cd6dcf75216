// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/read_levels.h"

namespace nestloom::io::timeloop {

/// A mapping of `layer` on the machine. What it says of tensors also settles what levels keep of which the architecture
/// says nothing; both are told.
/// Reports   unknown targets and dimensions, loops of fan-outs that have no place, and factors with a remainder;
///           mapping::verify judges the rest
mapping::LayerMapping readMapping(const YamlNode& list, const std::string& path, const ProblemShape& shape,
                                  const workload::Layer& layer, const KeepRules& rules, Machine& machine,
                                  ImportNotes& notes);

} // namespace nestloom::io::timeloop
