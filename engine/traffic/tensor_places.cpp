// SPDX-License-Identifier: Apache-2.0
#include "engine/traffic/tensor_places.h"

#include "engine/cost/mesh_memory.h"

#include <algorithm>

namespace nestloom::traffic {

namespace {

using enum workload::LoopDimension;
using workload::Extents;
constexpr std::uint64_t kAlignment = 64 * 1024;

using Axes = std::array<std::int64_t, TensorBlock::kAxes>;

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
    const Axes whole = cost::boxOf(layer, role, layer.bounds);
    TensorBlock block{role, starts(layer, role, start), cost::boxOf(layer, role, tile)};
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
        tensor.extents = cost::boxOf(layer, role, layer.bounds);
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
