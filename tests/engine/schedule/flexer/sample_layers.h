// SPDX-License-Identifier: Apache-2.0
// Layers and machines for tests of tiled schedules.
#pragma once

#include "engine/base/rng.h"
#include "engine/schedule/flexer/flexer.h"
#include "tests/support/builders.h"

namespace nestloom::tests {

inline schedule::flexer::Machine npuMachine(int npus, std::int64_t scratchpad, double bytesPerCycle = 8,
                                            std::int64_t array = 8)
{
    schedule::flexer::Machine machine;
    machine.npus = npus;
    machine.arrayRows = machine.arrayColumns = array;
    machine.scratchpad = Bytes{scratchpad};
    machine.dma = {bytesPerCycle};
    return machine;
}

/// The same machine with as much scratchpad as anything needs.
inline schedule::flexer::Machine withUnlimitedScratchpad(schedule::flexer::Machine machine)
{
    machine.scratchpad.reset();
    return machine;
}

inline workload::Layer randomLayer(Rng& rng)
{
    const auto upTo = [&](std::int64_t most) { return 1 + std::int64_t(rng.below(std::uint64_t(most))); };
    workload::Layer layer;
    layer.name = "random";
    using enum workload::LoopDimension;
    layer.bounds[R] = upTo(3);
    layer.bounds[S] = upTo(3);
    layer.bounds[P] = upTo(14);
    layer.bounds[Q] = upTo(14);
    layer.bounds[C] = upTo(40);
    layer.bounds[K] = upTo(40);
    layer.bounds[N] = upTo(2);
    layer.bounds[G] = rng.below(4) == 0 ? upTo(6) : 1;
    layer.strideP = upTo(2);
    layer.strideQ = upTo(2);
    layer.dilationR = upTo(2);
    return layer;
}

inline schedule::flexer::Machine randomMachine(Rng& rng)
{
    schedule::flexer::Machine machine =
        npuMachine(1 + int(rng.below(4)), 4096 + std::int64_t(rng.below(30000)), 1 + double(rng.below(40)) / 2);
    machine.onChip[TensorRole::Outputs] = {rng.below(2) == 0 ? 8 : 32};
    if (rng.below(3) == 0)
        machine.storeDma = BytesPerCycle{1 + double(rng.below(40)) / 2};
    return machine;
}

} // namespace nestloom::tests
