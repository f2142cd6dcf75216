// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/kapla/node_region.h"
#include "engine/kapla/partition.h"
#include "engine/schedule/kapla/directives.h"

#include <optional>
#include <vector>

namespace nestloom::ui {

/// The buffers that the stacks of one level make, where they lie, and which of them hold the same part of a tensor.
struct BufferArray {
    struct Buffer {
        kapla::Node at;                 // row and column in `room`
        std::vector<std::int64_t> copy; // which copy of each stack, from 0
    };
    /// One tensor of the level. Parts are numbered by their offsets.
    struct Holding {
        std::vector<std::size_t> part;   // of each buffer
        std::vector<std::int64_t> share; // of each buffer: which of the tensor's shared parts it keeps, from 0
        std::vector<std::vector<kapla::DimSize>>
            offsets; // of each part: where it begins, by the dimensions that stacks shift
        std::size_t parts() const { return offsets.size(); }
    };
    kapla::Extent room; // rows and columns that are there; the buffers may take less
    std::vector<Buffer> buffers;
    std::vector<Holding> tensors; // as in the level

    bool empty() const { return buffers.empty(); }
    std::optional<std::size_t> find(kapla::Node at) const;
    /// The buffer with the next copy of a stack, if this is not the last one.
    std::optional<std::size_t> next(const kapla::LevelDirectives& level, std::size_t buffer, std::size_t stack) const;
};

enum class ArrayAxis : std::uint8_t { Columns, Rows };

/// Along which axis each stack of the buffers of nodes lies: of every division columns before rows, the innermost
/// first.
std::vector<ArrayAxis> nodeAxes(const kapla::Partition& partition);

/// Buffers of nodes at their places of the mesh. `mesh` is the whole machine, `nodes` what the layer has of it.
BufferArray nodeBuffers(const kapla::LevelDirectives& level, const kapla::Partition& partition,
                        const kapla::NodeRegion& nodes, const kapla::NodeRegion& mesh);

/// Registers of an array of PEs. Directives do not say which way a stack lies: rows of outputs go along columns, others
/// along rows while there are any, unless inputs are handed on along the stack; what is longer than the array goes on
/// below.
BufferArray registersOfArray(const kapla::LevelDirectives& level, kapla::Extent array);

} // namespace nestloom::ui
