// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/exact/nest_steps.h"

namespace nestloom::schedule::exact {

/// Whether one partial mapping can replace another with the same tile at the same place: whatever loops come outside,
/// no figure is larger. A count that both have open will be multiplied by the same number between its least value and
/// 1, so it is enough to look at the ends.
template <std::size_t F>
class Dominance {
public:
    Dominance(const NestSteps<F>& steps, const PerTensor<const Figures*>& sends, std::uint32_t node)
        : m_steps(steps), m_sends(sends), m_node(node)
    {
        const Tile& tile = steps.lattice().tile(node);
        const Tile& whole = steps.whole();
        m_least = {{{tile.pixels / whole.pixels, tile.k / whole.k, tile.taps / whole.taps}}};
        m_mixes = steps.lattice().hasHalo();
        m_allP = tile.p == whole.p, m_allR = tile.r == whole.r, m_allQ = tile.q == whole.q, m_allS = tile.s == whole.s;
    }

    bool operator()(const Partial<F>& a, const Partial<F>& b) const
    {
        using enum TensorRole;
        if (m_steps.charges().needsCycles() && a.lanes < b.lanes)
            return false;
        if (m_mixes && (!sharesAsMuch(a, b, 0, m_allP, m_allR) || !sharesAsMuch(a, b, 1, m_allQ, m_allS)))
            return false;
        Excess sum{};
        for (std::size_t k = 0; k < F; ++k) {
            const double first = a.firsts[k] - b.firsts[k];
            sum[k] = a.settled[k] - b.settled[k] - (first >= 0 ? first : first / m_least[Outputs]);
        }
        addResting(sum, Weights, a, b, a.weightsStay, b.weightsStay);
        addResting(sum, Outputs, a, b, a.outputsStay, b.outputsStay);
        addInputs(sum, a, b);
        for (std::size_t k = 0; k < F; ++k)
            if (sum[k] > 1e-11 * std::abs(a.settled[k]))
                return false;
        return true;
    }

private:
    using Excess = std::array<double, F>;

    /// Loops still to come along an axis let children share no less for a than for b.
    static bool sharesAsMuch(const Partial<F>& a, const Partial<F>& b, std::size_t axis, bool allPixels, bool allTaps)
    {
        const std::size_t pixels = 2 * axis, taps = 2 * axis + 1;
        return (a.spread[pixels] == b.spread[pixels] && a.spread[taps] == b.spread[taps]
                && a.reached[axis] == b.reached[axis])
               || (allTaps && (allPixels || b.spread[taps] == 1)) || (allPixels && b.spread[pixels] == 1);
    }
    static double worst(double difference, double least) { return difference > 0 ? difference : difference * least; }

    void addResting(Excess& sum, TensorRole role, const Partial<F>& a, const Partial<F>& b, bool aStays,
                    bool bStays) const
    {
        const double least = m_least[role];
        const double sent = !aStays && bStays ? a.sent[role] - b.sent[role] * least : a.sent[role] - b.sent[role];
        for (std::size_t k = 0; k < F; ++k) {
            const double open = aStays && bStays
                                    ? worst(a.open[role][k] - b.open[role][k], least)
                                    : (aStays ? a.open[role][k] : 0.0) - (bStays ? b.open[role][k] * least : 0.0);
            sum[k] += open + worst((*m_sends[role])[k] * sent, least);
        }
    }

    bool sameSlides(const Partial<F>& a, const Partial<F>& b) const
    {
        if (a.slidingCount != b.slidingCount || a.inputsSlide != b.inputsSlide)
            return false;
        for (std::size_t i = 0; i < a.slidingCount; ++i) {
            const Sliding<F>&x = a.sliding[i], &y = b.sliding[i];
            if (x.backDown != y.backDown || x.backRight != y.backRight || x.instances != y.instances)
                return false;
            if (x.tile != y.tile) {
                const Tile &s = m_steps.lattice().tile(x.tile), &t = m_steps.lattice().tile(y.tile);
                if (m_mixes && (s.height != t.height || s.width != t.width || s.planes != t.planes))
                    return false;
            }
        }
        return true;
    }

    void addInputs(Excess& sum, const Partial<F>& a, const Partial<F>& b) const
    {
        constexpr TensorRole role = TensorRole::Inputs;
        const double least = m_least[role];
        const Figures& sends = *m_sends[role];
        if (sameSlides(a, b)) {
            // Where tiles slide alike, the difference of what they fetch stays as it is.
            const double differs = m_mixes ? 1 : least;
            double lastA = 0, lastB = 0, leastB = 0;
            for (std::size_t i = 0; i < a.slidingCount; ++i) {
                lastA = m_steps.fetched(a.sliding[i], m_node), lastB = m_steps.fetched(b.sliding[i], m_node);
                leastB = m_steps.leastFetched(b.sliding[i], m_node, least);
                for (std::size_t k = 0; k < F; ++k)
                    sum[k] += worst(a.sliding[i].charge[k] * (lastA - lastB), differs)
                              + between(a.sliding[i].charge[k] - b.sliding[i].charge[k], lastB, leastB);
            }
            for (std::size_t k = 0; k < F; ++k)
                sum[k] += a.inputsSlide ? worst(sends[k] * a.shared * (lastA - lastB), least)
                                              + between(sends[k] * (a.shared - b.shared), lastB, leastB * least)
                                        : worst(sends[k] * (a.sent[role] - b.sent[role]), least);
            return;
        }
        // a as if nothing outside overlapped, b as if everything did
        double lastA = 0, lastB = 0;
        for (std::size_t i = 0; i < a.slidingCount; ++i) {
            lastA = m_steps.fetched(a.sliding[i], m_node);
            for (std::size_t k = 0; k < F; ++k)
                sum[k] += a.sliding[i].charge[k] * lastA;
        }
        for (std::size_t i = 0; i < b.slidingCount; ++i) {
            lastB = m_steps.leastFetched(b.sliding[i], m_node, least);
            for (std::size_t k = 0; k < F; ++k)
                sum[k] -= b.sliding[i].charge[k] * lastB;
        }
        const double sent =
            (a.inputsSlide ? lastA * a.shared : a.sent[role]) - (b.inputsSlide ? lastB * b.shared : b.sent[role]);
        for (std::size_t k = 0; k < F; ++k)
            sum[k] += worst(sends[k] * sent, least);
    }
    /// The largest product of a factor and a number between two.
    static double between(double factor, double most, double least) { return factor * (factor > 0 ? most : least); }

    const NestSteps<F>& m_steps;
    const PerTensor<const Figures*>& m_sends;
    const std::uint32_t m_node;
    PerTensor<double> m_least;
    bool m_mixes = false, m_allP = false, m_allR = false, m_allQ = false, m_allS = false;
};

} // namespace nestloom::schedule::exact
