// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/layer.h"

#include <string>
#include <vector>

namespace nestloom::workload {

/// The layers of a network in execution order.
struct Network {
    std::string name;
    std::string description;
    std::vector<std::string> notes; // sources and omissions that reports must show
    std::vector<Layer> layers;
    friend bool operator==(const Network&, const Network&) = default;
};

/// A broken input rule: `key` is the place in our YAML ("layers[3].P").
struct Finding {
    std::string key;
    std::string message;
    friend bool operator==(const Finding&, const Finding&) = default;
};

/// Input rules: at least one layer, unique names, bounds, strides and dilations >= 1, products within 64 bits.
std::vector<Finding> check(const Network& network);
std::vector<Finding> check(const Layer& layer); // keys relative to the layer

std::int64_t macs(const Network& network);
std::int64_t weightElements(const Network& network);

} // namespace nestloom::workload
