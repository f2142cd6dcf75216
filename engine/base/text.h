// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace nestloom {

/// `text` without the blanks and ends of lines around it.
inline std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view kBlanks = " \t\r\n";
    const std::size_t first = text.find_first_not_of(kBlanks);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(kBlanks) - first + 1);
}

// printf() writes the decimal point of the locale, which Qt takes from the environment. These always write a point.

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

/// The shortest text that reads back as the same value.
inline std::string shortestNumber(double value)
{
    std::array<char, 32> text{};
    return {text.data(), std::to_chars(text.data(), text.data() + text.size(), value).ptr};
}

/// The value of this name; `names` has one for each value of the enumeration, in their order.
template <typename Enum, std::size_t N>
std::optional<Enum> valueNamed(const std::array<std::string_view, N>& names, std::string_view name)
{
    for (std::size_t i = 0; i < N; ++i)
        if (names[i] == name)
            return static_cast<Enum>(i);
    return std::nullopt;
}

/// Levenshtein distance, letters of either case being equal; finds what a mistyped word was meant to be.
std::size_t editDistance(std::string_view a, std::string_view b);

} // namespace nestloom
