// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/whole_arguments.h"

#include "app/cli/read_input.h"
#include "app/cli/run_arguments.h"
#include "engine/explore/serving.h"
#include "engine/io/quantity.h"
#include "engine/io/read_network.h"
#include "engine/mapping/word_widths.h"
#include "engine/schedule/input_error.h"

#include <algorithm>
#include <array>

namespace nestloom::cli {

namespace {

namespace cosma = schedule::cosma;

/// A size, or one of the sizes between which planning is interesting: these are found by a search of their own.
Result<Bytes> readScratchpad(const std::string& text, const workload::Network& network,
                             const cosma::MemoryRunOptions& options)
{
    constexpr std::array<std::pair<const char*, Bytes cosma::Budgets::*>, 3> kNamed{
        {{"M_R", &cosma::Budgets::least}, {"M_H", &cosma::Budgets::half}, {"M_P", &cosma::Budgets::peak}}};
    for (const auto& [name, budget] : kNamed)
        if (text == name) {
            RunControl control;
            control.seed = options.seed;
            const auto found =
                cosma::budgets(cosma::plannedGraph(network.graph, options.parameters, options.fused), control);
            return found ? Result<Bytes>((*found).*budget) : Result<Bytes>(found.error());
        }
    const Result<Bytes> size = io::parseRoom(text);
    if (!size)
        return Error{size.error().code, size.error().message + ", or M_R, M_H, M_P", "--scratchpad"};
    return *size;
}

} // namespace

kapla::NodeRunOptions nodeOptionsFrom(const RunArguments& run)
{
    kapla::NodeRunOptions options;
    options.engine = run.engine;
    options.batch = run.nodes.batch;
    options.training = run.nodes.training;
    options.alone = run.nodes.alone;
    options.kapla.chains = run.nodes.chains;
    options.keep = run.nodes.keep;
    options.iterations = run.nodes.iterations;
    options.seed = run.seed;
    // Nodes are scheduled for energy unless an objective is given, as in KAPLA's study.
    const bool isGiven = std::ranges::find(run.given, "--objective") != run.given.end();
    options.goal = isGiven ? kapla::goalFor(*schedule::objective(run.goal.objective)) : kapla::Goal::Energy;
    return options;
}

void addNodeOptions(const Options& command, NodeArguments& arguments)
{
    const char* group = "Engines for nodes (kapla...)";
    command.add("--batch", arguments.batch, "Images of a batch").within(1, 65'536).showDefault().group(group);
    command.flag("--training", arguments.training, "Schedule a training step: forward, backward data, backward weights")
        .group(group);
    command.flag("--alone", arguments.alone, "Every layer by itself: no segments of several layers").group(group);
    command.add("--chains", arguments.chains, "Chains of segments that KAPLA carries on (kS)")
        .within(1, 1000)
        .showDefault()
        .group(group);
    command.add("--keep", arguments.keep, "Probability with which kapla-random looks at a candidate")
        .within(0.0001, 1.0)
        .showDefault()
        .group(group);
    command.add("--iterations", arguments.iterations, "Iterations of kapla-annealing for each layer")
        .within(1, 100'000)
        .showDefault()
        .group(group);
}

records::MemoryOptions memoryOptionsFrom(const RunArguments& run)
{
    records::MemoryOptions options;
    options.engine = run.engine;
    options.parameters = run.memory.parameters;
    options.fused = run.memory.fused;
    options.inputsBacked = run.memory.inputsBacked;
    for (const cosma::Order order : {cosma::Order::Free, cosma::Order::Default, cosma::Order::LeastPeak})
        if (run.memory.order == cosma::name(order))
            options.order = order;
    options.seed = run.seed;
    if (run.timeLimitSeconds)
        options.timeLimit = std::chrono::milliseconds(std::int64_t(*run.timeLimitSeconds * 1000));
    return options;
}

void addMemoryOptions(const Options& command, MemoryArguments& arguments, const std::string& group)
{
    const Option scratchpad =
        command
            .add("--scratchpad", arguments.scratchpad,
                 "Its size, such as 2.3MiB, or M_R (the least in which every operator fits), M_P (the least "
                 "without spills) or M_H (halfway); left out: the buffer that all PEs of the accelerator share")
            .type("SIZE");
    if (!group.empty())
        scratchpad.group(group);
    addPlanOptions(command, arguments, group);
}

void addPlanOptions(const Options& command, MemoryArguments& arguments, const std::string& group)
{
    const auto grouped = [&group](const Option& option) { return group.empty() ? option : option.group(group); };
    grouped(command.flag("--parameters", arguments.parameters,
                         "Parameters are in the scratchpad while their operator runs; else activations only"));
    grouped(
        command.flag("--fused", arguments.fused, "Batch normalisations and activations join the operator before them"));
    grouped(command.flag("--inputs-backed", arguments.inputsBacked,
                         "Inputs of the network have a copy off chip: spilling them writes nothing"));
    grouped(command.add("--order", arguments.order, "Which order of the operators")
                .oneOf({"free", "default", "least-peak"})
                .showDefault());
}

Status checkNodeOptions(const NodeArguments& nodes, const GivenOptions& given)
{
    if (nodes.training && nodes.alone)
        return Error{ErrorCode::InvalidInput, "a training step goes layer after layer anyway; leave it out", "--alone"};
    if ((nodes.training || nodes.alone) && std::ranges::find(given, "--chains") != given.end())
        return Error{ErrorCode::InvalidInput, "layers run one after the other: there are no chains; leave it out",
                     "--chains"};
    return success();
}

Status checkWholeOptions(const RunArguments& arguments)
{
    const auto objective = schedule::objective(arguments.goal.objective);
    if (objective) // else the goal is refused
        TRY_DO(checkGivenOptions(arguments.given, arguments.engine, *objective));
    TRY_DO(readGoal(arguments.goal));
    return checkNodeOptions(arguments.nodes, arguments.given);
}

Result<records::RunInputs> nodeInputs(const RunArguments& arguments, InputFile<hardware::Accelerator> accelerator,
                                      InputFile<workload::Network> network)
{
    TRY(const auto constraints, readConstraints(arguments.constraints, accelerator.value));
    if (const auto refusal = schedule::refusesConstraints(arguments.engine, accelerator.value, constraints))
        return *refusal;
    records::RunInputs inputs{std::move(accelerator.value),
                              std::move(network.value),
                              {},
                              std::move(accelerator.yaml),
                              std::move(network.yaml)};
    inputs.options.threads = arguments.threads;
    inputs.nodes = nodeOptionsFrom(arguments);
    return inputs;
}

Result<records::RunInputs> memoryInputs(const RunArguments& arguments,
                                        std::optional<InputFile<hardware::Accelerator>> accelerator,
                                        InputFile<workload::Network> network)
{
    records::RunInputs inputs;
    inputs.network = std::move(network.value);
    if (const std::string why = cosma::whyNothingToPlan(inputs.network); !why.empty())
        return Error{ErrorCode::InvalidInput, why, "network " + inputs.network.name};
    if (accelerator) {
        inputs.accelerator = std::move(accelerator->value);
        inputs.acceleratorYaml = std::move(accelerator->yaml);
        mapping::useWords(inputs.network, inputs.accelerator);
    }
    const MemoryArguments& memory = arguments.memory;
    records::MemoryOptions options = memoryOptionsFrom(arguments);
    const auto buffer = explore::sharedBuffer(inputs.accelerator); // as in the window, where the field is empty
    if (memory.scratchpad.empty() && buffer) {
        options.scratchpad = *inputs.accelerator.levels[buffer->value].capacity;
    } else if (memory.scratchpad.empty()) {
        return Error{ErrorCode::InvalidInput, "a plan of memory needs the size of the scratchpad, or M_R, M_H, M_P",
                     "--scratchpad"};
    } else {
        TRY(const auto scratchpad, readScratchpad(memory.scratchpad, inputs.network, options));
        options.scratchpad = scratchpad;
    }
    inputs.memory = options;
    inputs.networkYaml = io::writeNetwork(inputs.network); // with the words of the accelerator
    return inputs;
}

} // namespace nestloom::cli
