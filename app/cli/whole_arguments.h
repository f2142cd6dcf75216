// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/options.h"
#include "engine/base/result.h"
#include "engine/records/run.h"

#include <string>
#include <vector>

namespace nestloom::cli {

struct RunArguments;
template <typename T>
struct InputFile;

/// The options of a run that only engines for nodes have.
struct NodeArguments {
    std::int64_t batch = 64;
    bool training = false;
    bool alone = false;
    int chains = kapla::KaplaOptions{}.chains;
    double keep = kapla::NodeRunOptions{}.keep;
    int iterations = kapla::NodeRunOptions{}.iterations;
};
void addNodeOptions(const Options& command, NodeArguments& arguments);

/// The options of a run that only the planners of memory have.
struct MemoryArguments {
    std::string scratchpad, order = "free";
    bool parameters = false, fused = false, inputsBacked = false;
};
/// All but --scratchpad, then all.
void addPlanOptions(const Options& command, MemoryArguments& arguments, const std::string& group);
void addMemoryOptions(const Options& command, MemoryArguments& arguments, const std::string& group = {});

kapla::NodeRunOptions nodeOptionsFrom(const RunArguments& arguments);
records::MemoryOptions memoryOptionsFrom(const RunArguments& arguments); // without a scratchpad

/// Fails   InvalidInput for options that the others leave without effect.
Status checkNodeOptions(const NodeArguments& nodes, const std::vector<std::string>& given);
/// Fails   InvalidInput for an option that the engine does not listen to.
Status checkWholeOptions(const RunArguments& arguments);

/// What a run on nodes, or a memory plan, is computed from; of a plan the accelerator may be none: its tensors are then
/// as wide as the network states.
/// Fails   InvalidInput for inputs that the engine cannot take.
Result<records::RunInputs> nodeInputs(const RunArguments& arguments, InputFile<hardware::Accelerator> accelerator,
                                      InputFile<workload::Network> network);
Result<records::RunInputs> memoryInputs(const RunArguments& arguments,
                                        std::optional<InputFile<hardware::Accelerator>> accelerator,
                                        InputFile<workload::Network> network);

} // namespace nestloom::cli
