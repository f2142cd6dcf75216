// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

namespace nestloom::jobs {

/// A thread that works on the newest task only: a new one stops the one at work and replaces one that still waits.
/// Thread rule: any thread, any call; calls return at once. The destructor stops the task at work and waits for it.
class LatestTask {
public:
    using Task = std::function<void(const std::stop_token&)>;
    using Failed = std::function<void(const Error&)>; // on the thread as well

    LatestTask();
    ~LatestTask();
    /// `failed` hears of what the task throws.
    void begin(Task task, Failed failed);
    bool stop(); // true = a task was waiting, which does not begin any more

private:
    struct Waiting {
        Task task;
        Failed failed;
    };
    void work(const std::stop_token& ending);

    std::mutex m_mutex; // guards the next three
    std::condition_variable_any m_wake;
    std::optional<Waiting> m_waiting;
    std::stop_source m_atWork;
    std::jthread m_thread; // last: ends before the rest goes
};

} // namespace nestloom::jobs
