// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/front.h"
#include "engine/records/sweep.h"
#include "ui/ports/session.h"

#include <QObject>
#include <QString>

#include <chrono>
#include <vector>

namespace nestloom::ui {

using records::SweepId;
using records::SweepRecord;
using records::SweepSummary;

/// What is ahead, found by solving one accelerator.
struct SweepEstimate {
    std::size_t accelerators = 0, networks = 0;
    std::size_t refused = 0;                          // accelerators that cannot be built or served
    QString refusal{};                                // why, of the first of them
    QString caution{};                                // where energies are extrapolated; empty = nowhere
    std::optional<std::chrono::milliseconds> total{}; // on `threads` threads; nothing = none can be built
    int threads = 1;
};

/// Live state of a sweep.
struct SweepState {
    JobId job = 0;
    SweepId sweep = 0;               // 0 while unknown or not stored
    QString title;                   // "Sweep of simba"
    std::size_t done = 0, total = 0; // points times networks, known ones included
    std::size_t known = 0;           // of these, stored before it began
    std::optional<std::chrono::milliseconds> left;
    std::optional<double> within{}; // of a front: see explore::SweepProgress
    std::chrono::milliseconds elapsed{};
    JobState::End end = JobState::End::Running;
    QString message;                             // one sentence when Failed
    std::optional<explore::FrontCounts> front{}; // at the end of one that solved only what a front needs
};

class Shards;

/// What the window may ask about sweeps, and what it hears. app/gui/local_sweeps implements it; tests use a fake.
/// Lives on the GUI thread; no call blocks. Only one sweep runs at a time.
class Sweeps : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Cheap, from memory.
    virtual std::vector<SweepSummary> stored() const = 0; // newest first
    /// The values of an axis over a field as people write them; see engine/io/sweep_axis.h.
    virtual Result<explore::Axis> parseAxis(const explore::Field& field, const QString& text) const = 0;
    /// Fields that follow from others, and conditions; see engine/io/sweep_expression.h.
    virtual Result<explore::LinkedField> parseLink(const QString& text, const hardware::Accelerator& base) const = 0;
    virtual Result<explore::Condition> parseCondition(const QString& text, const hardware::Accelerator& base) const = 0;
    virtual QString valueText(explore::FieldKind kind, double value) const = 0; // "64 KiB"; reads back

    /// Solves one accelerator of the sweep; the newest request wins. Answered by estimated or estimateFailed.
    virtual void estimate(const explore::SweepInputs& inputs) = 0;
    virtual void cancelEstimate() = 0;
    /// Starts a sweep, or goes on with the stored one of equal inputs; with `front` only as far as that needs. 0 when
    /// another is running.
    virtual JobId start(const explore::SweepInputs& inputs, const std::optional<explore::FrontSearch>& front) = 0;
    virtual void cancel(JobId job) = 0; // what was found is kept; other jobs are ignored
    /// Answered by loaded or failed; the newest request wins.
    virtual void load(SweepId sweep) = 0;
    virtual void remove(SweepId sweep) = 0; // and its points, for good; answered by storedChanged or failed
    /// Sweeps on other computers; null where this cannot be.
    virtual Shards* shards() { return nullptr; }

Q_SIGNALS:
    void storedChanged();
    void estimated(const nestloom::ui::SweepEstimate& estimate);
    void estimateFailed(const QString& message); // one sentence
    /// Each result once, those known from before first; at most every 50 ms.
    void pointsFinished(nestloom::ui::JobId job, const std::vector<nestloom::explore::PointResult>& points);
    void changed(const nestloom::ui::SweepState& state); // at most every 50 ms
    void finished(const nestloom::ui::SweepState& state);
    void loaded(const nestloom::ui::SweepRecord& sweep);
    void failed(const QString& message); // one sentence for the problems line
};

} // namespace nestloom::ui
