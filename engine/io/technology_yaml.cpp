// SPDX-License-Identifier: Apache-2.0
#include "engine/io/technology_yaml.h"

#include "engine/io/located_yaml.h"
#include "engine/io/quantity.h"
#include "engine/io/text.h"
#include "engine/io/yaml_reader.h"

#include <optional>
#include <vector>

namespace nestloom::io {

namespace {

using hardware::MacEnergy;
using hardware::SizedEnergy;
using hardware::StatedArea;
using hardware::StatedEnergy;
using hardware::Technology;
using hardware::TechnologyAreas;

std::string placeOf(const YamlMap& map, std::string_view key, std::size_t item)
{
    return map.pathOf(key) + "[" + std::to_string(item) + "]";
}

std::vector<SizedEnergy> readSizes(const YamlMap& table, std::string_view key)
{
    std::vector<SizedEnergy> sizes;
    const YamlNode* list = table.find(key);
    if (!list || !isList(*list, table.pathOf(key), table.errors()))
        return sizes;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const YamlMap size(list->items[i], placeOf(table, key, i), table.errors(), {"capacity", "energy", "source"});
        size.require("capacity");
        size.require("energy");
        sizes.push_back({size.quantity("capacity", parseBytes).value_or(Bytes{}),
                         size.quantity("energy", parseEnergy).value_or(Picojoules{}), size.textOr("source", "")});
    }
    return sizes;
}

MacEnergy readMac(const YamlNode& node, const std::string& place, YamlErrors& errors)
{
    const YamlMap map(node, place, errors, {"energy", "width", "source"});
    map.require("energy");
    MacEnergy mac;
    mac.energy = map.quantity("energy", parseEnergy).value_or(mac.energy);
    mac.width = map.quantity("width", parseBits).value_or(mac.width);
    mac.source = map.textOr("source", "");
    return mac;
}

/// One map, or a list of maps with one width each.
std::vector<MacEnergy> readMacs(const YamlMap& table)
{
    const YamlNode* node = table.require("mac");
    std::vector<MacEnergy> macs;
    if (node && node->kind == YamlNode::Kind::List)
        for (std::size_t i = 0; i < node->items.size(); ++i)
            macs.push_back(readMac(node->items[i], placeOf(table, "mac", i), table.errors()));
    else if (node)
        macs.push_back(readMac(*node, "mac", table.errors()));
    return macs;
}

/// "200 pJ", or {energy: 200 pJ, source: ...}; the same of areas.
template <typename Stated, typename Parse>
std::optional<Stated> readStated(const YamlMap& table, std::string_view key, std::string_view valueKey, Parse parse)
{
    const YamlNode* node = table.find(key);
    if (!node)
        return std::nullopt;
    if (node->kind != YamlNode::Kind::Map) {
        const auto value = table.quantity(key, parse);
        return value ? std::optional(Stated{*value, {}}) : std::nullopt;
    }
    const YamlMap map(*node, table.pathOf(key), table.errors(), {valueKey, "source"});
    map.require(valueKey);
    const auto value = map.quantity(valueKey, parse);
    return value ? std::optional(Stated{*value, map.textOr("source", "")}) : std::nullopt;
}

std::optional<StatedEnergy> readEnergy(const YamlMap& table, std::string_view key)
{
    return readStated<StatedEnergy>(table, key, "energy", parseEnergy);
}

TechnologyAreas readAreas(const YamlMap& table)
{
    const YamlNode* node = table.find("area");
    if (!node)
        return {};
    const YamlMap map(*node, "area", table.errors(), {"sram_per_kib", "registers_per_kib", "mac"});
    const auto read = [&map](std::string_view key) { return readStated<StatedArea>(map, key, "area", parseArea); };
    return {read("sram_per_kib"), read("registers_per_kib"), read("mac")};
}

void readFormula(const YamlMap& map, Technology& technology)
{
    const std::string written = map.textOr("formula", "");
    using enum hardware::EnergySource;
    for (const hardware::EnergySource formula : {TimeloopPat, BankedPat})
        if (written == name(formula))
            technology.formula = formula;
    if (!written.empty() && technology.formula == Explicit)
        map.report("formula",
                   inQuotes(written) + " is not a formula" + suggestion(written, {name(TimeloopPat), name(BankedPat)}));
    for (const char* numbers : {"dram", "sram", "registers"})
        if (technology.formula != Explicit && map.find(numbers))
            map.report(numbers, "the formula stands in place of these numbers; leave one of both out");
}

const std::vector<std::string_view> kTechnologyKeys{"name", "description", "source",    "formula", "word", "mac",
                                                    "dram", "sram",        "registers", "hop",     "area"};

Technology readTechnologyTree(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "", errors, kTechnologyKeys);
    Technology technology;
    technology.name = map.text("name");
    technology.description = map.textOr("description", "");
    technology.source = map.text("source");
    readFormula(map, technology);
    technology.word = map.quantity("word", parseBits).value_or(technology.word);
    technology.macs = readMacs(map);
    technology.dram = readEnergy(map, "dram");
    technology.sram = readSizes(map, "sram");
    technology.registers = readSizes(map, "registers");
    technology.hop = readEnergy(map, "hop");
    technology.areas = readAreas(map);
    return technology;
}

} // namespace

Result<Technology> parseTechnology(std::string_view yaml, const std::string& fileName)
{
    return parseTop(yaml, fileName, "energies", kTechnologyKeys, readTechnologyTree,
                    [](const Technology& technology) { return hardware::check(technology); });
}

Result<Technology> readTechnology(const std::filesystem::path& path)
{
    const auto yaml = readTextFile(path);
    return yaml ? parseTechnology(*yaml, path.string()) : yaml.error();
}

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
