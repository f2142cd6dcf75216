// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_technology.h"

#include "engine/io/in_quotes.h"
#include "engine/io/quantity.h"
#include "engine/io/text_file.h"
#include "engine/io/yaml_reader.h"

namespace nestloom::io {

namespace {

using hardware::SizedEnergy;
using hardware::Technology;

std::vector<SizedEnergy> readSizes(const YamlMap& table, std::string_view key)
{
    std::vector<SizedEnergy> sizes;
    const YamlNode* list = table.find(key);
    if (!list || !isList(*list, table.pathOf(key), table.errors()))
        return sizes;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
        const YamlMap size(list->items[i], table.pathOf(key) + "[" + std::to_string(i) + "]", table.errors(),
                           {"capacity", "energy"});
        size.require("capacity");
        size.require("energy");
        sizes.push_back({size.quantity("capacity", parseBytes).value_or(Bytes{}),
                         size.quantity("energy", parseEnergy).value_or(Picojoules{})});
    }
    return sizes;
}

void readFormula(const YamlMap& map, Technology& technology)
{
    const std::string written = map.textOr("formula", "");
    const std::string_view known = name(hardware::EnergySource::TimeloopPat);
    if (written == known)
        technology.formula = hardware::EnergySource::TimeloopPat;
    else if (!written.empty())
        map.report("formula", inQuotes(written) + " is not a formula" + suggestion(written, {known}));
}

Technology readTree(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "", errors,
                      {"name", "description", "source", "formula", "word", "mac", "dram", "sram", "registers"});
    Technology technology;
    technology.name = map.text("name");
    technology.description = map.textOr("description", "");
    technology.source = map.text("source");
    readFormula(map, technology);
    technology.word = map.quantity("word", parseBits).value_or(technology.word);
    if (const YamlNode* mac = map.require("mac")) {
        const YamlMap inner(*mac, "mac", errors, {"energy", "width"});
        inner.require("energy");
        technology.mac = inner.quantity("energy", parseEnergy).value_or(Picojoules{});
        technology.macBits = inner.quantity("width", parseBits).value_or(technology.macBits);
    }
    technology.dram = map.quantity("dram", parseEnergy);
    technology.sram = readSizes(map, "sram");
    technology.registers = readSizes(map, "registers");
    return technology;
}

} // namespace

Result<Technology> parseTechnology(std::string_view yaml, const std::string& fileName)
{
    const auto tree = parseYaml(yaml, fileName);
    if (!tree)
        return tree.error();
    YamlErrors errors(fileName);
    const YamlMap root(*tree, "", errors, {"energies"});
    const YamlNode* node = root.requireMap("energies");
    if (errors.first())
        return *errors.first();
    Technology technology = readTree(*node, errors);
    if (!errors.first())
        for (const hardware::Finding& finding : hardware::check(technology))
            errors.report(lineOfPath(*node, finding.key), finding.key, finding.message);
    if (errors.first())
        return *errors.first();
    return technology;
}

Result<Technology> readTechnology(const std::filesystem::path& path)
{
    const auto yaml = readTextFile(path);
    return yaml ? parseTechnology(*yaml, path.string()) : yaml.error();
}

} // namespace nestloom::io
