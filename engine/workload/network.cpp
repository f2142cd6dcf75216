// SPDX-License-Identifier: Apache-2.0
#include "engine/workload/network.h"

#include "engine/base/integers.h"
#include "engine/base/ranges.h"

#include <algorithm>
#include <set>

namespace nestloom::workload {

namespace {

constexpr std::int64_t kMaxMacs = 1'000'000'000'000'000; // 10^15 per layer: keeps every count exact in a double

bool exceeds(const Layer& layer)
{
    std::int64_t product = 1;
    for (const std::int64_t bound : layer.bounds.values) {
        const auto next = checkedProduct(product, bound);
        if (!next || *next > kMaxMacs)
            return true;
        product = *next;
    }
    return false;
}

/// a * b, or just above the limit when that is larger: products of products then never overflow.
std::int64_t limitedProduct(std::int64_t a, std::int64_t b)
{
    const auto product = checkedProduct(a, b);
    return product && *product <= kMaxMacs ? *product : kMaxMacs + 1;
}

/// A stride or dilation far above the filter's size makes the input larger than the MACs suggest.
bool inputExceeds(const Layer& layer)
{
    const Extents& b = layer.bounds;
    using enum LoopDimension;
    const std::int64_t height = limitedProduct(b[P] - 1, layer.strideP) + limitedProduct(b[R] - 1, layer.dilationR) + 1;
    const std::int64_t width = limitedProduct(b[Q] - 1, layer.strideQ) + limitedProduct(b[S] - 1, layer.dilationS) + 1;
    const std::int64_t planes = limitedProduct(limitedProduct(b[N], b[G]), b[C]);
    return limitedProduct(limitedProduct(height, width), planes) > kMaxMacs;
}

} // namespace

std::vector<Finding> check(const Layer& layer)
{
    std::vector<Finding> findings;
    for (const LoopDimension d : kLoopDimensions)
        if (layer.bounds[d] < 1)
            findings.push_back(
                {std::string(1, letter(d)), "a loop bound must be at least 1, not " + std::to_string(layer.bounds[d])});
    const auto positive = [&](const char* key, std::int64_t value) {
        if (value < 1 || value > 1'000'000)
            findings.push_back({key, "must be between 1 and 1000000, not " + std::to_string(value)});
    };
    positive("stride", layer.strideP);
    positive("stride", layer.strideQ);
    positive("dilation", layer.dilationR);
    positive("dilation", layer.dilationS);
    if (findings.empty() && exceeds(layer))
        findings.push_back({"", "the bounds multiply to more than 10^15 MACs"});
    else if (findings.empty() && inputExceeds(layer))
        findings.push_back({"", "strides and dilations stretch the input to more than 10^15 elements"});
    return findings;
}

bool hasGraph(const Network& network) { return !network.graph.operators.empty(); }

Network networkOf(OperatorGraph graph, std::string description, std::vector<std::string> notes)
{
    std::vector<Layer> layers = layersOf(graph);
    std::string name = graph.name;
    return {std::move(name), std::move(description), std::move(notes), std::move(layers), std::move(graph)};
}

std::vector<Layer> layersOfOneInput(const Network& network, std::int64_t batch)
{
    std::vector<Layer> layers = network.layers;
    for (Layer& layer : layers)
        layer.bounds[layer.bounds[LoopDimension::N] % batch == 0 ? LoopDimension::N : LoopDimension::G] /= batch;
    return layers;
}

std::vector<Finding> check(const Network& network)
{
    std::vector<Finding> findings;
    if (network.batch && *network.batch < 1)
        findings.push_back({"batch", "a batch has at least 1 input, not " + std::to_string(*network.batch)});
    if (network.name.empty())
        findings.push_back({"name", "the network has no name"});
    if (network.layers.empty() && !hasGraph(network))
        findings.push_back({"layers", "the network has no layers"});
    std::set<std::string> names;
    for (std::size_t i = 0; i < network.layers.size(); ++i) {
        const Layer& layer = network.layers[i];
        const std::string key = "layers[" + std::to_string(i) + "]";
        if (layer.name.empty())
            findings.push_back({key + ".name", "the layer has no name"});
        else if (!names.insert(layer.name).second)
            findings.push_back({key + ".name", "the name '" + layer.name + "' is used by two layers"});
        if (const std::int64_t batch = network.batch.value_or(1);
            batch > 1 && layer.bounds[LoopDimension::N] % batch != 0 && layer.bounds[LoopDimension::G] % batch != 0)
            findings.push_back(
                {key, "neither N nor G has the batch of " + std::to_string(batch) + " that the network states"});
        for (const Finding& finding : check(layer))
            findings.push_back({finding.key.empty() ? key : key + "." + finding.key, finding.message});
    }
    if (hasGraph(network)) {
        for (Finding& finding : check(network.graph))
            findings.push_back(std::move(finding));
        if (layersOf(network.graph) != network.layers)
            findings.push_back({"layers", "the layers are not those of the operators"});
    }
    return findings;
}

std::int64_t macs(const Network& network)
{
    return sumOf(network.layers, [&](const Layer& layer) { return macs(layer); });
}

namespace {

/// Does an earlier operator read the weights of this one? Its weights are its largest parameter. Notes the name.
bool readsKnownWeights(const Operator& op, std::set<std::string>& seen)
{
    const auto largest = std::ranges::max_element(op.parameters);
    const auto at = std::size_t(largest - op.parameters.begin());
    return at < op.shared.size() && !op.shared[at].empty() && !seen.insert(op.shared[at]).second;
}

} // namespace

std::int64_t weightElements(const Network& network)
{
    std::int64_t sum = sumOf(network.layers, [&](const Layer& layer) { return elements(layer, TensorRole::Weights); });
    std::set<std::string> seen;
    for (const Operator& op : network.graph.operators)
        if (readsKnownWeights(op, seen))
            for (const Layer& layer : op.layers)
                sum -= elements(layer, TensorRole::Weights);
    return sum;
}

std::int64_t parameterElements(const Network& network)
{
    Bytes bytes = parameterBytes(network.graph);
    for (const Operator& op : network.graph.operators)
        if (op.type == "matmul" && op.inputs.size() > 1) // what it has besides are keys or values of earlier tokens
            for (const Bytes cached : op.parameters)
                bytes.count -= cached.count;
    const std::vector<Tensor>& tensors = network.graph.tensors;
    const bool isUniform = std::ranges::all_of(
        tensors, [&](const Tensor& t) { return !t.shape.empty() && t.elementBits == tensors.front().elementBits; });
    return bytes.count > 0 && !tensors.empty() && isUniform ? bytes.count * 8 / tensors.front().elementBits
                                                            : weightElements(network);
}

std::vector<OperatorId> operatorsWithoutLayers(const OperatorGraph& graph)
{
    std::vector<OperatorId> ids;
    for (std::size_t i = 0; i < graph.operators.size(); ++i)
        if (graph.operators[i].layers.empty() && graph.operators[i].type != "input")
            ids.push_back(OperatorId{std::uint32_t(i)});
    return ids;
}

std::string whyNothingToMap(const Network& network)
{
    if (!network.layers.empty())
        return {};
    if (!hasGraph(network))
        return "it has no layers to map";
    const std::size_t count = operatorsWithoutLayers(network.graph).size();
    return "it has no layers to map: "
           + (count == 1 ? std::string("its only operator is no convolution and no matrix product")
                         : "none of its " + std::to_string(count) + " operators is a convolution or a matrix product");
}

} // namespace nestloom::workload
