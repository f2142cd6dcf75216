// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/accelerator.h"

#include "engine/hardware/energy_table.h"

#include "engine/base/fingerprint.h"

#include <array>

namespace nestloom::hardware {

std::int64_t Accelerator::instances(BufferLevelId level) const
{
    std::int64_t product = 1;
    for (std::size_t i = 0; i < level.value; ++i)
        product *= levels[i].fanout.count();
    return product;
}

std::int64_t Accelerator::macUnits() const { return instances(levels.size()); }

Bytes Accelerator::onChipBytes() const
{
    Bytes sum{};
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (levels[i].capacity)
            sum += *levels[i].capacity * instances(i);
    return sum;
}

std::optional<BufferLevelId> Accelerator::findLevel(std::string_view levelName) const
{
    for (std::size_t i = 0; i < levels.size(); ++i)
        if (levels[i].name == levelName)
            return BufferLevelId{static_cast<std::uint32_t>(i)};
    return std::nullopt;
}

namespace {

std::optional<BytesPerCycle> rate(const std::optional<Bandwidth>& bandwidth, Hertz clock)
{
    return bandwidth ? std::optional(bandwidth->perCycle(clock)) : std::nullopt;
}

double countOrNone(const std::optional<BytesPerCycle>& rate) { return rate ? rate->count : -1.0; }

void addLevel(Fingerprint& print, const BufferLevel& level, Hertz clock)
{
    print.add(level.name).add(std::int64_t(level.kind)).add(level.capacity ? level.capacity->count : -1);
    for (const TensorRole role : kTensorRoles)
        print.add(std::int64_t(level.keeps.contains(role))).add(level.elementBits[role].count);
    print.add(countOrNone(rate(level.readBandwidth, clock))).add(countOrNone(rate(level.writeBandwidth, clock)));
    print.add(level.accessElements).add(level.accessEnergy ? level.accessEnergy->count : -1.0);
    print.add(level.clusterSize).add(level.fanout.columns).add(level.fanout.rows);
    if (level.fillEnergy || level.updateEnergy)
        print.add(level.fillEnergy ? level.fillEnergy->count : -1.0)
            .add(level.updateEnergy ? level.updateEnergy->count : -1.0);
}

} // namespace

std::optional<BytesPerCycle> Accelerator::readRate(std::size_t level) const
{
    return rate(levels[level].readBandwidth, clock);
}

std::optional<BytesPerCycle> Accelerator::writeRate(std::size_t level) const
{
    return rate(levels[level].writeBandwidth, clock);
}

std::uint64_t fingerprint(const Accelerator& accelerator)
{
    Fingerprint print;
    print.add(std::int64_t(accelerator.energySource)).add(accelerator.macEnergy.count).add(accelerator.macBits.count);
    for (const BufferLevel& level : accelerator.levels)
        addLevel(print, level, accelerator.clock);
    const Interconnect& mesh = accelerator.interconnect;
    print.add(mesh.below).add(mesh.flit.count).add(std::int64_t(mesh.multicast));
    if (const auto& nodes = accelerator.nodes)
        print.add(std::int64_t(nodes->peMapping))
            .add(nodes->hopEnergy.count)
            .add(nodes->wireEnergy.count)
            .add(nodes->idleEnergy.count)
            .add(std::int64_t(nodes->bufferSharing))
            .add(std::int64_t(nodes->temporalLayerPipe))
            .add(std::int64_t(nodes->spatialLayerPipe));
    for (const std::string& constraint : accelerator.constraints)
        print.add(constraint);
    if (accelerator.timeloop != TimeloopVersion::June2022)
        print.add(name(accelerator.timeloop));
    if (const double leakage = leakagePerCycle(accelerator).count; leakage > 0)
        print.add(leakage);
    return print.value();
}

std::string_view name(LevelKind kind)
{
    constexpr std::array<std::string_view, 3> names{"dram", "sram", "registers"};
    return names[static_cast<std::size_t>(kind)];
}

std::string_view name(EnergySource source)
{
    constexpr std::array<std::string_view, 3> names{"explicit", "timeloop-pat", "pat-banked"};
    return names[static_cast<std::size_t>(source)];
}

std::string_view name(TimeloopVersion version)
{
    return version == TimeloopVersion::June2022 ? "timeloop-2022" : "timeloop-2025";
}

std::string_view name(NodeArray::PeMapping mapping)
{
    constexpr std::array<std::string_view, 2> names{"row-stationary", "systolic"};
    return names[static_cast<std::size_t>(mapping)];
}

std::string_view name(Axis axis) { return axis == Axis::Columns ? "columns" : "rows"; }

std::optional<Axis> axisNamed(std::string_view written)
{
    for (const Axis axis : {Axis::Columns, Axis::Rows})
        if (written == name(axis))
            return axis;
    return std::nullopt;
}

} // namespace nestloom::hardware
