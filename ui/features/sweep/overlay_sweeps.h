// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/features/sweep/shown_sweep.h"

#include <memory>

namespace nestloom::ui {

/// Stored sweeps whose points stand beside those of the shown one. They are read one after the other, and stay when
/// another sweep is shown; the shown one itself is never among them.
class OverlaySweeps : public QObject {
    Q_OBJECT
public:
    static constexpr std::size_t kMost = 5; // more could not be told apart

    struct Sweep {
        SweepId id = 0;
        std::unique_ptr<SweepPointModel> points; // null until it is read
    };

    explicit OverlaySweeps(ShownSweep& shown, QObject* parent = nullptr);

    const std::vector<Sweep>& all() const { return m_all; } // in the order in which they were added
    /// Stored ones that can be added, newest first.
    std::vector<SweepSummary> addable() const;
    void add(SweepId sweep);
    /// Adds it; where no sweep is shown that it could be beside, it is the one that is shown.
    void choose(SweepId sweep);
    void remove(SweepId sweep);

Q_SIGNALS:
    void changed(); // another list, or points that were read

private:
    Sweep* find(SweepId sweep);
    void readNext();

    ShownSweep& m_shown;
    std::vector<Sweep> m_all;
    SweepId m_reading = 0;
};

/// "Sweep 7 of simba"; without a number for one that is not stored.
QString sweepName(SweepId id, const explore::SweepInputs& inputs);
/// "cosa, latency, then energy": what schedules, and what it minimises.
QString methodText(const explore::SweepInputs& inputs);

} // namespace nestloom::ui
