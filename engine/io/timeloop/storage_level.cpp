// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/storage_level.h"

#include "engine/base/checked_math.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/in_quotes.h"
#include "engine/io/quantity.h"

#include <cmath>

namespace nestloom::io::timeloop {

namespace {

using hardware::BufferLevel;
using hardware::LevelKind;

const YamlNode kNothing{};
constexpr std::int64_t kDefaultWordBits = 16; // Timeloop's
constexpr std::int64_t kMaxWords = std::int64_t(1) << 50;

LevelKind kindOf(const ArchNode& node, const std::string& technology)
{
    const auto has = [&](std::string_view part) { return node.className.find(part) != std::string::npos; };
    if (has("DRAM") || technology == "DRAM")
        return LevelKind::Dram;
    const bool isNamedSo = node.name.find("Reg") != std::string::npos || node.name.find("_reg") != std::string::npos;
    return has("regfile") || has("RF") || has("register") || isNamedSo ? LevelKind::Registers : LevelKind::Sram;
}

std::int64_t wordBits(ImportMap& map, const ArchNode& node)
{
    if (const auto own = map.whole({"word_bits", "datawidth"}, node.variables))
        return *own;
    for (const std::string_view inherited : {"word_bits", "datawidth"})
        if (const auto found = node.variables.find(inherited); found != node.variables.end())
            return static_cast<std::int64_t>(found->second);
    map.notes().assume(node.line, node.path,
                       "level " + node.name + " states no width of a word; Timeloop's 16 bit are taken");
    return kDefaultWordBits;
}

/// Elements of one access, and instances that share a macro.
void readBlock(ImportMap& map, const ArchNode& node, std::int64_t bits, BufferLevel& level)
{
    const auto block = map.whole({"block_size", "n_words"}, node.variables);
    const auto cluster = map.whole({"cluster_size"}, node.variables);
    const auto width = map.whole({"width", "memory_width", "data_storage_width"}, node.variables);
    level.accessElements = block.value_or(1);
    level.clusterSize = cluster.value_or(1);
    if (!width)
        return;
    const auto unit = checkedProduct(bits * (block ? *block : 1), cluster ? *cluster : 1);
    if (!unit || *unit < 1 || *width < 1 || *width % *unit != 0)
        return map.notes().fail(node.line, map.pathOf("width"),
                                "the width of " + std::to_string(*width) + " bit is no multiple of the "
                                    + std::to_string(unit.value_or(0)) + " bit of its words");
    if (block && cluster && *unit != *width)
        return map.notes().fail(node.line, map.pathOf("width"),
                                "block size, word width and cluster size do not make the width of "
                                    + std::to_string(*width) + " bit");
    if (block)
        level.clusterSize = *width / *unit;
    else
        level.accessElements = *width / *unit;
}

std::optional<std::int64_t> wordsIn(ImportMap& map, const ArchNode& node, std::int64_t bits, std::int64_t block)
{
    if (const auto entries = map.whole({"entries"}, node.variables))
        return entries;
    if (const auto depth = map.whole({"depth", "memory_depth", "data_storage_depth"}, node.variables))
        return checkedProduct(*depth, block).value_or(kMaxWords + 1);
    if (const auto size = map.whole({"sizeKB"}, node.variables))
        return checkedProduct(*size, 1024 * 8).value_or(kMaxWords + 1) / bits;
    return std::nullopt;
}

void readCapacity(ImportMap& map, const ArchNode& node, std::int64_t bits, BufferLevel& level)
{
    const auto words = wordsIn(map, node, bits, level.accessElements);
    const double buffering = map.number({"multiple_buffering"}, node.variables).value_or(1);
    if (!words) {
        if (level.kind != LevelKind::Dram) {
            level.accessEnergy = Picojoules{0}; // Timeloop's, for a memory without a size
            map.notes().assume(node.line, node.path,
                               "level " + node.name + " states no size; it holds anything, and its accesses cost 0 pJ");
        }
        return;
    }
    if (*words > kMaxWords || *words < 1 || !(buffering >= 1))
        return map.notes().fail(node.line, node.path,
                                "level " + node.name + " holds " + std::to_string(*words) + " words, which cannot be");
    const auto bytesOf = [&](double count) { return bytesFor(Bits{static_cast<std::int64_t>(count) * bits}); };
    level.capacity = bytesOf(static_cast<double>(*words));
    if (*words * bits % 8 != 0)
        map.notes().assume(node.line, node.path,
                           std::to_string(*words) + " words of " + std::to_string(bits) + " bit are rounded up to "
                               + text(*level.capacity));
    if (buffering == 1)
        return;
    // The whole memory costs energy, but only a part of it holds a tile.
    hardware::Accelerator whole;
    whole.energySource = hardware::EnergySource::TimeloopPat;
    whole.levels = {level};
    if (!level.accessEnergy)
        level.accessEnergy = hardware::accessEnergy(whole, BufferLevelId{0});
    level.capacity = bytesOf(std::floor(static_cast<double>(*words) / buffering));
    map.notes().assume(node.line, map.pathOf("multiple_buffering"),
                       "level " + node.name + " buffers more than once; the capacity of one tile, "
                           + text(*level.capacity) + ", is taken");
}

void readBandwidths(ImportMap& map, const ArchNode& node, std::int64_t bits, BufferLevel& level)
{
    const auto bytes = [&](double words) { return BytesPerCycle{words * static_cast<double>(bits) / 8}; };
    const auto each = [&](Names names, std::optional<Bandwidth>& bandwidth, double share) {
        const auto words = map.number(names, node.variables);
        if (!words)
            return;
        if (!(*words > 0) || *words > 1e12)
            return map.notes().fail(node.line, map.pathOf(*names.begin()),
                                    "a bandwidth must be above 0 words per cycle");
        bandwidth = bytes(*words * share);
        map.notes().assume(node.line, map.pathOf(*names.begin()),
                           "level " + node.name + ": " + map.text(*names.begin())
                               + " is words per cycle, as Timeloop's core " + "reads it"
                               + (share != 1 ? ", half of them each way: " : ": ") + text(*bandwidth));
    };
    for (const std::string_view both : {"bandwidth", "shared_bandwidth"}) {
        each({both}, level.readBandwidth, 0.5);
        level.writeBandwidth = level.readBandwidth;
    }
    each({"read_bandwidth"}, level.readBandwidth, 1);
    each({"write_bandwidth"}, level.writeBandwidth, 1);
}

/// Keys that say what Timeloop's model does not count either, or that are the same by default.
void ignoreUnmodelled(ImportMap& map)
{
    for (const std::string_view known : {"name", "type", "class", "technology", "power_gated_at", "instances", "meshX",
                                         "meshY", "version", "has_power_gating"})
        map.find(known);
    map.ignore({"n_banks", "num_banks", "n_ports", "nports", "num_ports", "n_rdwr_ports", "n_rd_ports", "n_wr_ports"},
               "ports and banks are not modelled; the bandwidth says it");
    map.ignore({"network_word_bits", "network_fill_latency", "network_drain_latency", "network_read", "network_fill",
                "network_drain", "network_update"},
               "the network between levels is not taken over");
    map.ignore({"update_fifo_depth", "n_buffets", "reduction_supported", "min_utilization", "allow_overbooking",
                "addr_gen_energy", "cluster_area", "global_cycle_seconds", "action_latency_cycles"},
               "not modelled");
    map.ignoreRest();
}

} // namespace

BufferLevel readStorage(const ArchNode& node, ImportNotes& notes)
{
    ImportMap map(node.attributes ? *node.attributes : kNothing, node.path, notes);
    BufferLevel level;
    level.name = node.name;
    level.kind = kindOf(node, map.text("technology"));
    const std::int64_t bits = wordBits(map, node);
    if (bits < 1 || bits > 1024) {
        notes.fail(node.line, map.pathOf("word_bits"), "a word has 1 to 1024 bit, not " + std::to_string(bits));
        return level;
    }
    level.elementBits.values.fill({bits});
    readBlock(map, node, bits, level);
    readCapacity(map, node, bits, level);
    readBandwidths(map, node, bits, level);
    if (const auto energy = map.number({"vector_access_energy"}, node.variables))
        level.accessEnergy = Picojoules{*energy};
    ignoreUnmodelled(map);
    return level;
}

void readCompute(const ArchNode& node, hardware::Accelerator& accelerator, ImportNotes& notes)
{
    ImportMap map(node.attributes ? *node.attributes : kNothing, node.path, notes);
    const auto own = map.whole({"word_bits", "datawidth", "multiplier_width", "width"}, node.variables);
    const auto inherited = node.variables.find("datawidth");
    accelerator.macBits = Bits{own                                 ? *own
                               : inherited != node.variables.end() ? static_cast<std::int64_t>(inherited->second)
                                                                   : kDefaultWordBits};
    const double share = static_cast<double>(accelerator.macBits.count) / 16;
    accelerator.macEnergy = Picojoules{share * share};
    for (const std::string_view known : {"multiplier_width", "adder_width", "exponent", "mantissa"})
        if (const YamlNode* width = map.find(known); width && known != std::string_view("multiplier_width"))
            notes.ignore(width->line, map.pathOf(known), "one width stands for the whole unit");
    if (const auto energy = map.number({"energy_per_op"}, node.variables))
        accelerator.macEnergy = Picojoules{*energy};
    ignoreUnmodelled(map);
}

} // namespace nestloom::io::timeloop
