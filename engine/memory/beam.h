// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/memory/luby.h"

#include <algorithm>
#include <cstddef>
#include <optional>
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

struct BeamShape {
    std::size_t width = 1; // states that go on from layer to layer
    int deadEnds = 0;      // at which it goes back
};
/// Of one attempt after the other, from 0: 1 1 4 1 1 4 16 ... times the narrowest. Narrow ones are tried again between
/// wide ones; only those that took long go back.
constexpr BeamShape beamOf(std::int64_t attempt, std::size_t narrowest)
{
    const auto step = static_cast<std::size_t>(luby(attempt + 1));
    return {narrowest * step * step, step > 1 ? 4 : 0};
}

/// How wide a beam is from layer to layer. At a dead end it goes back, the farther the more often it ended just there,
/// and comes on twice as wide.
class BeamWidths {
public:
    static constexpr std::size_t kMostBack = 16; // layers

    BeamWidths(std::size_t layers, const BeamShape& shape)
        : m_width(layers + 1, shape.width), m_back(layers, 1), m_deadEnds(shape.deadEnds)
    {
    }

    std::size_t operator[](std::size_t layer) const { return m_width[layer]; }
    bool mayGoBack() const { return m_deadEnds > 0; }

    /// The layer to go on from, when none comes after `layer`.
    std::size_t goBack(std::size_t layer)
    {
        --m_deadEnds;
        m_back[layer] = std::min(2 * m_back[layer], kMostBack);
        const std::size_t from = layer - std::min(layer, m_back[layer]);
        for (std::size_t at = from; at <= layer + 1; ++at)
            m_width[at] *= 2;
        return from;
    }

private:
    std::vector<std::size_t> m_width, m_back; // by layer
    int m_deadEnds;
};

/// Goes on from the first of the layers until there are `count` more; back at dead ends. `next(layer, width)` gives the
/// states after the last one, none at a dead end, nothing to stop. Trees are forgotten where none goes back to.
template <typename State, typename Next>
bool goThrough(std::vector<std::vector<State>>& layers, std::size_t count, const BeamShape& shape, Next next)
{
    BeamWidths widths(count, shape);
    while (layers.size() <= count) {
        const std::size_t layer = layers.size() - 1;
        std::optional<std::vector<State>> states = next(layer, widths[layer]);
        if (!states)
            return false;
        if (states->empty()) {
            if (!widths.mayGoBack())
                return false;
            layers.erase(layers.begin() + std::ptrdiff_t(widths.goBack(layer) + 1), layers.end());
            continue;
        }
        layers.push_back(std::move(*states));
        if (layer >= BeamWidths::kMostBack)
            for (State& state : layers[layer - BeamWidths::kMostBack])
                state.tree = {};
    }
    return true;
}

} // namespace nestloom::memory
