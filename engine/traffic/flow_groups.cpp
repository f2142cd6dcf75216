// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/flow_groups.h"

#include <array>
#include <map>
#include <set>
#include <utility>

namespace nestloom::traffic {

namespace {

using enum workload::LoopDimension;

/// Where a tile starts. Weights and outputs have a coordinate per dimension; inputs have rows and columns of pixels in
/// the places of P and Q, to which both the pixel and the tap loops add.
using Start = std::array<std::int64_t, workload::kLoopDimensionCount>;

void step(Start& start, const workload::Layer& layer, TensorRole role, const cost::NestLoop& loop, std::int64_t index)
{
    if (!workload::isRelevant(role, loop.dimension))
        return;
    workload::LoopDimension axis = loop.dimension;
    std::int64_t distance = index * loop.step;
    if (role == TensorRole::Inputs) {
        switch (axis) {
        case P: distance *= layer.strideP; break;
        case Q: distance *= layer.strideQ; break;
        case R:
            distance *= layer.dilationR;
            axis = P;
            break;
        case S:
            distance *= layer.dilationS;
            axis = Q;
            break;
        default: break;
        }
    }
    start[std::size_t(axis)] += distance;
}

bool movesPixels(workload::LoopDimension d) { return d == P || d == Q || d == R || d == S; }

} // namespace

std::vector<cost::NestLoop> loopsOverPes(const cost::Nest& nest, std::size_t mesh)
{
    std::vector<cost::NestLoop> loops;
    for (const hardware::Axis axis : {hardware::Axis::Columns, hardware::Axis::Rows})
        for (const cost::NestLoop& loop : nest.spatial()) // inner to outer
            if (loop.level == mesh && loop.axis == axis)
                loops.push_back(loop);
    return loops;
}

std::vector<std::uint32_t> portsOfPes(const hardware::Fanout& fanout, const cost::Nest& nest, std::size_t mesh)
{
    std::int64_t columns = 1, rows = 1;
    for (const cost::NestLoop& loop : loopsOverPes(nest, mesh))
        (loop.axis == hardware::Axis::Columns || !fanout.isPlane() ? columns : rows) *= loop.bound;
    std::vector<std::uint32_t> ports;
    for (std::int64_t row = 0; row < rows; ++row)
        for (std::int64_t column = 0; column < columns; ++column)
            ports.push_back(std::uint32_t(row * fanout.columns + column));
    return ports;
}

PeGroups groupPes(const workload::Layer& layer, const cost::Nest& nest, TensorRole role, std::size_t mesh,
                  std::size_t inner)
{
    PeGroups result;
    std::set<Start> inside{Start{}}; // where the tiles of one PE start, counted from the first
    const std::vector<cost::NestLoop> across = loopsOverPes(nest, mesh);
    for (const cost::NestLoop& loop : nest.spatial()) { // inner to outer
        const bool apart = !nest.multicast[loop.level].contains(role);
        if (loop.level <= mesh || loop.level >= inner || (!apart && !workload::isRelevant(role, loop.dimension)))
            continue;
        if (apart || role != TensorRole::Inputs || !movesPixels(loop.dimension)) {
            result.tilesPerGroup *= double(loop.bound); // cannot meet a tile of another PE
            continue;
        }
        std::set<Start> wider;
        for (const Start& start : inside)
            for (std::int64_t i = 0; i < loop.bound; ++i) {
                Start next = start;
                step(next, layer, role, loop, i);
                wider.insert(next);
            }
        inside = std::move(wider);
    }

    std::size_t used = 1;
    for (const cost::NestLoop& loop : across)
        used *= std::size_t(loop.bound);
    const bool alone = !nest.multicast[mesh].contains(role);
    std::map<std::pair<Start, std::size_t>, std::vector<std::uint32_t>> groups; // with the PE, where each is alone
    for (std::size_t pe = 0; pe < used; ++pe) {
        Start first{};
        auto rest = std::int64_t(pe);
        for (const cost::NestLoop& loop : across) {
            step(first, layer, role, loop, rest % loop.bound);
            rest /= loop.bound;
        }
        for (const Start& offset : inside) {
            Start start = first;
            for (std::size_t axis = 0; axis < start.size(); ++axis)
                start[axis] += offset[axis];
            groups[{start, alone ? pe : 0}].push_back(std::uint32_t(pe));
        }
    }
    for (auto& [start, pes] : groups)
        result.pes.push_back(std::move(pes));
    return result;
}

} // namespace nestloom::traffic
