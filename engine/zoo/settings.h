// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace nestloom::zoo {

/// What may vary about a network of the zoo.
struct Settings {
    int elementBits = 8;    // of every tensor and parameter
    std::int64_t image = 0; // height and width of the input; 0 = as published
    friend bool operator==(const Settings&, const Settings&) = default;

    std::int64_t imageOr(std::int64_t published) const { return image > 0 ? image : published; }
};

/// "224 x 224 image, batch 1"
inline std::string imageWords(std::int64_t side)
{
    return std::to_string(side) + " x " + std::to_string(side) + " image, batch 1";
}

} // namespace nestloom::zoo
