// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "app/jobs/tuning_job.h"
#include "engine/schedule/layer_cache.h"

#include <map>
#include <mutex>

namespace nestloom::jobs {

/// What the owner of a TuningJob hears at one tick.
struct TuningNews {
    TuningState state;
    std::vector<schedule::LayerResult> layers; // not told before
};

/// The thread behind a TuningJob: takes the newest request, maps its layers, and leaves news under a lock.
/// Thread rule: any thread, any call. The destructor stops what is at work and waits for it.
class TuningWorker {
public:
    /// `notify` is called on worker threads when there is news; not again before takeNews().
    explicit TuningWorker(std::function<void()> notify);
    ~TuningWorker();

    void begin(TuningId id, TuningRequest request); // what is at work stops, and nothing of it is told any more
    void stop();
    void learn(const workload::Layer& layer, const schedule::LayerResult& result);
    bool isRunning() const;
    /// Nothing when nothing happened since the last call.
    std::optional<TuningNews> takeNews();

private:
    using Clock = std::chrono::steady_clock;
    struct Order {
        TuningId id = 0;
        TuningRequest request; // with `layers` filled in
    };

    void perform(const Order& order, const std::stop_token& stop);
    void hear(const Order& order, schedule::LayerResult result);
    void end(const Order& order, std::string error);
    schedule::Hints hintsFor(const Order& order, schedule::Starts& starts);
    void remember(const workload::Layer& layer, const schedule::LayerResult& result); // m_mutex is held
    void announce(std::unique_lock<std::mutex>& lock);

    const std::function<void()> m_notify;
    schedule::SolverFactory m_makeSolver; // set once, by the first request
    schedule::LayerCache m_cache;

    mutable std::mutex m_mutex;          // guards all below
    TuningId m_newest = 0;               // 0 = none is wanted
    hardware::Accelerator m_accelerator; // of the newest request
    Clock::time_point m_begun{};
    TuningState m_state;
    std::vector<schedule::LayerResult> m_done;
    std::size_t m_told = 0; // of m_done
    bool m_isChanged = false, m_isAnnounced = false;
    schedule::Starts m_starts;
    std::map<std::uint64_t, std::int64_t> m_cycles; // shape fingerprint -> cycles of one layer, last seen

    LatestTask m_task; // last: ends before the rest goes
};

} // namespace nestloom::jobs
