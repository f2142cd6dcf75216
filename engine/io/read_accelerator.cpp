// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_accelerator.h"

#include "engine/dram/memory.h"
#include "engine/io/constraint_lines.h"
#include "engine/io/quantity.h"
#include "engine/io/text.h"
#include "engine/io/yaml_reader.h"

#include <algorithm>
#include <array>

namespace nestloom::io {

namespace {

using hardware::AreaTable;
using hardware::DramInterface;
using hardware::Interconnect;
using hardware::NodeArray;
using hardware::VectorUnit;

/// The interconnect as a whole. `multicast: false` there says of all tensors what the level above it can say of each.
Interconnect readInterconnect(const YamlNode& node, YamlErrors& errors, std::vector<hardware::BufferLevel>& levels)
{
    const YamlMap map(node, "interconnect", errors, {"below", "flit", "multicast", "hop"});
    Interconnect mesh;
    mesh.below = map.text("below");
    mesh.flit = map.quantity("flit", parseBits).value_or(mesh.flit);
    mesh.hopEnergy = map.quantity("hop", parseEnergy).value_or(mesh.hopEnergy);
    if (map.yesOr("multicast", true))
        return mesh;
    for (hardware::BufferLevel& level : levels) {
        if (level.name != mesh.below)
            continue;
        if (level.multicast != TensorSet::all() && !level.multicast.empty())
            map.report("multicast",
                       "level " + level.name + " says of each tensor whether it is multicast; leave one out");
        level.multicast = {};
    }
    return mesh;
}

DramInterface readDram(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "dram", errors, {"model", "outstanding", "latency"});
    DramInterface dram;
    dram.model = map.text("model");
    dram.outstanding = map.wholeNumberOr("outstanding", dram.outstanding);
    dram.latency = map.wholeNumberOr("latency", dram.latency);
    if (const auto known = dram::memoryModel(dram.model); !known && !dram.model.empty())
        map.report("model", known.error().message);
    return dram;
}

NodeArray readNodes(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(
        node, "nodes", errors,
        {"pe_mapping", "hop", "wires", "idle", "buffer_sharing", "temporal_layer_pipe", "spatial_layer_pipe"});
    NodeArray nodes;
    constexpr std::array mappings{NodeArray::PeMapping::RowStationary, NodeArray::PeMapping::Systolic};
    nodes.peMapping = namedChoice(map, "pe_mapping", mappings, "a mapping on PEs", nodes.peMapping);
    nodes.hopEnergy = map.quantity("hop", parseEnergy).value_or(nodes.hopEnergy);
    nodes.wireEnergy = map.quantity("wires", parseEnergy).value_or(nodes.wireEnergy);
    nodes.idleEnergy = map.quantity("idle", parseEnergy).value_or(nodes.idleEnergy);
    nodes.bufferSharing = map.yesOr("buffer_sharing", nodes.bufferSharing);
    nodes.temporalLayerPipe = map.yesOr("temporal_layer_pipe", nodes.temporalLayerPipe);
    nodes.spatialLayerPipe = map.yesOr("spatial_layer_pipe", nodes.spatialLayerPipe);
    return nodes;
}

VectorUnit readVectorUnit(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "vector_unit", errors, {"lanes", "operations_per_cycle", "special_operations", "energy"});
    VectorUnit unit;
    map.require("lanes");
    map.require("energy");
    unit.lanes = map.wholeNumberOr("lanes", unit.lanes);
    unit.operationsPerCycle = map.wholeNumberOr("operations_per_cycle", unit.operationsPerCycle);
    unit.specialOperations = map.wholeNumberOr("special_operations", unit.specialOperations);
    unit.energy = map.quantity("energy", parseEnergy).value_or(unit.energy);
    return unit;
}

AreaTable readArea(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "area", errors, {"sram_per_kib", "registers_per_kib", "mac", "source"});
    AreaTable table;
    table.sramPerKib = map.quantity("sram_per_kib", parseArea);
    table.registersPerKib = map.quantity("registers_per_kib", parseArea);
    table.mac = map.quantity("mac", parseArea);
    table.source = map.textOr("source", "");
    return table;
}

std::string yes(bool value) { return value ? "true" : "false"; }

std::string writeArea(const AreaTable& table)
{
    std::string yaml = "  area:\n";
    const auto line = [&](std::string_view key, const std::string& value) {
        yaml += "    " + std::string(key) + ": " + value + "\n";
    };
    if (table.sramPerKib)
        line("sram_per_kib", text(*table.sramPerKib));
    if (table.registersPerKib)
        line("registers_per_kib", text(*table.registersPerKib));
    if (table.mac)
        line("mac", text(*table.mac));
    if (!table.source.empty())
        line("source", yamlScalar(table.source));
    return yaml;
}

std::string writeDram(const DramInterface& dram)
{
    return "  dram: {model: " + yamlScalar(dram.model) + ", outstanding: " + std::to_string(dram.outstanding)
           + ", latency: " + std::to_string(dram.latency) + "}\n";
}

std::string writeVectorUnit(const VectorUnit& unit)
{
    return "  vector_unit: {lanes: " + std::to_string(unit.lanes) + ", operations_per_cycle: "
           + std::to_string(unit.operationsPerCycle) + ", special_operations: " + std::to_string(unit.specialOperations)
           + ", energy: " + text(unit.energy) + "}\n";
}

std::string writeNodes(const NodeArray& nodes)
{
    std::string yaml = "  nodes:\n";
    const auto line = [&](std::string_view key, const std::string& value) {
        yaml += "    " + std::string(key) + ": " + value + "\n";
    };
    line("pe_mapping", std::string(name(nodes.peMapping)));
    line("hop", text(nodes.hopEnergy));
    line("wires", text(nodes.wireEnergy));
    line("idle", text(nodes.idleEnergy));
    line("buffer_sharing", yes(nodes.bufferSharing));
    line("temporal_layer_pipe", yes(nodes.temporalLayerPipe));
    line("spatial_layer_pipe", yes(nodes.spatialLayerPipe));
    return yaml;
}

/// The sections of an accelerator's file that may be left out: interconnect, area, dram, nodes, vector_unit. `map` is
/// the whole accelerator; what is wrong is reported there, with line and key.
void readSections(const YamlMap& map, hardware::Accelerator& accelerator)
{
    if (const YamlNode* mesh = map.find("interconnect"))
        accelerator.interconnect = readInterconnect(*mesh, map.errors(), accelerator.levels);
    if (const YamlNode* area = map.find("area"))
        accelerator.area = readArea(*area, map.errors());
    if (const YamlNode* dram = map.find("dram"))
        accelerator.dram = readDram(*dram, map.errors());
    if (const YamlNode* nodes = map.find("nodes"))
        accelerator.nodes = readNodes(*nodes, map.errors());
    if (const YamlNode* unit = map.find("vector_unit"))
        accelerator.vectorUnit = readVectorUnit(*unit, map.errors());
}

/// The same sections as text, without those that say nothing.
std::string writeSections(const hardware::Accelerator& accelerator)
{
    std::string yaml;
    const Interconnect& mesh = accelerator.interconnect;
    if (mesh != Interconnect{})
        yaml += "  interconnect: {below: " + yamlScalar(mesh.below) + ", flit: " + text(mesh.flit)
                + (mesh.hopEnergy.count != 0 ? ", hop: " + text(mesh.hopEnergy) : std::string()) + "}\n";
    if (accelerator.area != AreaTable{})
        yaml += writeArea(accelerator.area);
    if (accelerator.dram != DramInterface{})
        yaml += writeDram(accelerator.dram);
    if (accelerator.nodes)
        yaml += writeNodes(*accelerator.nodes);
    if (accelerator.vectorUnit)
        yaml += writeVectorUnit(*accelerator.vectorUnit);
    return yaml;
}

using hardware::Accelerator;
using hardware::BufferLevel;
using hardware::EnergySource;
using hardware::Fanout;
using hardware::LevelKind;
using hardware::TimeloopVersion;

constexpr std::string_view kUnbounded = "unbounded"; // capacity
constexpr std::string_view kUnlimited = "unlimited"; // bandwidth

/// A list of tensors; all where there is none.
TensorSet readTensors(const YamlMap& map, const char* key)
{
    if (!map.find(key))
        return TensorSet::all();
    TensorSet tensors;
    for (const std::string& written : map.textsOr(key, {})) {
        const auto isNamed = [&](TensorRole role) { return name(role) == written; };
        const auto role = std::ranges::find_if(kTensorRoles, isNamed);
        if (role == kTensorRoles.end())
            map.report(key,
                       inQuotes(written) + " is not a tensor" + suggestion(written, {"weights", "inputs", "outputs"}));
        else if (tensors.contains(*role))
            map.report(key, inQuotes(written) + " is listed twice; once is enough");
        else
            tensors = tensors.with(*role);
    }
    return tensors;
}

/// "8 bit" for all tensors, or a map with a width for each; a tensor that is not named has 8 bit.
PerTensor<Bits> readElement(const YamlMap& level)
{
    PerTensor<Bits> bits = BufferLevel{}.elementBits;
    const YamlNode* node = level.find("element");
    if (!node)
        return bits;
    if (node->kind != YamlNode::Kind::Map) {
        if (const auto all = level.quantity("element", parseBits))
            bits.values.fill(*all);
        return bits;
    }
    const YamlMap map(*node, level.pathOf("element"), level.errors(), {"weights", "inputs", "outputs"});
    for (const TensorRole role : kTensorRoles)
        bits[role] = map.quantity(name(role), parseBits).value_or(bits[role]);
    return bits;
}

/// 16, or {columns: 4, rows: 4}.
Fanout readFanout(const YamlMap& level)
{
    const YamlNode* node = level.find("fanout");
    if (!node || node->kind != YamlNode::Kind::Map)
        return {level.wholeNumberOr("fanout", 1), 1};
    const YamlMap map(*node, level.pathOf("fanout"), level.errors(), {"columns", "rows"});
    return {map.wholeNumberOr("columns", 1), map.wholeNumberOr("rows", 1)};
}

std::optional<Bytes> readCapacity(const YamlMap& level)
{
    const YamlNode* node = level.require("capacity");
    if (!node || (node->kind == YamlNode::Kind::Scalar && node->scalar == kUnbounded))
        return std::nullopt;
    return level.quantity("capacity", parseBytes);
}

std::optional<Bandwidth> readBandwidth(const YamlMap& level, std::string_view key)
{
    const YamlNode* node = level.find(key);
    if (!node || (node->kind == YamlNode::Kind::Scalar && node->scalar == kUnlimited))
        return std::nullopt;
    return level.quantity(key, parseBandwidth);
}

BufferLevel readLevel(const YamlNode& node, const std::string& path, YamlErrors& errors)
{
    const YamlMap map(node, path, errors,
                      {"name", "kind", "capacity", "keeps", "element", "read_bandwidth", "write_bandwidth", "ports",
                       "access", "cluster", "fanout", "multicast", "leakage"});
    BufferLevel level;
    level.name = map.text("name");
    map.require("kind");
    constexpr std::array kinds{LevelKind::Dram, LevelKind::Sram, LevelKind::Registers};
    level.kind = namedChoice(map, "kind", kinds, "a kind of level", LevelKind::Sram);
    level.capacity = readCapacity(map);
    level.keeps = readTensors(map, "keeps");
    level.elementBits = readElement(map);
    level.readBandwidth = readBandwidth(map, "read_bandwidth");
    level.writeBandwidth = readBandwidth(map, "write_bandwidth");
    if (map.find("ports"))
        level.ports = map.wholeNumberOr("ports", 1);
    if (const YamlNode* access = map.find("access")) {
        const YamlMap inner(*access, map.pathOf("access"), errors,
                            {"elements", "energy", "fill_energy", "update_energy"});
        level.accessElements = inner.wholeNumberOr("elements", 1);
        level.accessEnergy = inner.quantity("energy", parseEnergy);
        level.fillEnergy = inner.quantity("fill_energy", parseEnergy);
        level.updateEnergy = inner.quantity("update_energy", parseEnergy);
    }
    level.leakage = map.quantity("leakage", parsePower).value_or(level.leakage);
    level.clusterSize = map.wholeNumberOr("cluster", 1);
    level.fanout = readFanout(map);
    level.multicast = readTensors(map, "multicast");
    return level;
}

const std::vector<std::string_view> kAcceleratorKeys{
    "name",         "description", "notes", "clock", "energy_source", "mac",      "levels",
    "interconnect", "area",        "dram",  "nodes", "vector_unit",   "timeloop", "constraints"};

Accelerator readAcceleratorTree(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "", errors, kAcceleratorKeys);
    Accelerator accelerator;
    accelerator.name = map.text("name");
    accelerator.description = map.textOr("description", "");
    accelerator.notes = map.textsOr("notes", {});
    map.require("clock");
    accelerator.clock = map.quantity("clock", parseFrequency).value_or(accelerator.clock);
    constexpr std::array sources{EnergySource::Explicit, EnergySource::TimeloopPat, EnergySource::BankedPat};
    accelerator.energySource =
        namedChoice(map, "energy_source", sources, "a source of energies", EnergySource::Explicit);
    constexpr std::array versions{TimeloopVersion::June2022, TimeloopVersion::March2025};
    accelerator.timeloop = namedChoice(map, "timeloop", versions, "a Timeloop", TimeloopVersion::June2022);
    if (const YamlNode* mac = map.require("mac")) {
        const YamlMap inner(*mac, "mac", errors, {"energy", "width", "leakage"});
        inner.require("energy");
        accelerator.macEnergy = inner.quantity("energy", parseEnergy).value_or(Picojoules{});
        accelerator.macBits = inner.quantity("width", parseBits).value_or(accelerator.macBits);
        if (accelerator.macBits.count < 1)
            inner.report("width", "a MAC unit has operands of at least 1 bit");
        accelerator.macLeakage = inner.quantity("leakage", parsePower).value_or(accelerator.macLeakage);
    }
    const YamlNode* levels = map.require("levels");
    if (levels && isList(*levels, "levels", errors))
        for (std::size_t i = 0; i < levels->items.size(); ++i)
            accelerator.levels.push_back(readLevel(levels->items[i], "levels[" + std::to_string(i) + "]", errors));
    readSections(map, accelerator);
    accelerator.constraints = readConstraintLines(map, accelerator);
    return accelerator;
}

std::string writeElement(const PerTensor<Bits>& bits)
{
    if (bits[TensorRole::Weights] == bits[TensorRole::Inputs] && bits[TensorRole::Inputs] == bits[TensorRole::Outputs])
        return text(bits[TensorRole::Weights]);
    std::string map;
    for (const TensorRole role : kTensorRoles)
        map += (map.empty() ? "{" : ", ") + std::string(name(role)) + ": " + text(bits[role]);
    return map + "}";
}

std::string writeTensors(TensorSet tensors)
{
    std::string list;
    for (const TensorRole role : kTensorRoles)
        if (tensors.contains(role))
            list += (list.empty() ? "" : ", ") + std::string(name(role));
    return "[" + list + "]";
}

std::string writeLevel(const BufferLevel& level)
{
    std::string yaml = "    - name: " + yamlScalar(level.name) + "\n";
    const auto line = [&](std::string_view key, const std::string& value) {
        yaml += "      " + std::string(key) + ": " + value + "\n";
    };
    line("kind", std::string(name(level.kind)));
    line("capacity", level.capacity ? text(*level.capacity) : std::string(kUnbounded));
    line("keeps", writeTensors(level.keeps));
    line("element", writeElement(level.elementBits));
    if (level.readBandwidth)
        line("read_bandwidth", text(*level.readBandwidth));
    if (level.writeBandwidth)
        line("write_bandwidth", text(*level.writeBandwidth));
    if (level.ports)
        line("ports", std::to_string(*level.ports));
    const auto energy = [](const char* key, const std::optional<Picojoules>& value) {
        return value ? std::string(", ") + key + ": " + text(*value) : "";
    };
    line("access", "{elements: " + std::to_string(level.accessElements) + energy("energy", level.accessEnergy)
                       + energy("fill_energy", level.fillEnergy) + energy("update_energy", level.updateEnergy) + "}");
    if (level.leakage.count > 0)
        line("leakage", text(level.leakage));
    if (level.clusterSize != 1)
        line("cluster", std::to_string(level.clusterSize));
    line("fanout", level.fanout.rows == 1 ? std::to_string(level.fanout.columns)
                                          : "{columns: " + std::to_string(level.fanout.columns)
                                                + ", rows: " + std::to_string(level.fanout.rows) + "}");
    if (level.multicast != TensorSet::all())
        line("multicast", writeTensors(level.multicast));
    return yaml;
}

Result<Accelerator> parse(std::string_view yaml, const std::string& fileName, YamlErrors& errors)
{
    return parseTop(
        yaml, fileName, "accelerator", kAcceleratorKeys, readAcceleratorTree,
        [](const Accelerator& accelerator) { return hardware::check(accelerator); }, errors);
}

} // namespace

Result<Accelerator> parseAccelerator(std::string_view yaml, const std::string& fileName)
{
    YamlErrors errors(fileName);
    return parse(yaml, fileName, errors);
}

std::vector<Error> acceleratorErrors(std::string_view yaml, const std::string& fileName)
{
    YamlErrors errors(fileName);
    const Result<Accelerator> value = parse(yaml, fileName, errors);
    return value || !errors.all().empty() ? errors.all() : std::vector<Error>{value.error()};
}

Result<Accelerator> readAccelerator(const std::filesystem::path& path)
{
    const auto yaml = readTextFile(path);
    return yaml ? parseAccelerator(*yaml, path.string()) : yaml.error();
}

std::string writeAccelerator(const Accelerator& accelerator)
{
    std::string yaml = "accelerator:\n  name: " + yamlScalar(accelerator.name) + "\n";
    if (!accelerator.description.empty())
        yaml += "  description: " + yamlScalar(accelerator.description) + "\n";
    if (!accelerator.notes.empty())
        yaml += "  notes:\n";
    for (const std::string& note : accelerator.notes)
        yaml += "    - " + yamlScalar(note) + "\n";
    yaml += "  clock: " + text(accelerator.clock) + "\n";
    yaml += "  energy_source: " + std::string(name(accelerator.energySource)) + "\n";
    yaml += "  mac: {energy: " + text(accelerator.macEnergy) + ", width: " + text(accelerator.macBits)
            + (accelerator.macLeakage.count > 0 ? ", leakage: " + text(accelerator.macLeakage) : "") + "}\n";
    if (accelerator.timeloop != TimeloopVersion::June2022)
        yaml += "  timeloop: " + std::string(name(accelerator.timeloop))
                + " # what Timeloop compatibility mode counts as\n";
    yaml += "  levels: # outermost first\n";
    for (const BufferLevel& level : accelerator.levels)
        yaml += writeLevel(level);
    return yaml + writeSections(accelerator) + writeConstraintLines(accelerator.constraints);
}

} // namespace nestloom::io
