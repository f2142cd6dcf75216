// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/hardware/accelerator.h"
#include "engine/mapping/nest_limits.h"
#include "engine/workload/layer.h"

#include <array>
#include <cstdint>
#include <vector>

namespace nestloom::schedule::exact {

/// What a factor of the tile moves. Pixels and taps of an axis without halo are not told apart from N and C: they count
/// the same everywhere in the cost model, and fewer kinds mean fewer tiles. Limits may tell them apart: then every
/// dimension is of a kind of its own, as if it had a halo.
enum class AxisKind : std::uint8_t { Batch, K, C, G, P, R, Q, S };

/// All copies of one prime of one kind. Walking `stride` nodes multiplies the tile by the prime.
struct LatticeFactor {
    AxisKind kind = AxisKind::Batch;
    std::int64_t prime = 2;
    int multiplicity = 1;
    std::uint32_t stride = 1;
    int shift = 0;          // of its copies in a word of packed counts, see TileLattice::hasRoom()
    std::uint64_t mask = 0; // of them, shifted down
};

/// What the search needs to know of a tile, in elements.
struct Tile {
    double pixels = 1, taps = 1, k = 1; // bounds irrelevant to weights, to outputs, to inputs
    double planes = 1;                  // inputs of one pixel: batch * C * G
    double height = 1, width = 1;       // of the inputs of one plane; 1 along an axis without halo
    double p = 1, r = 1, q = 1, s = 1;  // extents of axes with halo
    double macs = 1;                    // product of all extents
    double inputs() const { return planes * height * width; }
};

/// All tiles of a layer, one node for each combination of divisors; node 0 is one element, the last one the whole
/// layer.
class TileLattice {
public:
    TileLattice(const hardware::Accelerator& accelerator, const workload::Layer& layer);

    /// Nodes that a lattice of this layer has, without making it; with limits its dimensions are told apart.
    static double countNodes(const workload::Layer& layer, bool apart = false);

    std::uint32_t size() const { return std::uint32_t(m_tiles.size()); }
    std::uint32_t whole() const { return size() - 1; }
    const Tile& tile(std::uint32_t node) const { return m_tiles[node]; }
    const std::vector<LatticeFactor>& factors() const { return m_factors; }
    int count(std::uint32_t node, std::size_t factor) const
    {
        const LatticeFactor& f = m_factors[factor];
        return int(node / f.stride) % (f.multiplicity + 1);
    }
    bool canGrow(std::uint32_t node, std::size_t factor) const
    {
        return hasRoom(node, std::uint64_t(1) << m_factors[factor].shift);
    }
    /// The tile has a copy of the factor.
    bool canShrink(std::uint32_t node, std::size_t factor) const
    {
        const LatticeFactor& f = m_factors[factor];
        return (((m_room[node] ^ m_room[0]) >> f.shift) & f.mask) != 0;
    }
    /// Whether the tile can grow by all these copies at once: each factor's at its shift. A guard bit above each of
    /// them stays when as many are left in the layer.
    bool hasRoom(std::uint32_t node, std::uint64_t copies) const
    {
        return ((m_room[node] - copies) & m_guards) == m_guards;
    }
    /// The tile fits `level` and every level outside it.
    bool fits(std::size_t level, std::uint32_t node) const { return m_fits[level][node] != 0; }
    /// Some axis has a halo, so that the order of pixels and taps matters.
    bool hasHalo() const { return m_haloP || m_haloQ; }
    bool haloP() const { return m_haloP; }
    bool haloQ() const { return m_haloQ; }
    const workload::Layer& layer() const { return m_layer; }
    /// Every dimension is of a kind of its own.
    bool isApart() const { return !m_limits.isFree(); }
    const mapping::NestLimits& limits() const { return m_limits; }
    /// The tile is as large as the limits of a level ask for.
    bool isEnough(std::size_t level, std::uint32_t node) const
    {
        return m_enough.empty() || m_enough[level][node] != 0;
    }

private:
    void addFactors();
    void packRoom();
    Tile tileOf(std::uint32_t node) const;
    void findFits(const hardware::Accelerator& accelerator);
    void limitTiles();
    workload::Extents extents(std::uint32_t node) const;

    workload::Layer m_layer;
    mapping::NestLimits m_limits;
    bool m_haloP = false, m_haloQ = false;
    std::vector<LatticeFactor> m_factors;
    std::vector<Tile> m_tiles;
    std::vector<std::uint64_t> m_room; // [node]: copies still to come, packed, with all guard bits
    std::uint64_t m_guards = 0;
    std::vector<std::vector<std::uint8_t>> m_fits;   // [level][node]
    std::vector<std::vector<std::uint8_t>> m_enough; // [level][node]; empty = no limits
};

/// The dimensions of the layer that a kind stands for; one when they are told apart.
std::vector<workload::LoopDimension> dimensionsOf(const workload::Layer& layer, AxisKind kind, bool apart);

/// Products of spatial bounds along axes with halo: P, R, Q, S.
using Spread = std::array<double, 4>;
constexpr void widen(Spread& spread, AxisKind kind, double bound)
{
    if (kind >= AxisKind::P)
        spread[std::size_t(kind) - std::size_t(AxisKind::P)] *= bound;
}
/// Of P and R, and of Q and S: places that spatial loops bring the children to, which share what they ask for at one.
using Reached = std::array<double, 2>;
/// What is left of the inputs that children ask for, over all that they would without sharing, when `more` loops come
/// around `spread`, which reaches so many places: sums of a numbers and b numbers are a + b - 1 at least.
constexpr double sharedBySpread(const Spread& spread, const Reached& reached, const Spread& more)
{
    double part = 1;
    for (const std::size_t axis : {0u, 1u}) {
        const double pixels = more[2 * axis], taps = more[2 * axis + 1];
        if (pixels * taps > 1)
            part *= (spread[2 * axis] * pixels + spread[2 * axis + 1] * taps - 1) / (reached[axis] * pixels * taps);
    }
    return part;
}
/// How many sums there are of the first `pixels` multiples of one step and the first `taps` of another.
double countSums(double pixels, std::int64_t pixelStep, double taps, std::int64_t tapStep);

constexpr bool isIrrelevant(TensorRole role, AxisKind kind)
{
    switch (role) {
    case TensorRole::Weights: return kind == AxisKind::Batch || kind == AxisKind::P || kind == AxisKind::Q;
    case TensorRole::Inputs: return kind == AxisKind::K;
    case TensorRole::Outputs: return kind == AxisKind::C || kind == AxisKind::R || kind == AxisKind::S;
    }
    return false;
}

} // namespace nestloom::schedule::exact
