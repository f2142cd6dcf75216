// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/serving.h"

#include "engine/schedule/flexer/machine.h"
#include "engine/schedule/kapla/node_machine.h"
#include "engine/schedule/kapla/node_run.h"

#include <sstream>

namespace nestloom::explore {

namespace {

using hardware::Accelerator;

// presets/accelerators/kapla-4x4.yaml: words of 16 bit, 16 nodes
constexpr double kHopPerBit = 9.76 / 16, kWiresPerBit = 1.6416 / 16, kIdlePerNode = 1272.86881 / 16;

struct Change {
    Accelerator accelerator;
    std::string words;
};

/// A scratchpad for all tensors, and no more NPUs than Flexer schedules: the others become parts of these.
Change withNpus(Accelerator accelerator)
{
    if (accelerator.levels.size() < 2)
        return {std::move(accelerator), {}};
    hardware::BufferLevel& scratchpad = accelerator.levels[1];
    std::string words;
    if (scratchpad.keeps != TensorSet::all()) {
        scratchpad.keeps = TensorSet::all();
        words = "all tensors in " + scratchpad.name;
    }
    const bool hasArray = accelerator.macUnits() > accelerator.instances(1) * scratchpad.fanout.count();
    if (hasArray && scratchpad.fanout.count() > schedule::flexer::kMaxNpus) {
        hardware::Fanout &npus = scratchpad.fanout, &inside = accelerator.levels[2].fanout;
        while (npus.count() > schedule::flexer::kMaxNpus && (npus.rows % 2 == 0 || npus.columns % 2 == 0)) {
            const bool isRow = npus.rows % 2 == 0 && (npus.rows >= npus.columns || npus.columns % 2 != 0);
            (isRow ? npus.rows : npus.columns) /= 2;
            (isRow ? inside.rows : inside.columns) *= 2;
        }
        words += (words.empty() ? "" : " and ") + std::to_string(npus.count()) + " NPUs of "
                 + std::to_string(accelerator.macUnits() / npus.count()) + " MAC units";
    }
    return {std::move(accelerator), words};
}

/// The section `nodes`, and one width of words.
Change withNodes(Accelerator accelerator)
{
    if (accelerator.levels.empty())
        return {std::move(accelerator), {}};
    const Bits word = accelerator.levels[0].elementBits[TensorRole::Weights];
    std::ostringstream words;
    if (!accelerator.nodes) {
        const hardware::NodeArray nodes = assumedNodes(accelerator);
        accelerator.nodes = nodes;
        accelerator.notes.push_back(
            "Assumed: energies of hops, wires and idle nodes by bit and by node as in kapla-4x4.");
        words << "nodes (" << accelerator.levels[0].fanout.count() << ", hop " << nodes.hopEnergy.count << " pJ, wires "
              << nodes.wireEnergy.count << " pJ, idle " << nodes.idleEnergy.count << " pJ a cycle)";
    }
    bool isOneWidth = true;
    for (hardware::BufferLevel& level : accelerator.levels)
        for (const TensorRole role : kTensorRoles) {
            isOneWidth &= level.elementBits[role] == word;
            level.elementBits[role] = word;
        }
    if (!isOneWidth)
        words << (words.view().empty() ? "" : " and ") << "all words of " << word.count << " bit";
    return {std::move(accelerator), words.str()};
}

template <typename MachineOf>
std::optional<Obstacle> obstacleOf(const Accelerator& accelerator, Change change, const char* suffix,
                                   MachineOf machineOf)
{
    const auto machine = machineOf(accelerator);
    if (machine)
        return std::nullopt;
    const auto changed = machineOf(change.accelerator);
    if (!changed) // what the change cannot mend is the better reason
        return Obstacle{changed.error().message, {}, {}};
    if (!hardware::check(change.accelerator).empty())
        return Obstacle{machine.error().message, {}, {}};
    change.accelerator.name += suffix;
    change.accelerator.description = accelerator.name + " with " + change.words;
    return Obstacle{machine.error().message, change.words, std::move(change.accelerator)};
}

} // namespace

hardware::NodeArray assumedNodes(const Accelerator& accelerator)
{
    hardware::NodeArray nodes;
    if (accelerator.levels.empty())
        return nodes;
    const double word = double(accelerator.levels[0].elementBits[TensorRole::Weights].count);
    nodes.hopEnergy = {kHopPerBit * word};
    nodes.wireEnergy = {kWiresPerBit * word};
    nodes.idleEnergy = {kIdlePerNode * double(accelerator.levels[0].fanout.count())};
    return nodes;
}

std::optional<BufferLevelId> sharedBuffer(const Accelerator& accelerator)
{
    std::optional<BufferLevelId> best;
    const auto rank = [&](std::size_t i) {
        return std::pair(accelerator.instances(i) == 1, accelerator.levels[i].capacity->count);
    };
    for (std::size_t i = 1; i < accelerator.levels.size(); ++i)
        if (accelerator.levels[i].capacity && (!best || rank(i) > rank(best->value)))
            best = BufferLevelId{std::uint32_t(i)};
    return best;
}

std::optional<Obstacle> obstacle(std::string_view engine, const Accelerator& accelerator)
{
    if (engine == "flexer")
        return obstacleOf(accelerator, withNpus(accelerator), "-npus", schedule::flexer::machineOf);
    if (kapla::isNodeEngine(engine))
        return obstacleOf(accelerator, withNodes(accelerator), "-nodes", kapla::machineOf);
    return std::nullopt;
}

} // namespace nestloom::explore
