// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/timeloop_counts.h"
#include "engine/hardware/energy_table.h"
#include "engine/io/located_yaml.h"
#include "engine/io/timeloop/write_parts.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace nestloom::io::timeloop {

namespace {

using hardware::BufferLevel;
using hardware::LevelKind;

constexpr std::array kTensorNames{"Weights", "Inputs", "Outputs"}; // in the order of TensorRole

/// The front end takes 6 for no energy, but 6.0 for one.
std::string decimalNumber(double value)
{
    std::string number = exactNumber(value);
    if (number.find('.') == std::string::npos)
        number.insert(std::min(number.find('e'), number.size()), ".0");
    return number;
}

std::string tensorList(TensorSet set)
{
    std::string list;
    for (const TensorRole role : kTensorRoles)
        if (set.contains(role))
            list += (list.empty() ? "" : ", ") + std::string(kTensorNames[static_cast<std::size_t>(role)]);
    return "[" + list + "]";
}

TensorSet othersThan(TensorSet set)
{
    TensorSet rest;
    for (const TensorRole role : kTensorRoles)
        if (!set.contains(role))
            rest = rest.with(role);
    return rest;
}

std::string className(LevelKind kind)
{
    return kind == LevelKind::Dram ? "DRAM" : kind == LevelKind::Registers ? "regfile" : "SRAM";
}

std::string sizeAttribute(const BufferLevel& level, Remarks& remarks)
{
    if (!level.capacity)
        return "";
    const std::int64_t word = wordOf(level).count, bits = level.capacity->count * 8, words = bits / word;
    if (bits % word != 0)
        remarks.push_back("level " + level.name + ": " + std::to_string(bits % word)
                          + " bit of its capacity hold no whole word and are left out");
    return words % level.accessElements == 0 ? ", depth: " + std::to_string(words / level.accessElements)
                                             : ", entries: " + std::to_string(words);
}

std::string bandwidthAttribute(const char* key, const std::optional<BytesPerCycle>& rate, Bits word)
{
    return rate ? std::string(", ") + key + ": " + exactNumber(rate->count * 8 / static_cast<double>(word.count)) : "";
}

void remarkOnWidths(const BufferLevel& level, Remarks& remarks)
{
    const Bits word = wordOf(level);
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role) && level.elementBits[role] != word)
            remarks.push_back("level " + level.name + ": " + std::string(name(role)) + " have "
                              + std::to_string(level.elementBits[role].count)
                              + " bit here, but Timeloop has one width, " + std::to_string(word.count)
                              + " bit, for all tensors of a level");
}

std::string component(const hardware::Accelerator& accelerator, std::size_t index, TensorSet kept, Remarks& remarks)
{
    const BufferLevel& level = accelerator.levels[index];
    const Bits word = wordOf(level);
    remarkOnWidths(level, remarks);
    std::string yaml =
        "  - !Component\n    name: " + yamlScalar(level.name) + "\n    class: " + className(level.kind) + "\n";
    yaml += "    attributes: {datawidth: " + std::to_string(word.count)
            + ", width: " + std::to_string(word.count * level.accessElements * level.clusterSize)
            + ", cluster_size: " + std::to_string(level.clusterSize) + sizeAttribute(level, remarks)
            + bandwidthAttribute("read_bandwidth", accelerator.readRate(index), word)
            + bandwidthAttribute("write_bandwidth", accelerator.writeRate(index), word) + "}\n";
    return yaml + "    constraints: {dataspace: {keep: " + tensorList(kept)
           + ", bypass: " + tensorList(othersThan(level.keeps)) + "}}\n";
}

} // namespace

std::string exactNumber(double value)
{
    std::array<char, 64> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

Bits wordOf(const BufferLevel& level)
{
    Bits widest{0};
    for (const TensorRole role : kTensorRoles)
        if (level.keeps.contains(role))
            widest = std::max(widest, level.elementBits[role]);
    return widest;
}

std::string fanoutContainer(const BufferLevel& level)
{
    return level.keeps.empty() ? level.name : level.name + "_children";
}

std::string writeArchitecture(const hardware::Accelerator& accelerator, const mapping::LayerMapping* mapping,
                              const std::vector<hardware::Fanout>& fanouts, Remarks& remarks)
{
    std::string yaml =
        "# Sizes are words, bandwidths words per cycle of one instance. The energies stand in energies.yaml.\n"
        "# In Timeloop compatibility mode Nestloom counts for this accelerator as Timeloop does in "
        + std::string(cost::commitOf(accelerator.timeloop)) + " (" + std::string(name(accelerator.timeloop))
        + ").\nvariables:\n  version: 0.4\n  global_cycle_seconds: " + decimalNumber(1 / accelerator.clock.count)
        + "\n  technology: -1 # not known; the energies do not depend on it\narchitecture:\n  version: 0.4\n"
          "  nodes: # outermost first\n  - !Container {name: "
        + yamlScalar(accelerator.name) + "}\n";
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        if (!accelerator.levels[i].keeps.empty())
            yaml +=
                component(accelerator, i, mapping ? mapping->levels[i].keeps : accelerator.levels[i].keeps, remarks);
        if (fanouts[i].count() > 1)
            yaml += "  - !Container\n    name: " + yamlScalar(fanoutContainer(accelerator.levels[i]))
                    + "\n    spatial: {meshX: " + std::to_string(fanouts[i].columns)
                    + ", meshY: " + std::to_string(fanouts[i].rows) + "}\n";
    }
    const std::string bits = std::to_string(accelerator.macBits.count);
    return yaml + "  - !Component\n    name: mac\n    class: intmac\n    attributes: {datawidth: " + bits
           + ", multiplier_width: " + bits + "}\n";
}

std::string writeEnergies(const hardware::Accelerator& accelerator)
{
    std::string yaml = "# Energy reference table: pJ of one access of a whole block, of one multiply-accumulate, and\n"
                       "# leaking in a cycle.\n"
                       "ERT:\n  version: 0.4\n  tables:\n";
    using Actions = std::vector<std::pair<const char*, Picojoules>>;
    const auto table = [&](const std::string& part, std::int64_t instances, Actions actions, Watts leakage) {
        if (leakage.count > 0)
            actions.emplace_back("leak", hardware::leakagePerCycle(accelerator, leakage));
        yaml +=
            "  - name: " + yamlScalar("system." + part + "[1.." + std::to_string(instances) + "]") + "\n    actions:\n";
        for (const auto& [action, energy] : actions)
            yaml += std::string("    - {name: ") + action + ", arguments: {}, energy: " + decimalNumber(energy.count)
                    + "}\n";
    };
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const BufferLevel& level = accelerator.levels[i];
        if (!hardware::accessEnergy(accelerator, BufferLevelId{static_cast<std::uint32_t>(i)}))
            continue;
        const hardware::AccessEnergies energies = hardware::accessEnergies(accelerator, i);
        table(level.name, accelerator.instances(i),
              {{"read", energies.read}, {"write", energies.fill}, {"update", energies.update}}, level.leakage);
    }
    table("mac", accelerator.macUnits(), {{"compute", accelerator.macEnergy}}, accelerator.macLeakage);
    return yaml;
}

} // namespace nestloom::io::timeloop
