// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/progress_throttle.h"
#include "app/jobs/turns.h"
#include "engine/records/job.h"
#include "engine/records/run.h"
#include "engine/schedule/network_run.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::jobs {

using records::JobId;
using records::JobState;

/// Runs experiments on threads of its own and tells about them on the thread it lives on, every 50 ms. The threads
/// leave their news under a lock and never touch this object, so nothing of a job is heard after it was destroyed. Jobs
/// beyond kParallelJobs wait for their turn; the engine spreads one job over the cores already. Thread rule: every call
/// and every signal on the owner's thread. The destructor asks all jobs to stop, then waits.
class JobRunner : public QObject {
    Q_OBJECT
public:
    static constexpr int kParallelJobs = 2;

    explicit JobRunner(store::StoreWorker* store,
                       QObject* parent = nullptr); // `store` may be null and must outlive this
    ~JobRunner() override;

    JobId submit(records::RunInputs inputs);
    void cancel(JobId job); // at once; what was found is kept. Unknown or ended jobs are ignored.
    void cancelAll();
    int runningJobs() const { return int(m_jobs.size()); }

    // Those that wait for their turn; the next to begin comes first.
    std::vector<JobId> waiting() const { return m_turns.waiting(); }
    void move(JobId job, int places); // negative = towards the front; others than waiting jobs are ignored
    void setHeld(bool held);          // while held no waiting job begins; those at work go on
    bool isHeld() const { return m_turns.isHeld(); }

    /// Of the last kRemembered jobs that failed or were cancelled.
    bool canRetry(JobId job) const { return m_ended.count(job) > 0; }
    std::optional<records::RunInputs> retryInputs(JobId job) const;
    JobId retry(JobId job); // the same inputs as a new job; 0 when it cannot
    static constexpr std::size_t kRemembered = 50;

Q_SIGNALS:
    void changed(const nestloom::jobs::JobState& job); // at most every 50 ms per job
    void layerFinished(nestloom::jobs::JobId job, qint64 run, const nestloom::schedule::LayerResult& layer);
    void finished(const nestloom::jobs::JobState& job); // the last word of a job
    void queueChanged();                                // other jobs wait, in another order, or they are held or not

private:
    struct Job;
    void work(Job& job, std::stop_token stop);
    void perform(Job& job, std::stop_token stop);
    void tellNews();
    void tellQueue();
    void conclude(const JobState& last);

    store::StoreWorker* m_store;
    Turns m_turns{kParallelJobs};
    std::vector<JobId> m_toldWaiting;
    std::map<JobId, records::RunInputs> m_ended; // by jobs that did not finish
    JobId m_lastId = 0;
    QTimer m_tick;
    std::map<JobId, std::unique_ptr<Job>> m_jobs; // running ones; owner's thread only
};

} // namespace nestloom::jobs
