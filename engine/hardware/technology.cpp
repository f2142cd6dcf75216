// SPDX-License-Identifier: Apache-2.0
#include "engine/hardware/technology.h"

#include <algorithm>
#include <cmath>

namespace nestloom::hardware {

namespace {

constexpr std::string_view kNoteBegin = "Energies: ";

void checkSizes(const std::vector<SizedEnergy>& sizes, const std::string& key, std::vector<Finding>& findings)
{
    if (sizes.empty())
        findings.push_back({key, "the table states no size"});
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const std::string place = key + "[" + std::to_string(i) + "]";
        if (sizes[i].capacity.count <= 0)
            findings.push_back({place + ".capacity", "the capacity must be above 0 B"});
        else if (i > 0 && sizes[i].capacity <= sizes[i - 1].capacity)
            findings.push_back({place + ".capacity", "sizes must ascend"});
        if (!(sizes[i].energy.count > 0))
            findings.push_back({place + ".energy", "the energy of a word must be above 0 pJ"});
    }
}

double widestBits(const BufferLevel& level)
{
    std::int64_t bits = 0;
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role))
            bits = std::max(bits, level.elementBits[role].count);
    return static_cast<double>(bits);
}

Picojoules wordEnergy(const BufferLevel& level, const Technology& technology)
{
    if (level.kind == LevelKind::Dram)
        return technology.dram.value_or(Picojoules{0});
    const auto& sizes = level.kind == LevelKind::Registers ? technology.registers : technology.sram;
    return energyAt(sizes, level.capacity.value_or(sizes.back().capacity));
}

} // namespace

std::vector<Finding> check(const Technology& technology)
{
    std::vector<Finding> findings;
    if (technology.name.empty())
        findings.push_back({"name", "the table has no name"});
    if (technology.source.empty())
        findings.push_back({"source", "the energies have no source; say where the numbers come from"});
    if (technology.mac.count < 0)
        findings.push_back({"mac.energy", "the energy of a MAC must not be negative"});
    if (technology.word.count < 1 || technology.macBits.count < 1)
        findings.push_back({"word", "a word has at least 1 bit"});
    if (technology.formula != EnergySource::Explicit)
        return findings;
    if (!technology.dram || !(technology.dram->count > 0))
        findings.push_back({"dram", "the table states no energy of DRAM above 0 pJ"});
    checkSizes(technology.sram, "sram", findings);
    checkSizes(technology.registers, "registers", findings);
    return findings;
}

Picojoules energyAt(const std::vector<SizedEnergy>& sizes, Bytes capacity)
{
    if (sizes.size() == 1)
        return sizes.front().energy;
    std::size_t upper = 1; // of the pair that the power law leads through
    while (upper + 1 < sizes.size() && sizes[upper].capacity < capacity)
        ++upper;
    const SizedEnergy &a = sizes[upper - 1], &b = sizes[upper];
    if (capacity == a.capacity || capacity == b.capacity)
        return capacity == a.capacity ? a.energy : b.energy; // exactly as stated
    const double exponent = std::log(b.energy.count / a.energy.count) /
                            std::log(static_cast<double>(b.capacity.count) / static_cast<double>(a.capacity.count));
    const double ratio = static_cast<double>(capacity.count) / static_cast<double>(a.capacity.count);
    return {a.energy.count * std::pow(ratio, exponent)};
}

Accelerator withEnergies(const Accelerator& accelerator, const Technology& technology)
{
    Accelerator changed = accelerator;
    const double width = static_cast<double>(accelerator.macBits.count) / static_cast<double>(technology.macBits.count);
    changed.macEnergy = {technology.mac.count * width * width};
    changed.energySource = technology.formula;
    for (BufferLevel& level : changed.levels) {
        level.accessEnergy.reset();
        if (technology.formula == EnergySource::Explicit)
            level.accessEnergy = Picojoules{wordEnergy(level, technology).count * widestBits(level) /
                                            static_cast<double>(technology.word.count) *
                                            static_cast<double>(level.accessElements)};
    }
    if (!technology.area.isEmpty())
        changed.area = technology.area;
    std::erase_if(changed.notes, [](const std::string& note) { return note.starts_with(kNoteBegin); });
    changed.notes.push_back(std::string(kNoteBegin) + technology.name + ", " + technology.source);
    return changed;
}

} // namespace nestloom::hardware
