// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/run_store.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <thread>
#include <type_traits>

namespace nestloom::store {

/// The one thread of this program that touches the database. Work is done in the order it was posted.
/// Thread rule: post() and ask() may be called from any thread but its own.
class StoreWorker {
public:
    explicit StoreWorker(RunStore store);
    ~StoreWorker(); // does what was posted, then ends the thread
    StoreWorker(const StoreWorker&) = delete;
    StoreWorker& operator=(const StoreWorker&) = delete;

    using Task = std::function<void(RunStore&)>; // must not throw
    void post(Task task);

    /// Posts a question and waits for its answer; what it throws is thrown here. Never on the GUI thread: use post()
    /// and send the answer back.
    template <typename Question>
    auto ask(Question question) -> std::invoke_result_t<Question, RunStore&>
    {
        using Answer = std::invoke_result_t<Question, RunStore&>;
        // Shared, because set_value() may still be at work in the promise when get() returns.
        const auto promise = std::make_shared<std::promise<Answer>>();
        std::future<Answer> answer = promise->get_future();
        post([promise, &question](RunStore& store) {
            try {
                promise->set_value(question(store));
            } catch (...) {
                promise->set_exception(std::current_exception());
            }
        });
        return answer.get();
    }

    /// Work that a lock or a full disk held up: it is done again every kBetweenTries until nothing does any more, for
    /// the last time before the thread ends. Only for use in a task.
    using Work = std::function<Status(RunStore&)>;
    void keepTrying(Work work);
    static constexpr std::chrono::milliseconds kBetweenTries{5000};
    static bool mayPass(const Error& error) { return error.code == ErrorCode::Io; }
    int undone() const { return m_undoneCount; } // how much of that work is left

private:
    void run();
    void tryAgain();

    RunStore m_store;                                // used by m_thread only
    std::deque<Work> m_undone;                       // likewise
    std::chrono::steady_clock::time_point m_nextTry; // likewise
    std::atomic<int> m_undoneCount = 0;
    std::mutex m_mutex;
    std::condition_variable m_wake;
    std::deque<Task> m_tasks; // guarded by m_mutex
    bool m_ending = false;    // guarded by m_mutex
    std::thread m_thread;     // last: starts when all the others are there
};

} // namespace nestloom::store
