// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace nestloom::explore {

/// How points are drawn from all combinations of some axes.
///   Random           each value by itself
///   LatinHypercube   each axis is cut into as many parts as points are drawn, each part has one point
///                    (McKay, Beckman and Conover, Technometrics, 1979)
///   Sobol            a sequence of low discrepancy, with the direction numbers of Joe and Kuo (new-joe-kuo-6.21201)
enum class Sampling { Random, LatinHypercube, Sobol };
std::string_view name(Sampling sampling); // "random", "latin-hypercube", "sobol"
std::optional<Sampling> samplingNamed(std::string_view name);

struct Sample {
    Sampling kind = Sampling::LatinHypercube;
    std::size_t count = 0;  // points that are drawn; those that come twice count once
    std::uint64_t seed = 1; // Sobol has none
    friend bool operator==(const Sample&, const Sample&) = default;
};

inline constexpr std::size_t kMaxSobolAxes = 10;

/// Which value each axis takes at each point, points one after the other; no point twice. `sizes`: values of each axis.
/// Fails   InvalidInput for a sample of nothing or of more than a million points, and for a Sobol sequence of more than
///         kMaxSobolAxes axes.
Result<std::vector<std::uint32_t>> drawRows(const std::vector<std::size_t>& sizes, const Sample& sample);

} // namespace nestloom::explore
