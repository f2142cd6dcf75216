// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/segment_cost.h"

#include <optional>
#include <string>
#include <vector>

namespace nestloom::kapla {

/// A block of a tensor: which of how many parts of its channels, and which of how many parts of the batch.
struct Block {
    std::int64_t channel = 0, channels = 1;
    std::int64_t image = 0, images = 1;
    friend bool operator==(const Block&, const Block&) = default;
};
bool overlap(const Block& a, const Block& b);

/// One iteration of a layer's outermost loops.
struct ReplayStep {
    Block input, output;
    bool finishes = false; // the last one that adds to its output block
};

/// The outermost loops of a layer, iteration by iteration.
std::vector<ReplayStep> stepsOf(const Layer& layer, const Blocking& blocking);

/// Whether a block of inputs (or outputs) is needed again after another one has been.
bool comesBack(const std::vector<ReplayStep>& steps, Block ReplayStep::*which);

/// What one layer reads of another one of the segment.
struct Stream {
    std::size_t from = 0, to = 0;                                 // indices into the segment
    bool inputs = false;                                          // reads the same inputs instead of the outputs
    std::int64_t firstChannel = 0, channels = 1, allChannels = 1; // of the reader's inputs that come this way
};
std::vector<Stream> streamsOf(const Network& network, const Segment& segment);

/// Lets all layers run as far as blocks allow, see verify().
/// Returns  nothing when all finish, else who waits for what.
std::optional<std::string> replay(const Network& network, const ScheduledSegment& scheduled);

/// The part of the sender's iterations of a group of the batch that must be over before the reader's first one.
double partBeforeFirstRead(const Network& network, const ScheduledSegment& scheduled, const Stream& stream);

} // namespace nestloom::kapla
