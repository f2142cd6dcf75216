// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/objective.h"

#include <QDoubleSpinBox>

namespace nestloom::ui {

class Workbench;

/// What a cycle counts in a weighted objective, in pJ; enabled for that objective only.
class CyclePriceBox : public QDoubleSpinBox {
    Q_OBJECT
public:
    explicit CyclePriceBox(Workbench& workbench, QWidget* parent = nullptr);

    /// `applies`: the engine takes objectives of mappings at all.
    void show(const schedule::Goal& goal, bool applies);
    /// Its price, for a weighted objective at least the smallest one; where none was entered, the usual one.
    double price(schedule::Objective objective) const;

private:
    /// pJ for each cycle of the shown run, at which energy and time count alike; a round number without a run.
    double usualPrice() const;

    Workbench& m_workbench;
};

} // namespace nestloom::ui
