// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"
#include "engine/workload/layer.h"

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::workload {

/// A broken input rule: `key` is the place in our YAML ("layers[3].P").
struct Finding {
    std::string key;
    std::string message;
    friend bool operator==(const Finding&, const Finding&) = default;
};

} // namespace nestloom::workload

namespace nestloom {

using OperatorId = Id<struct OperatorTag>; // index into OperatorGraph::operators
using TensorId = Id<struct TensorTag>;     // index into OperatorGraph::tensors

} // namespace nestloom

namespace nestloom::workload {

/// An activation: made by one operator, used by any number of others. One that nobody uses is an output of the graph.
struct Tensor {
    std::string name;
    Bytes size{};
    OperatorId producer{};
    std::vector<OperatorId> consumers; // ascending, each once
    std::vector<std::int64_t> shape{}; // elements along each dimension, outermost first; empty when not known
    int elementBits = 8;               // of one element; means something only beside a shape
    friend bool operator==(const Tensor&, const Tensor&) = default;
};

/// One operator. An input of the graph is an operator of type "input" without inputs. Names are paths with dots, of
/// which every prefix is a block ("layer1.0.conv1" lies in "layer1" and "layer1.0").
struct Operator {
    std::string name;
    std::string type;             // as operatorType() has it: "conv", "add", "concat", ...
    std::vector<TensorId> inputs; // each once, whatever the number of its uses
    std::vector<TensorId> outputs;
    std::vector<Bytes> parameters; // size of each parameter tensor; on chip only while the operator runs
    std::vector<Layer> layers{};   // what the mapping engines schedule of it, in order; none when it only moves data
    std::vector<std::string>
        shared{}; // one for each parameter: its name when other operators read it too, else ""; empty = none is
    std::int64_t window = 0; // of pooling: elements that one output is made of; 0 = inputs shared among the outputs
    friend bool operator==(const Operator&, const Operator&) = default;
};

/// A network as operators and the tensors between them. Operators are listed in an order in which they can run: the
/// default order.
struct OperatorGraph {
    std::string name;
    std::vector<Operator> operators;
    std::vector<Tensor> tensors;
    friend bool operator==(const OperatorGraph&, const OperatorGraph&) = default;
};

/// The type of an operator, by its name in ONNX or in graphs: "Relu" is "relu", "BatchNormalization" "batchnorm",
/// "GlobalAveragePool" "avgpool".
std::string operatorType(std::string name);

/// Input rules: at least one operator; every id in range; sizes not negative; producers and consumers agree with the
/// operators' lists; every input is made by an earlier operator; a shared parameter has one size; sums within 62 bits.
/// Keys as "operators[3].inputs". Empty = usable.
std::vector<Finding> check(const OperatorGraph& graph);

/// The graph without its parameters: activations only.
OperatorGraph withoutParameters(OperatorGraph graph);

/// The layers of all operators, in the order of the operators.
std::vector<Layer> layersOf(const OperatorGraph& graph);

/// Bytes of all parameters, those that several operators read once.
Bytes parameterBytes(const OperatorGraph& graph);

/// Bytes that must be on chip together while an operator runs: inputs, outputs and parameters.
Bytes workingSet(const OperatorGraph& graph, OperatorId id);

/// What lies in its working set, for a sentence: "inputs, outputs and parameters", or "inputs and outputs".
std::string_view workingSetParts(const Operator& op);

/// Adds an operator at the end with one new output of `outputSize`, and keeps all lists in agreement.
TensorId append(OperatorGraph& graph, std::string name, std::string type, std::vector<TensorId> inputs,
                Bytes outputSize, std::vector<Bytes> parameters = {});

} // namespace nestloom::workload
