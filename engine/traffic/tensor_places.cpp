// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/tensor_places.h"

#include <algorithm>

namespace nestloom::traffic {

namespace {

using enum workload::LoopDimension;
using workload::Extents;
constexpr std::uint64_t kAlignment = 64 * 1024;

using Axes = std::array<std::int64_t, TensorBlock::kAxes>;

/// Input pixels from pixel and tap indices.
std::int64_t pixels(std::int64_t outputs, std::int64_t stride, std::int64_t taps, std::int64_t dilation)
{
    return (outputs - 1) * stride + (taps - 1) * dilation + 1;
}

Axes sizes(const workload::Layer& layer, TensorRole role, const Extents& e)
{
    switch (role) {
    case TensorRole::Weights: return {e[G], e[K], e[C], e[R], e[S]};
    case TensorRole::Inputs:
        return {e[N], e[G], e[C], pixels(e[P], layer.strideP, e[R], layer.dilationR),
                pixels(e[Q], layer.strideQ, e[S], layer.dilationS)};
    case TensorRole::Outputs: return {e[N], e[G], e[K], e[P], e[Q]};
    }
    return {};
}

Axes starts(const workload::Layer& layer, TensorRole role, const Extents& s)
{
    if (role == TensorRole::Inputs)
        return {s[N], s[G], s[C], s[P] * layer.strideP + s[R] * layer.dilationR,
                s[Q] * layer.strideQ + s[S] * layer.dilationS};
    return role == TensorRole::Weights ? Axes{s[G], s[K], s[C], s[R], s[S]} : Axes{s[N], s[G], s[K], s[P], s[Q]};
}

} // namespace

TensorBlock blockOf(const workload::Layer& layer, TensorRole role, const Extents& start, const Extents& tile)
{
    const Axes whole = sizes(layer, role, layer.bounds);
    TensorBlock block{role, starts(layer, role, start), sizes(layer, role, tile)};
    for (std::size_t axis = 0; axis < TensorBlock::kAxes; ++axis) {
        block.start[axis] = std::min(block.start[axis], whole[axis] - 1);
        block.size[axis] = std::min(block.size[axis], whole[axis] - block.start[axis]);
    }
    return block;
}

TensorPlaces::TensorPlaces(const workload::Layer& layer, const PerTensor<Bits>& elementBits)
{
    std::uint64_t next = 0;
    for (const TensorRole role : kTensorRoles) {
        Tensor& tensor = m_tensors[role];
        tensor.base = next;
        tensor.bits = elementBits[role].count;
        tensor.extents = sizes(layer, role, layer.bounds);
        const auto bytes = std::uint64_t((workload::elements(layer, role) * tensor.bits + 7) / 8);
        next += (bytes + kAlignment - 1) / kAlignment * kAlignment;
    }
}

std::uint64_t TensorPlaces::address(const TensorBlock& block, std::int64_t byte) const
{
    const Tensor& tensor = m_tensors[block.tensor];
    std::int64_t rest = byte * 8 / tensor.bits;
    std::array<std::int64_t, TensorBlock::kAxes> at{};
    for (std::size_t axis = TensorBlock::kAxes; axis-- > 0;) {
        at[axis] = block.start[axis] + rest % block.size[axis];
        rest /= block.size[axis];
    }
    std::int64_t element = 0;
    for (std::size_t axis = 0; axis < TensorBlock::kAxes; ++axis)
        element = element * tensor.extents[axis] + at[axis];
    return tensor.base + std::uint64_t(element * tensor.bits / 8);
}

} // namespace nestloom::traffic
