// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/machine.h"

#include <cmath>

namespace nestloom::schedule::flexer {

namespace {

Error unsupported(const hardware::Accelerator& accelerator, std::string message)
{
    return {ErrorCode::Unsupported, std::move(message), "accelerator " + accelerator.name};
}

std::optional<Error> whyNot(const hardware::Accelerator& accelerator)
{
    if (accelerator.levels.size() < 2)
        return unsupported(accelerator,
                           "Flexer needs a scratchpad inside DRAM; add a level that keeps all three tensors");
    const hardware::BufferLevel& dram = accelerator.levels[0];
    const hardware::BufferLevel& scratchpad = accelerator.levels[1];
    for (const TensorRole role : kTensorRoles)
        if (!scratchpad.keeps.contains(role))
            return unsupported(accelerator, "Flexer needs a scratchpad that keeps all three tensors, but level "
                                                + scratchpad.name + " does not keep " + std::string(name(role))
                                                + "; let it keep them");
    if (!dram.readBandwidth && !dram.writeBandwidth)
        return unsupported(accelerator,
                           "Flexer needs the bandwidth of the DMA channel; state read_bandwidth of level " + dram.name);
    if (dram.ports == 2 && (!dram.readBandwidth || !dram.writeBandwidth))
        return unsupported(accelerator, "Flexer needs the bandwidths of both DMA channels; state read_bandwidth and "
                                        "write_bandwidth of level "
                                            + dram.name + ", or one port for both");
    if (dram.fanout.count() != 1)
        return unsupported(accelerator, "Flexer needs one scratchpad for all NPUs, but level " + dram.name + " feeds "
                                            + std::to_string(dram.fanout.count()) + "; set its fan-out to 1");
    for (const hardware::BufferLevel& level : accelerator.levels)
        if (level.multicast != TensorSet::all())
            return unsupported(accelerator, "the array of an NPU shares what its MAC units have in common; let level "
                                                + level.name + " multicast all three tensors");
    return std::nullopt;
}

} // namespace

namespace {

Cycles timeOf(Bytes bytes, BytesPerCycle rate)
{
    return {std::int64_t(std::ceil(double(bytes.count) / rate.count - 1e-9))};
}

} // namespace

Cycles Machine::loadTime(Bytes bytes) const { return timeOf(bytes, dma); }
Cycles Machine::storeTime(Bytes bytes) const { return timeOf(bytes, storeDma.value_or(dma)); }

Result<Machine> machineOf(const hardware::Accelerator& accelerator)
{
    if (const auto reason = whyNot(accelerator))
        return *reason;
    const hardware::BufferLevel& dram = accelerator.levels[0];
    const hardware::BufferLevel& scratchpad = accelerator.levels[1];
    std::int64_t rows = 1, columns = 1;
    for (std::size_t i = 2; i < accelerator.levels.size(); ++i) {
        rows *= accelerator.levels[i].fanout.rows;
        columns *= accelerator.levels[i].fanout.columns;
    }
    const bool hasArray = rows * columns > 1;
    const std::int64_t npus = hasArray ? scratchpad.fanout.count() : 1;
    if (npus > kMaxNpus)
        return unsupported(accelerator, "Flexer schedules up to " + std::to_string(kMaxNpus) + " NPUs, but level "
                                            + scratchpad.name + " feeds " + std::to_string(npus)
                                            + "; lower its fan-out");
    const double most = 1e300;
    const double read = accelerator.readRate(0).value_or(BytesPerCycle{most}).count,
                 write = accelerator.writeRate(0).value_or(BytesPerCycle{most}).count;
    const bool hasStoreChannel = accelerator.levels[0].ports == 2;
    return Machine{.npus = int(npus),
                   .arrayRows = hasArray ? rows : scratchpad.fanout.rows,
                   .arrayColumns = hasArray ? columns : scratchpad.fanout.columns,
                   .scratchpad = scratchpad.capacity,
                   .dma = {hasStoreChannel ? read : std::min(read, write)},
                   .storeDma = hasStoreChannel ? std::optional(BytesPerCycle{write}) : std::nullopt,
                   .onChip = scratchpad.elementBits,
                   .offChip = dram.elementBits,
                   .clock = accelerator.clock};
}

} // namespace nestloom::schedule::flexer
