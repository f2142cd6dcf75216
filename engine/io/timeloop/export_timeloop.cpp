// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/export_timeloop.h"

#include "engine/io/timeloop/write_parts.h"

#include <algorithm>

namespace nestloom::io {

namespace {

/// Parts that keep nothing have no temporal loops there.
bool isOfTimeloop(const hardware::Accelerator& accelerator, const std::string& constraint)
{
    return std::any_of(accelerator.levels.begin(), accelerator.levels.end(), [&](const hardware::BufferLevel& level) {
        return level.keeps.empty() && constraint == level.name + ": no temporal";
    });
}

void writeMachine(const hardware::Accelerator& accelerator, const mapping::LayerMapping* mapping,
                  const std::vector<hardware::Fanout>& fanouts, TimeloopFiles& files)
{
    files.architecture = timeloop::writeArchitecture(accelerator, mapping, fanouts, files.remarks);
    files.energies = timeloop::writeEnergies(accelerator);
    if (!accelerator.interconnect.below.empty())
        files.remarks.push_back("the network on chip below " + accelerator.interconnect.below + " is left out");
    if (!accelerator.area.isEmpty())
        files.remarks.push_back("the areas are left out");
    for (const std::string& constraint : accelerator.constraints)
        if (!isOfTimeloop(accelerator, constraint))
            files.remarks.push_back("the constraint '" + constraint + "' is left out");
}

} // namespace

Result<TimeloopFiles> exportTimeloop(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                     const mapping::LayerMapping& mapping)
{
    TimeloopFiles files;
    std::vector<hardware::Fanout> fanouts;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        fanouts.push_back(level.fanout);
        if (timeloop::spatialOrder(mapping.levels[i].spatial, level.fanout.isPlane()))
            continue;
        fanouts.back() = {level.fanout.count(), 1};
        files.remarks.push_back(
            "level " + level.name + ": its " + std::to_string(level.fanout.columns) + " x "
            + std::to_string(level.fanout.rows) + " children are exported as one row of "
            + std::to_string(level.fanout.count())
            + ", because a dimension runs over columns and rows; a mapping of Timeloop names each dimension once");
    }
    auto written = timeloop::writeMapping(accelerator, layer, mapping, fanouts, files.remarks);
    if (!written)
        return written.error();
    files.mapping = *std::move(written);
    writeMachine(accelerator, &mapping, fanouts, files);
    files.problem = timeloop::writeProblem(layer);
    return files;
}

TimeloopFiles exportTimeloop(const hardware::Accelerator& accelerator)
{
    TimeloopFiles files;
    std::vector<hardware::Fanout> fanouts;
    for (const hardware::BufferLevel& level : accelerator.levels)
        fanouts.push_back(level.fanout);
    writeMachine(accelerator, nullptr, fanouts, files);
    return files;
}

} // namespace nestloom::io
