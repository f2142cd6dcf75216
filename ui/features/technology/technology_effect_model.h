// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/hardware/technology.h"
#include "ui/widgets/column_table.h"

namespace nestloom::ui {

struct EffectOnNumber {
    QString name;
    std::optional<double> now, with; // pJ or um2
    bool isArea = false;
    bool differs() const { return now != with; }
};

/// What an accelerator's energies and areas are, and what they would be with a table: one row for each number.
class TechnologyEffectModel : public ColumnTable<EffectOnNumber> {
    Q_OBJECT
public:
    enum ColumnId { Number, Now, WithTable, Change };

    explicit TechnologyEffectModel(QObject* parent = nullptr);

    void show(const hardware::Accelerator& accelerator, const hardware::Technology& technology);
    int changes() const; // rows that differ
};

} // namespace nestloom::ui
