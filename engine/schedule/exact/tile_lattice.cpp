// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/exact/tile_lattice.h"

#include "engine/base/integers.h"

#include <bit>

namespace nestloom::schedule::exact {

namespace {

using enum workload::LoopDimension;
using workload::LoopDimension;

constexpr std::array<AxisKind, 8> kKinds{AxisKind::Batch, AxisKind::K, AxisKind::C, AxisKind::G,
                                         AxisKind::P,     AxisKind::R, AxisKind::Q, AxisKind::S};

struct Axis {
    LoopDimension pixel, tap;
    std::int64_t stride, dilation;
    AxisKind pixelKind, tapKind;
};

std::array<Axis, 2> axesOf(const workload::Layer& layer)
{
    return {{{P, R, layer.strideP, layer.dilationR, AxisKind::P, AxisKind::R},
             {Q, S, layer.strideQ, layer.dilationS, AxisKind::Q, AxisKind::S}}};
}

/// Without taps every pixel has inputs of its own when the stride is 1; without pixels every tap has.
bool pixelsOnly(const workload::Layer& layer, const Axis& axis)
{
    return layer.bounds[axis.tap] == 1 && axis.stride == 1;
}
bool tapsOnly(const workload::Layer& layer, const Axis& axis)
{
    return layer.bounds[axis.pixel] == 1 && axis.dilation == 1;
}
bool hasHalo(const workload::Layer& layer, const Axis& axis, bool apart)
{
    return apart || (!pixelsOnly(layer, axis) && !tapsOnly(layer, axis));
}

std::int64_t boundOf(const workload::Layer& layer, AxisKind kind, bool apart)
{
    std::int64_t bound = 1;
    for (const LoopDimension d : dimensionsOf(layer, kind, apart))
        bound *= layer.bounds[d];
    return bound;
}

} // namespace

std::vector<LoopDimension> dimensionsOf(const workload::Layer& layer, AxisKind kind, bool apart)
{
    switch (kind) {
    case AxisKind::K: return {K};
    case AxisKind::G: return {G};
    default: break;
    }
    std::vector<LoopDimension> dimensions;
    if (kind == AxisKind::Batch)
        dimensions.push_back(N);
    if (kind == AxisKind::C)
        dimensions.push_back(C);
    for (const Axis& axis : axesOf(layer)) {
        const bool halo = hasHalo(layer, axis, apart), pixels = pixelsOnly(layer, axis);
        if (kind == (halo ? axis.pixelKind : AxisKind::Batch) && (halo || pixels))
            dimensions.push_back(axis.pixel);
        if (kind == (halo ? axis.tapKind : AxisKind::C) && (halo || !pixels))
            dimensions.push_back(axis.tap);
    }
    return dimensions;
}

double TileLattice::countNodes(const workload::Layer& layer, bool apart)
{
    double count = 1;
    for (const AxisKind kind : kKinds)
        for (const PrimeFactor& f : primeFactors(boundOf(layer, kind, apart)))
            count *= f.multiplicity + 1;
    return count;
}

TileLattice::TileLattice(const hardware::Accelerator& accelerator, const workload::Layer& layer)
    : m_layer(layer), m_limits(accelerator, layer)
{
    const auto axes = axesOf(layer);
    m_haloP = exact::hasHalo(layer, axes[0], isApart());
    m_haloQ = exact::hasHalo(layer, axes[1], isApart());
    addFactors();
    findFits(accelerator);
    if (isApart())
        limitTiles();
}

void TileLattice::addFactors()
{
    std::uint32_t nodes = 1;
    for (const AxisKind kind : kKinds)
        for (const PrimeFactor& f : primeFactors(boundOf(m_layer, kind, isApart()))) {
            m_factors.push_back({kind, f.prime, f.multiplicity, nodes});
            nodes *= std::uint32_t(f.multiplicity + 1);
        }
    m_tiles.reserve(nodes);
    for (std::uint32_t node = 0; node < nodes; ++node)
        m_tiles.push_back(tileOf(node));
    packRoom();
}

/// n copies take the bits of n and a guard: 2 log2(n + 1) bits at most, together twice those of a node's index.
void TileLattice::packRoom()
{
    int shift = 0;
    for (LatticeFactor& factor : m_factors) {
        const int width = std::bit_width(static_cast<unsigned>(factor.multiplicity));
        factor.shift = shift;
        factor.mask = (std::uint64_t(1) << width) - 1;
        shift += width + 1;
        m_guards |= std::uint64_t(1) << (shift - 1);
    }
    m_room.assign(m_tiles.size(), m_guards);
    for (std::uint32_t node = 0; node < size(); ++node)
        for (std::size_t f = 0; f < m_factors.size(); ++f)
            m_room[node] += std::uint64_t(m_factors[f].multiplicity - count(node, f)) << m_factors[f].shift;
}

Tile TileLattice::tileOf(std::uint32_t node) const
{
    std::array<double, 8> extent;
    extent.fill(1);
    for (std::size_t f = 0; f < m_factors.size(); ++f)
        for (int n = count(node, f); n > 0; --n)
            extent[std::size_t(m_factors[f].kind)] *= double(m_factors[f].prime);
    const auto of = [&](AxisKind kind) { return extent[std::size_t(kind)]; };
    Tile tile;
    tile.p = of(AxisKind::P), tile.r = of(AxisKind::R), tile.q = of(AxisKind::Q), tile.s = of(AxisKind::S);
    tile.k = of(AxisKind::K);
    tile.pixels = of(AxisKind::Batch) * tile.p * tile.q;
    tile.taps = of(AxisKind::C) * tile.r * tile.s;
    tile.planes = of(AxisKind::Batch) * of(AxisKind::C) * of(AxisKind::G);
    if (m_haloP)
        tile.height = (tile.p - 1) * double(m_layer.strideP) + (tile.r - 1) * double(m_layer.dilationR) + 1;
    if (m_haloQ)
        tile.width = (tile.q - 1) * double(m_layer.strideQ) + (tile.s - 1) * double(m_layer.dilationS) + 1;
    tile.macs = 1;
    for (const double e : extent)
        tile.macs *= e;
    return tile;
}

void TileLattice::findFits(const hardware::Accelerator& accelerator)
{
    m_fits.assign(accelerator.levels.size(), std::vector<std::uint8_t>(size(), 1));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        const auto bits = [&](TensorRole role) {
            return level.keeps.contains(role) ? double(level.elementBits[role].count) : 0.0;
        };
        const double room = level.capacity ? double(level.capacity->count) * 8 : 1e300;
        for (std::uint32_t node = 0; node < size(); ++node) {
            const Tile& t = m_tiles[node];
            const double need = bits(TensorRole::Weights) * t.macs / double(t.pixels)
                                + bits(TensorRole::Outputs) * t.macs / double(t.taps)
                                + bits(TensorRole::Inputs) * t.inputs();
            m_fits[i][node] = need <= room && (i == 0 || m_fits[i - 1][node] != 0) ? 1 : 0;
        }
    }
}

workload::Extents TileLattice::extents(std::uint32_t node) const
{
    workload::Extents extents = workload::unitExtents();
    for (std::size_t f = 0; f < m_factors.size(); ++f)
        for (int n = count(node, f); n > 0; --n)
            extents[dimensionsOf(m_layer, m_factors[f].kind, true).front()] *= m_factors[f].prime;
    return extents;
}

void TileLattice::limitTiles()
{
    m_enough.assign(m_limits.size(), std::vector<std::uint8_t>(size(), 1));
    for (std::uint32_t node = 0; node < size(); ++node) {
        const workload::Extents tile = extents(node);
        bool fits = true; // every level outside, too
        for (std::size_t i = 0; i < m_limits.size(); ++i) {
            for (const LoopDimension d : workload::kLoopDimensions) {
                fits = fits && tile[d] <= m_limits[i].tile[d].most;
                if (tile[d] < m_limits[i].tile[d].least)
                    m_enough[i][node] = 0;
            }
            m_fits[i][node] = m_fits[i][node] != 0 && fits ? 1 : 0;
        }
    }
}

double countSums(double pixels, std::int64_t pixelStep, double taps, std::int64_t tapStep)
{
    // i and j give the sum of i - n and j + m when n steps of pixels are m steps of taps; n and m are least.
    const std::int64_t common = std::gcd(pixelStep, tapStep);
    const double n = double(tapStep / common), m = double(pixelStep / common);
    return pixels * taps - std::max(0.0, pixels - n) * std::max(0.0, taps - m);
}

} // namespace nestloom::schedule::exact
