// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"
#include "engine/hardware/accelerator.h"

#include <algorithm>
#include <optional>

namespace nestloom::schedule::flexer {

/// Several NPUs around one scratchpad, behind DMA: how Flexer sees an accelerator.
/// Source: Min, Kwon and Egger, Flexer, CGO 2023, Section 2.1 and Table 1.
struct Machine {
    int npus = 1;
    std::int64_t arrayRows = 32;       // of the PE array of one NPU: unrolls inputs and filter taps of an output
    std::int64_t arrayColumns = 32;    // unrolls output channels
    std::optional<Bytes> scratchpad{}; // shared by all NPUs; nothing = unlimited
    BytesPerCycle dma{32};             // of the channel that loads
    /// Of a channel for stores, beside the one for loads; nothing = there is one channel, and they take turns.
    std::optional<BytesPerCycle> storeDma{};
    PerTensor<Bits> onChip{{{{8}, {8}, {8}}}};  // one element in the scratchpad; outputs: a partial sum
    PerTensor<Bits> offChip{{{{8}, {8}, {8}}}}; // one element in DRAM; outputs: finished
    Hertz clock{1e9};
    friend bool operator==(const Machine&, const Machine&) = default;

    /// Cycles of one transfer: bytes / bandwidth of its channel, rounded up.
    Cycles loadTime(Bytes bytes) const;
    Cycles storeTime(Bytes bytes) const;
    /// No schedule moves more in a cycle.
    double mostBytes() const { return dma.count + (storeDma ? storeDma->count : 0); }
    /// No schedule moves so many bytes in fewer cycles.
    double leastCycles(double loaded, double stored) const
    {
        return storeDma ? std::max(loaded / dma.count, stored / storeDma->count) : (loaded + stored) / dma.count;
    }
};

inline constexpr int kMaxNpus = 8;

/// The machine that an accelerator describes: level 0 is DRAM. It has one DMA channel, of the smaller one of its read
/// and write bandwidth, or with `ports: 2` a channel for loads and one for stores; level 1 the shared scratchpad, which
/// keeps all three tensors; its fan-out are the NPUs; the fan-outs inside are the PE array of one NPU (columns times
/// columns, rows times rows). When there is no fan-out inside, the scratchpad feeds one NPU whose array is its own
/// fan-out. What levels inside hold does not count: operands go from the scratchpad to the array.
/// Fails   Unsupported, with the level and what would help, when the accelerator is not of this kind or has more than kMaxNpus NPUs.
Result<Machine> machineOf(const hardware::Accelerator& accelerator);

} // namespace nestloom::schedule::flexer
