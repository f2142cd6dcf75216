// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/layer_sizes.h"

#include "engine/base/integers.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace nestloom::schedule {

using workload::Layer;
using workload::LoopDimension;

namespace {

/// Children side by side that one dimension can fill: columns, rows, both of a level, and of two neighbouring levels.
/// `shared`: or a part of these that leaves the others to other dimensions.
std::set<std::int64_t> places(const hardware::Accelerator& accelerator, bool shared)
{
    std::set<std::int64_t> counts;
    std::int64_t outer = 1;
    for (const hardware::BufferLevel& level : accelerator.levels) {
        const std::int64_t here = level.fanout.count();
        for (const std::int64_t all : {level.fanout.columns, level.fanout.rows, here, outer * here})
            for (const std::int64_t part : shared ? divisors(all) : std::vector{all})
                counts.insert(part);
        if (here > 1)
            outer = here;
    }
    counts.erase(1);
    return counts;
}

std::size_t combinations(const LayerSizes& sizes)
{
    std::size_t count = 1;
    for (const auto& list : sizes.values)
        count *= list.size();
    return count;
}

} // namespace

LayerSizes ownSizes(const Layer& layer)
{
    LayerSizes sizes;
    for (const LoopDimension d : workload::kLoopDimensions)
        sizes[d] = {layer.bounds[d]};
    return sizes;
}

bool isOwnOnly(const LayerSizes& sizes)
{
    return std::ranges::all_of(sizes.values, [](const auto& list) { return list.size() <= 1; });
}

LayerSizes promisingSizes(const hardware::Accelerator& accelerator, const Layer& layer, Objective objective)
{
    const auto counts = places(accelerator, objective == Objective::Latency);
    LayerSizes sizes;
    for (const LoopDimension d : workload::kLoopDimensions) {
        const std::int64_t own = layer.bounds[d];
        std::set<std::int64_t> larger{own};
        for (std::int64_t even = 2; even < own; even *= 2)
            larger.insert(ceilDivide(own, even) * even);
        for (const std::int64_t children : counts) {
            const std::int64_t turns = ceilDivide(own, children);
            larger.insert({turns * children, turns * ceilDivide(own, turns)});
        }
        for (const std::int64_t size : larger)
            if (double(size) <= double(own) * (1 + kMostExtra))
                sizes[d].push_back(size);
    }
    const auto isBetter = [](std::int64_t a, std::int64_t b) {
        return double(a) * roughness(a) < double(b) * roughness(b);
    };
    while (combinations(sizes) > kMostSizes) {
        auto& longest =
            *std::ranges::max_element(sizes.values, [](const auto& a, const auto& b) { return a.size() < b.size(); });
        longest.erase(std::max_element(longest.begin() + 1, longest.end(), isBetter));
    }
    return sizes;
}

double roughness(std::int64_t size)
{
    const auto factors = primeFactors(size);
    return factors.empty() ? 1 : 1 + 0.02 * std::max(0.0, std::log2(double(factors.back().prime) / 8));
}

std::vector<Layer> largerLayers(const Layer& layer, const LayerSizes& sizes)
{
    std::vector<Layer> all{layer};
    for (const LoopDimension d : workload::kLoopDimensions)
        for (std::size_t i = 0, count = all.size(); i < count; ++i)
            for (std::size_t s = 1; s < sizes[d].size(); ++s) {
                all.push_back(all[i]);
                all.back().bounds[d] = sizes[d][s];
            }
    const double most = double(workload::macs(layer)) * (1 + kMostExtra);
    std::erase_if(all,
                  [&](const Layer& one) { return one.bounds == layer.bounds || double(workload::macs(one)) > most; });
    return all;
}

void addSizes(LayerSizes& sizes, const Layer& larger)
{
    for (const LoopDimension d : workload::kLoopDimensions) {
        auto& list = sizes[d];
        const auto at = std::lower_bound(list.begin(), list.end(), larger.bounds[d]);
        if (at == list.end() || *at != larger.bounds[d])
            list.insert(at, larger.bounds[d]);
    }
}

bool hasSizes(const LayerSizes& sizes, const workload::Extents& covered)
{
    return std::ranges::all_of(workload::kLoopDimensions, [&](LoopDimension d) {
        return std::ranges::find(sizes[d], covered[d]) != sizes[d].end();
    });
}

namespace {

/// "1024, 1026 and 1029"
std::string listed(const std::vector<std::int64_t>& numbers)
{
    std::string text = std::to_string(numbers.front());
    for (std::size_t i = 1; i < numbers.size(); ++i)
        text += (i + 1 < numbers.size() ? ", " : " and ") + std::to_string(numbers[i]);
    return text;
}

} // namespace

std::string describe(const LayerSizes& sizes)
{
    std::string text;
    for (const LoopDimension d : workload::kLoopDimensions)
        if (sizes[d].size() > 1)
            text += (text.empty() ? "" : "; ") + std::string(1, workload::letter(d)) + " " + listed(sizes[d]);
    return text.empty() ? "perfect factors of the layer's own sizes" : "perfect factors of sizes " + text;
}

mapping::LayerMapping withoutWaste(const Layer& layer, const mapping::LayerMapping& mapping)
{
    mapping::LayerMapping least = mapping;
    workload::Extents covered = mapping::tileExtents(mapping, 0);
    for (mapping::LevelLoops& level : least.levels)
        for (auto* loops : {&level.temporal, &level.spatial}) {
            for (mapping::Loop& loop : *loops) {
                std::int64_t& all = covered[loop.dimension];
                const std::int64_t others = all / loop.bound;
                loop.bound = std::min(loop.bound, ceilDivide(layer.bounds[loop.dimension], others));
                all = others * loop.bound;
            }
            std::erase_if(*loops, [](const mapping::Loop& loop) { return loop.bound == 1; });
        }
    return least;
}

} // namespace nestloom::schedule
