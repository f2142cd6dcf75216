// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/workload/network.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::zoo {

/// What may vary about a network of the zoo.
struct Settings {
    int elementBits = 8;      // of every tensor and parameter
    std::int64_t image = 0;   // height and width of the input; 0 = as published
    std::int64_t tokens = 0;  // of a language model, that are worked on together; 0 = 2048
    std::int64_t context = 0; // tokens before them, whose keys and values are there already
    std::int64_t batch = 1;   // inputs that are worked on together
    friend bool operator==(const Settings&, const Settings&) = default;

    std::int64_t imageOr(std::int64_t published) const { return image > 0 ? image : published; }
};

/// "224 x 224 image, batch 1"
inline std::string imageWords(std::int64_t side)
{
    return std::to_string(side) + " x " + std::to_string(side) + " image, batch 1";
}

/// A size that may be chosen: the key of it in `Settings` ("image", "tokens", "context", "batch"), and what it may be.
struct SizeLimits {
    std::string_view key;
    std::int64_t least = 0, most = 0, step = 1;
};
/// Those of a network; none for one whose sizes are fixed, and for a name that is not known. Tokens and context have to
/// fit together besides.
std::vector<SizeLimits> sizesOf(std::string_view name);

/// The names of all networks that can be built, sorted.
std::vector<std::string_view> names();

/// The network with its unfused operator graph; takes a few milliseconds.
/// Fails   InvalidInput for a name that is not known, an element width that is not from 1 to 64 bit, and an image size,
///         a number of tokens or a batch that the network cannot have (too small for its poolings, or it takes none).
Result<workload::Network> build(std::string_view name, const Settings& settings = {});

} // namespace nestloom::zoo
