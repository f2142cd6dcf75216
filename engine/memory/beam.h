// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <tuple>
#include <vector>

namespace nestloom::memory {

/// Keeps the `width` states of most `worth`; of those of equal `fingerprint` only the best one.
template <typename State>
void keepBest(std::vector<State>& states, std::size_t width)
{
    std::stable_sort(states.begin(), states.end(), [](const State& a, const State& b) {
        return std::tie(a.fingerprint, b.worth) < std::tie(b.fingerprint, a.worth);
    });
    const auto equal = [](const State& a, const State& b) { return a.fingerprint == b.fingerprint; };
    states.erase(std::unique(states.begin(), states.end(), equal), states.end());
    std::stable_sort(states.begin(), states.end(), [](const State& a, const State& b) { return a.worth > b.worth; });
    if (states.size() > width)
        states.erase(states.begin() + std::ptrdiff_t(width), states.end());
}

/// State `at` of the last layer and those it came `from`, the one of the first layer first.
template <typename State>
std::vector<const State*> pathTo(std::size_t at, const std::vector<std::vector<State>>& layers)
{
    std::vector<const State*> states;
    for (std::size_t layer = layers.size(); layer-- > 0; at = layers[layer][at].from)
        states.push_back(&layers[layer][at]);
    std::reverse(states.begin(), states.end());
    return states;
}

} // namespace nestloom::memory
