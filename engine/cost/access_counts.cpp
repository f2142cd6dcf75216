// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/access_counts.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <span>

namespace nestloom::cost {

namespace {

using enum workload::LoopDimension;
using workload::isRelevant;

/// Elements that one instance fetches when its tile at `level` follows all temporal loops outside it, for tensors whose
/// tiles never overlap partly. With F the fetches inside a loop of bound n:
///   F <- F * n   when the loop, or one inside it, moves the tensor;   F <- F   otherwise.
double fetchesWithoutHalo(const Nest& nest, TensorRole role, std::size_t level, double tile)
{
    double fetches = tile;
    bool moved = false;
    for (const NestLoop& loop : nest.temporalOutside(level)) {
        moved = moved || isRelevant(role, loop.dimension);
        if (moved)
            fetches *= double(loop.bound);
    }
    return fetches;
}

/// The same for inputs, with what the next tile shares with the last one taken off. A loop step moves the tile by its
/// own step and back by all loops inside it:
///   F <- F + (n - 1) * (F - tile + new),   new = tile - overlap of two boxes that far apart.
double fetchesWithHalo(const workload::Layer& layer, const Nest& nest, std::size_t level)
{
    const workload::Extents& extents = nest.tile(level);
    const double height = double((extents[P] - 1) * layer.strideP + (extents[R] - 1) * layer.dilationR + 1);
    const double width = double((extents[Q] - 1) * layer.strideQ + (extents[S] - 1) * layer.dilationS + 1);
    const double planes = double(extents[N] * extents[G] * extents[C]);
    const double tile = planes * height * width;

    double fetches = tile;
    double backDown = 0, backRight = 0; // how far the loops inside run, and so jump back
    bool otherPlanes = false;           // a loop inside moves along N, G or C
    for (const NestLoop& loop : nest.temporalOutside(level)) {
        double stepDown = 0, stepRight = 0;
        bool stepPlanes = false;
        switch (loop.dimension) {
        case P: stepDown = double(loop.step * layer.strideP); break;
        case R: stepDown = double(loop.step * layer.dilationR); break;
        case Q: stepRight = double(loop.step * layer.strideQ); break;
        case S: stepRight = double(loop.step * layer.dilationS); break;
        case K: break;
        default: stepPlanes = true; break;
        }
        double overlap = 0;
        if (!otherPlanes && !stepPlanes) {
            const double down = std::abs(stepDown - backDown), right = std::abs(stepRight - backRight);
            if (down < height && right < width)
                overlap = planes * (height - down) * (width - right);
        }
        const double steps = double(loop.bound - 1);
        fetches += steps * (fetches - overlap);
        backDown += steps * stepDown;
        backRight += steps * stepRight;
        otherPlanes = otherPlanes || stepPlanes;
    }
    return fetches;
}

/// Whether children that a spatial loop makes never share a tile.
bool setsApart(const Nest& nest, TensorRole role, const NestLoop& loop)
{
    return !nest.multicast[loop.level].contains(role);
}

/// Distinct coordinates reached by two families of spatial loops along one input axis, where tiles can be shared.
double distinctOffsets(const Nest& nest, workload::LoopDimension pixel, std::int64_t stride,
                       workload::LoopDimension tap, std::int64_t dilation, std::size_t outer, std::size_t inner)
{
    double pixels = 1, taps = 1;
    for (const NestLoop& loop : nest.spatialBetween(outer, inner)) {
        if (setsApart(nest, TensorRole::Inputs, loop))
            continue;
        pixels *= loop.dimension == pixel ? double(loop.bound) : 1.0;
        taps *= loop.dimension == tap ? double(loop.bound) : 1.0;
    }
    if (pixels == 1 || taps == 1)
        return pixels * taps;
    std::set<std::int64_t> offsets{0}; // only when both are spread: the sums can coincide
    for (const NestLoop& loop : nest.spatialBetween(outer, inner)) {
        if ((loop.dimension != pixel && loop.dimension != tap) || setsApart(nest, TensorRole::Inputs, loop))
            continue;
        const std::int64_t step = loop.step * (loop.dimension == pixel ? stride : dilation);
        std::set<std::int64_t> wider;
        for (const std::int64_t offset : offsets)
            for (std::int64_t i = 0; i < loop.bound; ++i)
                wider.insert(offset + i * step);
        offsets = std::move(wider);
    }
    return double(offsets.size());
}

void countInputsOrWeights(const workload::Layer& layer, const Nest& nest, TensorRole role, AccessCounts& counts)
{
    std::size_t inner = nest.levelCount();        // the MACs
    double wanted = double(nest.computeCycles()); // elements one child asks for
    for (std::size_t level = nest.levelCount(); level-- > 0;) {
        if (!nest.keeps[level].contains(role))
            continue;
        Counts& here = counts[level][role];
        here.reads = wanted * distinctChildren(layer, nest, role, level, inner);
        here.fills = level == 0 ? 0 : fetches(layer, nest, role, level, here.tile);
        wanted = here.fills;
        inner = level;
    }
}

void countOutputs(const workload::Layer& layer, const Nest& nest, AccessCounts& counts)
{
    constexpr TensorRole role = TensorRole::Outputs;
    std::size_t inner = nest.levelCount();
    double sent = double(nest.computeCycles()); // elements one child sends outward
    for (std::size_t level = nest.levelCount(); level-- > 0;) {
        if (!nest.keeps[level].contains(role))
            continue;
        Counts& here = counts[level][role];
        here.updates = sent * distinctChildren(layer, nest, role, level, inner);
        const double firstVisits = everHeld(nest, role, level, here.tile);
        const double drained = level == 0 ? 0 : fetches(layer, nest, role, level, here.tile);
        here.fills = level == 0 ? 0 : drained - firstVisits;
        here.reads = here.updates - firstVisits + drained;
        sent = drained;
        inner = level;
    }
}

} // namespace

double fetches(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t level, double tile)
{
    return role == TensorRole::Inputs ? fetchesWithHalo(layer, nest, level)
                                      : fetchesWithoutHalo(nest, role, level, tile);
}

double everHeld(const Nest& nest, TensorRole role, std::size_t level, double tile)
{
    double product = tile;
    for (const NestLoop& loop : nest.temporalOutside(level))
        if (isRelevant(role, loop.dimension))
            product *= double(loop.bound);
    return product;
}

double distinctChildren(const workload::Layer& layer, const Nest& nest, TensorRole role, std::size_t outer,
                        std::size_t inner)
{
    double product = 1;
    bool pixels = false, taps = false;
    for (const NestLoop& loop : nest.spatialBetween(outer, inner)) {
        const bool apart = setsApart(nest, role, loop);
        if (!apart && !isRelevant(role, loop.dimension))
            continue;
        pixels = pixels || (!apart && (loop.dimension == P || loop.dimension == Q));
        taps = taps || (!apart && (loop.dimension == R || loop.dimension == S));
        product *= double(loop.bound);
    }
    if (role != TensorRole::Inputs || !pixels || !taps)
        return product;
    for (const NestLoop& loop : nest.spatialBetween(outer, inner))
        if (!setsApart(nest, role, loop)
            && (loop.dimension == P || loop.dimension == Q || loop.dimension == R || loop.dimension == S))
            product /= double(loop.bound);
    return product * distinctOffsets(nest, P, layer.strideP, R, layer.dilationR, outer, inner)
           * distinctOffsets(nest, Q, layer.strideQ, S, layer.dilationS, outer, inner);
}

namespace {

void startCounts(const workload::Layer& layer, const Nest& nest, std::span<const TensorRole> roles,
                 AccessCounts& counts)
{
    double instances = 1;
    std::array<double, kMaxLevels> used{};
    std::size_t next = 0;
    for (auto loop = nest.spatial().rbegin();; ++loop) { // outer to inner
        const std::size_t upTo = loop == nest.spatial().rend() ? nest.levelCount() - 1 : loop->level;
        for (; next <= upTo; ++next)
            used[next] = instances;
        if (loop == nest.spatial().rend())
            break;
        instances *= double(loop->bound);
    }
    for (std::size_t level = 0; level < nest.levelCount(); ++level)
        for (const TensorRole role : roles) {
            Counts& here = counts[level][role];
            here = {};
            here.kept = nest.keeps[level].contains(role);
            here.instances = used[level];
            if (here.kept)
                here.tile = double(workload::footprint(layer, role, nest.tile(level)));
        }
}

void finishCounts(const workload::Layer& layer, const Nest& nest, TensorRole role, AccessCounts& counts)
{
    if (role == TensorRole::Outputs)
        countOutputs(layer, nest, counts);
    else
        countInputsOrWeights(layer, nest, role, counts);
}

} // namespace

void startCounts(const workload::Layer& layer, const Nest& nest, AccessCounts& counts)
{
    startCounts(layer, nest, kTensorRoles, counts);
}

void countAccesses(const workload::Layer& layer, const Nest& nest, AccessCounts& counts)
{
    startCounts(layer, nest, kTensorRoles, counts);
    for (const TensorRole role : kTensorRoles)
        finishCounts(layer, nest, role, counts);
}

void countAccesses(const workload::Layer& layer, const Nest& nest, TensorRole role, AccessCounts& counts)
{
    startCounts(layer, nest, std::span(&role, 1), counts);
    finishCounts(layer, nest, role, counts);
}

std::size_t keeperAtOrOutside(const Nest& nest, TensorRole role, std::size_t level)
{
    while (level > 0 && !nest.keeps[level].contains(role))
        --level;
    return level;
}

std::size_t keeperInside(const Nest& nest, TensorRole role, std::size_t level)
{
    std::size_t inner = level + 1;
    while (inner < nest.levelCount() && !nest.keeps[inner].contains(role))
        ++inner;
    return inner;
}

ChildTraffic childTraffic(const workload::Layer& layer, const Nest& nest, const AccessCounts& counts, TensorRole role,
                          std::size_t inner)
{
    const std::size_t outer = keeperAtOrOutside(nest, role, inner - 1);
    if (role != TensorRole::Outputs)
        return {counts[outer][role].reads / distinctChildren(layer, nest, role, outer, inner), 0};
    // Outputs that one child sends outward: what its keeper is updated with, shared among the children that differ.
    const auto sent = [&](std::size_t to, std::size_t from) {
        return counts[to][role].updates / distinctChildren(layer, nest, role, to, from);
    };
    double children = 1, tiles = 1;
    for (const NestLoop& loop : nest.spatialBetween(outer, inner)) {
        children *= double(loop.bound);
        tiles *= isRelevant(role, loop.dimension) ? double(loop.bound) : 1;
    }
    // What the keeper reads is what it brings back to its children, what it drains itself, and what it adds the updates
    // to that had to come one by one.
    const double drained = outer == 0 ? 0 : sent(keeperAtOrOutside(nest, role, outer - 1), outer);
    const double leaves = sent(outer, inner);
    const double added = counts[outer][role].updates - leaves * tiles;
    return {(counts[outer][role].reads - drained - added) / children, leaves};
}

} // namespace nestloom::cost
