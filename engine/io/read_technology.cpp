// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_technology.h"

#include "engine/io/file_top.h"
#include "engine/io/in_quotes.h"
#include "engine/io/quantity.h"
#include "engine/io/text_file.h"
#include "engine/io/yaml_reader.h"

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

} // namespace nestloom::io
