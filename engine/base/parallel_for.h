// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <mutex>
#include <new>
#include <system_error>
#include <thread>
#include <vector>

namespace nestloom {

/// Calls work() on `threads` threads, this one included, and returns after the last call; on fewer where the system has
/// no more. What it throws is thrown again here, when all are done; of several the first.
template <class Work>
void onThreads(int threads, const Work& work)
{
    std::mutex mutex;
    std::exception_ptr thrown; // guarded by mutex
    const auto run = [&] {
        try {
            work();
        } catch (...) {
            const std::scoped_lock lock(mutex);
            if (!thrown)
                thrown = std::current_exception();
        }
    };
    {
        std::vector<std::jthread> others;
        try {
            for (int i = 1; i < threads; ++i)
                others.emplace_back(run);
        } catch (const std::system_error&) { // those that run do the work
        } catch (const std::bad_alloc&) {
        }
        run();
    }
    if (thrown)
        std::rethrow_exception(thrown);
}

/// Calls work(i) for all i below `count`, on up to `threads` threads, this one included. Calls may come in any order;
/// after one has thrown, some are left out and it is thrown again here.
template <class Work>
void parallelFor(std::size_t count, int threads, const Work& work)
{
    std::atomic<std::size_t> next{0};
    onThreads(int(std::min(count, std::size_t(std::max(threads, 1)))), [&] {
        for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
            work(i);
    });
}

} // namespace nestloom
