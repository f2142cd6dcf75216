// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/match_layers.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

namespace nestloom::explore {

namespace {

std::vector<std::uint64_t> shapesOf(const workload::Network& network)
{
    std::vector<std::uint64_t> shapes;
    for (const workload::Layer& layer : network.layers)
        shapes.push_back(workload::shapeFingerprint(layer));
    return shapes;
}

} // namespace

std::vector<std::optional<std::size_t>> matchLayers(const workload::Network& network, const workload::Network& other)
{
    const std::vector<std::uint64_t> shapes = shapesOf(network);
    const std::vector<std::uint64_t> otherShapes = shapesOf(other);
    std::vector<std::optional<std::size_t>> matches(shapes.size());
    std::vector<bool> taken(otherShapes.size(), false);
    const auto take = [&](std::size_t layer, std::size_t candidate) {
        if (matches[layer] || taken[candidate] || shapes[layer] != otherShapes[candidate])
            return;
        matches[layer] = candidate;
        taken[candidate] = true;
    };
    std::unordered_map<std::string_view, std::size_t> byName;
    for (std::size_t i = 0; i < other.layers.size(); ++i)
        byName.emplace(other.layers[i].name, i);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        if (const auto named = byName.find(network.layers[i].name); named != byName.end())
            take(i, named->second);
    for (std::size_t i = 0; i < std::min(shapes.size(), otherShapes.size()); ++i)
        take(i, i);
    for (std::size_t i = 0; i < shapes.size(); ++i)
        for (std::size_t candidate = 0; candidate < otherShapes.size() && !matches[i]; ++candidate)
            take(i, candidate);
    return matches;
}

} // namespace nestloom::explore
