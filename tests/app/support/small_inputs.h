// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/cost/evaluate.h"
#include "engine/io/read_accelerator.h"
#include "engine/io/read_network.h"
#include "engine/mapping/layer_mapping.h"
#include "engine/records/run.h"

#include <cmath>

namespace nestloom::testing {

/// DRAM, one buffer, 4 MAC units: small enough to be scheduled in no time.
inline const char* const kSmallAccelerator = R"(# a comment that must survive
accelerator:
  name: small
  description: a buffer and 4 MACs
  notes: ["made up for a test <&>"]
  clock: 1 GHz
  energy_source: explicit
  mac: {energy: 1 pJ, width: 8 bit}
  levels:
    - name: DRAM
      kind: dram
      capacity: unbounded
      keeps: [weights, inputs, outputs]
      element: 8 bit
      read_bandwidth: 8 B/cycle
      write_bandwidth: 8 B/cycle
      access: {elements: 1, energy: 200 pJ}
      fanout: 1
    - name: Buffer
      kind: sram
      capacity: 1 KiB
      keeps: [weights, inputs, outputs]
      element: 8 bit
      access: {elements: 1, energy: 6 pJ}
      fanout: 4
)";

inline const char* const kSmallNetwork = R"(network:
  name: tiny
  description: three layers, two of equal shape
  layers:
    - {name: first, R: 3, S: 3, P: 4, Q: 4, C: 4, K: 8}
    - {name: second, P: 4, Q: 4, C: 8, K: 8}
    - {name: third, P: 4, Q: 4, C: 8, K: 8}
)";

inline records::RunInputs smallInputs()
{
    return {*io::parseAccelerator(kSmallAccelerator, "small.yaml"),
            *io::parseNetwork(kSmallNetwork, "tiny.yaml"),
            {},
            kSmallAccelerator,
            kSmallNetwork};
}

/// The same with a vector unit, an activation behind each layer, fused, and an operator that has no cost.
inline records::RunInputs inputsWithOperators()
{
    records::RunInputs inputs = smallInputs();
    inputs.acceleratorYaml.clear();
    inputs.networkYaml.clear();
    inputs.accelerator.vectorUnit = hardware::VectorUnit{.lanes = 2, .energy = {1}};
    inputs.options.fuseOperators = true;
    workload::OperatorGraph& graph = inputs.network.graph;
    graph.name = inputs.network.name;
    TensorId x = workload::append(graph, "x", "input", {}, Bytes{64});
    for (const workload::Layer& layer : inputs.network.layers) {
        x = workload::append(graph, layer.name, "conv", {x}, Bytes{64});
        graph.operators.back().layers = {layer};
        x = workload::append(graph, layer.name + ".relu", "relu", {x}, Bytes{64});
    }
    workload::append(graph, "best", "topk", {x}, Bytes{8});
    return inputs;
}

/// A true result for a layer: the most modest mapping and what it costs.
inline schedule::LayerResult solvedLayer(const records::RunInputs& inputs, std::size_t index)
{
    const workload::Layer& layer = inputs.network.layers[index];
    schedule::LayerResult result;
    result.index = index;
    result.name = layer.name;
    result.status = schedule::LayerStatus::BestFound;
    result.verified = true;
    result.mapping = mapping::outermostMapping(inputs.accelerator, layer);
    result.cost = *cost::evaluate(inputs.accelerator, layer, *result.mapping, cost::Model::Nestloom);
    result.timeloopCost =
        *cost::evaluate(inputs.accelerator, layer, *result.mapping, cost::timeloopModel(inputs.accelerator));
    result.lowerBoundCycles = result.objectiveBound = std::ceil(double(workload::macs(layer)) / 4);
    result.gap = double(result.cost->cycles.count) / *result.lowerBoundCycles - 1;
    result.solveCpuMs = 1.25;
    return result;
}

inline schedule::LayerResult failedLayer(const records::RunInputs& inputs, std::size_t index)
{
    schedule::LayerResult result;
    result.index = index;
    result.name = inputs.network.layers[index].name;
    result.status = schedule::LayerStatus::Failed;
    result.reason = "the solver <ended> by itself";
    return result;
}

} // namespace nestloom::testing
