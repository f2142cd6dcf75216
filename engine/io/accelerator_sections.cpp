// SPDX-License-Identifier: Apache-2.0
#include "engine/io/accelerator_sections.h"

#include "engine/dram/make_memory.h"
#include "engine/io/named_choice.h"
#include "engine/io/quantity.h"

namespace nestloom::io {

namespace {

using hardware::AreaTable;
using hardware::DramInterface;
using hardware::Interconnect;
using hardware::NodeArray;

Interconnect readInterconnect(const YamlNode& node, YamlErrors& errors)
{
    const YamlMap map(node, "interconnect", errors, {"below", "flit", "multicast"});
    Interconnect mesh;
    mesh.below = map.text("below");
    mesh.flit = map.quantity("flit", parseBits).value_or(mesh.flit);
    mesh.multicast = map.yesOr("multicast", mesh.multicast);
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

} // namespace

void readSections(const YamlMap& map, hardware::Accelerator& accelerator)
{
    if (const YamlNode* mesh = map.find("interconnect"))
        accelerator.interconnect = readInterconnect(*mesh, map.errors());
    if (const YamlNode* area = map.find("area"))
        accelerator.area = readArea(*area, map.errors());
    if (const YamlNode* dram = map.find("dram"))
        accelerator.dram = readDram(*dram, map.errors());
    if (const YamlNode* nodes = map.find("nodes"))
        accelerator.nodes = readNodes(*nodes, map.errors());
}

std::string writeSections(const hardware::Accelerator& accelerator)
{
    std::string yaml;
    const Interconnect& mesh = accelerator.interconnect;
    if (mesh != Interconnect{})
        yaml += "  interconnect: {below: " + yamlScalar(mesh.below) + ", flit: " + text(mesh.flit)
                + ", multicast: " + yes(mesh.multicast) + "}\n";
    if (accelerator.area != AreaTable{})
        yaml += writeArea(accelerator.area);
    if (accelerator.dram != DramInterface{})
        yaml += writeDram(accelerator.dram);
    if (accelerator.nodes)
        yaml += writeNodes(*accelerator.nodes);
    return yaml;
}

} // namespace nestloom::io
