// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/cosma/budget_curve.h"

#include <algorithm>
#include <set>

namespace nestloom::schedule::cosma {

namespace {
constexpr std::int64_t kStepsWithoutPlan = 64; // where no plan is found, the range is asked about this often at most
}

void BudgetCurve::add(CurveSample sample) { m_samples.push_back(std::move(sample)); }

const CurveSample* BudgetCurve::best(Bytes size) const
{
    const CurveSample* best = nullptr;
    for (const CurveSample& sample : m_samples)
        if (sample.plan && sample.need <= size && (best == nullptr || sample.plan->traffic < best->plan->traffic))
            best = &sample;
    return best;
}

Bytes BudgetCurve::bound(Bytes size) const
{
    Bytes bound{};
    for (const CurveSample& sample : m_samples)
        if (sample.size >= size)
            bound = std::max(bound, sample.bound);
    return bound;
}

std::vector<CurveStep> BudgetCurve::steps() const
{
    std::set<Bytes> begins{m_least}; // sizes at which something changes
    for (const CurveSample& sample : m_samples) {
        if (sample.plan)
            begins.insert(sample.need);
        begins.insert(sample.size + Bytes{1});
    }
    std::vector<CurveStep> steps;
    for (const Bytes from : begins) {
        if (from < m_least || from > m_peak)
            continue;
        if (!steps.empty())
            steps.back().to = from - Bytes{1};
        const CurveSample* plan = best(from);
        CurveStep step{from, m_peak, plan ? std::optional(plan->plan->traffic) : std::nullopt, bound(from)};
        if (steps.empty() || steps.back().traffic != step.traffic || steps.back().bound != step.bound)
            steps.push_back(step);
        else
            steps.back().to = m_peak;
    }
    return steps;
}

/// An answer that was not proven leaves the sizes it is about open, and asking again would say the same: the smallest
/// size in one go with `size` that need not be asked about. Nothing = ask.
std::optional<Bytes> BudgetCurve::askedDownTo(Bytes size) const
{
    std::optional<Bytes> lowest;
    for (const CurveSample& sample : m_samples) {
        if (!sample.isFinal || sample.size < size)
            continue;
        const Bytes without = sample.size - Bytes{(m_peak - m_least).count / kStepsWithoutPlan};
        const Bytes from = sample.plan ? sample.need : without;
        if (from <= size)
            lowest = lowest ? std::min(*lowest, from) : from;
    }
    return lowest;
}

std::optional<Bytes> BudgetCurve::nextOpen() const
{
    const std::vector<CurveStep> known = steps();
    for (auto step = known.rbegin(); step != known.rend(); ++step) {
        if (step->isExact())
            continue;
        Bytes size = step->to;
        while (size >= step->from) {
            const std::optional<Bytes> asked = askedDownTo(size);
            if (!asked)
                return size;
            size = *asked - Bytes{1};
        }
    }
    return std::nullopt;
}

} // namespace nestloom::schedule::cosma
