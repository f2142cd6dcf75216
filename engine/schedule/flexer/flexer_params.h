// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/tiling.h"

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace nestloom::schedule::flexer {

/// What schedules are ranked by. With LatencyTimesTransfer: cycles * bytes^transferWeight.
enum class Metric { LatencyTimesTransfer, Latency, Transfer };
/// Which set of ready operations goes first: Section 4.3, and the two alternatives of Table 2.
enum class Priority { MemoryBenefit, LeastTransfer, LeastSpill };
/// Which blocks leave when nothing is free: Algorithm 2, and the two alternatives of Table 2.
enum class SpillPolicy { LeastFragmentation, FirstFit, SmallestFirst };

/// What is ours and not in the paper. All off: the algorithm as published.
struct Extensions {
    bool window = true;  // also look only at the first n and 2n ready operations (n NPUs) in the dataflow's order
    bool softPin = true; // also spare the tiles of the set before, so that loads overlap with it
    bool alternate =
        true; // also walk through the loops in ways of ours: forth and back, and block after block (see blocks.h)
    bool prefetch =
        true; // transfers run ahead of the operations; as published they wait for the NPU, lat(o) + lat(s) + lat(l)
    bool seed = true; // keep the best static schedule where it is better
    friend bool operator==(const Extensions&, const Extensions&) = default;
};
inline constexpr Extensions kPublished{false, false, false, false, false};

struct FlexerParams {
    Metric metric = Metric::LatencyTimesTransfer;
    double transferWeight = 1; // of LatencyTimesTransfer
    Priority priority = Priority::MemoryBenefit;
    SpillPolicy spillPolicy = SpillPolicy::LeastFragmentation;
    Extensions extensions;
    std::int64_t maxOperations = 512; // tilings with more operations are left out
    int tilings = 12;                 // best of the static pass that are scheduled out of order; 0 = all
    friend bool operator==(const FlexerParams&, const FlexerParams&) = default;
};

/// How one schedule is made, enough to make it again.
struct Recipe {
    bool isStatic = false;
    Tiling tiling;
    Dataflow dataflow;
    int window = 0; // out of order: ready operations looked at; 0 = all
    bool softPin = false;
    bool countSharing = false; // further uses of a new tile in a set count as reuse; only stored recipes ask for it
    std::array<std::int32_t, 3> regions{0, 0, 0}; // static: tiles of inputs, weights, outputs that have room
    bool prefetch = true;                         // transfers run ahead of the operations
    int blockPixels = 0;                          // static: pixel tiles of a block (blocks.h); 0 = no blocks
    friend bool operator==(const Recipe&, const Recipe&) = default;
};

/// "out of order, window 4, soft pin", "static, room for 2 inputs, 8 weights, 4 outputs".
std::string describe(const Recipe& recipe);

std::string_view name(Metric metric);           // "latency-transfer", "latency", "transfer"
std::string unitOf(const FlexerParams& params); // of its metric: "cycle·B", "cycle·B^0.5", "cycle", "B"
std::string_view name(Priority priority);       // "memory-benefit", "least-transfer", "least-spill"
std::string_view name(SpillPolicy policy);      // "least-fragmentation", "first-fit", "smallest-first"
std::optional<Metric> metric(std::string_view name);
std::optional<Priority> priority(std::string_view name);
std::optional<SpillPolicy> spillPolicy(std::string_view name);

} // namespace nestloom::schedule::flexer
