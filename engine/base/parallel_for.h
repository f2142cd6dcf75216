// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <thread>
#include <vector>

namespace nestloom {

/// Calls work(i) for all i below `count`, on up to `threads` threads, this one included. Calls may come in any order; they
/// must not throw. Returns after the last one.
template <class Work>
void parallelFor(std::size_t count, int threads, const Work& work)
{
    std::atomic<std::size_t> next{0};
    const auto run = [&] {
        for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < count;)
            work(i);
    };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < std::min(count, std::size_t(std::max(threads, 1))); ++i)
        others.emplace_back(run);
    run();
}

} // namespace nestloom
