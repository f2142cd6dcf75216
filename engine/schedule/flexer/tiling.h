// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/workload/layer.h"

#include <array>
#include <cstdint>
#include <string>

namespace nestloom::schedule::flexer {

/// Sizes of a full tile, in elements; the last tile along a dimension may be smaller. A fully connected layer has one
/// pixel and tiles its batch. Several groups share a tile only where each group is one channel tile (depthwise layers).
struct Tiling {
    std::int64_t batch = 1;          // N
    std::int64_t rows = 1;           // P
    std::int64_t columns = 1;        // Q
    std::int64_t groups = 1;         // G
    std::int64_t inputChannels = 1;  // C, of one group
    std::int64_t outputChannels = 1; // K, of one group
    friend bool operator==(const Tiling&, const Tiling&) = default;
};

/// The loops over tiles.
enum class TileLoop : std::uint8_t { Pixels, Outputs, Reduction };

/// Order of the loops over tiles, outermost first, and the loop whose neighbouring tiles go to the NPUs side by side.
/// Out of order it ranks the ready operations and breaks ties.
struct Dataflow {
    std::array<TileLoop, 3> order{TileLoop::Pixels, TileLoop::Outputs, TileLoop::Reduction};
    TileLoop unrolled = TileLoop::Outputs; // Pixels or Outputs: a reduction cannot be spread
    bool alternating = false; // inner loops run forth and back by turns, so that tiles at the turn stay (ours)
    friend bool operator==(const Dataflow&, const Dataflow&) = default;
};

inline constexpr int kDataflows = 12;
/// All of them: six orders unrolled over outputs, then six unrolled over pixels.
Dataflow dataflow(int index, bool alternating = false);

std::string_view name(TileLoop loop); // "pixels", "outputs", "reduction"
/// "weight-stationary", "input-stationary" or "output-stationary": by the innermost loop.
std::string_view stationarity(const Dataflow& dataflow);
/// "pixels > outputs > reduction, outputs side by side, output-stationary".
std::string describe(const Dataflow& dataflow);
/// "14x14 pixels, 64 -> 128 channels", with images and groups where there are several in a tile.
std::string describe(const Tiling& tiling);

} // namespace nestloom::schedule::flexer
