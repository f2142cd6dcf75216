// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/session.h"

namespace nestloom::ui {

/// The jobs that wait for their turn, and what became of ended ones. A child of the session, found by jobQueueOf().
/// Lives on the GUI thread; no call blocks.
class JobQueue : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    /// The next to begin comes first.
    virtual std::vector<JobId> waiting() const = 0;
    /// Moves a waiting job towards the end, or with a negative number towards the front.
    virtual void move(JobId job, int places) = 0;

    /// While held no waiting job begins; those at work go on.
    virtual bool isHeld() const = 0;
    virtual void setHeld(bool held) = 0;

    /// A job that failed or was cancelled can be started again with the same inputs.
    virtual bool canRetry(JobId job) const = 0;
    virtual JobId retry(JobId job) = 0; // a new job, last in the queue; 0 when it cannot

Q_SIGNALS:
    void changed(); // another order, or held or not
    void retried(nestloom::ui::JobId job, const nestloom::ui::ScheduleRequest& request); // as a new job
};

/// Null when this session has none.
inline JobQueue* jobQueueOf(const Session& session) { return session.findChild<JobQueue*>(); }

} // namespace nestloom::ui
