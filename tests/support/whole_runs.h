// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/records/run.h"
#include "tests/places.h"
#include "tests/support/operator_graphs.h"

#include <fstream>
#include <sstream>

/// Finished runs that are of a whole network and not of layers, with all that the store gives.
namespace nestloom::tests {

inline std::string presetFile(const std::string& path)
{
    std::ostringstream text;
    text << std::ifstream(std::string(NESTLOOM_SOURCE_DIR) + "/presets/" + path).rdbuf();
    return text.str();
}

inline void finish(records::RunRecord& run, records::RunId id)
{
    run.summary.id = id;
    run.summary.startedAt = records::TimePoint(std::chrono::seconds(1'700'000'000 + id));
    run.summary.status = records::RunStatus::Finished;
    run.summary.acceleratorName = run.inputs.accelerator.name;
    run.summary.networkName = run.inputs.network.name;
    run.summary.engine = run.inputs.engine();
    run.summary.engineVersion = "9.8.7";
    run.summary.kind = run.inputs.kind();
}

/// AlexNet, or another network of the presets, on 4x4 nodes; scheduled anew for each call.
inline records::RunRecord nodesRun(records::RunId id, kapla::NodeRunOptions options = {},
                                   const std::string& network = "alexnet")
{
    records::RunRecord run;
    run.inputs.acceleratorYaml = presetFile("accelerators/kapla-4x4.yaml");
    run.inputs.networkYaml = presetFile("networks/" + network + ".yaml");
    run.inputs.accelerator = *io::parseAccelerator(run.inputs.acceleratorYaml, "kapla-4x4.yaml");
    run.inputs.network = *io::parseNetwork(run.inputs.networkYaml, network + ".yaml");
    run.inputs.nodes = options;
    const auto nodes =
        std::make_shared<kapla::NodeRun>(*kapla::scheduleOnNodes(run.inputs.accelerator, run.inputs.network, options));
    run.nodes = nodes;
    finish(run, id);
    run.summary.objective = "energy";
    run.summary.batch = options.batch;
    run.summary.clock = run.inputs.accelerator.clock;
    run.summary.layerCount = run.summary.layersDone = int(nodes->schedule->layers().size());
    run.summary.totals.emplace();
    run.summary.totals->layers = run.summary.totals->solved = nodes->schedule->layers().size();
    run.summary.totals->cycles = Cycles{nodes->schedule->cycles};
    run.summary.totals->energy = Picojoules{kapla::nodeEnergy(*nodes).total()};
    run.summary.nodes.emplace();
    run.summary.nodes->energy = kapla::nodeEnergy(*nodes);
    run.summary.nodes->segmentCount = int(nodes->schedule->segments.size());
    return run;
}

/// The memory of a random network of 20 operators, planned in the least scratchpad or `more` bytes above it.
inline records::RunRecord memoryRun(records::RunId id, Bytes more = {},
                                    schedule::cosma::Order order = schedule::cosma::Order::Free)
{
    Rng rng(3);
    workload::OperatorGraph graph = randomGraph(rng, 20, 8, true);
    for (workload::Tensor& tensor : graph.tensors)
        tensor.size = tensor.size * 1024;
    for (workload::Operator& op : graph.operators)
        for (Bytes& parameter : op.parameters)
            parameter = parameter * 1024;
    graph.name = "spilling";
    records::RunRecord run;
    run.inputs.network = workload::networkOf(graph, "for tests");
    run.inputs.memory.emplace();
    run.inputs.memory->order = order;
    run.inputs.memory->scratchpad = schedule::cosma::budgets(graph, {})->least + more;
    const auto planned = std::make_shared<records::PlannedMemory>(records::plannedMemory(
        *schedule::cosma::planMemory(run.inputs.network, *run.inputs.memory, {}, {}), run.inputs.memory->scratchpad));
    run.memory = planned;
    finish(run, id);
    run.summary.memory = planned->figures;
    run.summary.layerCount = int(graph.operators.size());
    return run;
}

} // namespace nestloom::tests
