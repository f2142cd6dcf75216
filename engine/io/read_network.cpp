// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_network.h"

#include "engine/io/in_quotes.h"
#include "engine/io/text_file.h"
#include "engine/io/yaml_reader.h"

namespace nestloom::io {

namespace {

using workload::Layer;
using workload::LayerKind;
using workload::Network;

struct Pair {
    std::int64_t first = 1, second = 1;
};

/// 2, or [2, 1] with one number along P and R and one along Q and S.
Pair readPair(const YamlMap& layer, std::string_view key)
{
    const YamlNode* node = layer.find(key);
    if (!node)
        return {};
    if (node->kind != YamlNode::Kind::List) {
        const std::int64_t both = layer.wholeNumberOr(key, 1);
        return {both, both};
    }
    if (node->items.size() != 2) {
        layer.report(key, "one number or a list of two belongs here, not a list of " + std::to_string(node->items.size()));
        return {};
    }
    return {wholeNumber(node->items[0], layer.pathOf(key) + "[0]", layer.errors()).value_or(1),
            wholeNumber(node->items[1], layer.pathOf(key) + "[1]", layer.errors()).value_or(1)};
}

LayerKind readKind(const YamlMap& map)
{
    const std::string written = map.textOr("kind", std::string(name(LayerKind::Convolution)));
    for (const LayerKind kind : {LayerKind::Convolution, LayerKind::FullyConnected})
        if (name(kind) == written)
            return kind;
    map.report("kind", inQuotes(written) + " is not a kind of layer" +
                           suggestion(written, {"convolution", "fully-connected"}));
    return LayerKind::Convolution;
}

Layer readLayer(const YamlNode& node, const std::string& path, YamlErrors& errors)
{
    const YamlMap map(node, path, errors,
                      {"name", "kind", "R", "S", "P", "Q", "C", "K", "N", "G", "stride", "dilation"});
    Layer layer;
    layer.name = map.text("name");
    layer.kind = readKind(map);
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        layer.bounds[d] = map.wholeNumberOr(std::string(1, letter(d)), 1);
    const Pair stride = readPair(map, "stride");
    layer.strideP = stride.first;
    layer.strideQ = stride.second;
    const Pair dilation = readPair(map, "dilation");
    layer.dilationR = dilation.first;
    layer.dilationS = dilation.second;
    return layer;
}

Network readTree(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "", errors, {"name", "description", "notes", "layers"});
    Network network;
    network.name = map.text("name");
    network.description = map.textOr("description", "");
    network.notes = map.textsOr("notes", {});
    const YamlNode* layers = map.require("layers");
    if (layers && isList(*layers, "layers", errors))
        for (std::size_t i = 0; i < layers->items.size(); ++i)
            network.layers.push_back(readLayer(layers->items[i], "layers[" + std::to_string(i) + "]", errors));
    return network;
}

std::string writePair(std::string_view key, std::int64_t first, std::int64_t second)
{
    if (first == 1 && second == 1)
        return "";
    const std::string value = first == second ? std::to_string(first)
                                              : "[" + std::to_string(first) + ", " + std::to_string(second) + "]";
    return ", " + std::string(key) + ": " + value;
}

std::string writeLayer(const Layer& layer)
{
    std::string yaml = "    - {name: " + yamlScalar(layer.name);
    if (layer.kind != LayerKind::Convolution)
        yaml += ", kind: " + std::string(name(layer.kind));
    for (const workload::LoopDimension d : workload::kLoopDimensions)
        if (layer.bounds[d] != 1)
            yaml += ", " + std::string(1, letter(d)) + ": " + std::to_string(layer.bounds[d]);
    yaml += writePair("stride", layer.strideP, layer.strideQ);
    yaml += writePair("dilation", layer.dilationR, layer.dilationS);
    return yaml + "}\n";
}

} // namespace

Result<Network> parseNetwork(std::string_view yaml, const std::string& fileName)
{
    const auto tree = parseYaml(yaml, fileName);
    if (!tree)
        return tree.error();
    YamlErrors errors(fileName);
    const YamlMap root(*tree, "", errors, {"network"});
    const YamlNode* node = root.requireMap("network");
    if (errors.first())
        return *errors.first();
    Network network = readTree(*node, errors);
    if (!errors.first())
        for (const workload::Finding& finding : workload::check(network))
            errors.report(lineOfPath(*node, finding.key), finding.key, finding.message);
    if (errors.first())
        return *errors.first();
    return network;
}

Result<Network> readNetwork(const std::filesystem::path& path)
{
    const auto yaml = readTextFile(path);
    return yaml ? parseNetwork(*yaml, path.string()) : yaml.error();
}

std::string writeNetwork(const Network& network)
{
    std::string yaml = "network:\n  name: " + yamlScalar(network.name) + "\n";
    if (!network.description.empty())
        yaml += "  description: " + yamlScalar(network.description) + "\n";
    if (!network.notes.empty())
        yaml += "  notes:\n";
    for (const std::string& note : network.notes)
        yaml += "    - " + yamlScalar(note) + "\n";
    yaml += "  layers:\n";
    for (const Layer& layer : network.layers)
        yaml += writeLayer(layer);
    return yaml;
}

} // namespace nestloom::io
