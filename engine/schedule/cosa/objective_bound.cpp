// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosa/objective_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::schedule::cosa {

namespace {

constexpr int kRefinements = 4;
constexpr int kIntervals = 12;
constexpr double kTolerance = 1e-7; // of logarithms as doubles in the rows of the models, relative
constexpr double kNoLimit = 1.8e19; // 2^64 cycles

struct Interval {
    double from = 0, to = 0; // cycles
    double energy = 0;       // least pJ up to `to`
    double edp() const { return from * energy; }
};

} // namespace

Result<double> ObjectiveBound::cycles() const
{
    const LatencyModel model(m_space, Side::Bound);
    const auto answer = m_ask(model.model());
    if (!answer)
        return answer.error();
    const double busy =
        static_cast<double>(workload::macs(m_space.layer())) / static_cast<double>(m_space.accelerator().macUnits());
    return std::max(busy, LatencyModel::cycles(answer->stats.bound.value_or(0)) * (1 - kTolerance));
}

Result<double> ObjectiveBound::energy(double atLeast, double atMost, double cyclePrice) const
{
    EnergyModel model(m_space, cyclePrice);
    model.restrictCycles(atLeast, std::min(atMost, kNoLimit));
    double best = 0;
    for (int round = 0; round <= kRefinements; ++round) {
        const auto answer = m_ask(model.model());
        if (!answer)
            return answer.error();
        if (answer->status == SolveStatus::Infeasible)
            return std::numeric_limits<double>::infinity();
        if (!answer->solution || !answer->stats.bound) { // the solver may be right that no mapping is that fast; the
                                                         // bound of the latency can prove it
            const auto least = cycles();
            if (!least)
                return least.error();
            return *least > atMost ? std::numeric_limits<double>::infinity() : best;
        }
        best = std::max(best, model.picojoules(*answer->stats.bound) * (1 - kTolerance));
        if (!answer->solution || !model.refine(*answer->solution))
            break;
    }
    return best;
}

Result<double> ObjectiveBound::edp(double leastCycles, double incumbent) const
{
    const auto least = energy(1, kNoLimit);
    if (!least)
        return least.error();
    if (!(*least > 0) || !(leastCycles > 0))
        return leastCycles * *least;
    const double end = std::max(leastCycles, incumbent / *least); // beyond, every product exceeds the incumbent
    std::vector<Interval> intervals{{leastCycles, end, *least}};
    const auto weakest = [&] {
        return std::min_element(intervals.begin(), intervals.end(),
                                [](const Interval& a, const Interval& b) { return a.edp() < b.edp(); });
    };
    for (int i = 0; i < kIntervals && weakest()->edp() < incumbent; ++i) {
        const auto at = weakest();
        if (at->to <= at->from * 1.002)
            break;
        const double middle = std::sqrt(at->from * at->to);
        const auto before = energy(1, middle);
        if (!before)
            return before.error();
        const Interval later{middle, at->to, at->energy};
        *at = {at->from, middle, std::max(at->energy, *before)};
        intervals.push_back(later);
    }
    return std::min(incumbent, weakest()->edp());
}

} // namespace nestloom::schedule::cosa
