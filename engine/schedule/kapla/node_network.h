// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/kapla/network.h"
#include "engine/workload/network.h"

namespace nestloom::kapla {

/// A network for nodes, with what training has to know about it.
struct NodeNetwork {
    Network network;
    std::vector<bool> multiplies;   // by layer: an element-wise product; the gradient of one factor needs the others
    std::vector<std::string> notes; // assumptions that reports must show
};

/// The layers of a network as nodes run them, with sources from its graph: convolutions (also depthwise), fully
/// connected layers over a whole feature map, poolings, and element-wise sums and products. Activations and
/// normalisations cost nothing: their operators pass their input on. Concatenations are several sources of the layers
/// that read them. Windows of poolings are square and of as many elements as the graph states, else the smallest that
/// touch all inputs. Without a graph, every layer reads feature maps from memory.
/// Fails   Unsupported, with the operator, for what nodes cannot run: grouped or dilated convolutions, attention, operands
///         of different shapes, frames of a video.
Result<NodeNetwork> nodeNetwork(const workload::Network& network);

} // namespace nestloom::kapla
