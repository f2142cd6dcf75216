// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/segment_cost.h"

#include <string>
#include <vector>

namespace nestloom::kapla {

/// What is wrong with a schedule, one sentence each; empty = nothing. Shares no code with the engines: sizes, coverage
/// and places are worked out here from the layers, and only the cost is asked of the detailed model once more.
///   layers      every layer once, after the layers it reads from
///   nodes       a layer's parts are as many as its nodes; layers that run at the same time have nodes of their own
///   work        parts of nodes times iterations times what one pass does cover every channel, pixel and image
///   registers   and buffers hold what the mapping puts there
///   passing on  what comes from or goes to other nodes moves once, in parts of the batch that both layers agree on
///   figures     cost and time are those of the detailed model
std::vector<std::string> verify(const Machine& machine, const Network& network, std::int64_t batch,
                                const NetworkSchedule& schedule);

} // namespace nestloom::kapla
