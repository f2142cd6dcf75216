// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_network.h"

#include "engine/io/quantity.h"
#include "engine/io/read_layer.h"
#include "engine/io/read_operators.h"
#include "engine/io/text.h"
#include "engine/io/yaml_reader.h"
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

const std::vector<std::string_view> kBuiltNetworkKeys{"name",   "batch",   "builder", "image",
                                                      "tokens", "context", "element"};

/// `builder: resnet50`, with other settings if need be.
Network readBuilt(const YamlNode& node, YamlErrors& errors, const NetworkSizes& sizes)
{
    const YamlMap map(node, "", errors, kBuiltNetworkKeys);
    zoo::Settings settings;
    settings.image = map.wholeNumberOr("image", 0);
    if (map.find("image") && settings.image < 1)
        map.report("image", "an image has at least 1 pixel, not " + std::to_string(settings.image));
    settings.tokens = map.wholeNumberOr("tokens", 0);
    if (map.find("tokens") && settings.tokens < 1)
        map.report("tokens", "there is at least 1 token, not " + std::to_string(settings.tokens));
    settings.context = map.wholeNumberOr("context", 0);
    settings.batch = map.wholeNumberOr("batch", 1);
    if (const auto bits = map.quantity("element", parseBits))
        settings.elementBits = int(std::clamp<std::int64_t>(bits->count, 0, 65)); // 0 and 65 are refused
    for (const auto& [key, value] : sizes)
        (key == "image"    ? settings.image
         : key == "tokens" ? settings.tokens
         : key == "batch"  ? settings.batch
                           : settings.context) = value;
    for (const auto& [key, value] : sizes)
        if (value < (key == "context" ? 0 : 1))
            map.report("builder", "the size " + key + " is at least 1, not " + std::to_string(value));
    Result<Network> network = errors.first() ? Network{} : zoo::build(map.text("builder"), settings);
    if (!network) {
        map.report("builder", network.error().message);
        return {};
    }
    network->name = map.textOr("name", network->name);
    for (const auto& [key, value] : sizes)
        network->name += ", " + key + " " + std::to_string(value);
    network->graph.name = network->name;
    return *std::move(network);
}

const std::vector<std::string_view> kNetworkKeys{"name",      "description", "notes",  "layers",
                                                 "operators", "batch",       "missing"};

Network readTree(const YamlNode& node, YamlErrors& errors, Items& items, const NetworkSizes& sizes)
{
    if (node.find("builder"))
        return readBuilt(node, errors, sizes);
    if (!sizes.empty())
        errors.report(node.line, sizes.begin()->first, "only what a builder makes has sizes that can be chosen");
    const YamlMap map(node, "", errors, kNetworkKeys);
    Network network;
    network.name = map.text("name");
    network.description = map.textOr("description", "");
    network.notes = map.textsOr("notes", {});
    network.missing = map.textOr("missing", "");
    if (map.find("batch"))
        network.batch = map.wholeNumberOr("batch", 1);
    if (map.find("operators"))
        readGraph(map, network);
    else
        readList(map, network, items);
    return network;
}

Result<Network> parseInto(std::string_view yaml, const std::string& fileName, const NetworkSizes& sizes,
                          YamlErrors& errors)
{
    std::vector<std::string_view> under = kNetworkKeys;
    under.insert(under.end(), kBuiltNetworkKeys.begin() + 2, kBuiltNetworkKeys.end());
    Items items;
    return parseTop(
        yaml, fileName, "network", under,
        [&](const YamlNode& node, YamlErrors& found) { return readTree(node, found, items, sizes); },
        [&](const Network& network) {
            std::vector<workload::Finding> findings = workload::check(network);
            for (workload::Finding& finding : findings)
                finding.key = workload::hasGraph(network) ? keyInOperators(network.graph, finding.key)
                                                          : keyInList(items, finding.key);
            return findings;
        },
        errors);
}

} // namespace

Result<Network> parseNetwork(std::string_view yaml, const std::string& fileName, const NetworkSizes& sizes)
{
    YamlErrors errors(fileName);
    return parseInto(yaml, fileName, sizes, errors);
}

std::vector<Error> networkErrors(std::string_view yaml, const std::string& fileName)
{
    YamlErrors errors(fileName);
    const Result<Network> value = parseInto(yaml, fileName, {}, errors);
    return value || !errors.all().empty() ? errors.all() : std::vector<Error>{value.error()};
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
    if (!network.missing.empty())
        yaml += "  missing: " + yamlScalar(network.missing) + "\n";
    if (network.batch)
        yaml += "  batch: " + std::to_string(*network.batch) + "\n";
    if (workload::hasGraph(network))
        return yaml + "  operators:\n" + writeOperators(network.graph);
    yaml += "  layers:\n";
    for (const workload::Layer& layer : network.layers)
        yaml += "    - " + writeLayer(layer) + "\n";
    return yaml;
}

} // namespace nestloom::io
