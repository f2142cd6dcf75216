// SPDX-License-Identifier: Apache-2.0
// What oracles walk instead of using closed forms.
#pragma once

#include "engine/workload/layer.h"

#include <array>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>

namespace nestloom::tests {

/// Elements of a tensor by their coordinates, walked one by one.
using Element = std::tuple<std::int64_t, std::int64_t, std::int64_t, std::int64_t, std::int64_t>;
using Elements = std::set<Element>;

/// All elements in the bounding box of a tile that starts at `first` (the model counts boxes).
inline Elements boxElements(const workload::Layer& layer, TensorRole role, const workload::Extents& first,
                            const workload::Extents& size)
{
    using enum workload::LoopDimension;
    using workload::LoopDimension;
    const auto range = [&](LoopDimension d) { return std::pair{first[d], first[d] + size[d]}; };
    std::array<std::pair<std::int64_t, std::int64_t>, 5> axes;
    if (role == TensorRole::Weights)
        axes = {range(G), range(K), range(C), range(R), range(S)};
    else if (role == TensorRole::Outputs)
        axes = {range(G), range(K), range(N), range(P), range(Q)};
    else {
        const auto rows = [&](LoopDimension p, std::int64_t stride, LoopDimension r, std::int64_t dilation) {
            const std::int64_t low = first[p] * stride + first[r] * dilation;
            return std::pair{low, low + (size[p] - 1) * stride + (size[r] - 1) * dilation + 1};
        };
        axes = {range(G), range(N), range(C), rows(P, layer.strideP, R, layer.dilationR),
                rows(Q, layer.strideQ, S, layer.dilationS)};
    }
    Elements elements;
    for (auto a = axes[0].first; a < axes[0].second; ++a)
        for (auto b = axes[1].first; b < axes[1].second; ++b)
            for (auto c = axes[2].first; c < axes[2].second; ++c)
                for (auto d = axes[3].first; d < axes[3].second; ++d)
                    for (auto e = axes[4].first; e < axes[4].second; ++e)
                        elements.insert({a, b, c, d, e});
    return elements;
}

} // namespace nestloom::tests
