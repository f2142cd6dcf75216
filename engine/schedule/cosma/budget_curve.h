// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/memory_plan.h"

#include <memory>
#include <optional>
#include <vector>

namespace nestloom::schedule::cosma {

/// What one answer says about all scratchpad sizes: the plan runs in `need` or more, and no plan in `size` or less has
/// less traffic than `bound`.
struct CurveSample {
    Bytes size{};                                     // that was asked about
    Bytes bound{};                                    // proven for it
    std::shared_ptr<const memory::MemoryPlan> plan{}; // verified; null when none was found
    Bytes need{};                                     // end of the plan's highest address
    bool isFinal = true;                              // the search ended by itself: asking again would say the same
};

/// Sizes from..to, both included, of which the same is known.
struct CurveStep {
    Bytes from{}, to{};
    std::optional<Bytes> traffic; // of the best plan known for all of them
    Bytes bound{};                // no plan for any of them has less
    bool isExact() const { return traffic && *traffic == bound; }
    friend bool operator==(const CurveStep&, const CurveStep&) = default;
};

/// Least off-chip traffic as a function of the scratchpad's size, as far as it is known.
/// Traffic falls as the size grows: a plan is a plan for every larger scratchpad, a bound is one for every smaller one.
/// So one proven answer for a size M whose plan needs only n settles all of n..M, and asking again at n - 1 finds the
/// next step of the staircase: no size between has to be tried. Where an answer is not proven, the curve lies between
/// `bound` and `traffic`.
class BudgetCurve {
public:
    /// From `least` (M_R) to `peak`, where no traffic is left.
    BudgetCurve(Bytes least, Bytes peak) : m_least(least), m_peak(peak) {}

    void add(CurveSample sample);
    Bytes least() const { return m_least; }
    Bytes peak() const { return m_peak; }

    /// Ascending, adjacent, from least() to peak(); neighbours differ.
    std::vector<CurveStep> steps() const;
    /// The largest size of which the traffic is not known exactly and that nobody asked about; nothing = all is known.
    std::optional<Bytes> nextOpen() const;
    /// The cheapest plan known for a size; null = none.
    const CurveSample* best(Bytes size) const;
    Bytes bound(Bytes size) const;

private:
    std::optional<Bytes> askedDownTo(Bytes size) const;

    Bytes m_least, m_peak;
    std::vector<CurveSample> m_samples;
};

} // namespace nestloom::schedule::cosma
