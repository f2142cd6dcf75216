// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/read_levels.h"

#include "engine/base/integers.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/quantity.h"
#include "engine/io/text.h"

#include <algorithm>
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
            return std::int64_t(found->second);
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
                               "level " + node.name
                                   + " states no size; it holds anything, and its accesses cost 0 pJ where no table of "
                                     "energies says more");
        }
        return;
    }
    if (*words > kMaxWords || *words < 1 || !(buffering >= 1))
        return map.notes().fail(node.line, node.path,
                                "level " + node.name + " holds " + std::to_string(*words) + " words, which cannot be");
    const auto bytesOf = [&](double count) { return bytesFor(Bits{std::int64_t(count) * bits}); };
    level.capacity = bytesOf(double(*words));
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
    level.capacity = bytesOf(std::floor(double(*words) / buffering));
    map.notes().assume(node.line, map.pathOf("multiple_buffering"),
                       "level " + node.name + " buffers more than once; the capacity of one tile, "
                           + text(*level.capacity) + ", is taken");
}

void readBandwidths(ImportMap& map, const ArchNode& node, std::int64_t bits, BufferLevel& level)
{
    const auto bytes = [&](double words) { return BytesPerCycle{words * double(bits) / 8}; };
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

/// One storage as a buffer level, without what it keeps and without its fan-out, by the rules of Timeloop's core:
///   word       word-bits or datawidth, 16 bit by default
///   block      block-size, or width / (word * cluster); cluster: cluster-size, or width / (word * block), or 1
///   capacity   entries, depth * block, or sizeKB; divided by multiple-buffering
///   bandwidth  in words per cycle; `bandwidth` is halved for each direction
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

/// Width of a multiplier's operands and energy of a multiply-accumulate: (bits/16)^2 pJ, as Timeloop's pat-public has
/// it.
void readCompute(const ArchNode& node, hardware::Accelerator& accelerator, ImportNotes& notes)
{
    ImportMap map(node.attributes ? *node.attributes : kNothing, node.path, notes);
    const auto own = map.whole({"word_bits", "datawidth", "multiplier_width", "width"}, node.variables);
    const auto inherited = node.variables.find("datawidth");
    if (!own && inherited == node.variables.end())
        notes.assume(node.line, node.path, node.name + " states no width of its operands; Timeloop's 16 bit are taken");
    accelerator.macBits = Bits{own                                 ? *own
                               : inherited != node.variables.end() ? std::int64_t(inherited->second)
                                                                   : kDefaultWordBits};
    const double share = double(accelerator.macBits.count) / 16;
    accelerator.macEnergy = Picojoules{share * share};
    for (const std::string_view known : {"multiplier_width", "adder_width", "exponent", "mantissa"})
        if (const YamlNode* width = map.find(known); width && known != std::string_view("multiplier_width"))
            notes.ignore(width->line, map.pathOf(known), "one width stands for the whole unit");
    if (const auto energy = map.number({"energy_per_op"}, node.variables))
        accelerator.macEnergy = Picojoules{*energy};
    ignoreUnmodelled(map);
}

using hardware::Accelerator;

TensorSet keptBy(const ArchNode& node, const KeepRules& rules, ImportNotes& notes)
{
    const auto found = rules.find(node.name);
    TensorSet keeps = TensorSet::all();
    if (found == rules.end())
        return keeps;
    const KeepRule& rule = found->second;
    if (node.isBranch && rule.bypass.empty() && !rule.keep.empty()) {
        notes.assume(node.line, node.path,
                     "level " + node.name + " lies beside others, so it keeps only what it names");
        return rule.keep;
    }
    for (const TensorRole role : kTensorRoles)
        if (rule.bypass.contains(role))
            keeps = keeps.without(role);
    return keeps;
}

/// 2e-9 s is 500 MHz and not 499.99999999999994 MHz.
Hertz clockOf(double cycleSeconds)
{
    const double hertz = 1 / cycleSeconds, whole = std::round(hertz);
    return {std::abs(hertz - whole) < 1e-9 * hertz ? whole : hertz};
}

class MachineBuilder {
public:
    MachineBuilder(const ArchForm& form, const KeepRules& rules, ImportNotes& notes)
        : m_form(form), m_rules(rules), m_notes(notes)
    {
    }

    void add(std::size_t index)
    {
        const ArchNode& node = m_form.nodes[index];
        if (node.kind == ArchNode::Kind::Compute)
            return addCompute(node);
        const TensorSet keeps = node.kind == ArchNode::Kind::Storage ? keptBy(node, m_rules, m_notes) : TensorSet{};
        const std::int64_t children =
            index + 1 < m_form.nodes.size() ? m_form.nodes[index + 1].instances / node.instances : 1;
        if (keeps.empty())
            return addPassage(node, children);
        fanOutTo(node);
        m_machine.accelerator.levels.push_back(readStorage(node, m_notes));
        m_machine.accelerator.levels.back().keeps = keeps;
        addTarget(node, children);
    }

    Machine finish()
    {
        if (!m_hasCompute)
            m_notes.assume(0, "",
                           "the architecture has no compute unit; one MAC unit of 16 bit for each innermost "
                           "instance is taken");
        if (!m_hasCompute) {
            m_machine.accelerator.macEnergy = Picojoules{1};
            m_machine.accelerator.macBits = Bits{kDefaultWordBits};
        }
        m_machine.containers = m_form.containers;
        m_machine.accelerator.energySource = hardware::EnergySource::TimeloopPat;
        if (const auto seconds = cycleSeconds())
            m_machine.accelerator.clock = clockOf(*seconds);
        else
            m_notes.assume(m_form.nodes.front().line, "",
                           "no clock is stated; " + text(m_machine.accelerator.clock) + " is taken");
        return std::move(m_machine);
    }

private:
    void addCompute(const ArchNode& node)
    {
        if (m_hasCompute)
            return m_notes.ignore(node.line, node.path, "a second compute unit, " + node.name);
        m_hasCompute = true;
        fanOutTo(node);
        readCompute(node, m_machine.accelerator, m_notes);
    }

    /// A node that keeps nothing. It is one with the level outside it where each instance of that leads to one of it; a
    /// fan-out within a fan-out has loops and limits of its own, so it is a level.
    void addPassage(const ArchNode& node, std::int64_t children)
    {
        auto& levels = m_machine.accelerator.levels;
        if (levels.empty())
            return m_notes.fail(node.line, node.path, "the outermost part must be a storage that keeps all tensors");
        const bool isFanout = node.kind == ArchNode::Kind::Fanout;
        if (node.instances != m_outer.instances && (children > 1 || !isFanout)) {
            fanOutTo(node);
            levels.emplace_back();
            levels.back().name = passageName(node);
            levels.back().keeps = {};
            if (isFanout)
                m_machine.accelerator.constraints.push_back(levels.back().name + ": no temporal");
        }
        addTarget(node, children);
    }

    /// "PE" for inter_PE_spatial, unless a storage or compute unit has that name.
    std::string passageName(const ArchNode& node) const
    {
        const auto isTaken = [&](const ArchNode& other) { return other.name == node.container; };
        const bool isFree = std::ranges::none_of(m_form.nodes, isTaken);
        return isFree && !node.container.empty() ? node.container : node.name;
    }

    void addTarget(const ArchNode& node, std::int64_t children)
    {
        m_machine.targets.push_back({node.name, m_machine.accelerator.levels.size() - 1, node.container, children});
    }

    /// Of the whole file, or else of the innermost part that has one around it: a clock is that of the MAC units.
    std::optional<double> cycleSeconds() const
    {
        const auto in = [](const Variables& variables) -> std::optional<double> {
            const auto found = variables.find("global_cycle_seconds");
            return found != variables.end() && found->second > 0 ? std::optional(found->second) : std::nullopt;
        };
        for (auto node = m_form.nodes.rbegin(); node != m_form.nodes.rend(); ++node)
            if (const auto own = in(node->variables))
                return own;
        return in(m_form.variables);
    }

    /// Gives the level outside this node the fan-out that leads here.
    void fanOutTo(const ArchNode& node)
    {
        auto& levels = m_machine.accelerator.levels;
        if (!levels.empty()) {
            if (m_outer.instances < 1 || node.instances % m_outer.instances != 0)
                return m_notes.fail(node.line, node.path,
                                    std::to_string(m_outer.instances) + " instances of " + levels.back().name
                                        + " cannot feed " + std::to_string(node.instances) + " of " + node.name
                                        + " evenly");
            const bool isMesh = node.columns % m_outer.columns == 0 && node.rows % m_outer.rows == 0;
            levels.back().fanout = isMesh ? hardware::Fanout{node.columns / m_outer.columns, node.rows / m_outer.rows}
                                          : hardware::Fanout{node.instances / m_outer.instances, 1};
        } else if (node.instances != 1) {
            m_notes.fail(node.line, node.path,
                         "the outermost level must have one instance, not " + std::to_string(node.instances));
        }
        m_outer = node;
    }

    const ArchForm& m_form;
    const KeepRules& m_rules;
    ImportNotes& m_notes;
    Machine m_machine;
    ArchNode m_outer;
    bool m_hasCompute = false;
};

void checkRules(const ArchForm& form, const KeepRules& rules, ImportNotes& notes)
{
    for (const auto& [name, rule] : rules) {
        const auto isNamed = [&, &wanted = name](const ArchNode& node) { return node.name == wanted; };
        if (std::ranges::none_of(form.nodes, isNamed))
            notes.ignore(rule.line, "", "a constraint on " + inQuotes(name) + ", which the architecture does not have");
    }
}

} // namespace

const Target* Machine::target(const std::string& name, bool spatial) const
{
    const auto find = [&](auto isWanted) {
        const auto found = std::ranges::find_if(targets, isWanted);
        return found == targets.end() ? nullptr : &*found;
    };
    const Target* own = find([&](const Target& known) { return known.name == name; });
    const Target* around = find([&](const Target& known) { return known.container == name && !name.empty(); });
    return own && !(spatial && around) ? own : around;
}

Machine readMachine(const ArchForm& form, const KeepRules& rules, const std::string& ownName, ImportNotes& notes)
{
    checkRules(form, rules, notes);
    MachineBuilder builder(form, rules, notes);
    for (std::size_t i = 0; i < form.nodes.size() && !notes.error(); ++i)
        builder.add(i);
    if (notes.error())
        return {};
    Machine machine = builder.finish();
    Accelerator& accelerator = machine.accelerator;
    accelerator.name = form.name.empty() ? ownName : form.name;
    accelerator.description = "imported from Timeloop";
    for (const hardware::Finding& finding : hardware::check(accelerator))
        notes.fail(form.nodes.front().line, finding.key, finding.message);
    return machine;
}

} // namespace nestloom::io::timeloop
