// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/partial.h"
#include "engine/schedule/exact/places.h"
#include "engine/workload/layer.h"

#include <cmath>
#include <utility>

namespace nestloom::schedule::exact {

/// What one more loop, or the end of a level, does to a partial mapping: the counts of cost/access_counts.cpp, one
/// prime at a time. Where pixels and taps of one axis are both spread over children by several levels, the fewest
/// inputs they can share is taken.
template <std::size_t F>
class NestSteps {
public:
    NestSteps(const hardware::Accelerator& accelerator, const TileLattice& lattice, const Charges& charges)
        : m_accelerator(accelerator), m_lattice(lattice), m_charges(charges), m_whole(lattice.tile(lattice.whole())),
          m_weights(double(workload::elements(lattice.layer(), TensorRole::Weights))),
          m_outputs(double(workload::elements(lattice.layer(), TensorRole::Outputs))),
          m_touched(m_whole.planes * (lattice.haloP() ? touched(lattice.layer(), true) : 1)
                    * (lattice.haloQ() ? touched(lattice.layer(), false) : 1))
    {
    }
    double touchedInputs() const { return m_touched; }

    /// Nothing but the MACs.
    Partial<F> macs() const
    {
        Partial<F> partial;
        for (std::size_t k = 0; k < F; ++k)
            partial.settled[k] = m_charges.constant()[k];
        partial.sent.values.fill(m_whole.macs);
        return partial;
    }

    /// A temporal loop around a tile.
    void addTemporal(Partial<F>& partial, std::uint32_t node, const LatticeFactor& factor) const
    {
        const double n = double(factor.prime);
        passResting(partial, TensorRole::Weights, partial.weightsStay, factor.kind, n);
        passResting(partial, TensorRole::Outputs, partial.outputsStay, factor.kind, n);
        for (std::size_t i = partial.slidingCount; i-- > 0;)
            if (!slide(partial.sliding[i], node, factor))
                settleInputs(partial, i, node + factor.stride);
    }

    /// The spatial loops of a level around a tile; the level's tile is not closed yet.
    void addSpatial(Partial<F>& partial, std::size_t level, std::uint32_t node, const SpatialChoice& choice) const
    {
        partial.lanes *= choice.lanes;
        for (std::size_t i = 0; i < partial.slidingCount; ++i)
            partial.sliding[i].instances *= choice.lanes;
        for (const TensorRole role : {TensorRole::Weights, TensorRole::Outputs})
            partial.sent[role] /= choice.sharing[role];
        for (double& first : partial.firsts)
            first *= choice.taps;
        shareInputs(partial, node, choice);
        for (const std::size_t k : m_charges.sharedInside(level)) {
            partial.settled[k] /= choice.lanes;
            partial.firsts[k] /= choice.lanes;
            for (const TensorRole role : {TensorRole::Weights, TensorRole::Outputs})
                partial.open[role][k] /= choice.lanes;
            for (std::size_t i = 0; i < partial.slidingCount; ++i)
                partial.sliding[i].charge[k] /= choice.lanes;
        }
    }

    /// All loops of a level are there: its tile is `node`.
    void closeLevel(Partial<F>& partial, std::size_t level, std::uint32_t node) const
    {
        const TensorSet keeps = m_accelerator.levels[level].keeps;
        if (keeps.contains(TensorRole::Weights))
            enterResting(partial, TensorRole::Weights, partial.weightsStay, level,
                         restingFetches(TensorRole::Weights, node));
        if (keeps.contains(TensorRole::Outputs)) {
            for (std::size_t k = 0; k < F; ++k)
                partial.firsts[k] += m_charges.at(level).firsts[k];
            enterResting(partial, TensorRole::Outputs, partial.outputsStay, level,
                         restingFetches(TensorRole::Outputs, node));
        }
        if (keeps.contains(TensorRole::Inputs))
            enterInputs(partial, level, node);
    }

    /// The figures of a nest of all levels around the whole layer.
    Figures finish(const Partial<F>& partial) const
    {
        Figures figures{};
        for (std::size_t k = 0; k < F; ++k)
            figures[k] = partial.settled[k] + partial.open[TensorRole::Weights][k]
                         + partial.open[TensorRole::Outputs][k] - partial.firsts[k];
        for (std::size_t i = 0; i < partial.slidingCount; ++i)
            for (std::size_t k = 0; k < F; ++k)
                figures[k] += partial.sliding[i].charge[k] * fetched(partial.sliding[i], m_lattice.whole());
        return figures;
    }

    /// Elements of weights or outputs that go into all tiles of a level if no loop outside re-uses one.
    double restingFetches(TensorRole role, std::uint32_t node) const
    {
        const Tile& tile = m_lattice.tile(node);
        return role == TensorRole::Weights ? m_weights * (m_whole.pixels / tile.pixels)
                                           : m_outputs * (m_whole.taps / tile.taps);
    }
    /// A level whose input tile has not moved yet.
    Sliding<F> atRest(std::uint32_t node) const { return {m_lattice.tile(node).inputs(), 1, 0, 0, node, {}}; }
    /// The same of a level that slides, when all loops still to come move it without overlap.
    double fetched(const Sliding<F>& sliding, std::uint32_t node) const
    {
        return sliding.fetches * sliding.instances * (m_whole.macs / m_lattice.tile(node).macs);
    }
    /// At least so many it fetches in the end, whatever loops come; `stays` <= 1 is what the K loops leave of it that
    /// come before any other. With v the largest overlap of two tiles still to come, a loop of bound n makes of F
    /// fetches n F - (n - 1) v at least, so F - v grows n-fold.
    double leastFetched(const Sliding<F>& sliding, std::uint32_t node, double stays) const
    {
        const double elements = fetched(sliding, node);
        if (!m_lattice.hasHalo())
            return elements * stays;
        const double part = std::max(0.0, 1 - largestOverlap(sliding, node) / sliding.fetches);
        const bool moved = sliding.backDown > 0 || sliding.backRight > 0;
        return std::max(elements * part * (moved ? 1.0 : stays),
                        std::min(elements, m_touched)); // each input once at least
    }
    const Tile& whole() const { return m_whole; }
    const Charges& charges() const { return m_charges; }
    const TileLattice& lattice() const { return m_lattice; }
    const hardware::Accelerator& accelerator() const { return m_accelerator; }

private:
    static double touched(const workload::Layer& layer, bool rows)
    {
        using enum workload::LoopDimension;
        const workload::Extents& b = layer.bounds;
        return double(rows ? workload::touchedLines(b[P], layer.strideP, b[R], layer.dilationR)
                           : workload::touchedLines(b[Q], layer.strideQ, b[S], layer.dilationS));
    }

    void passResting(Partial<F>& partial, TensorRole role, bool& stays, AxisKind kind, double n) const
    {
        if (!stays)
            return;
        auto& open = partial.open[role];
        if (isIrrelevant(role, kind)) {
            for (double& charge : open)
                charge /= n;
            partial.sent[role] /= n;
            return;
        }
        stays = false;
        for (std::size_t k = 0; k < F; ++k)
            partial.settled[k] += std::exchange(open[k], 0.0);
    }

    void enterResting(Partial<F>& partial, TensorRole role, bool& stays, std::size_t level, double fetches) const
    {
        const LevelCharges& charges = m_charges.at(level);
        auto& into = stays ? partial.open[role] : partial.settled;
        for (std::size_t k = 0; k < F; ++k)
            into[k] += charges.sends[role][k] * partial.sent[role];
        if (level == 0)
            return;
        stays = true;
        for (std::size_t k = 0; k < F; ++k)
            partial.open[role][k] += charges.fills[role][k] * fetches;
        partial.sent[role] = fetches;
    }

    void enterInputs(Partial<F>& partial, std::size_t level, std::uint32_t node) const
    {
        const LevelCharges& charges = m_charges.at(level);
        constexpr TensorRole role = TensorRole::Inputs;
        if (partial.inputsSlide) {
            Sliding<F>& last = partial.sliding[partial.slidingCount - 1u];
            for (std::size_t k = 0; k < F; ++k)
                last.charge[k] += charges.sends[role][k] * partial.shared;
        } else {
            for (std::size_t k = 0; k < F; ++k)
                partial.settled[k] += charges.sends[role][k] * partial.sent[role];
        }
        partial.spread.fill(1);
        partial.reached.fill(1);
        partial.shared = 1;
        partial.inputsSlide = level > 0;
        if (level == 0)
            return;
        if (partial.slidingCount == kMaxSliding)
            settleInputs(partial, 0, node);
        Sliding<F>& next = partial.sliding[partial.slidingCount++];
        next = atRest(node);
        for (std::size_t k = 0; k < F; ++k)
            next.charge[k] = charges.fills[role][k];
    }

    /// No tile of this level will overlap its predecessor any more.
    void settleInputs(Partial<F>& partial, std::size_t index, std::uint32_t node) const
    {
        const Sliding<F>& level = partial.sliding[index];
        const double elements = fetched(level, node);
        for (std::size_t k = 0; k < F; ++k)
            partial.settled[k] += level.charge[k] * elements;
        if (partial.inputsSlide && index + 1u == partial.slidingCount) {
            partial.sent[TensorRole::Inputs] = elements * partial.shared;
            partial.inputsSlide = false;
        }
        for (std::size_t i = index; i + 1 < partial.slidingCount; ++i)
            partial.sliding[i] = partial.sliding[i + 1];
        --partial.slidingCount;
    }

    /// One loop of fetchesWithHalo(). False when no later loop can overlap either.
    bool slide(Sliding<F>& level, std::uint32_t node, const LatticeFactor& factor) const
    {
        const Tile& box = m_lattice.tile(level.tile);
        const Tile& inside = m_lattice.tile(node);
        const workload::Layer& layer = m_lattice.layer();
        double stepDown = 0, stepRight = 0;
        switch (factor.kind) {
        case AxisKind::P: stepDown = inside.p * double(layer.strideP); break;
        case AxisKind::R: stepDown = inside.r * double(layer.dilationR); break;
        case AxisKind::Q: stepRight = inside.q * double(layer.strideQ); break;
        case AxisKind::S: stepRight = inside.s * double(layer.dilationS); break;
        case AxisKind::K: break;
        default: level.fetches *= double(factor.prime); return false;
        }
        const double down = std::abs(stepDown - double(level.backDown)),
                     right = std::abs(stepRight - double(level.backRight));
        const double overlap =
            down < box.height && right < box.width ? box.planes * (box.height - down) * (box.width - right) : 0.0;
        const double steps = double(factor.prime - 1);
        level.fetches += steps * (level.fetches - overlap);
        level.backDown += float(steps * stepDown);
        level.backRight += float(steps * stepRight);
        return mayOverlap(level, box, m_lattice.tile(node + factor.stride));
    }

    /// Of two tiles in a row, once the tile has moved.
    double largestOverlap(const Sliding<F>& level, std::uint32_t node) const
    {
        const Tile& box = m_lattice.tile(level.tile);
        const Tile& inside = m_lattice.tile(node);
        const workload::Layer& layer = m_lattice.layer();
        const double rows = std::max(0.0, box.height - double(level.backDown));
        const double columns = std::max(0.0, box.width - double(level.backRight));
        double overlap = 0;
        // A pixel loop goes on from where those inside it end, by one tile at least, unless taps have moved the tile
        // too.
        if (inside.p < m_whole.p || inside.r < m_whole.r) {
            const double step = box.r < m_whole.r ? 0 : std::min(box.height, box.p * double(layer.strideP));
            overlap = (box.height - step) * columns;
        }
        if (inside.q < m_whole.q || inside.s < m_whole.s) {
            const double step = box.s < m_whole.s ? 0 : std::min(box.width, box.q * double(layer.strideQ));
            overlap = std::max(overlap, (box.width - step) * rows);
        }
        if (inside.k < m_whole.k && (level.backDown > 0 || level.backRight > 0))
            overlap = std::max(overlap, rows * columns);
        return overlap * box.planes;
    }

    bool mayOverlap(const Sliding<F>& level, const Tile& box, const Tile& inside) const
    {
        const bool out = double(level.backDown) >= box.height, aside = double(level.backRight) >= box.width;
        if (out && aside)
            return false;
        const bool moreDown = inside.p < m_whole.p || inside.r < m_whole.r,
                   moreRight = inside.q < m_whole.q || inside.s < m_whole.s;
        return !(out && !moreDown) && !(aside && !moreRight);
    }

    /// Counted where only one level spreads pixels and taps since the last that keeps inputs; of several the least.
    void shareInputs(Partial<F>& partial, std::uint32_t node, const SpatialChoice& choice) const
    {
        const Tile& tile = m_lattice.tile(node);
        const workload::Layer& layer = m_lattice.layer();
        double part = 1 / choice.sharing[TensorRole::Inputs];
        for (const std::size_t axis : {0u, 1u}) {
            const double pixels = choice.spread[2 * axis], taps = choice.spread[2 * axis + 1];
            if (pixels * taps == 1)
                continue;
            const std::int64_t pixelStep =
                axis == 0 ? std::int64_t(tile.p) * layer.strideP : std::int64_t(tile.q) * layer.strideQ;
            const std::int64_t tapStep =
                axis == 0 ? std::int64_t(tile.r) * layer.dilationR : std::int64_t(tile.s) * layer.dilationS;
            double& reached = partial.reached[axis];
            const double now = std::max(partial.spread[2 * axis] * pixels + partial.spread[2 * axis + 1] * taps,
                                        reached + countSums(pixels, pixelStep, taps, tapStep))
                               - 1;
            part *= now / (reached * pixels * taps);
            reached = now;
            partial.spread[2 * axis] *= pixels;
            partial.spread[2 * axis + 1] *= taps;
        }
        (partial.inputsSlide ? partial.shared : partial.sent[TensorRole::Inputs]) *= part;
    }

    const hardware::Accelerator& m_accelerator;
    const TileLattice& m_lattice;
    const Charges& m_charges;
    const Tile m_whole;
    const double m_weights, m_outputs;
    const double m_touched; // inputs that some MAC uses
};

} // namespace nestloom::schedule::exact
