// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_layer.h"

#include "engine/io/in_quotes.h"

namespace nestloom::io {

namespace {

using workload::Layer;
using workload::LayerKind;

LayerKind readKind(const YamlMap& map)
{
    const std::string written = map.textOr("kind", std::string(name(LayerKind::Convolution)));
    for (const LayerKind kind : {LayerKind::Convolution, LayerKind::FullyConnected})
        if (name(kind) == written)
            return kind;
    map.report("kind", inQuotes(written) + " is not a kind of layer"
                           + suggestion(written, {"convolution", "fully-connected", "transposed-convolution", "matmul",
                                                  "attention"}));
    return LayerKind::Convolution;
}

/// ", stride: [2, 1]"; nothing for 1.
std::string writePair(std::string_view key, std::int64_t first, std::int64_t second)
{
    if (first == 1 && second == 1)
        return "";
    const std::string value =
        first == second ? std::to_string(first) : "[" + std::to_string(first) + ", " + std::to_string(second) + "]";
    return ", " + std::string(key) + ": " + value;
}

} // namespace

SidePair readPair(const YamlMap& layer, std::string_view key, std::int64_t otherwise)
{
    const YamlNode* node = layer.find(key);
    if (!node)
        return {otherwise, otherwise};
    if (node->kind != YamlNode::Kind::List) {
        const std::int64_t both = layer.wholeNumberOr(key, otherwise);
        return {both, both};
    }
    if (node->items.size() != 2) {
        layer.report(key,
                     "one number or a list of two belongs here, not a list of " + std::to_string(node->items.size()));
        return {otherwise, otherwise};
    }
    return {wholeNumber(node->items[0], layer.pathOf(key) + "[0]", layer.errors()).value_or(otherwise),
            wholeNumber(node->items[1], layer.pathOf(key) + "[1]", layer.errors()).value_or(otherwise)};
}

Layer readLayer(const YamlNode& node, const std::string& path, YamlErrors& errors, const std::string& ownName)
{
    const YamlMap map(node, path, errors,
                      {"name", "kind", "R", "S", "P", "Q", "C", "K", "N", "G", "stride", "dilation"});
    Layer layer;
    layer.name = ownName.empty() ? map.text("name") : map.textOr("name", ownName);
    layer.kind = readKind(map);
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        layer.bounds[d] = map.wholeNumberOr(std::string(1, letter(d)), 1);
    const SidePair stride = readPair(map, "stride");
    layer.strideP = stride.first;
    layer.strideQ = stride.second;
    const SidePair dilation = readPair(map, "dilation");
    layer.dilationR = dilation.first;
    layer.dilationS = dilation.second;
    return layer;
}

std::string writeLayer(const Layer& layer, const std::string& ownName)
{
    std::string yaml; // every part begins with ", "
    if (layer.name != ownName || ownName.empty())
        yaml += ", name: " + yamlScalar(layer.name);
    if (layer.kind != LayerKind::Convolution)
        yaml += ", kind: " + std::string(name(layer.kind));
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (layer.bounds[d] != 1)
            yaml += ", " + std::string(1, letter(d)) + ": " + std::to_string(layer.bounds[d]);
    yaml += writePair("stride", layer.strideP, layer.strideQ);
    yaml += writePair("dilation", layer.dilationR, layer.dilationS);
    return yaml.empty() ? "{}" : "{" + yaml.substr(2) + "}";
}

} // namespace nestloom::io
