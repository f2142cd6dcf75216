// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/explore/sweep.h"

#include <QObject>
#include <QString>

namespace nestloom::ui {

/// A sweep that other computers solve in parts, as its folder shows it.
struct ShardState {
    std::size_t done = 0, count = 0; // parts
    bool isSubmitting = false;       // a queue is being asked and followed
    QString said;                    // the newest of what came of it
};

/// Sweeps that come together in a folder, through a queue of the computers that see it. app/gui/local_shards implements
/// it with nestloom-cli; tests use a fake. Lives on the GUI thread; no call blocks. One folder at a time.
class Shards : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// Looks at a folder now and then, until it is told an empty one. Answered by changed.
    virtual void watch(const QString& folder, std::size_t count) = 0;
    /// Gives the parts that are missing to Slurm and follows them; begins the folder when it is not. Answered by
    /// changed, or by failed for a folder of another sweep.
    virtual void submit(const explore::SweepInputs& inputs) = 0;
    /// Answered by linesMade: how other queues are given the parts that are missing.
    virtual void makeLines(const explore::SweepInputs& inputs) = 0;
    /// Takes what was submitted out of the queue; finished parts are kept.
    virtual void cancel() = 0;
    /// Stores what is there. Answered by collected, or by failed.
    virtual void collect() = 0;

Q_SIGNALS:
    void changed(const nestloom::ui::ShardState& state);
    void linesMade(const QString& lines);
    void collected(qint64 sweep); // its number in the store
    void failed(const QString& message);
};

} // namespace nestloom::ui
