// SPDX-License-Identifier: Apache-2.0
#include "engine/io/network_sizes.h"

#include "engine/io/located_yaml.h"
#include "engine/io/yaml_reader.h"
#include "engine/zoo/zoo.h"

namespace nestloom::io {

namespace {

/// What the builder takes where the text says nothing: of images and tokens what comes in, {channels, height, width} or
/// {tokens, features}, after the batch if there is one.
std::int64_t builtIn(std::string_view key, const workload::Network& network)
{
    const std::vector<std::int64_t>& shape = network.graph.tensors.front().shape;
    if (key == "batch")
        return 1;
    return key == "context" || shape.size() < 2 ? 0 : key == "image" ? shape.back() : shape[shape.size() - 2];
}

} // namespace

std::vector<NetworkSize> networkSizes(std::string_view yaml)
{
    if (!namesBuilder(yaml))
        return {};
    const auto tree = parseYaml(yaml, "");
    const auto network = parseNetwork(yaml, "");
    if (!tree || !network)
        return {};
    YamlErrors errors("");
    const YamlMap map(*tree->find("network"), "", errors, {});
    std::vector<NetworkSize> sizes;
    for (const zoo::SizeLimits& limits : zoo::sizesOf(map.text("builder")))
        sizes.push_back({std::string(limits.key), map.wholeNumberOr(limits.key, builtIn(limits.key, *network)),
                         limits.least, limits.most, limits.step});
    return sizes;
}

Result<std::string> withSizes(std::string_view yaml, const NetworkSizes& sizes)
{
    TRY(const auto network, parseNetwork(yaml, "", sizes));
    TRY(const auto tree, parseYaml(yaml, ""));
    std::string text = "network:\n  name: " + yamlScalar(network.name) + "\n";
    for (const char* key : {"builder", "image", "tokens", "context", "batch", "element"}) {
        const auto size = sizes.find(key);
        if (const YamlNode* stated = tree.find("network")->find(key); stated != nullptr || size != sizes.end())
            text += std::string("  ") + key + ": "
                    + (size != sizes.end() ? std::to_string(size->second) : yamlScalar(stated->scalar)) + "\n";
    }
    return text;
}

} // namespace nestloom::io
