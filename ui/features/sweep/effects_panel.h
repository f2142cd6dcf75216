// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sensitivity.h"
#include "ui/widgets/column_table.h"

#include <QWidget>

class QLabel;

namespace nestloom::ui {

class CopyableTable;

/// A share of what a figure varies over the points of a sweep, and what it comes from.
struct Effect {
    QString what; // "Clock", "Clock × DRAM read bandwidth"
    double share = 0;
    QString toolTip;
};
class EffectModel : public ColumnTable<Effect> {
    Q_OBJECT
public:
    explicit EffectModel(QObject* parent = nullptr);
};

/// What makes the difference in a figure: each field alone, then every two that interact, then the rest.
class EffectsPanel : public QWidget {
    Q_OBJECT
public:
    explicit EffectsPanel(QWidget* parent = nullptr);

    /// `figure`: "Cycles of resnet50". Nothing found = why there is nothing to say.
    void show(const QString& figure, const explore::DesignSpace& space,
              const std::optional<explore::Sensitivity>& found);
    /// The largest parts in one line; empty when there is nothing to say.
    QString summary() const;
    const EffectModel& model() const { return *m_model; }

private:
    EffectModel* m_model;
    CopyableTable* m_table;
    QLabel* m_about;
};

} // namespace nestloom::ui
