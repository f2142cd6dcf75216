// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/layer.h"
#include "engine/workload/operator_graph.h"

#include <optional>
#include <string>
#include <tuple>
#include <vector>

namespace nestloom::workload {

/// A network in its two views: operators with the tensors between them, and the layers among them that the mapping
/// engines schedule, in execution order. The graph is the source of both; a network that was given as a list of layers
/// has none.
struct Network {
    std::string name;
    std::string description;
    std::vector<std::string> notes; // sources and omissions that reports must show
    std::vector<Layer> layers;      // those of the graph's operators where there is a graph
    OperatorGraph graph{};          // unfused; without operators when only the layers are known
    std::optional<std::int64_t>
        batch{};           // inputs that are worked on together, as stated; the layers and tensors have it
    std::string missing{}; // what of it is not here, as "2 of 9 nodes of the file"; every total says so
    /// Layers and tensors tell networks of different batches apart; older texts of the same one do not state it.
    friend bool operator==(const Network& a, const Network& b)
    {
        return std::tie(a.name, a.description, a.notes, a.layers, a.graph, a.missing)
               == std::tie(b.name, b.description, b.notes, b.layers, b.graph, b.missing);
    }
};

/// The network of a graph: its layers are those of the operators, in their order.
Network networkOf(OperatorGraph graph, std::string description, std::vector<std::string> notes = {});
bool hasGraph(const Network& network);

/// The layers of a network with a batch, for one input: N is divided by it, or G in products of two activations, whose
/// N is no multiple of it. Each layer must have it in one of the two, as check() asks where it is stated.
std::vector<Layer> layersOfOneInput(const Network& network, std::int64_t batch);

/// Input rules: at least one layer, unique names, a batch >= 1 (if stated) that each layer has in N or G, bounds,
/// strides and dilations >= 1, products within 64 bits; a graph keeps its own rules and holds the same layers.
std::vector<Finding> check(const Network& network);
std::vector<Finding> check(const Layer& layer); // keys relative to the layer

std::int64_t macs(const Network& network);
/// Second operands of all layers, keys and values of attention among them; what several operators share counts once.
std::int64_t weightElements(const Network& network);
/// Elements of all parameters, biases and normalisations included, as wide as its tensors are; weightElements() where
/// the graph states no parameters, or tensors differ in width. Kept keys and values of attention are none.
std::int64_t parameterElements(const Network& network);

/// Operators that engines do not schedule, because they only move, compare or add data (pooling, concatenation, ...);
/// inputs of the graph are none of them.
std::vector<OperatorId> operatorsWithoutLayers(const OperatorGraph& graph);

/// Why the engines that map layers can do nothing with a network that keeps the input rules; one clause. Empty when it
/// has layers.
std::string whyNothingToMap(const Network& network);

} // namespace nestloom::workload
