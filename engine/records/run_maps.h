// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/records/run.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::records {

/// One kind of picture of several runs, all on the same axes: how much of each cell is in use, busy or loaded.
///   Scratchpad   of memory plans: addresses by steps
///   Nodes        of schedules on nodes: nodes at work by cycles
///   Lanes        of one layer's tiles: NPUs and DMA channels by cycles
///   Mesh         of one layer's mapping: the busiest link that leaves each router, by column and row
struct RunMaps {
    enum class What { Scratchpad, Nodes, Lanes, Mesh };
    /// One run's; empty cells = it has none, and `missing` says why in one clause.
    struct Map {
        std::vector<float> cells; // row by row, 0 = idle; 1 = all of it. Links may carry more than they can
        std::string missing;
        std::string notDifferent; // why it is not set against the first run's; one clause, empty = it can be
    };

    What what = What::Scratchpad;
    std::size_t columns = 0, rows = 0;
    double across = 0;                 // what the columns span: steps, cycles, or columns of the mesh
    double down = 0;                   // what the rows span: bytes, nodes, lanes, or rows of the mesh
    std::vector<std::string> rowNames; // of lanes; else empty
    std::vector<Map> maps;             // by run

    bool hasCurve() const { return what != What::Mesh; }
    /// Of each column: how much is in use, in the unit of `down`.
    std::vector<double> curve(std::size_t run) const;
    /// A run's cells less those of the first; empty when they are not set against each other.
    std::vector<float> difference(std::size_t run) const;
};

/// What is asked: runs, and of each with layers the one that is looked at.
struct MapsQuestion {
    struct Side {
        std::shared_ptr<const RunRecord> run;
        std::optional<std::size_t> layer; // into run->layers
        friend bool operator==(const Side&, const Side&) = default;
    };
    std::vector<Side> sides;
    friend bool operator==(const MapsQuestion&, const MapsQuestion&) = default;
};

/// Every kind of picture that one of the runs has. Takes as long as it takes to make the schedules of tiles again.
std::vector<RunMaps> runMaps(const MapsQuestion& question);

} // namespace nestloom::records
