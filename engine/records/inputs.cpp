// SPDX-License-Identifier: Apache-2.0
#include "engine/records/inputs.h"

namespace nestloom::records {

namespace {

std::optional<Error> whyNoPlan(const workload::Network& network, const MemoryOptions& options)
{
    const std::string where = "network " + network.name;
    if (const Method* method = findMethod(options.engine); !method || method->kind != RunKind::Memory)
        return Error{ErrorCode::InvalidInput, "there is no planner named '" + options.engine + "'", ""};
    if (!workload::hasGraph(network))
        return Error{ErrorCode::InvalidInput, "only its layers are known; planning memory needs its operators", where};
    if (const auto findings = workload::check(network); !findings.empty())
        return Error{ErrorCode::InvalidInput, findings.front().message, where + ": " + findings.front().key};
    if (options.scratchpad.count <= 0)
        return Error{ErrorCode::InvalidInput, "the scratchpad must be above 0 B", where};
    return std::nullopt;
}

} // namespace

std::optional<Error> whyRefused(const RunInputs& inputs)
{
    if (inputs.memory)
        return whyNoPlan(inputs.network, *inputs.memory);
    if (!inputs.nodes)
        return schedule::whyRefused(inputs.accelerator, inputs.network, inputs.options);
    const auto lowered = kapla::loweredRun(inputs.accelerator, inputs.network, *inputs.nodes);
    return lowered ? std::nullopt : std::optional(lowered.error());
}

std::vector<schedule::LeftOut> leftOut(const RunInputs& inputs)
{
    return inputs.memory  ? schedule::leftOutOfPlan(inputs.network, inputs.memory->fused)
           : inputs.nodes ? schedule::leftOutOfNodes(inputs.network)
                          : schedule::leftOutOfMaps(inputs.network);
}

std::string notCosted(const RunInputs& inputs)
{
    if (inputs.memory)
        return {};
    if (inputs.nodes)
        return schedule::notCosted(schedule::leftOutOfNodes(inputs.network));
    return schedule::operatorSums(inputs.accelerator, inputs.network, inputs.options).leftOut;
}

} // namespace nestloom::records
