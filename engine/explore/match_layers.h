// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/network.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace nestloom::explore {

/// For each layer of `network` the index of the layer of `other` that poses the same mapping problem, so that their
/// results may be compared: the shapes are equal. Of several the one of the same name is taken, then the one at the
/// same place, then the first that is free; no layer of `other` is taken twice. Nothing = `other` has no such layer.
std::vector<std::optional<std::size_t>> matchLayers(const workload::Network& network, const workload::Network& other);

} // namespace nestloom::explore
