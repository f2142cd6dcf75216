// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_layer.h"

#include "engine/io/text.h"
#include "engine/workload/matrix_product.h"
#include "engine/workload/network.h"
#include "engine/workload/transposed_convolution.h"

#include <array>

namespace nestloom::io {

namespace {

using workload::Layer;
using workload::LayerKind;

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
    layer.kind =
        map.textOr("kind", "") == name(LayerKind::FullyConnected) ? LayerKind::FullyConnected : LayerKind::Convolution;
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

namespace {

using workload::Layer;

constexpr std::int64_t kLargest = 1'000'000'000; // of one size; products of two stay within 64 bits
constexpr std::int64_t kLargestStride = 1024;    // of a transposed convolution
constexpr std::size_t kMostPhases = 256;

/// A size that must be at least 1.
std::int64_t size(const YamlMap& map, std::string_view key, std::int64_t otherwise, std::int64_t largest = kLargest)
{
    const std::int64_t value = map.wholeNumberOr(key, otherwise);
    if (value >= 1 && value <= largest)
        return value;
    map.report(key, "must be between 1 and " + std::to_string(largest) + ", not " + std::to_string(value));
    return 1;
}

std::int64_t requiredSize(const YamlMap& map, std::string_view key) { return map.require(key) ? size(map, key, 1) : 1; }

std::string layerName(const YamlMap& map, const std::string& ownName)
{
    return ownName.empty() ? map.text("name") : map.textOr("name", ownName);
}

std::vector<Layer> readMatmul(const YamlNode& node, const std::string& path, YamlErrors& errors,
                              const std::string& ownName)
{
    const YamlMap map(node, path, errors, {"name", "kind", "m", "n", "k", "batch"});
    return {workload::matrixProduct(layerName(map, ownName), {requiredSize(map, "m"), requiredSize(map, "n"),
                                                              requiredSize(map, "k"), size(map, "batch", 1)})};
}

std::vector<Layer> readAttention(const YamlNode& node, const std::string& path, YamlErrors& errors,
                                 const std::string& ownName)
{
    const YamlMap map(node, path, errors,
                      {"name", "kind", "heads", "key_heads", "queries", "keys", "head_size", "value_size", "batch"});
    workload::Attention attention;
    attention.batch = size(map, "batch", 1);
    attention.heads = requiredSize(map, "heads");
    attention.keyHeads = size(map, "key_heads", attention.heads);
    attention.queries = requiredSize(map, "queries");
    attention.keys = size(map, "keys", attention.queries);
    attention.headSize = requiredSize(map, "head_size");
    attention.valueSize = size(map, "value_size", attention.headSize);
    if (attention.heads % attention.keyHeads != 0) {
        map.report("key_heads", std::to_string(attention.heads) + " heads cannot share "
                                    + std::to_string(attention.keyHeads) + " heads of keys evenly");
        attention.keyHeads = attention.heads;
    }
    return workload::attentionLayers(layerName(map, ownName), attention);
}

/// A number for each side, within limits; the least is what an absent key means.
SidePair limitedPair(const YamlMap& map, std::string_view key, std::int64_t least, std::int64_t most)
{
    SidePair pair = readPair(map, key, least);
    for (std::int64_t* value : {&pair.first, &pair.second})
        if (*value < least || *value > most) {
            map.report(key, "must be between " + std::to_string(least) + " and " + std::to_string(most) + ", not "
                                + std::to_string(*value));
            *value = least;
        }
    return pair;
}

std::vector<Layer> readTransposed(const YamlNode& node, const std::string& path, YamlErrors& errors,
                                  const std::string& ownName)
{
    const YamlMap map(node, path, errors,
                      {"name", "kind", "R", "S", "P", "Q", "C", "K", "N", "G", "stride", "dilation", "padding"});
    const SidePair stride = limitedPair(map, "stride", 1, kLargestStride),
                   dilation = limitedPair(map, "dilation", 1, 1'000'000),
                   padding = limitedPair(map, "padding", 0, 1'000'000);
    workload::TransposedConvolution convolution;
    convolution.vertical = {size(map, "R", 1, 1'000'000), size(map, "P", 1), stride.first, dilation.first,
                            padding.first};
    convolution.horizontal = {size(map, "S", 1, 1'000'000), size(map, "Q", 1), stride.second, dilation.second,
                              padding.second};
    convolution.c = size(map, "C", 1);
    convolution.k = size(map, "K", 1);
    convolution.n = size(map, "N", 1);
    convolution.g = size(map, "G", 1);
    if (transposedParts(convolution.vertical).size() * transposedParts(convolution.horizontal).size() > kMostPhases) {
        map.report("dilation", "strides and dilations make more than " + std::to_string(kMostPhases)
                                   + " different convolutions of it");
        return {};
    }
    return workload::transposedConvolutionLayers(layerName(map, ownName), convolution);
}

std::vector<Layer> readPlain(const YamlNode& node, const std::string& path, YamlErrors& errors,
                             const std::string& ownName)
{
    return {readLayer(node, path, errors, ownName)};
}

using Reader = std::vector<Layer> (*)(const YamlNode&, const std::string&, YamlErrors&, const std::string&);
constexpr std::array<std::pair<std::string_view, Reader>, 5> kKinds{{{"convolution", readPlain},
                                                                     {"fully-connected", readPlain},
                                                                     {"transposed-convolution", readTransposed},
                                                                     {"matmul", readMatmul},
                                                                     {"attention", readAttention}}};

/// Of the kind that is written; null = there is none of that name, and nobody knows what its keys would be.
Reader readerOf(const YamlNode& node, const std::string& path, YamlErrors& errors)
{
    const YamlNode* kind = node.kind == YamlNode::Kind::Map ? node.find("kind") : nullptr;
    if (!kind || kind->kind != YamlNode::Kind::Scalar)
        return readPlain;
    std::vector<std::string_view> names;
    for (const auto& [name, reader] : kKinds) {
        if (kind->scalar == name)
            return reader;
        names.push_back(name);
    }
    errors.report(kind->line, path + ".kind",
                  inQuotes(kind->scalar) + " is not a kind of layer" + suggestion(kind->scalar, names));
    return nullptr;
}

} // namespace

std::vector<Layer> readLayers(const YamlNode& node, const std::string& path, YamlErrors& errors,
                              const std::string& ownName)
{
    const Reader reader = readerOf(node, path, errors);
    if (!reader)
        return {};
    const bool isPlain = reader == readPlain;
    const std::vector<Layer> layers = reader(node, path, errors, ownName);
    for (const Layer& layer : layers)
        for (const workload::Finding& finding : workload::check(layer)) {
            const std::string key = !isPlain || finding.key.empty() ? path : path + "." + finding.key;
            const YamlNode* at = !isPlain || finding.key.empty() ? nullptr : node.find(finding.key);
            errors.report(at ? at->line : node.line, key, finding.message);
        }
    return layers;
}

} // namespace nestloom::io
