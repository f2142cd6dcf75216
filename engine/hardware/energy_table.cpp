// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/energy_table.h"

#include "engine/base/text.h"
#include <algorithm>
#include <cmath>

namespace nestloom::hardware {

double wordBits(const BufferLevel& level)
{
    std::int64_t bits = 0;
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role))
            bits = std::max(bits, level.elementBits[role].count);
    return double(bits);
}

namespace {

constexpr double kPatLargest = 100, kBankedLargest = 1024; // KiB

/// Of one physical memory, KiB.
double kilobytes(const BufferLevel& level) { return double(level.capacity->count * level.clusterSize) / 1024.0; }

/// Of 16 bit, pJ.
double wordEnergyOf(EnergySource source, double kilobytes)
{
    if (source == EnergySource::BankedPat && kilobytes > kPatLargest)
        return 6.0 * std::sqrt(kilobytes / kPatLargest);
    return 1.0 + 5.0 / 99.5 * (kilobytes - 0.5);
}

std::string sizeText(double kilobytes)
{
    return kilobytes >= 1024 ? generalNumber(kilobytes / 1024, 4) + " MiB" : generalNumber(kilobytes, 4) + " KiB";
}

} // namespace

std::optional<Picojoules> accessEnergy(const Accelerator& accelerator, BufferLevelId id)
{
    const BufferLevel& level = accelerator.levels[id.value];
    if (level.accessEnergy)
        return level.accessEnergy;
    if (accelerator.energySource == EnergySource::Explicit)
        return std::nullopt;

    const double block = double(level.accessElements);
    if (level.kind == LevelKind::Dram)
        return Picojoules{200.0 * (wordBits(level) * block) / 16.0};
    if (!level.capacity)
        return std::nullopt;
    const double cluster = double(level.clusterSize);
    const double width = wordBits(level) * block * cluster;
    const double entries = double(level.capacity->count) * 8.0 / wordBits(level);
    return Picojoules{wordEnergyOf(accelerator.energySource, entries / block * width / 8192.0) * width / 16.0
                      / cluster};
}

std::optional<double> largestFitted(EnergySource source)
{
    switch (source) {
    case EnergySource::TimeloopPat: return kPatLargest;
    case EnergySource::BankedPat: return kBankedLargest;
    case EnergySource::Explicit: break;
    }
    return std::nullopt;
}

std::optional<std::string> energyCaution(const Accelerator& accelerator, BufferLevelId id)
{
    const BufferLevel& level = accelerator.levels[id.value];
    const auto largest = largestFitted(accelerator.energySource);
    if (!largest || level.accessEnergy || level.kind == LevelKind::Dram || !level.capacity
        || kilobytes(level) <= *largest)
        return std::nullopt;
    const double perElement = accessEnergy(accelerator, id).value_or(Picojoules{}).count / double(level.accessElements);
    const bool isLine = accelerator.energySource == EnergySource::TimeloopPat;
    return "level " + level.name + ": the energy of an element, " + generalNumber(perElement, 4)
           + " pJ, is extrapolated: the memory has " + sizeText(kilobytes(level)) + ", and the formula "
           + std::string(name(accelerator.energySource)) + " was fitted to at most " + sizeText(*largest)
           + (isLine ? "; it is too high, for large memories are banked: take energy_source pat-banked, or state the "
                       "energy"
                     : "; state the energy of an access if you know it");
}

std::vector<std::string> energyCautions(const Accelerator& accelerator)
{
    std::vector<std::string> cautions;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        if (auto caution = energyCaution(accelerator, BufferLevelId{std::uint32_t(i)}))
            cautions.push_back(*std::move(caution));
    return cautions;
}

AccessEnergies accessEnergies(const Accelerator& accelerator, std::size_t level)
{
    const BufferLevel& stated = accelerator.levels[level];
    AccessEnergies energies;
    energies.read = accessEnergy(accelerator, BufferLevelId{std::uint32_t(level)}).value_or(Picojoules{});
    energies.fill = stated.fillEnergy.value_or(energies.read);
    energies.update = stated.updateEnergy.value_or(energies.fill);
    return energies;
}

AccessEnergies elementEnergies(const Accelerator& accelerator, std::size_t level)
{
    const AccessEnergies access = accessEnergies(accelerator, level);
    const auto each = [&](Picojoules energy) {
        return Picojoules{energy.count / double(accelerator.levels[level].accessElements)};
    };
    return {each(access.read), each(access.fill), each(access.update)};
}

Picojoules leakagePerCycle(const Accelerator& accelerator, Watts leakage)
{
    constexpr double kPicojoulesPerJoule = 1e12;
    return {leakage.count * kPicojoulesPerJoule / accelerator.clock.count};
}

Watts staticPower(const Accelerator& accelerator)
{
    Watts sum = accelerator.macLeakage * double(accelerator.macUnits());
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        sum += accelerator.levels[i].leakage * double(accelerator.instances(i));
    return sum;
}

Picojoules leakagePerCycle(const Accelerator& accelerator)
{
    return leakagePerCycle(accelerator, staticPower(accelerator));
}

} // namespace nestloom::hardware
