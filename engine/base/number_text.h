// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <string>

// printf() writes the decimal point of the locale, which Qt takes from the environment. These always write a point.
namespace nestloom {

/// "12.50": so many digits after the point.
inline std::string fixedNumber(double value, int digits)
{
    std::array<char, 400> text{}; // the largest double has 309 digits before the point
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::fixed, digits);
    return {text.data(), end.ptr};
}

/// "12.5", "1e+20": so many significant digits at most, in the shorter of both forms.
inline std::string generalNumber(double value, int digits = 6)
{
    std::array<char, 64> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), value, std::chars_format::general, digits);
    return {text.data(), end.ptr};
}

} // namespace nestloom
