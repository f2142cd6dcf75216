// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/schedule/explain_layer.h"

#include <QWidget>

namespace nestloom::ui {

class Baseline;
class HeadlineCard;
class ShownRun;

/// The row of headline numbers of a run, each with its change against the baseline.
class Headlines : public QWidget {
    Q_OBJECT
public:
    explicit Headlines(QWidget* parent = nullptr);
    void show(const ShownRun& run, const Baseline& baseline);

Q_SIGNALS:
    void explainRequested(nestloom::schedule::Figure figure);

private:
    void showValues(const ShownRun& run);
    void showDeltas(const ShownRun& run, const Baseline& baseline);
    void showBound(const ShownRun& run);

    HeadlineCard* m_cycles;
    HeadlineCard* m_energy;
    HeadlineCard* m_edp;
    HeadlineCard* m_utilisation;
    HeadlineCard* m_bound;
};

} // namespace nestloom::ui
