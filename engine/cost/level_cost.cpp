// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/level_cost.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>

namespace nestloom::cost {

Picojoules levelEnergy(const hardware::Accelerator& accelerator, std::size_t index, const Counts& counts,
                       bool likeTimeloop)
{
    const hardware::BufferLevel& level = accelerator.levels[index];
    const hardware::AccessEnergies energies = hardware::accessEnergies(accelerator, index);
    const double block = static_cast<double>(level.accessElements);
    const auto weighed = [&](double reads, double fills, double updates) {
        return energies.areEqual()
                   ? (reads + fills + updates) * energies.read.count
                   : reads * energies.read.count + fills * energies.fill.count + updates * energies.update.count;
    };
    if (!likeTimeloop)
        return {weighed(counts.reads / block, counts.fills / block, counts.updates / block) * counts.instances};

    const double energy =
        weighed(std::ceil(counts.reads / block), std::ceil(counts.fills / block), std::ceil(counts.updates / block));
    const double clusters = static_cast<double>(accelerator.instances(index)) / static_cast<double>(level.clusterSize);
    return {energy / (counts.instances / std::min(counts.instances, clusters)) * counts.instances};
}

PortTimes portTimes(const hardware::Accelerator& accelerator, std::size_t index, const PerTensor<Counts>& counts)
{
    const hardware::BufferLevel& level = accelerator.levels[index];
    double readBytes = 0, writtenBytes = 0;
    for (const TensorRole role : kTensorRoles) {
        const double bytes = static_cast<double>(level.elementBits[role].count) / 8.0;
        readBytes += counts[role].reads * bytes;
        writtenBytes += (counts[role].fills + counts[role].updates) * bytes;
    }
    const auto readRate = accelerator.readRate(index), writeRate = accelerator.writeRate(index);
    return {readRate ? readBytes / readRate->count : 0.0, writeRate ? writtenBytes / writeRate->count : 0.0};
}

} // namespace nestloom::cost
