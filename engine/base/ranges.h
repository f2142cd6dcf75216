// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <iterator>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace nestloom {

/// What `of` gives for each element, in their order.
template <class Range, class Of>
auto collect(Range&& range, Of of)
{
    std::vector<std::decay_t<std::invoke_result_t<Of&, decltype(*std::begin(range))>>> all;
    all.reserve(std::size_t(std::distance(std::begin(range), std::end(range))));
    for (auto&& each : range)
        all.push_back(std::invoke(of, each));
    return all;
}

/// The sum of what `of` gives for each element.
template <class Range, class Of>
auto sumOf(const Range& range, Of of)
{
    std::decay_t<std::invoke_result_t<Of&, decltype(*std::begin(range))>> sum{};
    for (const auto& each : range)
        sum += std::invoke(of, each);
    return sum;
}

/// "a, b": the texts that `of` gives for each element, without the empty ones.
template <class Range, class Of = std::identity>
std::string joinText(const Range& range, std::string_view separator, Of of = {})
{
    std::string all;
    for (const auto& each : range)
        if (const std::string text(std::invoke(of, each)); !text.empty())
            all.append(all.empty() ? std::string_view() : separator).append(text);
    return all;
}

} // namespace nestloom
