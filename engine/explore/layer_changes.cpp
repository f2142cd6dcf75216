// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/layer_changes.h"

#include "engine/base/ranges.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string_view>
#include <unordered_map>

namespace nestloom::explore {

namespace {

std::vector<std::uint64_t> shapesOf(const workload::Network& network)
{
    return collect(network.layers, [&](const workload::Layer& layer) { return workload::shapeFingerprint(layer); });
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

namespace {

constexpr double kWorthSaying = 0.005; // of the traffic: half a percent

/// What the port that bounds a layer can do, and how long it is busy.
struct Port {
    std::optional<BytesPerCycle> bandwidth;
    double cycles = 0;
    /// Bytes that pass; nothing through an unlimited port.
    std::optional<double> bytes() const
    {
        return bandwidth ? std::optional<double>(bandwidth->count * cycles) : std::nullopt;
    }
};

Port boundingPort(const ComparedResult& side)
{
    const cost::LayerCost& cost = *side.layer.cost;
    const std::size_t level = cost.bottleneck.level;
    if (level >= cost.levels.size() || level >= side.accelerator.levels.size())
        return {};
    if (cost.bottleneck.kind == cost::Bottleneck::Kind::ReadPort)
        return {side.accelerator.readRate(level), double(cost.levels[level].readCycles.count)};
    return {side.accelerator.writeRate(level), double(cost.levels[level].writeCycles.count)};
}

std::string portReason(const ComparedResult& first, const ComparedResult& other)
{
    const Port then = boundingPort(first);
    const Port now = boundingPort(other);
    std::ostringstream text;
    if (then.bandwidth && now.bandwidth && then.bandwidth->count != now.bandwidth->count)
        text << now.bandwidth->count << " B/cycle instead of " << then.bandwidth->count;
    if (const auto before = then.bytes(), after = now.bytes(); before && after && *before > 0) {
        const double change = *after / *before - 1;
        if (std::fabs(change) >= kWorthSaying) {
            text << (text.tellp() > 0 ? ", " : "");
            text.precision(1);
            text << std::fixed << std::fabs(change) * 100 << (change < 0 ? " % less data" : " % more data");
        }
    }
    return text.str();
}

std::string computeReason(const ComparedResult& first, const ComparedResult& other)
{
    const std::int64_t then = first.layer.cost->macUnitsUsed;
    const std::int64_t now = other.layer.cost->macUnitsUsed;
    return then == now ? std::string() : std::to_string(now) + " MAC units used instead of " + std::to_string(then);
}

} // namespace

std::vector<AlignedLayer> alignLayers(const std::vector<const workload::Network*>& networks)
{
    std::vector<AlignedLayer> rows;
    workload::Network known; // the layer that stands for each row
    for (std::size_t n = 0; n < networks.size(); ++n) {
        const workload::Network& network = *networks[n];
        const auto rowOf = matchLayers(network, known);
        for (std::size_t i = 0; i < network.layers.size(); ++i) {
            if (!rowOf[i]) {
                rows.push_back({std::vector<std::optional<std::size_t>>(networks.size())});
                known.layers.push_back(network.layers[i]);
            }
            rows[rowOf[i].value_or(rows.size() - 1)].layers[n] = i;
        }
    }
    return rows;
}

LayerChange layerChange(const ComparedResult& first, const ComparedResult& other)
{
    const cost::LayerCost& then = *first.layer.cost;
    const cost::LayerCost& now = *other.layer.cost;
    LayerChange change;
    change.cycles = double(now.cycles.count - then.cycles.count);
    change.picojoules = now.energy.count - then.energy.count;
    if (then.bottleneck.text != now.bottleneck.text) {
        change.reason = "was bound by " + then.bottleneck.text + ", now by " + now.bottleneck.text;
        return change;
    }
    if (now.bottleneck.text == kSimulatedBound)
        return change;
    const std::string detail = then.bottleneck.kind == cost::Bottleneck::Kind::Compute ? computeReason(first, other)
                                                                                       : portReason(first, other);
    if (!detail.empty())
        change.reason = "still bound by " + now.bottleneck.text + ": " + detail;
    return change;
}

} // namespace nestloom::explore
