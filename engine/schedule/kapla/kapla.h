// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/run_control.h"
#include "engine/kapla/segment.h"
#include "engine/kapla/segment_cost.h"
#include "engine/schedule/kapla/layer_solver.h"

#include <optional>

namespace nestloom::kapla {

struct KaplaOptions {
    PartitionRules partitions;
    Goal goal = Goal::Energy;
    SegmentRules segments; // default: layer after layer
    int chains = 4;  // kS of the paper: chains of segments, and schemes of each segment, that are carried on at once
    int rounds = 32; // times kS: chains, at most, whose estimates are replaced by solved costs
    std::int64_t stacks = 12'000; // no further round begins after that many were cached: some seconds at most
    SolverOptions solver;
    friend bool operator==(const KaplaOptions&, const KaplaOptions&) = default;
};

/// How many schemes there were between layers, and what was left of them (Table VI of the paper).
struct KaplaEffort {
    SolverEffort layers;
    std::int64_t segments = 0; // runs of layers that may be one segment, single layers included
    std::int64_t schemes = 0;  // ways in which the layers of a segment can agree
    std::int64_t valid = 0;    // of these, what the buffers may hold
    std::int64_t pareto = 0;   // of these, what no other is better than in all accesses
    std::int64_t solved = 0;   // segments whose layers were solved
    friend bool operator==(const KaplaEffort&, const KaplaEffort&) = default;
};

struct KaplaResult {
    std::optional<NetworkSchedule> schedule; // nothing = a layer fits no way, or stopped before there was any
    std::optional<std::size_t> unfit;        // the layer that fits no way
    bool stopped = false;
    KaplaEffort effort;
};

/// KAPLA (Li and Gao, 2023): first every layer by itself (LayerSolver), then segments of several layers: schemes that
/// the buffers cannot hold and those that are worse in every access are left out, dynamic programming over optimistic
/// estimates chooses chains of segments, and the layers of these are solved. The schedule is that of the cheapest
/// chain. Equal inputs give equal results.
/// Stop   obeyed within 0.5 s; `schedule` is then the best one up to now, if there is any.
KaplaResult schedule(const Machine& machine, const Network& network, std::int64_t batch, const KaplaOptions& options,
                     const RunControl& control = {});

} // namespace nestloom::kapla
