// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/timeloop/arch_nodes.h"

namespace nestloom::io::timeloop {

/// One storage as a buffer level, without what it keeps and without its fan-out, by the rules of Timeloop's core:
///   word       word-bits or datawidth, 16 bit by default
///   block      block-size, or width / (word * cluster); cluster: cluster-size, or width / (word * block), or 1
///   capacity   entries, depth * block, or sizeKB; divided by multiple-buffering
///   bandwidth  in words per cycle; `bandwidth` is halved for each direction
hardware::BufferLevel readStorage(const ArchNode& node, ImportNotes& notes);

/// Width of a multiplier's operands and energy of a multiply-accumulate: (bits/16)^2 pJ, as Timeloop's pat-public has
/// it.
void readCompute(const ArchNode& node, hardware::Accelerator& accelerator, ImportNotes& notes);

} // namespace nestloom::io::timeloop
