// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/report/document.h"
#include "engine/explore/front.h"
#include "engine/records/sweep.h"

namespace nestloom::report {

/// The figures of a sweep's points as tables have them: "cycles", "EDP", "off chip"; without the area.
std::vector<explore::Objective> tableFigures(const explore::SweepInputs& inputs);
std::string figureTitle(explore::Objective figure);
std::string figureText(explore::Objective figure, const explore::PointResult& result); // "-" without one
/// What decides the results besides design space and networks, as JSON.
std::string optionsText(const explore::SweepInputs& inputs);

/// What of a network of the sweep its points' cycles and energy leave out; a clause, empty = nothing.
std::string notCosted(const explore::SweepInputs& inputs, const workload::Network& network);

/// Which points there are besides the axes: links, conditions, a sample; a line each.
std::vector<std::string> choicesOf(const explore::DesignSpace& space);

/// "cycles, up to 3.20 times apart: levels.DRAM.read_bandwidth 84 %, levels.GlobalBuffer.capacity 3 %, several fields
/// together 13 %"; empty where nothing can be said (explore::sensitivity()).
std::string sensitivityText(const explore::SweepInputs& inputs, const std::vector<explore::PointResult>& results,
                            std::size_t network, explore::Objective figure);

/// A sweep: its axes, per network the Pareto figure and the table of the front, the best point for each objective, the
/// points that could not be built or mapped with their reasons, and the inputs verbatim. Points that are not there were
/// not begun or not finished.
/// `wanted`  the figures of the front, without any explore::picturedObjectives(), and its limits; nothing else of it.
Document sweepReport(const records::SweepRecord& sweep, const explore::FrontSearch& wanted = {});

} // namespace nestloom::report
