// SPDX-License-Identifier: Apache-2.0
#include "engine/io/write_technology.h"

#include "engine/io/located_yaml.h"
#include "engine/io/quantity.h"

#include <optional>
#include <string_view>
#include <vector>

namespace nestloom::io {

namespace {

using hardware::MacEnergy;
using hardware::SizedEnergy;
using hardware::Technology;

std::string line(const std::string& indent, std::string_view key, const std::string& value)
{
    return indent + std::string(key) + ": " + value + "\n";
}

std::string sourcePart(const std::string& source)
{
    return source.empty() ? std::string() : ", source: " + yamlScalar(source);
}

std::string macText(const MacEnergy& mac)
{
    return "{energy: " + text(mac.energy) + ", width: " + text(mac.width) + sourcePart(mac.source) + "}";
}

std::string writeMacs(const std::vector<MacEnergy>& macs)
{
    if (macs.size() == 1)
        return line("  ", "mac", macText(macs.front()));
    std::string yaml = "  mac:\n";
    for (const MacEnergy& mac : macs)
        yaml += "    - " + macText(mac) + "\n";
    return yaml;
}

std::string writeSizes(std::string_view key, const std::vector<SizedEnergy>& sizes)
{
    std::string yaml = "  " + std::string(key) + ":\n";
    for (const SizedEnergy& size : sizes)
        yaml += "    - {capacity: " + text(size.capacity) + ", energy: " + text(size.energy) + sourcePart(size.source)
                + "}\n";
    return yaml;
}

/// A number alone, or in a map with its source.
template <typename Quantity>
std::string statedText(std::string_view valueKey, Quantity value, const std::string& source)
{
    return source.empty() ? text(value) : "{" + std::string(valueKey) + ": " + text(value) + sourcePart(source) + "}";
}

std::string writeAreas(const hardware::TechnologyAreas& areas)
{
    std::string yaml = "  area:\n";
    const auto add = [&yaml](std::string_view key, const std::optional<hardware::StatedArea>& stated) {
        if (stated)
            yaml += line("    ", key, statedText("area", stated->area, stated->source));
    };
    add("sram_per_kib", areas.sramPerKib);
    add("registers_per_kib", areas.registersPerKib);
    add("mac", areas.mac);
    return yaml;
}

} // namespace

std::string writeTechnology(const Technology& technology)
{
    std::string yaml = "energies:\n" + line("  ", "name", yamlScalar(technology.name));
    if (!technology.description.empty())
        yaml += line("  ", "description", yamlScalar(technology.description));
    yaml += line("  ", "source", yamlScalar(technology.source));
    const bool hasFormula = technology.formula != hardware::EnergySource::Explicit;
    if (hasFormula)
        yaml += line("  ", "formula", std::string(name(technology.formula)));
    yaml += line("  ", "word", text(technology.word)) + writeMacs(technology.macs);
    if (!hasFormula) {
        if (technology.dram)
            yaml += line("  ", "dram", statedText("energy", technology.dram->energy, technology.dram->source));
        yaml += writeSizes("sram", technology.sram) + writeSizes("registers", technology.registers);
    }
    if (technology.hop)
        yaml += line("  ", "hop", statedText("energy", technology.hop->energy, technology.hop->source));
    return technology.areas.isEmpty() ? yaml : yaml + writeAreas(technology.areas);
}

} // namespace nestloom::io
