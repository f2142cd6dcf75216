// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

namespace nestloom::fuzz {

/// What may be wrong with one input, in words; empty when nothing is.
using Try = std::function<std::string(std::uint64_t index)>;

struct Limits {
    std::chrono::seconds perInput{20};
    std::int64_t memory = std::int64_t{1} << 30; // B, resident
    std::uint64_t inputsPerProcess = 200;        // then a new one, so that inputs do not add up
};

struct WatchedRun {
    std::uint64_t next = 0; // index of the first input that was not tried
    std::string problem;    // of the input before it; empty = none
    std::uint64_t accepted = 0;
    std::string lastWords; // that it wrote before it ended, such as a report of a sanitizer
};

/// Called in the child: the present input was taken, and all was done that belongs to it.
void noteAccepted();

/// Tries inputs from `first` on, up to `end` or until `deadline`, in a child process, and watches it: a crash, an input
/// that takes too long or too much memory, and an unexpected exit end the run and are told, as is what `attempt` tells.
/// The child's standard output and error go to the files "out" and "err" in `folder`. The caller has no threads.
WatchedRun runWatched(std::uint64_t first, std::uint64_t end, std::chrono::steady_clock::time_point deadline,
                      const Limits& limits, const std::filesystem::path& folder, const Try& attempt);

} // namespace nestloom::fuzz
