// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/commands.h"
#include "app/cli/sweep_arguments.h"

namespace nestloom::cli {

/// Adds --shard and --shard-dir to `sweep`.
void addShardOptions(const Options& sweep, SweepArguments& arguments);
/// `sweep --shard I/N --shard-dir DIR`: solves one shard and leaves its file in the folder.
Result<ExitCode> solveShard(const SweepArguments& arguments);

/// `sweep collect DIR`: prints and stores what the shards in a folder found.
void addCollect(const Options& sweep);
/// `sweep submit ...`: gives the shards that are missing to a queue, or prints how.
void addSubmit(const Options& sweep);

} // namespace nestloom::cli
