// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/node_machine.h"

#include "engine/base/number_words.h"
#include "engine/base/ranges.h"
#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>

namespace nestloom::kapla {

namespace {

using hardware::BufferLevel;

Error unsupported(const hardware::Accelerator& accelerator, const std::string& key, const std::string& message)
{
    return {ErrorCode::Unsupported, message, "accelerator " + accelerator.name + ": " + key};
}

std::string keyOf(std::size_t level, const std::string& field)
{
    return "levels[" + std::to_string(level) + "]." + field;
}

/// What is missing for nodes on a mesh; nothing = all is there.
std::optional<Error> obstacle(const hardware::Accelerator& accelerator)
{
    if (accelerator.levels.size() != 3)
        return unsupported(
            accelerator, "levels",
            "scheduling nodes needs exactly three levels: DRAM, the buffer of a node, the registers of a PE; there are "
                + std::to_string(accelerator.levels.size()) + "; the presets kapla-4x4 and kapla-16x16 have them");
    if (!accelerator.nodes)
        return unsupported(accelerator, "nodes",
                           "scheduling nodes needs the section 'nodes' (hop, wires and idle energy); the presets "
                           "kapla-4x4 and kapla-16x16 have it");
    const Bits word = accelerator.levels[0].elementBits[TensorRole::Weights];
    for (std::size_t i = 0; i < 3; ++i) {
        const BufferLevel& level = accelerator.levels[i];
        for (const TensorRole role : kTensorRoles)
            if (level.elementBits[role] != word)
                return unsupported(accelerator, keyOf(i, "element"),
                                   "nodes need one width of all elements, that of a word");
        if (i > 0 && !level.capacity)
            return unsupported(accelerator, keyOf(i, "capacity"), "nodes need a capacity of " + level.name);
        if (level.multicast != TensorSet::all())
            return unsupported(accelerator, keyOf(i, "multicast"),
                               "nodes and PEs share what they have in common: leave the key out");
    }
    if (accelerator.levels[2].keeps != TensorSet::all())
        return unsupported(accelerator, keyOf(2, "keeps"), "the registers of a PE hold all tensors: leave the key out");
    if (accelerator.levels[2].fanout.count() != 1)
        return unsupported(accelerator, keyOf(2, "fanout"),
                           "a PE of a node has one MAC unit: set the fan-out of " + accelerator.levels[2].name
                               + " to 1");
    if (const auto rate = accelerator.readRate(1); rate && rate->count < double(word.count) / 8)
        return unsupported(accelerator, keyOf(1, "read_bandwidth"), "the bus of a node moves at least a word a cycle");
    return std::nullopt;
}

/// KAPLA tells no reads from writes; leftOut() says so.
double energyPerWord(const hardware::Accelerator& accelerator, std::uint32_t level)
{
    const hardware::AccessEnergies energies = hardware::elementEnergies(accelerator, level);
    return (energies.read.count + energies.update.count) / 2;
}

std::int64_t wordsIn(const BufferLevel& level, Bits word) { return level.capacity->count * 8 / word.count; }

Extent extentOf(const hardware::Fanout& fanout) { return {fanout.rows, fanout.columns}; }

} // namespace

std::vector<std::string> leftOut(const hardware::Accelerator& accelerator)
{
    const BufferLevel &buffer = accelerator.levels[1], &registers = accelerator.levels[2];
    std::vector<std::string> notes;
    const double wordBytes = double(buffer.elementBits[TensorRole::Weights].count) / 8;
    if (const auto rate = accelerator.readRate(1); rate && std::fmod(rate->count, wordBytes) != 0)
        notes.push_back("The bus of " + buffer.name + " moves whole words: "
                        + nestloom::counted(std::int64_t(rate->count / wordBytes), "word") + " a cycle.");
    std::vector<std::string> fields;
    if (const auto write = accelerator.writeRate(1); write && write != accelerator.readRate(1))
        fields.push_back("write_bandwidth of " + buffer.name);
    if (accelerator.readRate(2) || accelerator.writeRate(2))
        fields.push_back("bandwidths of " + registers.name);
    if (!fields.empty())
        notes.push_back("Nodes do not look at " + joinText(fields, ", ") + ".");
    if (buffer.keeps != TensorSet::all())
        notes.push_back("What " + buffer.name + " does not keep may bypass it; nodes may store it there all the same.");
    for (std::uint32_t level = 0; level < accelerator.levels.size(); ++level)
        if (const auto energies = hardware::elementEnergies(accelerator, level); !energies.areEqual())
            notes.push_back("Nodes tell no reads from writes: every word costs "
                            + shortestNumber(energyPerWord(accelerator, level)) + " pJ at "
                            + accelerator.levels[level].name + ", the mean of a read and an update.");
    return notes;
}

Result<Machine> machineOf(const hardware::Accelerator& accelerator)
{
    if (auto missing = obstacle(accelerator))
        return *std::move(missing);
    const BufferLevel &dram = accelerator.levels[0], &buffer = accelerator.levels[1],
                      &registers = accelerator.levels[2];
    const Bits word = dram.elementBits[TensorRole::Weights];
    const double wordBytes = double(word.count) / 8;
    Machine machine;
    machine.nodes = rectangle(RegionKind::Nodes, extentOf(dram.fanout), {}, {1, 1});
    machine.memory =
        rectangle(RegionKind::Memory, {2, 2}, {}, {machine.nodes.extent.h - 1, machine.nodes.extent.w - 1});
    machine.array = extentOf(buffer.fanout);
    machine.bufferWords = wordsIn(buffer, word);
    machine.registerWords = wordsIn(registers, word);
    if (const auto rate = accelerator.readRate(1))
        machine.busWords = std::max<std::int64_t>(1, std::int64_t(rate->count / wordBytes));
    const double unlimited = kUnlimited;
    const auto readRate = accelerator.readRate(0), writeRate = accelerator.writeRate(0);
    const double read = readRate ? readRate->count / wordBytes : unlimited,
                 written = writeRate ? writeRate->count / wordBytes : unlimited;
    machine.dramWordsPerCycle = dram.ports == 2 ? read : std::min(read, written);
    if (dram.ports == 2)
        machine.dramWritesPerCycle = written;
    const hardware::NodeArray& nodes = *accelerator.nodes;
    machine.costs = {accelerator.macEnergy.count,
                     energyPerWord(accelerator, 0),
                     energyPerWord(accelerator, 1),
                     nodes.wireEnergy.count,
                     energyPerWord(accelerator, 2),
                     nodes.hopEnergy.count,
                     nodes.idleEnergy.count + hardware::leakagePerCycle(accelerator).count};
    for (const TensorRole role : kTensorRoles)
        machine.features.mayBypassBuffer[role] = !buffer.keeps.contains(role);
    machine.features.bufferSharing = nodes.bufferSharing;
    if (nodes.peMapping == hardware::NodeArray::PeMapping::Systolic)
        machine.mapping = PeMapping::Systolic;
    return machine;
}

SegmentRules segmentRulesOf(const hardware::Accelerator& accelerator, bool training)
{
    SegmentRules rules;
    rules.longest = 5; // KAPLA's study
    if (accelerator.nodes && !training) {
        rules.spatial = accelerator.nodes->spatialLayerPipe;
        rules.temporal = accelerator.nodes->temporalLayerPipe;
    }
    return rules;
}

} // namespace nestloom::kapla
