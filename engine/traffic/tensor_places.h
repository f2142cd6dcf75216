// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/tensor_role.h"
#include "engine/hardware/accelerator.h"
#include "engine/workload/layer.h"

#include <array>
#include <cstdint>

namespace nestloom::traffic {

/// A box of elements of one tensor, in the order in which it lies in memory: weights G K C R S, inputs N G C and rows
/// and columns of pixels, outputs N G K P Q; the last axis is contiguous.
struct TensorBlock {
    static constexpr std::size_t kAxes = 5;
    TensorRole tensor = TensorRole::Weights;
    std::array<std::int64_t, kAxes> start{};
    std::array<std::int64_t, kAxes> size{1, 1, 1, 1, 1};
    friend bool operator==(const TensorBlock&, const TensorBlock&) = default;
};

/// The box that a tile with these first indices and extents touches, cut off at the end of the tensor.
TensorBlock blockOf(const workload::Layer& layer, TensorRole role, const workload::Extents& start,
                    const workload::Extents& tile);

/// Where the tensors of a layer lie in DRAM: one after the other, each from a multiple of 64 KiB on, row-major.
class TensorPlaces {
public:
    TensorPlaces(const workload::Layer& layer, const PerTensor<Bits>& elementBits);
    std::uint64_t base(TensorRole role) const { return m_tensors[role].base; }
    /// Address of a byte of a block, counted through the block row by row. Beyond the end it begins again.
    std::uint64_t address(const TensorBlock& block, std::int64_t byte) const;

private:
    struct Tensor {
        std::uint64_t base = 0;
        std::int64_t bits = 8;
        std::array<std::int64_t, TensorBlock::kAxes> extents{};
    };
    PerTensor<Tensor> m_tensors;
};

} // namespace nestloom::traffic
