// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/print_import.h"

#include "app/cli/layers_json.h"
#include "app/cli/text_table.h"
#include "engine/base/number_words.h"
#include "engine/io/json_reader.h"

namespace nestloom::cli {

namespace {

using workload::Network;
using workload::NodeOutcome;
using workload::Operator;

constexpr NodeOutcome kOutcomes[]{NodeOutcome::Mapped, NodeOutcome::Planned, NodeOutcome::DataMovement,
                                  NodeOutcome::Folded, NodeOutcome::Unsupported};

std::int64_t macsOf(const Operator& op)
{
    std::int64_t sum = 0;
    for (const workload::Layer& layer : op.layers)
        sum += workload::macs(layer);
    return sum;
}

Bytes parameterBytes(const Operator& op)
{
    Bytes sum{};
    for (const Bytes bytes : op.parameters)
        sum += bytes;
    return sum;
}

Bytes outputBytes(const Network& network, const Operator& op)
{
    Bytes sum{};
    for (const TensorId id : op.outputs)
        sum += network.graph.tensors[id.value].size;
    return sum;
}

struct Sums {
    Bytes tensors{}, parameters{};
};

Sums sumsOf(const Network& network)
{
    Sums sums;
    for (const workload::Tensor& tensor : network.graph.tensors)
        sums.tensors += tensor.size;
    sums.parameters = workload::parameterBytes(network.graph);
    return sums;
}

std::string shapeText(const Network& network, const Operator& op)
{
    std::string text;
    for (const TensorId id : op.outputs) {
        std::string shape;
        for (const std::int64_t extent : network.graph.tensors[id.value].shape)
            shape += (shape.empty() ? "" : "x") + std::to_string(extent);
        text += (text.empty() ? "" : ", ") + (shape.empty() ? "1" : shape);
    }
    return text;
}

std::string nodeTable(const workload::NetworkImport& import)
{
    TextTable table({{"node"}, {"type"}, {"outcome"}, {"reason"}});
    for (const workload::ImportedNode& node : import.nodes)
        table.addRow({node.name, node.type, std::string(name(node.outcome)), node.reason});
    return table.print();
}

std::string operatorTable(const Network& network)
{
    using Align = TextTable::Align;
    TextTable table({{"operator"},
                     {"type"},
                     {"output"},
                     {"bytes", Align::Right},
                     {"parameter bytes", Align::Right},
                     {"layers", Align::Right},
                     {"MACs", Align::Right}});
    for (const Operator& op : network.graph.operators)
        table.addRow({op.name, op.type, shapeText(network, op), grouped(outputBytes(network, op).count),
                      grouped(parameterBytes(op).count), std::to_string(op.layers.size()), grouped(macsOf(op))});
    return table.print();
}

std::string counts(const workload::NetworkImport& import)
{
    std::string line = counted(std::int64_t(import.nodes.size()), "node") + ": ";
    for (const NodeOutcome outcome : kOutcomes)
        line += (outcome == kOutcomes[0] ? "" : ", ") + std::to_string(count(import, outcome)) + " "
                + std::string(name(outcome));
    return line + "\n";
}

std::string summary(const workload::NetworkImport& import)
{
    const Network& network = import.network;
    const Sums sums = sumsOf(network);
    std::string text = network.name + ": ";
    if (hasGraph(network))
        text += counted(std::int64_t(network.graph.operators.size()), "operator") + ", "
                + counted(std::int64_t(network.graph.tensors.size()), "tensor") + " of "
                + shortBytes(double(sums.tensors.count)) + " together, parameters of "
                + shortBytes(double(sums.parameters.count)) + ", ";
    text += counted(std::int64_t(network.layers.size()), "layer") + "\n"
            + shortNumber(double(workload::macs(network)), "MAC") + " (" + grouped(workload::macs(network)) + "), "
            + counted(std::int64_t(import.parameterElements), "parameter") + "\n";
    for (const std::string& note : network.notes)
        text += "note: " + note + "\n";
    return text;
}

io::Json operatorJson(const Operator& op)
{
    io::Json json{{"name", op.name}, {"type", op.type}};
    for (const auto& [key, list] : {std::pair{"inputs", &op.inputs}, std::pair{"outputs", &op.outputs}}) {
        json[key] = io::Json::array();
        for (const TensorId id : *list)
            json[key].push_back(id.value);
    }
    json["parameterBytes"] = io::Json::array();
    for (const Bytes bytes : op.parameters)
        json["parameterBytes"].push_back(bytes.count);
    json["layers"] = io::Json::array();
    for (const workload::Layer& layer : op.layers)
        json["layers"].push_back(layer.name);
    json["macs"] = macsOf(op);
    return json;
}

io::Json graphJson(const Network& network)
{
    io::Json operators = io::Json::array(), tensors = io::Json::array();
    for (const Operator& op : network.graph.operators)
        operators.push_back(operatorJson(op));
    for (const workload::Tensor& tensor : network.graph.tensors)
        tensors.push_back({{"name", tensor.name},
                           {"shape", tensor.shape},
                           {"elementBits", tensor.elementBits},
                           {"bytes", tensor.size.count},
                           {"producer", tensor.producer.value}});
    return {{"operators", operators}, {"tensors", tensors}};
}

} // namespace

std::string printImport(const app::ImportedFile& file)
{
    std::string text;
    if (!file.import.nodes.empty())
        text += nodeTable(file.import) + counts(file.import) + "\n";
    if (hasGraph(file.import.network))
        text += operatorTable(file.import.network) + "\n";
    return text + summary(file.import);
}

std::string importToJson(const app::ImportedFile& file)
{
    const workload::NetworkImport& import = file.import;
    const Network& network = import.network;
    const Sums sums = sumsOf(network);
    io::Json nodes = io::Json::array(), outcomes;
    for (const workload::ImportedNode& node : import.nodes)
        nodes.push_back(
            {{"name", node.name}, {"type", node.type}, {"outcome", name(node.outcome)}, {"reason", node.reason}});
    for (const NodeOutcome outcome : kOutcomes)
        outcomes[std::string(name(outcome))] = count(import, outcome);
    const io::Json json{{"name", network.name},
                        {"kind", file.kind},
                        {"notes", network.notes},
                        {"macs", workload::macs(network)},
                        {"parameters", import.parameterElements},
                        {"parameterBytes", sums.parameters.count},
                        {"tensorBytes", sums.tensors.count},
                        {"outcomes", outcomes},
                        {"nodes", nodes},
                        {"graph", graphJson(network)},
                        {"layers", layersJson(network)}};
    return io::dump(json, 2) + "\n";
}

} // namespace nestloom::cli
