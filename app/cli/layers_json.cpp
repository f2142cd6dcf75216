// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/layers_json.h"

#include <nlohmann/json.hpp>

namespace nestloom::cli {

nlohmann::ordered_json layersJson(const workload::Network& network)
{
    nlohmann::ordered_json layers = nlohmann::ordered_json::array();
    for (const workload::Layer& layer : network.layers) {
        nlohmann::ordered_json json{{"name", layer.name}, {"kind", name(layer.kind)}};
        for (const workload::LoopDimension d : workload::kLoopDimensions)
            json[std::string(1, letter(d))] = layer.bounds[d];
        json["stride"] = {layer.strideP, layer.strideQ};
        json["dilation"] = {layer.dilationR, layer.dilationS};
        json["macs"] = workload::macs(layer);
        layers.push_back(std::move(json));
    }
    return layers;
}

} // namespace nestloom::cli
