// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

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

    LatestTask();
    ~LatestTask();
    void begin(Task task);
    void stop();

private:
    void work(const std::stop_token& ending);

    std::mutex m_mutex; // guards the next three
    std::condition_variable_any m_wake;
    std::optional<Task> m_waiting;
    std::stop_source m_atWork;
    std::jthread m_thread; // last: ends before the rest goes
};

} // namespace nestloom::jobs
