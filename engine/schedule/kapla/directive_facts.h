// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/kapla/directives.h"

namespace nestloom::kapla {

/// What a level's directives say about one tensor.
struct TensorFacts {
    std::string name;
    std::int64_t words = 0; // in one buffer
    double blocks = 1;      // different ones that the buffers hold one after the other
    double fetches = 1;     // times that each is brought
    double volume = 0; // words brought into all buffers over the whole layer, copies in several buffers counted once
    double passed = 0; // words that buffers of the level take over from their neighbours
};

/// What they say about a level.
struct LevelFacts {
    std::string layer, level;
    std::int64_t words = 0;          // of all tensors in one buffer
    std::int64_t parallelism = 1;    // buffers: the product of all stacks
    std::vector<std::int64_t> trips; // iterations of each update
    std::vector<TensorFacts> tensors;
};

/// Derives sizes, parallelism and accesses by composition (section III-B of the paper), level by level. Updates run
/// until the next larger step or shift along their dimensions begins, the last one until the tensors of the level
/// outside are covered; inputs follow the outputs that they are needed for. An update that a tensor does not depend on
/// brings it again, unless it is the innermost one of its level. Levels without one outside, the whole tensors, have no
/// facts.
std::vector<LevelFacts> factsOf(const Directives& directives);

/// How much a level may hold, and how many buffers it has.
struct LevelLimit {
    std::string level;
    std::int64_t words = 0;
    std::int64_t buffers = 1;
};

/// What makes directives invalid, one sentence each with layer and level: tensors that do not fit, more buffers than
/// there are, gaps along a dimension, and dimensions that are not covered.
std::vector<std::string> check(const Directives& directives, const std::vector<LevelLimit>& limits);

} // namespace nestloom::kapla
