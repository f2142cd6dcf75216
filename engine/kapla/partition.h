// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/kapla/layer.h"
#include "engine/kapla/machine.h"

#include <array>
#include <string_view>
#include <vector>

namespace nestloom::kapla {

/// What of a layer is divided among nodes.
enum class Split : std::uint8_t { OutputChannels, Pixels, Batch, InputChannels };
inline constexpr std::array<Split, 4> kSplits{Split::OutputChannels, Split::Pixels, Split::Batch, Split::InputChannels};
inline constexpr std::size_t index(Split split) { return std::size_t(split); }
/// The loops that it divides: "K", "PQ", "N", "C".
constexpr std::string_view letters(Split split) { return std::array{"K", "PQ", "N", "C"}[index(split)]; }

/// How a layer is divided among the nodes of a region: into how many parts along rows and columns of nodes, and how
/// these divisions nest, outermost first.
struct Partition {
    std::array<Split, 4> order = kSplits;
    std::array<Extent, 4> parts{};

    Extent of(Split split) const { return parts[index(split)]; }
    std::int64_t count(Split split) const { return of(split).size(); }
    Extent extent() const { return parts[0] * parts[1] * parts[2] * parts[3]; }
    friend auto operator<=>(const Partition&, const Partition&) = default;
};

/// Which part of each division a node has.
using PartIndex = std::array<Node, 4>;

/// Row and column within the region of the node that has these parts.
Node relativeNode(const Partition& partition, const PartIndex& part);

/// All parts: output channels slowest, input channels fastest; rows before columns.
std::vector<PartIndex> partIndices(const Partition& partition);

/// The share of one node, rounded up, and how much of all shares is work.
struct Share {
    Layer layer;
    std::int64_t batch = 1;
    double occupancy = 1; // operations of the layer / (operations of the share * nodes)
};
Share shareOf(const Partition& partition, const Layer& layer, std::int64_t batch);

/// Mean distance in hops between nodes that are neighbours along one division, for rows and for columns of its parts.
/// Infinite where there are no neighbours.
struct NeighbourDistance {
    double h = 0;
    double w = 0;
};
NeighbourDistance neighbourDistance(const Partition& partition, const NodeRegion& region, Split split);

/// The partition of the layer's outputs over another region: divisions of input channels are dropped, inner divisions
/// are kept, outer ones shrink to what fits; where there are more nodes than parts, the batch is divided further.
Partition projected(const Partition& partition, const NodeRegion& region);

struct PartitionRules {
    bool hybrid = true;        // any mix of divisions; else output channels for one pixel, pixels for more
    bool batch = true;         // the batch may be divided
    bool inputChannels = true; // input channels may be divided
    friend bool operator==(const PartitionRules&, const PartitionRules&) = default;
};

/// All partitions worth a look: with at most 10 % (or one) of padding, once for each set of equivalent nestings, the
/// batch outermost. If none is left, a naive one: output channels for layers of one pixel, else pixels. The order of
/// the list is the order in which ties are decided. `input` describes a network's input instead of a layer: there is
/// nothing that input channels could divide.
std::vector<Partition> partitions(const Layer& layer, std::int64_t batch, Extent nodes, const PartitionRules& rules,
                                  bool isInput = false);

} // namespace nestloom::kapla
