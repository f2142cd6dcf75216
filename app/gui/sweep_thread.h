// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/sweep_job.h"

#include <filesystem>
#include <mutex>
#include <string>
#include <thread>

namespace nestloom::app {

/// One sweep, or the estimate of one, on a thread of its own. The thread leaves its news under a lock, where the owner
/// takes them.
/// Thread rule: everything on the owner's thread. The destructor asks the sweep to stop, then waits.
class SweepThread {
public:
    /// What has happened since the last call of takeNews().
    struct News {
        std::vector<explore::PointResult> points;
        std::optional<jobs::SweepPlan> plan; // once
        explore::SweepProgress progress;
        bool isChanged = false;
        bool isOver = false;
        bool isCancelled = false;                  // with isOver: it was stopped before its end
        std::string failure;                       // with isOver: one sentence; empty = none
        std::optional<explore::FrontCounts> front; // with isOver, when only a front was wanted
        std::string storeProblem;                  // with isOver: why something was not stored
    };

    /// Without a `store`, nothing is stored or known.
    SweepThread(explore::SweepInputs inputs, std::filesystem::path store, jobs::SweepExtent extent,
                std::optional<explore::FrontSearch> front = {});

    const explore::SweepInputs& inputs() const { return m_inputs; }
    void stop() { m_thread.request_stop(); }
    News takeNews();

private:
    void work(std::stop_token stop);
    void perform(std::stop_token stop);
    void end(bool cancelled, std::string failure, std::string storeProblem);

    const explore::SweepInputs m_inputs;
    const std::filesystem::path m_store;
    const jobs::SweepExtent m_extent;
    const std::optional<explore::FrontSearch> m_front;
    std::mutex m_mutex;
    News m_news;           // guarded by m_mutex
    std::jthread m_thread; // last: ends before the rest goes
};

} // namespace nestloom::app
