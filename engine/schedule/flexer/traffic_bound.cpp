// SPDX-License-Identifier: Apache-2.0
// Makes boxes of work of a layer and its tiling: one by elements, one by whole tiles.
#include "engine/schedule/flexer/traffic_bound.h"

#include "engine/schedule/flexer/tiled_layer.h"

#include <algorithm>
#include <array>

namespace nestloom::schedule::flexer {

namespace {

using enum workload::LoopDimension;

constexpr std::array kTiled{N, P, Q, G, C, K};

double bytes(double elements, Bits bits) { return elements * static_cast<double>(bits.count) / 8; }

std::int64_t tileOf(const Tiling& tiling, workload::LoopDimension dimension)
{
    switch (dimension) {
    case N: return tiling.batch;
    case P: return tiling.rows;
    case Q: return tiling.columns;
    case G: return tiling.groups;
    case C: return tiling.inputChannels;
    default: return tiling.outputChannels;
    }
}

/// Tiles along one dimension: how many, and elements of the first and of the last one.
struct Cut {
    std::int64_t count = 1, most = 1, least = 1;
};

Cut cutOf(const workload::Layer& layer, const Tiling& tiling, workload::LoopDimension dimension)
{
    const std::int64_t whole = layer.bounds[dimension], tile = std::min(whole, tileOf(tiling, dimension));
    const std::int64_t count = (whole + tile - 1) / tile;
    return {count, tile, whole - (count - 1) * tile};
}

double elements(const workload::Layer& layer, TensorRole role, const workload::Extents& tile)
{
    return static_cast<double>(workload::footprint(layer, role, tile));
}

/// Extents of the smallest tiles along every dimension, filters whole.
workload::Extents smallestTile(const workload::Layer& layer, const Tiling& tiling)
{
    workload::Extents extents = layer.bounds;
    for (const auto dimension : kTiled)
        extents[dimension] = cutOf(layer, tiling, dimension).least;
    return extents;
}

/// Input elements for each pixel and channel, in the tile that has fewest.
double leastBox(const workload::Layer& layer, const Tiling& tiling)
{
    double least = 1e300;
    const Cut rows = cutOf(layer, tiling, P), columns = cutOf(layer, tiling, Q);
    for (const std::int64_t p : {rows.most, rows.least})
        for (const std::int64_t q : {columns.most, columns.least}) {
            workload::Extents one = workload::unitExtents();
            one[P] = p;
            one[Q] = q;
            one[R] = layer.bounds[R];
            one[S] = layer.bounds[S];
            least = std::min(least, elements(layer, TensorRole::Inputs, one) / static_cast<double>(p * q));
        }
    return least;
}

void setBytes(WorkBox& box, const Machine& machine, double inputs, double weights, double outputs)
{
    const auto set = [&](WorkBox::Surface& surface, double count, TensorRole role) {
        surface.resident = bytes(count, machine.onChip[role]);
        surface.moved = role == TensorRole::Outputs ? surface.resident : bytes(count, machine.offChip[role]);
    };
    set(box.inputs, inputs, TensorRole::Inputs);
    set(box.weights, weights, TensorRole::Weights);
    set(box.outputs, outputs, TensorRole::Outputs);
    box.finished = bytes(outputs, machine.offChip[TensorRole::Outputs]);
    box.scratchpad = static_cast<double>(machine.scratchpad->count);
}

/// `pixels` and so on in the unit of the box, for each of `groups` groups.
void setAreas(WorkBox& box, double pixels, double outputs, double reduction, double groups)
{
    box.inputs.area = pixels * reduction * groups;
    box.weights.area = outputs * reduction * groups;
    box.outputs.area = pixels * outputs * groups;
    box.inputs.least = outputs;
    box.weights.least = pixels;
    box.outputs.least = reduction;
    box.volume = pixels * outputs * reduction * groups;
}

/// The unit is one element: an operation may be cut in two, because its tiles lie in the scratchpad from its start to
/// its end.
WorkBox boxOfElements(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    WorkBox box;
    setBytes(box, machine, leastBox(layer, tiling), static_cast<double>(layer.bounds[R] * layer.bounds[S]), 1);
    const auto extent = [&](workload::LoopDimension dimension) { return static_cast<double>(layer.bounds[dimension]); };
    setAreas(box, extent(N) * extent(P) * extent(Q), extent(K), extent(C), extent(G));
    const workload::Extents tile = smallestTile(layer, tiling);
    box.operands = bytes(elements(layer, TensorRole::Inputs, tile), machine.onChip[TensorRole::Inputs])
                   + bytes(elements(layer, TensorRole::Weights, tile), machine.onChip[TensorRole::Weights]);
    return box;
}

/// The unit is one tile. Where the last tile along a dimension is smaller, either it is left out, or of each tile only
/// as much is looked at: whichever leaves more of the layer.
WorkBox boxOfTiles(const workload::Layer& layer, const Machine& machine, const Tiling& tiling)
{
    WorkBox box;
    workload::Extents tile = layer.bounds;
    std::array<double, 6> count{};
    for (std::size_t i = 0; i < kTiled.size(); ++i) {
        const Cut cut = cutOf(layer, tiling, kTiled[i]);
        const bool leaveOut = cut.most * (cut.count - 1) > cut.least * cut.count;
        tile[kTiled[i]] = leaveOut ? cut.most : cut.least;
        count[i] = static_cast<double>(leaveOut ? cut.count - 1 : cut.count);
    }
    setBytes(box, machine, elements(layer, TensorRole::Inputs, tile), elements(layer, TensorRole::Weights, tile),
             elements(layer, TensorRole::Outputs, tile));
    setAreas(box, count[0] * count[1] * count[2], count[5], count[4], count[3]);
    box.operands = box.inputs.resident + box.weights.resident;
    box.wholeTiles = true;
    return box;
}

} // namespace

double trafficBound(const workload::Layer& layer, const Machine& machine, const Tiling& tiling, double enough)
{
    const double compulsory = boundOf(layer, machine, tiling).bytes;
    if (!machine.scratchpad)
        return compulsory;
    double best = compulsory;
    for (const auto& make : {boxOfElements, boxOfTiles}) {
        if (best >= enough)
            break;
        const WorkBox box = make(layer, machine, tiling);
        const double beside = compulsory - box.compulsory(); // what the box leaves out moves once as well
        best = std::max(best, phaseBound(box, enough - beside) + beside);
    }
    return best;
}

} // namespace nestloom::schedule::flexer
