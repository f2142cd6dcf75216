// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/write_parts.h"

#include "engine/io/located_yaml.h"

#include <algorithm>
#include <optional>

namespace nestloom::io::timeloop {

namespace {

using mapping::Loop;
using workload::LoopDimension;

char letterOf(LoopDimension dimension) { return dimension == LoopDimension::K ? 'M' : letter(dimension); }

std::vector<LoopDimension> dimensionsOf(const workload::Layer& layer)
{
    using enum LoopDimension;
    std::vector<LoopDimension> dimensions{C, K, R, S, N, P, Q};
    if (layer.bounds[G] > 1)
        dimensions.push_back(G); // Timeloop's own convolution has no groups
    return dimensions;
}

/// The loops with one for each dimension, innermost first; nothing when a dimension comes back after another one.
std::optional<std::vector<Loop>> oneForEach(const std::vector<Loop>& loops, bool& joined)
{
    std::vector<Loop> result;
    for (auto loop = loops.rbegin(); loop != loops.rend(); ++loop) {
        if (loop->bound == 1)
            continue;
        const auto isSame = [&](const Loop& earlier) { return earlier.dimension == loop->dimension; };
        const auto earlier = std::find_if(result.begin(), result.end(), isSame);
        if (earlier == result.end()) {
            result.push_back(*loop);
        } else if (earlier + 1 == result.end()) {
            earlier->bound *= loop->bound;
            joined = true;
        } else {
            return std::nullopt;
        }
    }
    return result;
}

/// "factors: [C=4, M=2, R=1, ...], permutation: [S, R, M, C, ...]", with every dimension.
std::string loopText(const workload::Layer& layer, const std::vector<Loop>& innermostFirst)
{
    std::string factors, order;
    const auto add = [](std::string& list, const std::string& item) { list += (list.empty() ? "" : ", ") + item; };
    for (const Loop& loop : innermostFirst)
        add(order, std::string(1, letterOf(loop.dimension)));
    for (const LoopDimension d : dimensionsOf(layer)) {
        const auto isOf = [&](const Loop& loop) { return loop.dimension == d; };
        const auto loop = std::find_if(innermostFirst.begin(), innermostFirst.end(), isOf);
        const std::string name(1, letterOf(d));
        add(factors, name + "=" + std::to_string(loop == innermostFirst.end() ? 1 : loop->bound));
        if (loop == innermostFirst.end())
            add(order, name);
    }
    return "factors: [" + factors + "], permutation: [" + order + "]";
}

std::string keepText(const std::string& target, TensorSet keeps)
{
    constexpr const char* names[]{"Weights", "Inputs", "Outputs"};
    std::string kept, bypassed;
    for (const TensorRole role : kTensorRoles) {
        std::string& list = keeps.contains(role) ? kept : bypassed;
        list += (list.empty() ? "" : ", ") + std::string(names[static_cast<std::size_t>(role)]);
    }
    return "  - {target: " + target + ", type: dataspace, keep: [" + kept + "], bypass: [" + bypassed + "]}\n";
}

} // namespace

std::optional<std::vector<Loop>> spatialOrder(const std::vector<Loop>& spatial, bool isPlane)
{
    std::vector<Loop> columns, rows;
    for (auto loop = spatial.rbegin(); loop != spatial.rend(); ++loop) {
        if (loop->bound == 1)
            continue;
        auto& along = isPlane && loop->axis == hardware::Axis::Rows ? rows : columns;
        const auto isSame = [&](const Loop& other) { return other.dimension == loop->dimension; };
        const auto same = std::find_if(along.begin(), along.end(), isSame);
        if (same != along.end())
            same->bound *= loop->bound;
        else
            along.push_back(*loop);
    }
    for (const Loop& loop : rows)
        if (std::any_of(columns.begin(), columns.end(),
                        [&](const Loop& other) { return other.dimension == loop.dimension; }))
            return std::nullopt;
    columns.insert(columns.end(), rows.begin(), rows.end());
    return columns;
}

Result<std::string> writeMapping(const hardware::Accelerator& accelerator, const workload::Layer& layer,
                                 const mapping::LayerMapping& mapping, const std::vector<hardware::Fanout>& fanouts,
                                 Remarks& remarks)
{
    std::string yaml = "mapping: # permutations list the innermost loop first\n";
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const hardware::BufferLevel& level = accelerator.levels[i];
        const mapping::LevelLoops& loops = mapping.levels[i];
        bool joined = false;
        const auto temporal = oneForEach(loops.temporal, joined);
        const auto spatial = spatialOrder(loops.spatial, fanouts[i].isPlane());
        if (!temporal || !spatial)
            return Error{ErrorCode::InvalidInput,
                         "level " + level.name
                             + " loops over a dimension twice, with others between; Timeloop has one "
                               "loop for each dimension and level",
                         "layer " + layer.name};
        if (joined)
            remarks.push_back("level " + level.name
                              + ": loops over the same dimension, one within the other, became one");
        if (level.keeps.empty() && !temporal->empty())
            return Error{ErrorCode::InvalidInput,
                         "level " + level.name + " keeps nothing but has temporal loops; Timeloop has none there",
                         "layer " + layer.name};
        if (!level.keeps.empty()) {
            yaml += keepText(yamlScalar(level.name), loops.keeps);
            yaml +=
                "  - {target: " + yamlScalar(level.name) + ", type: temporal, " + loopText(layer, *temporal) + "}\n";
        }
        if (fanouts[i].count() == 1)
            continue;
        const bool inOneColumn = fanouts[i].columns == 1;
        const auto alongX = std::count_if(spatial->begin(), spatial->end(), [&](const Loop& loop) {
            return !inOneColumn && (loop.axis == hardware::Axis::Columns || !fanouts[i].isPlane());
        });
        yaml += "  - {target: " + yamlScalar(fanoutContainer(level)) + ", type: spatial, " + loopText(layer, *spatial)
                + ", split: " + std::to_string(alongX) + "}\n";
    }
    return yaml;
}

std::string writeProblem(const workload::Layer& layer)
{
    const bool isGrouped = layer.bounds[LoopDimension::G] > 1;
    const std::string group = isGrouped ? ", [[G]]" : "";
    std::string instance;
    for (const LoopDimension d : dimensionsOf(layer))
        instance += std::string(1, letterOf(d)) + ": " + std::to_string(layer.bounds[d]) + ", ";
    return "problem:\n  version: 0.4\n  instance: {" + instance + "Wstride: " + std::to_string(layer.strideP)
           + ", Hstride: " + std::to_string(layer.strideQ) + ", Wdilation: " + std::to_string(layer.dilationR)
           + ", Hdilation: " + std::to_string(layer.dilationS) + "}\n  shape:\n    name: " + yamlScalar(layer.name)
           + " # of the layer\n    dimensions: [C, M, R, S, N, P, Q" + (isGrouped ? ", G" : "")
           + "]\n    coefficients:\n    - {name: Wstride, default: 1}\n    - {name: Hstride, default: 1}\n"
             "    - {name: Wdilation, default: 1}\n    - {name: Hdilation, default: 1}\n    data_spaces:\n"
             "    - {name: Weights, projection: [[[C]], [[M]], [[R]], [[S]]"
           + group
           + "]}\n    - {name: Inputs, projection: [[[N]], [[C]], [[R, Wdilation], [P, Wstride]], [[S, Hdilation], [Q, "
             "Hstride]]"
           + group + "]}\n    - {name: Outputs, projection: [[[N]], [[M]], [[Q]], [[P]]" + group
           + "], read_write: true}\n";
}

} // namespace nestloom::io::timeloop
