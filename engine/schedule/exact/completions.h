// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/nest_steps.h"
#include "engine/schedule/exact/places.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

namespace nestloom::schedule::exact {

/// Everything outside a place of the nest, no worse than any that there is: figures of the levels out there, and what
/// it does at least to those inside.
template <std::size_t F>
struct Completion {
    std::array<double, F> figures{};
    PerTensor<double> stays{{{1, 1, 1}}};  // <= 1: re-use of a tile that no loop inside has moved
    PerTensor<double> shares{{{1, 1, 1}}}; // <= 1: spatial re-use up to the next level that keeps the tensor
    Spread spread{{1, 1, 1, 1}};           // along axes with halo, spatial loops up to the next level that keeps inputs
    double firsts = 1;                     // >= 1: spatial reduction loops
    double lanes = 0;                      // product of the spatial bounds; 0 = there is no completion

    bool exists() const { return lanes > 0; }
    void mergeWith(const Completion& other)
    {
        if (!exists() || !other.exists()) {
            *this = exists() ? *this : other;
            return;
        }
        for (std::size_t k = 0; k < F; ++k)
            figures[k] = std::min(figures[k], other.figures[k]);
        for (const TensorRole role : kTensorRoles) {
            stays[role] = std::min(stays[role], other.stays[role]);
            shares[role] = std::min(shares[role], other.shares[role]);
        }
        for (std::size_t i = 0; i < spread.size(); ++i)
            spread[i] = std::max(spread[i], other.spread[i]);
        firsts = std::max(firsts, other.firsts);
        lanes = std::max(lanes, other.lanes);
    }
};

/// For every tile at every place, the best of all completions in each respect, found from the outermost level inward.
/// Also relaxed: a level re-uses one tensor, whose irrelevant loops there are all free; re-use goes on over levels that
/// move the tensor; inputs overlap as much as a halo allows.
template <std::size_t F>
class Completions {
public:
    /// `stopped` is asked now and then; what is found after it said so is useless.
    Completions(const NestSteps<F>& steps, const Places& places, const std::function<bool()>& stopped)
        : m_steps(steps), m_places(places)
    {
        m_best.resize(places.size() + 1);
        for (std::size_t place = 0; place <= places.size(); ++place)
            m_best[place].resize(places.nodes(place).size() + 1); // slot 0: no completion, for all other tiles
        if (const std::uint32_t whole = steps.lattice().whole(); places.reaches(places.size(), whole))
            best(places.size(), whole).lanes = 1;
        for (std::size_t place = places.size(); place-- > 0 && !stopped();)
            if (places[place].spatial)
                crossSpatial(place);
            else
                crossTemporal(place, stopped);
    }

    /// Whether any nest around so many lanes, before `place` with this tile, can have a value below a limit, as far as
    /// the MACs tell.
    bool mayEndBelow(double limit, double lanes, std::size_t place, std::uint32_t node) const
    {
        const Completion<F>& outside = best(place, node);
        return outside.exists() && m_steps.charges().value({}, m_steps.whole().macs / (lanes * outside.lanes)) < limit;
    }

    /// No nest around this partial mapping, which stands before `place` with this tile, has a lower value.
    double leastValue(const Partial<F>& partial, std::size_t place, std::uint32_t node) const
    {
        using enum TensorRole;
        const Completion<F>& outside = best(place, node);
        if (!outside.exists())
            return std::numeric_limits<double>::infinity();
        const auto& sends = m_places.leastSends(place);
        const double weights = partial.weightsStay ? outside.stays[Weights] : 1.0;
        const double outputs = partial.outputsStay ? outside.stays[Outputs] : 1.0;
        const double weightsSent = partial.sent[Weights] * weights * outside.shares[Weights];
        const double outputsSent = partial.sent[Outputs] * outputs * outside.shares[Outputs];
        Figures sum{};
        for (std::size_t k = 0; k < F; ++k)
            sum[k] = (partial.settled[k] + partial.open[Weights][k] * weights + partial.open[Outputs][k] * outputs
                      - partial.firsts[k] * outside.firsts)
                         / sharedBy(k, outside)
                     + outside.figures[k] + (*sends[Weights])[k] * weightsSent + (*sends[Outputs])[k] * outputsSent;
        addInputs(sum, partial, outside, *sends[Inputs], node);
        return m_steps.charges().value(sum, m_steps.whole().macs / (partial.lanes * outside.lanes));
    }

private:
    /// Whether pixels and taps of one axis may both be spread up to the next level that keeps inputs. Where several
    /// levels do that, a nest counts fewer inputs than there are (nest_steps.h). Nothing more may be asked of it here:
    /// a nest that has replaced a better one for its low count would be dropped for what that one does not need.
    static bool mayMix(const Spread& inside, const Spread& outside)
    {
        for (const std::size_t axis : {0u, 2u})
            if (inside[axis] * outside[axis] > 1 && inside[axis + 1] * outside[axis + 1] > 1)
                return true;
        return false;
    }

    Completion<F>& best(std::size_t place, std::uint32_t node) { return m_best[place][m_places.slot(place, node)]; }
    const Completion<F>& best(std::size_t place, std::uint32_t node) const
    {
        return m_best[place][m_places.slot(place, node)];
    }

    /// Children outside, over which the work of an instance can be spread at most.
    double sharedBy(std::size_t figure, const Completion<F>& outside) const
    {
        return m_steps.charges().isShared(figure) ? outside.lanes : 1.0;
    }

    void addInputs(Figures& sum, const Partial<F>& partial, const Completion<F>& outside, const Figures& sends,
                   std::uint32_t node) const
    {
        constexpr TensorRole role = TensorRole::Inputs;
        double last = 0;
        for (std::size_t i = 0; i < partial.slidingCount; ++i) {
            last = m_steps.leastFetched(partial.sliding[i], node, outside.stays[role]);
            for (std::size_t k = 0; k < F; ++k)
                sum[k] += partial.sliding[i].charge[k] * last / sharedBy(k, outside);
        }
        const double asked = partial.inputsSlide ? last * partial.shared : partial.sent[role];
        const double sent =
            std::max(mayMix(partial.spread, outside.spread) ? 0.0 : m_steps.touchedInputs(),
                     asked * outside.shares[role] * sharedBySpread(partial.spread, partial.reached, outside.spread));
        for (std::size_t k = 0; k < F; ++k)
            sum[k] += sends[k] * sent;
    }

    /// The level's own tile is closed here: what it fetches is known now.
    Completion<F> closed(Completion<F> c, std::size_t level, std::uint32_t node) const
    {
        const TensorSet keeps = m_steps.accelerator().levels[level].keeps;
        const LevelCharges& charges = m_steps.charges().least(level);
        for (const TensorRole role : kTensorRoles) {
            if (!keeps.contains(role))
                continue;
            if (level > 0)
                chargeFetches(c, role, charges.fills[role], *m_places.leastSendsOutside(level)[role], node);
            c.shares[role] = 1;
            if (role == TensorRole::Inputs)
                c.spread.fill(1);
            if (role == TensorRole::Outputs)
                for (std::size_t k = 0; k < F; ++k)
                    c.figures[k] -= charges.firsts[k] * c.firsts;
            if (m_places.keptInside(level).contains(role))
                continue;
            c.stays[role] = 1; // nobody inside asks
            c.firsts = role == TensorRole::Outputs ? 1 : c.firsts;
        }
        return c;
    }

    void chargeFetches(Completion<F>& c, TensorRole role, const Figures& fills, const Figures& sends,
                       std::uint32_t node) const
    {
        const bool inputs = role == TensorRole::Inputs;
        const double fetches = inputs ? m_steps.leastFetched(m_steps.atRest(node), node, c.stays[role])
                                      : m_steps.restingFetches(role, node) * c.stays[role];
        const double shared = c.shares[role] * (inputs ? sharedBySpread({{1, 1, 1, 1}}, {{1, 1}}, c.spread) : 1.0);
        const bool asksForAll = inputs && !mayMix({{1, 1, 1, 1}}, c.spread);
        const double sent = std::max(asksForAll ? m_steps.touchedInputs() : 0.0, fetches * shared);
        for (std::size_t k = 0; k < F; ++k)
            c.figures[k] += fills[k] * fetches + sends[k] * sent;
    }

    void crossTemporal(std::size_t place, const std::function<bool()>& stopped)
    {
        const std::vector<std::uint32_t>& nodes = m_places.nodes(place);
        const std::size_t level = m_places[place].level;
        std::vector<Completion<F>> ended(nodes.size() + 1); // by slot
        for (const std::uint32_t node : nodes)
            if (m_places.reaches(place + 1, node) && best(place + 1, node).exists())
                ended[m_places.slot(place, node)] = closed(best(place + 1, node), level, node);
        if (!stopped())
            addLoops(std::move(ended), place);
    }

    /// All temporal loops of a place around completions of what is outside them, by slot. Each tensor's re-use is the
    /// best of its own, so all are found at once.
    void addLoops(std::vector<Completion<F>> outside, std::size_t place)
    {
        const TileLattice& lattice = m_steps.lattice();
        const std::vector<std::uint32_t>& nodes = m_places.nodes(place);
        const TensorSet reused = m_places.keptInside(m_places[place].level);
        for (std::size_t i = nodes.size(); i > 0; --i) { // slot i is that of nodes[i - 1]
            const std::uint32_t node = nodes[i - 1];
            if (!outside[i].exists())
                continue;
            m_best[place][i] = outside[i];
            for (std::size_t f = 0; f < lattice.factors().size(); ++f) {
                const LatticeFactor& factor = lattice.factors()[f];
                if (!lattice.canShrink(node, f) || !m_places.reaches(place, node - factor.stride, true))
                    continue;
                Completion<F> next = outside[i];
                for (const TensorRole role : kTensorRoles)
                    if (reused.contains(role) && isIrrelevant(role, factor.kind))
                        next.stays[role] /= double(factor.prime);
                outside[m_places.slot(place, node - factor.stride)].mergeWith(next);
            }
        }
    }

    void crossSpatial(std::size_t place)
    {
        using enum TensorRole;
        const bool outputsInside = m_places.keptInside(m_places[place].level).contains(Outputs);
        for (const std::uint32_t node : m_places.nodes(place)) {
            for (const SpatialChoice& choice : m_places.choices(place)) {
                if (!m_places.mayChoose(place, node, choice) || !best(place + 1, node + choice.stride).exists())
                    continue;
                Completion<F> c = best(place + 1, node + choice.stride);
                for (const TensorRole role : kTensorRoles)
                    c.shares[role] /= choice.sharing[role];
                for (std::size_t i = 0; i < c.spread.size(); ++i)
                    c.spread[i] *= choice.spread[i];
                c.firsts *= outputsInside ? choice.taps : 1.0;
                c.lanes *= choice.lanes;
                best(place, node).mergeWith(c);
            }
        }
    }

    const NestSteps<F>& m_steps;
    const Places& m_places;
    std::vector<std::vector<Completion<F>>> m_best; // [place][slot]
};

} // namespace nestloom::schedule::exact
