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
/// it does at least to those inside. All numbers are kept as such of which less is better, so that the best of two
/// completions in each respect are the lesser ones, and what a loop does to them is a product: no branches.
template <std::size_t F>
class Completion {
    static constexpr std::size_t kStays = F, kShares = F + 3, kSpread = F + 6, kFirsts = F + 10, kLanes = F + 11;

public:
    static constexpr std::size_t kSize = F + 12;
    using Numbers = std::array<double, kSize>;

    Completion() { m_least.fill(std::numeric_limits<double>::infinity()); } // there is none
    /// Around the whole nest.
    static Completion nothing()
    {
        Completion whole;
        for (std::size_t i = 0; i < kSize; ++i)
            whole.m_least[i] = i < F ? 0 : i < kSpread ? 1 : -1;
        return whole;
    }

    bool exists() const { return m_least[kLanes] < 0; }
    double figure(std::size_t k) const { return m_least[k]; }
    void addFigure(std::size_t k, double more) { m_least[k] += more; }
    /// <= 1: re-use of a tile that no loop inside has moved.
    double stays(TensorRole role) const { return m_least[kStays + std::size_t(role)]; }
    void setStays(TensorRole role, double stays) { m_least[kStays + std::size_t(role)] = stays; }
    /// <= 1: spatial re-use up to the next level that keeps the tensor.
    double shares(TensorRole role) const { return m_least[kShares + std::size_t(role)]; }
    void setShares(TensorRole role, double shares) { m_least[kShares + std::size_t(role)] = shares; }
    /// Along axes with halo, spatial loops up to the next level that keeps inputs.
    Spread spread() const
    {
        return {-m_least[kSpread], -m_least[kSpread + 1], -m_least[kSpread + 2], -m_least[kSpread + 3]};
    }
    void forgetSpread() { std::fill_n(m_least.begin() + kSpread, 4, -1); }
    double firsts() const { return -m_least[kFirsts]; } // >= 1: spatial reduction loops
    void setFirsts(double firsts) { m_least[kFirsts] = -firsts; }
    double lanes() const { return -m_least[kLanes]; } // product of the spatial bounds

    void mergeWith(const Completion& other, const Numbers& factors)
    {
        for (std::size_t i = 0; i < kSize; ++i) {
            const double one = other.m_least[i] * factors[i];
            m_least[i] = one < m_least[i] ? one : m_least[i];
        }
    }

    static Numbers unchanged()
    {
        Numbers factors;
        factors.fill(1);
        return factors;
    }
    /// What a temporal loop does, of which some tensors are re-used.
    static Numbers ofLoop(const LatticeFactor& factor, TensorSet reused)
    {
        Numbers factors = unchanged();
        for (const TensorRole role : kTensorRoles)
            if (reused.contains(role) && isIrrelevant(role, factor.kind))
                factors[kStays + std::size_t(role)] = 1 / double(factor.prime);
        return factors;
    }
    static Numbers ofChoice(const SpatialChoice& choice, bool outputsInside)
    {
        Numbers factors = unchanged();
        for (const TensorRole role : kTensorRoles)
            factors[kShares + std::size_t(role)] = 1 / choice.sharing[role];
        std::ranges::copy(choice.spread, factors.begin() + kSpread);
        factors[kFirsts] = outputsInside ? choice.taps : 1.0;
        factors[kLanes] = choice.lanes;
        return factors;
    }

private:
    Numbers m_least;
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
            best(places.size(), whole) = Completion<F>::nothing();
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
        return outside.exists()
               && m_steps.charges().value({}, m_steps.whole().macs / (lanes * outside.lanes())) < limit;
    }

    /// No nest around this partial mapping, which stands before `place` with this tile, has a lower value.
    double leastValue(const Partial<F>& partial, std::size_t place, std::uint32_t node) const
    {
        using enum TensorRole;
        const Completion<F>& outside = best(place, node);
        if (!outside.exists())
            return std::numeric_limits<double>::infinity();
        const auto& sends = m_places.leastSends(place);
        const double weights = partial.weightsStay ? outside.stays(Weights) : 1.0;
        const double outputs = partial.outputsStay ? outside.stays(Outputs) : 1.0;
        const double weightsSent = partial.sent[Weights] * weights * outside.shares(Weights);
        const double outputsSent = partial.sent[Outputs] * outputs * outside.shares(Outputs);
        Figures sum{};
        for (std::size_t k = 0; k < F; ++k)
            sum[k] = (partial.settled[k] + partial.open[Weights][k] * weights + partial.open[Outputs][k] * outputs
                      - partial.firsts[k] * outside.firsts())
                         / sharedBy(k, outside)
                     + outside.figure(k) + (*sends[Weights])[k] * weightsSent + (*sends[Outputs])[k] * outputsSent;
        addInputs(sum, partial, outside, *sends[Inputs], node);
        return m_steps.charges().value(sum, m_steps.whole().macs / (partial.lanes * outside.lanes()));
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
        return m_steps.charges().isShared(figure) ? outside.lanes() : 1.0;
    }

    void addInputs(Figures& sum, const Partial<F>& partial, const Completion<F>& outside, const Figures& sends,
                   std::uint32_t node) const
    {
        constexpr TensorRole role = TensorRole::Inputs;
        double last = 0;
        for (std::size_t i = 0; i < partial.slidingCount; ++i) {
            last = m_steps.leastFetched(partial.sliding[i], node, outside.stays(role));
            for (std::size_t k = 0; k < F; ++k)
                sum[k] += partial.sliding[i].charge[k] * last / sharedBy(k, outside);
        }
        const double asked = partial.inputsSlide ? last * partial.shared : partial.sent[role];
        const Spread spread = outside.spread();
        const double sent =
            std::max(mayMix(partial.spread, spread) ? 0.0 : m_steps.touchedInputs(),
                     asked * outside.shares(role) * sharedBySpread(partial.spread, partial.reached, spread));
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
            c.setShares(role, 1);
            if (role == TensorRole::Inputs)
                c.forgetSpread();
            if (role == TensorRole::Outputs)
                for (std::size_t k = 0; k < F; ++k)
                    c.addFigure(k, -charges.firsts[k] * c.firsts());
            if (m_places.keptInside(level).contains(role))
                continue;
            c.setStays(role, 1); // nobody inside asks
            if (role == TensorRole::Outputs)
                c.setFirsts(1);
        }
        return c;
    }

    void chargeFetches(Completion<F>& c, TensorRole role, const Figures& fills, const Figures& sends,
                       std::uint32_t node) const
    {
        const bool inputs = role == TensorRole::Inputs;
        const double fetches = inputs ? m_steps.leastFetched(m_steps.atRest(node), node, c.stays(role))
                                      : m_steps.restingFetches(role, node) * c.stays(role);
        const double shared = c.shares(role) * (inputs ? sharedBySpread({{1, 1, 1, 1}}, {{1, 1}}, c.spread()) : 1.0);
        const bool asksForAll = inputs && !mayMix({{1, 1, 1, 1}}, c.spread());
        const double sent = std::max(asksForAll ? m_steps.touchedInputs() : 0.0, fetches * shared);
        for (std::size_t k = 0; k < F; ++k)
            c.addFigure(k, fills[k] * fetches + sends[k] * sent);
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
        std::vector<typename Completion<F>::Numbers> loops;
        for (const LatticeFactor& factor : lattice.factors())
            loops.push_back(Completion<F>::ofLoop(factor, reused));
        for (std::size_t i = nodes.size(); i > 0; --i) { // slot i is that of nodes[i - 1]
            const std::uint32_t node = nodes[i - 1];
            if (!outside[i].exists())
                continue;
            m_best[place][i] = outside[i];
            for (std::size_t f = 0; f < lattice.factors().size(); ++f) {
                const LatticeFactor& factor = lattice.factors()[f];
                if (!lattice.canShrink(node, f) || !m_places.reaches(place, node - factor.stride, true))
                    continue;
                outside[m_places.slot(place, node - factor.stride)].mergeWith(outside[i], loops[f]);
            }
        }
    }

    void crossSpatial(std::size_t place)
    {
        const bool outputsInside = m_places.keptInside(m_places[place].level).contains(TensorRole::Outputs);
        std::vector<typename Completion<F>::Numbers> factors;
        for (const SpatialChoice& choice : m_places.choices(place))
            factors.push_back(Completion<F>::ofChoice(choice, outputsInside));
        for (const std::uint32_t node : m_places.nodes(place)) {
            Completion<F>& here = best(place, node);
            for (std::size_t c = 0; c < factors.size(); ++c)
                if (const SpatialChoice& choice = m_places.choices(place)[c]; m_places.mayChoose(place, node, choice))
                    here.mergeWith(best(place + 1, node + choice.stride), factors[c]);
        }
    }

    const NestSteps<F>& m_steps;
    const Places& m_places;
    std::vector<std::vector<Completion<F>>> m_best; // [place][slot]
};

} // namespace nestloom::schedule::exact
