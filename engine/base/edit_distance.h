// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace nestloom {

/// Levenshtein distance, letters of either case being equal; finds what a mistyped word was meant to be.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace nestloom
