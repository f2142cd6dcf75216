// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/store/sweep_store.h"

#include <filesystem>
#include <stop_token>

namespace nestloom::store {

/// One of the parts that a sweep is cut into: of the accelerators that pose different problems those number index,
/// index + count, ...
struct Shard {
    std::size_t index = 0; // from 0 on
    std::size_t count = 1;
};

/// A folder through which machines that know nothing of each other solve a sweep: sweep.json says which one, and every
/// finished shard is a file of JSON lines that was renamed into place. The files are the truth, never a queue.

std::filesystem::path shardPath(const std::filesystem::path& folder, const Shard& shard);

/// Makes the folder and sweep.json, or finds those of the same sweep.
/// Fails    Io; InvalidInput when the folder belongs to another sweep, or another version of the program began it.
Status beginShards(const std::filesystem::path& folder, const explore::SweepInputs& inputs);

/// The sweep of a folder. Fails   Io without sweep.json or when it is damaged; InvalidInput for another version's.
Result<explore::SweepInputs> readShardedSweep(const std::filesystem::path& folder);

/// Which steps are a shard's: takes them out of all, once.
std::vector<explore::SweepStep> stepsOf(const Shard& shard, std::vector<explore::SweepStep>& open);

/// Writes the results of a whole shard; those of other points are left out. Fails   Io.
Status writeShard(const std::filesystem::path& folder, const explore::SweepInputs& inputs, const Shard& shard,
                  const std::vector<explore::PointResult>& results);

struct CollectedShards {
    SweepPoints points;
    std::size_t count = 0;            // that the sweep was cut into; 0 = no shard is there
    std::vector<std::size_t> missing; // from 0 on
};
/// Everything in the folder. A shard that is there twice counts once.
/// Fails    Io for a damaged file; InvalidInput for shards of another sweep, version or number of parts, and for two
///          results of a point that differ.
Result<CollectedShards> collectShards(const std::filesystem::path& folder, const explore::SweepInputs& inputs);

} // namespace nestloom::store
