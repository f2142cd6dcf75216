// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_network.h"

#include "engine/io/file_top.h"
#include "engine/io/operator_graph_yaml.h"
#include "engine/io/quantity.h"
#include "engine/io/read_layer_kinds.h"
#include "engine/io/text_file.h"
#include "engine/zoo/zoo.h"

#include <algorithm>

namespace nestloom::io {

namespace {

using workload::Network;

/// Of each layer of a network the item of the list that it comes from: one item may be several layers.
using Items = std::vector<std::size_t>;

std::string itemKey(std::size_t item) { return "layers[" + std::to_string(item) + "]"; }

void readList(const YamlMap& map, Network& network, Items& items)
{
    const YamlNode* list = map.require("layers");
    if (!list || !isList(*list, "layers", map.errors()))
        return;
    for (std::size_t i = 0; i < list->items.size(); ++i)
        for (workload::Layer& layer : readLayers(list->items[i], itemKey(i), map.errors())) {
            network.layers.push_back(std::move(layer));
            items.push_back(i);
        }
}

/// The key in the YAML of a finding about a layer in a list.
std::string keyInList(const Items& items, const std::string& key)
{
    for (std::size_t i = 0; i < items.size(); ++i)
        if (key.starts_with(itemKey(i)))
            return itemKey(items[i]) + key.substr(itemKey(i).size());
    return key;
}

void readGraph(const YamlMap& map, Network& network)
{
    if (map.find("layers"))
        return map.report("layers", "the layers are those of the operators; leave 'layers' out");
    network.graph = readOperators(*map.find("operators"), "operators", map.errors());
    network.graph.name = network.name;
    network.layers = workload::layersOf(network.graph);
}

const std::vector<std::string_view> kBuiltNetworkKeys{"name", "builder", "image", "element"};

/// `builder: resnet50`, with other settings if need be.
Network readBuilt(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "", errors, kBuiltNetworkKeys);
    zoo::Settings settings;
    settings.image = map.wholeNumberOr("image", 0);
    if (map.find("image") && settings.image < 1)
        map.report("image", "an image has at least 1 pixel, not " + std::to_string(settings.image));
    if (const auto bits = map.quantity("element", parseBits))
        settings.elementBits = static_cast<int>(std::clamp<std::int64_t>(bits->count, 0, 65)); // 0 and 65 are refused
    Result<Network> network = errors.first() ? Network{} : zoo::build(map.text("builder"), settings);
    if (!network) {
        map.report("builder", network.error().message);
        return {};
    }
    network->name = network->graph.name = map.textOr("name", network->name);
    return *std::move(network);
}

const std::vector<std::string_view> kNetworkKeys{"name", "description", "notes", "layers", "operators"};

Network readTree(const YamlNode& node, YamlErrors& errors, Items& items)
{
    if (node.find("builder"))
        return readBuilt(node, errors);
    const YamlMap map(node, "", errors, kNetworkKeys);
    Network network;
    network.name = map.text("name");
    network.description = map.textOr("description", "");
    network.notes = map.textsOr("notes", {});
    if (map.find("operators"))
        readGraph(map, network);
    else
        readList(map, network, items);
    return network;
}

} // namespace

Result<Network> parseNetwork(std::string_view yaml, const std::string& fileName)
{
    std::vector<std::string_view> under = kNetworkKeys;
    under.insert(under.end(), kBuiltNetworkKeys.begin() + 1, kBuiltNetworkKeys.end());
    Items items;
    return parseTop(
        yaml, fileName, "network", under,
        [&](const YamlNode& node, YamlErrors& errors) { return readTree(node, errors, items); },
        [&](const Network& network) {
            std::vector<workload::Finding> findings = workload::check(network);
            for (workload::Finding& finding : findings)
                finding.key = workload::hasGraph(network) ? keyInOperators(network.graph, finding.key)
                                                          : keyInList(items, finding.key);
            return findings;
        });
}

Result<Network> readNetwork(const std::filesystem::path& path)
{
    const auto yaml = readTextFile(path);
    return yaml ? parseNetwork(*yaml, path.string()) : yaml.error();
}

bool namesBuilder(std::string_view yaml)
{
    if (yaml.find("builder") == std::string_view::npos)
        return false; // large texts take long to parse
    const auto tree = parseYaml(yaml, "");
    const YamlNode* network = tree ? tree->find("network") : nullptr;
    return network && network->find("builder");
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
    if (workload::hasGraph(network))
        return yaml + "  operators:\n" + writeOperators(network.graph);
    yaml += "  layers:\n";
    for (const workload::Layer& layer : network.layers)
        yaml += "    - " + writeLayer(layer) + "\n";
    return yaml;
}

} // namespace nestloom::io
