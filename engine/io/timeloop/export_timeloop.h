// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <string>
#include <vector>

namespace nestloom::io {

/// Files of Timeloop v0.4, as its front end takes them; the file of the problem is to be called problem.yaml, since
/// only the name of its shape tells the layer. importTimeloop() of all four gives the same levels, layer and mapping
/// back, and the same figures in Timeloop compatibility mode, up to what `remarks` say.
struct TimeloopFiles {
    std::string architecture, problem, mapping; // YAML
    std::string energies;                       // an energy reference table: pJ of one access of a block
    std::vector<std::string> remarks;           // what Timeloop cannot say, one sentence each
};

/// Exports an accelerator with a layer and its mapping. Output channels are called M, as v0.4 does.
/// A level has one width of words in Timeloop: the widest of the tensors that it keeps. A fan-out is a mesh of columns
/// and rows, but a single row when a dimension runs over both. A mapping that covers more than the layer is exported
/// with a problem of all that it covers, and a remark.
/// Fails   InvalidInput for mappings that loop over a dimension at a level twice, with others between: Timeloop has one
///         loop for each dimension and level
Result<TimeloopFiles> exportTimeloop(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const mapping::LayerMapping& mapping);

/// The architecture and its energies alone; `problem` and `mapping` stay empty.
TimeloopFiles exportTimeloop(const hardware::Accelerator& accelerator);

} // namespace nestloom::io
