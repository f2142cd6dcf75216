// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/mapping/layer_mapping.h"

#include <string>
#include <vector>

namespace nestloom::io::timeloop {

using Remarks = std::vector<std::string>;

/// A number that reads back bit by bit.
std::string exactNumber(double value);

/// The one width of words that a level has in Timeloop.
Bits wordOf(const hardware::BufferLevel& level);

/// "GlobalBuffer_children": the container of the children of a level, which spatial loops name. A level that keeps
/// nothing is itself one.
std::string fanoutContainer(const hardware::BufferLevel& level);

/// `fanouts[i]` is how the children of level i lie. What a level may keep but `mapping` (may be null) does not is left
/// open: the front end takes no two answers.
std::string writeArchitecture(const hardware::Accelerator& accelerator, const mapping::LayerMapping* mapping,
                              const std::vector<hardware::Fanout>& fanouts, Remarks& remarks);
std::string writeEnergies(const hardware::Accelerator& accelerator);

std::string writeProblem(const workload::Layer& layer);

/// Spatial loops in the order that Timeloop wants: those along X before those along Y, innermost first, one for each
/// dimension. On a row or a column all count as one axis. Nothing when a dimension lies along both axes.
std::optional<std::vector<mapping::Loop>> spatialOrder(const std::vector<mapping::Loop>& spatial, bool isPlane);

/// Fails   as exportTimeloop()
Result<std::string> writeMapping(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                 const mapping::LayerMapping& mapping, const std::vector<hardware::Fanout>& fanouts,
                                 Remarks& remarks);

} // namespace nestloom::io::timeloop
