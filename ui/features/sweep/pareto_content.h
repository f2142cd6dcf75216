// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/pareto_view.h"
#include "ui/features/sweep/measure.h"
#include "ui/ports/session.h"

#include <array>

namespace nestloom::ui {

class OverlaySweeps;
class ShownSweep;
class SweepPointModel;

/// What stands in the Pareto view: stored runs, the points of other sweeps, then those of the shown sweep as they come.
class ParetoContent {
public:
    static constexpr int kAll = -1;                      // networks
    static constexpr int kByNothing = -1, kByFront = -2; // colours

    struct Choice {
        std::array<int, 2> axes{}; // of the measures, by side
        int network = kAll;        // of the shown sweep
        int colour = kByNothing;   // or a measure: a swept field
        bool withRuns = false;
    };
    /// Where a point comes from: a run, or a row of a sweep.
    struct Origin {
        RunId run = 0;
        const SweepPointModel* sweep = nullptr;
        int row = -1;
    };

    ParetoContent(const Session& session, const ShownSweep& shown, const OverlaySweeps& others);

    /// All points, chosen anew.
    std::vector<ParetoPoint> points(const Choice& choice);
    /// Those of the shown sweep that came since.
    std::vector<ParetoPoint> newPoints();
    const Measure& measure(ParetoView::Side side) const;
    ParetoLegend legend() const;
    Provenance provenance() const;

    int rowOf(int point) const { return point < 0 ? -1 : point - m_before; } // of the shown sweep; negative for others
    int pointOf(int row) const { return row + m_before; }
    Origin origin(int point) const;
    QString description(int point) const;
    /// What tells a point apart: sweep or run, number, and the values that were swept.
    QStringList names(int point) const;
    /// Why a sweep that was added has no points here; empty when it has.
    QString whyNot(const SweepPointModel& other) const;
    /// In words, when not all that is shown is of one model, and when points are not solved; mostly empty.
    QString modelSentence() const;

private:
    struct Part { // a sweep that is shown beside
        const SweepPointModel* sweep;
        std::array<std::size_t, 2> axes; // its measures
        int series;                      // of its first network
        int begin;                       // its first point
    };
    ParetoPoint pointOf(const SweepPointModel& sweep, int row, const std::array<std::size_t, 2>& axes) const;
    ParetoPoint pointOf(const RunSummary& run) const;
    void addRuns(std::vector<ParetoPoint>& points);
    void addOthers(std::vector<ParetoPoint>& points);

    const Session& m_session;
    const ShownSweep& m_shown;
    const OverlaySweeps& m_others;
    Choice m_choice;
    std::vector<RunId> m_runs;
    std::vector<Part> m_parts;
    std::vector<double> m_colourValues; // ascending
    int m_before = 0;                   // points that are not of the shown sweep
    int m_rows = 0;                     // of the shown sweep that were given
};

} // namespace nestloom::ui
