// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/features/memory/plan_focus.h"

#include <algorithm>

namespace nestloom::ui {

namespace {
constexpr double kFewestSteps = 4; // in sight
}

void PlanFocus::setStepCount(int count)
{
    if (count == m_count)
        return;
    m_count = count;
    m_low = 0;
    m_high = count;
    m_step = std::clamp(m_step, 0, std::max(0, count - 1));
    Q_EMIT windowChanged();
    Q_EMIT stepChanged(m_step);
    setRange(std::nullopt); // other steps
}

void PlanFocus::setWindow(double low, double high)
{
    const double width = std::clamp(high - low, std::min(kFewestSteps, double(m_count)), double(m_count));
    low = std::clamp(low, 0.0, m_count - width);
    if (low == m_low && low + width == m_high)
        return;
    m_low = low;
    m_high = low + width;
    Q_EMIT windowChanged();
}

void PlanFocus::zoom(double at, double factor)
{
    const double width =
        std::clamp((m_high - m_low) / factor, std::min(kFewestSteps, double(m_count)), double(m_count));
    const double place = (at - m_low) / std::max(1e-9, m_high - m_low);
    setWindow(at - place * width, at - place * width + width);
}

void PlanFocus::pan(double steps)
{
    const double width = m_high - m_low;
    const double low = std::clamp(m_low + steps, 0.0, m_count - width);
    setWindow(low, low + width);
}

void PlanFocus::fit() { setWindow(0, m_count); }

void PlanFocus::setStep(int step)
{
    step = std::clamp(step, 0, std::max(0, m_count - 1));
    if (step < m_low || step + 1 > m_high) {
        const double width = m_high - m_low;
        const double low = step < m_low ? step : step + 1 - width;
        setWindow(low, low + width);
    }
    if (step == m_step)
        return;
    m_step = step;
    Q_EMIT stepChanged(step);
}

void PlanFocus::setRange(std::optional<StepRange> range)
{
    if (range && m_count > 0) {
        m_anchor = std::clamp(range->first, 0, m_count - 1);
        const int end = std::clamp(range->last, 0, m_count - 1);
        range = StepRange{std::min(m_anchor, end), std::max(m_anchor, end)};
    } else {
        range.reset();
    }
    if (range == m_range)
        return;
    m_range = range;
    Q_EMIT rangeChanged();
}

void PlanFocus::extendRange(int step) { setRange(StepRange{m_range ? m_anchor : m_step, step}); }

void PlanFocus::showRange()
{
    if (!m_range)
        return;
    const double width = m_range->last + 1.0 - m_range->first, room = width * 0.04;
    setWindow(m_range->first - room, m_range->first + width + room);
}

void PlanFocus::select(const PlanSelection& selection)
{
    if (selection == m_selection)
        return;
    m_selection = selection;
    Q_EMIT selectionChanged(m_selection);
}

} // namespace nestloom::ui
