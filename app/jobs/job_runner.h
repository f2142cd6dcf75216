// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/progress_throttle.h"
#include "app/store/run_record.h"
#include "engine/schedule/network_run.h"

#include <QObject>
#include <QTimer>

#include <condition_variable>
#include <map>
#include <memory>
#include <mutex>
#include <string>

namespace nestloom::store {
class StoreWorker;
}

namespace nestloom::jobs {

using JobId = quint64; // 1, 2, ...; never reused

/// Live state of a job.
struct JobSnapshot {
    enum class End { Running, Finished, Cancelled, Failed };

    JobId id = 0;
    store::RunId run = 0; // 0 while unknown or not stored
    int layersDone = 0;
    int layerCount = 0;
    double fraction = 0; // 0..1
    std::string phase;
    double incumbentCycles = 0;     // sum over finished layers
    std::optional<double> worstGap; // over finished layers
    std::chrono::milliseconds elapsed{};
    End end = End::Running;
    std::string message;      // one sentence when Failed
    std::string storeMessage; // one sentence when something could not be stored
};

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

    JobId submit(store::RunInputs inputs);
    void cancel(JobId job); // at once; what was found is kept. Unknown or ended jobs are ignored.
    void cancelAll();
    int runningJobs() const { return int(m_jobs.size()); }

Q_SIGNALS:
    void changed(const nestloom::jobs::JobSnapshot& job); // at most every 50 ms per job
    void layerFinished(nestloom::jobs::JobId job, qint64 run, const nestloom::schedule::LayerResult& layer);
    void finished(const nestloom::jobs::JobSnapshot& job); // the last word of a job

private:
    struct Job;
    void work(Job& job, std::stop_token stop);
    bool waitForTurn(std::stop_token stop);
    void giveUpTurn();
    void perform(Job& job, std::stop_token stop);
    void tellNews();
    void conclude(const JobSnapshot& last);

    store::StoreWorker* m_store;
    std::mutex m_turnMutex;
    std::condition_variable_any m_turn;
    int m_atWork = 0; // guarded by m_turnMutex
    JobId m_lastId = 0;
    QTimer m_tick;
    std::map<JobId, std::unique_ptr<Job>> m_jobs; // running ones; owner's thread only
};

} // namespace nestloom::jobs
