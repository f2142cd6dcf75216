// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer.h"

#include <string>
#include <vector>

namespace nestloom::kapla {

/// A feature map that comes from outside of the network.
struct NetworkInput {
    std::string name;
    std::int64_t channels = 1, height = 1, width = 1;
    friend bool operator==(const NetworkInput&, const NetworkInput&) = default;
};

/// Where a layer's inputs come from: an earlier layer, or an input of the network.
struct Source {
    bool isInput = false;
    std::size_t at = 0; // index into layers or inputs
    friend bool operator==(const Source&, const Source&) = default;
};

struct NetworkLayer {
    std::string name;
    Layer layer;
    std::vector<Source> sources; // of what is read: their channels one after the other, see heldTensors()
    friend bool operator==(const NetworkLayer&, const NetworkLayer&) = default;
};

/// A network as layers on nodes see it, in an order in which they can run. The first input decides how the others are
/// laid out.
struct Network {
    std::string name;
    std::vector<NetworkInput> inputs;
    std::vector<NetworkLayer> layers;
    friend bool operator==(const Network&, const Network&) = default;
};

} // namespace nestloom::kapla
