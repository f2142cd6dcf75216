// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <stop_token>
#include <vector>

namespace nestloom::ui {

/// Vertices in the layers next to that of a vertex.
struct LayerNeighbours {
    std::vector<int> above, below;
};

/// How often lines between two neighbouring layers cross, summed over all layers.
std::int64_t crossings(const std::vector<std::vector<int>>& layers, const std::vector<LayerNeighbours>& neighbours);

/// Orders the vertices of each layer so that lines cross seldom: sweeps by barycentres, of which the best is kept.
/// False when it was stopped; the layers are in some order then.
bool orderLayers(std::vector<std::vector<int>>& layers, const std::vector<LayerNeighbours>& neighbours,
                 const std::stop_token& stop);

} // namespace nestloom::ui
