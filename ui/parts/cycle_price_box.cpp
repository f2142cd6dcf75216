// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/cycle_price_box.h"

#include "ui/workbench/workbench.h"

#include <cmath>

namespace nestloom::ui {

namespace {
constexpr double kLeast = 0.001; // pJ
constexpr double kMost = 1e12;
constexpr double kUsual = 1000;
} // namespace

CyclePriceBox::CyclePriceBox(Workbench& workbench, QWidget* parent) : QDoubleSpinBox(parent), m_workbench(workbench)
{
    setObjectName(QStringLiteral("cyclePrice"));
    setRange(0, kMost);
    setDecimals(3);
    setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    setGroupSeparatorShown(true);
    setSuffix(tr(" pJ"));
    setSpecialValueText(tr("none"));
    setAlignment(Qt::AlignRight);
    setKeyboardTracking(false); // a run should not be of half a number
    setToolTip(tr("Energy that a cycle is worth: the mapping of every layer minimises energy + price \u00d7 cycles.\n"
                  "At the energy per cycle of a run, its energy and its time count alike."));
}

double CyclePriceBox::usualPrice() const
{
    const schedule::Totals& totals = m_workbench.run().totals();
    if (m_workbench.run().isEmpty() || totals.cycles.count <= 0 || !(totals.energy.count > 0))
        return kUsual;
    const double price = totals.energy.count / double(totals.cycles.count);
    const double digits = std::pow(10.0, std::floor(std::log10(price)) - 1); // two of them
    return std::max(kLeast, std::round(price / digits) * digits);
}

double CyclePriceBox::price(schedule::Objective objective) const
{
    return objective == schedule::Objective::Weighted && value() < kLeast ? usualPrice() : value();
}

void CyclePriceBox::show(const schedule::Goal& goal, bool applies)
{
    setEnabled(applies && goal.objective == schedule::Objective::Weighted);
    if (goal.cyclePrice != value())
        setValue(goal.cyclePrice);
}

} // namespace nestloom::ui
