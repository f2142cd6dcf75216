// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/blocking.h"

#include "engine/base/integers.h"

#include <cmath>
#include <cstdlib>

namespace nestloom::kapla {

namespace {

/// Position of the innermost loop with more than one iteration that the tensor depends on; -1 if there is none.
int innermostOf(LayerKind kind, TensorRole role, const Blocking& blocking, std::size_t level)
{
    int position = -1;
    for (const Loop loop : kLoops)
        if (indexes(kind, role, loop) && blocking.factors[level][index(loop)] > 1) {
            const int here = blocking.position[level][index(loop)];
            position = position < 0 ? here : std::min(position, here);
        }
    return position;
}

/// Iterations of the loops that do not change the tensor and lie outside its innermost own loop of a level.
std::int64_t repetitions(LayerKind kind, TensorRole role, const Blocking& blocking, std::size_t level, int innermost)
{
    std::int64_t product = 1;
    for (const Loop loop : kLoops) {
        if (indexes(kind, role, loop))
            continue;
        const std::size_t levels = level + (blocking.position[level][index(loop)] > innermost ? 1 : 0);
        for (std::size_t outer = 0; outer < levels; ++outer)
            product *= blocking.factors[outer][index(loop)];
    }
    return product;
}

std::int64_t unitsBelow(LayerKind kind, TensorRole role, const Blocking& blocking, std::size_t level)
{
    std::int64_t units = 1;
    for (const Loop loop : kLoops)
        if (indexes(kind, role, loop))
            for (std::size_t inner = level + 1; inner < 3; ++inner)
                units *= blocking.factors[inner][index(loop)];
    return units;
}

bool fitsRegisters(const BlockingProblem& problem, const Blocking& blocking)
{
    std::int64_t words = 0;
    for (const TensorRole role : kTensorRoles)
        words += unitsBelow(problem.loops.kind, role, blocking, 1) * problem.loops.registerWords[role];
    return words <= problem.registerWords;
}

bool fitsBuffer(const BlockingProblem& problem, const Blocking& blocking, const PerTensor<bool>& stored)
{
    std::int64_t words = 0;
    for (const TensorRole role : kTensorRoles)
        if (stored[role])
            words +=
                bufferedWords(problem.loops, blocking, role, problem.features.bufferSharing ? problem.groups[role] : 1);
    return words <= problem.bufferWords;
}

/// Which tensors lie in the buffers: those that must, those that pass through them, and those that are reused there.
/// Returns  nothing when data from or for other nodes would have to move more than once.
std::optional<PerTensor<bool>> storedTensors(const BlockingProblem& problem, const Fetches& fetches)
{
    PerTensor<bool> stored;
    for (const TensorRole role : kTensorRoles)
        stored[role] = !problem.features.mayBypassBuffer[role];
    const auto passThrough = [&](Endpoint endpoint, TensorRole role) {
        if (endpoint != Endpoint::Memory && fetches[0][role] > 1)
            return false;
        if (endpoint == Endpoint::OwnNodes)
            stored[role] = true;
        return true;
    };
    if (!passThrough(problem.source, TensorRole::Inputs) || !passThrough(problem.destination, TensorRole::Outputs))
        return std::nullopt;
    for (const TensorRole role : kTensorRoles)
        if (fetches[0][role] < fetches[1][role])
            stored[role] = true;
    return stored;
}

bool pinsFilters(const BlockingProblem& problem, const Blocking& blocking)
{
    if (!problem.filtersStay || made(problem.loops.kind) == TensorRole::Weights)
        return false;
    for (const Loop loop : kLoops)
        if (indexes(problem.loops.kind, TensorRole::Weights, loop) && blocking.factors[0][index(loop)] != 1)
            return false;
    return true;
}

void countAccesses(const BlockingProblem& problem, BlockingCounts& counts)
{
    const UnitLoops& loops = problem.loops;
    const double nodes = double(problem.nodes);
    const double passes = double(loops.passes());
    for (const TensorRole role : kTensorRoles) {
        const double intoRegisters = double(counts.fetches[1][role]);
        counts.access[index(Level::Registers)][role] =
            loops.access[index(Level::Registers)][role] * passes * (role == made(loops.kind) ? 2 : 1) * nodes;
        counts.access[index(Level::Array)][role] = loops.accessOnce(Level::Array, role) * intoRegisters * nodes;
        counts.access[index(Level::Buffer)][role] =
            counts.stored[role] ? loops.accessOnce(Level::Buffer, role) * intoRegisters * nodes : 0;
        counts.access[index(Level::Dram)][role] =
            loops.accessOnce(counts.stored[role] ? Level::Dram : Level::Buffer, role) * double(counts.fetches[0][role])
            * nodes / (problem.features.forwards() ? double(problem.groups[role]) : 1);
    }
    const auto moveOver = [&counts](TensorRole role) {
        std::swap(counts.remote[role], counts.access[index(Level::Dram)][role]);
    };
    if (problem.source != Endpoint::Memory)
        moveOver(TensorRole::Inputs);
    if (problem.destination != Endpoint::Memory)
        moveOver(TensorRole::Outputs);
}

double sum(const PerTensor<double>& words) { return words.values[0] + words.values[1] + words.values[2]; }

double memoryTime(const BlockingProblem& problem, const BlockingCounts& counts)
{
    const PerTensor<double>& words = counts.access[index(Level::Dram)];
    if (!problem.dramWritesPerCycle)
        return sum(words) / problem.dramWordsPerCycle;
    const TensorRole role = made(problem.loops.kind);
    const double fetches = double(std::max<std::int64_t>(1, counts.fetches[0][role])); // one more write than reads
    const double written = words[role] * (fetches + 1) / (2 * fetches);
    return dramTime(problem.dramWordsPerCycle, problem.dramWritesPerCycle, sum(words) - written, written);
}

void countCycles(const BlockingProblem& problem, BlockingCounts& counts)
{
    counts.passCycles = problem.loops.cycles * problem.loops.passes();
    counts.dramCycles = std::int64_t(std::ceil(memoryTime(problem, counts)));
    const auto& buffer = counts.access[index(Level::Buffer)].values;
    const double most = std::max(buffer[0], std::max(buffer[1], buffer[2])); // each tensor has a bus of its own
    if (problem.busWords)
        counts.busCycles = ceilDivide(std::int64_t(std::ceil(most / double(problem.nodes))), *problem.busWords);
}

} // namespace

Fetches fetchesOf(LayerKind kind, const Blocking& blocking)
{
    Fetches fetches;
    for (std::size_t level = 0; level < 2; ++level)
        for (const TensorRole role : kTensorRoles) {
            const int innermost = innermostOf(kind, role, blocking, level);
            if (innermost < 0) {
                fetches[level][role] = level == 0 ? 1 : fetches[0][role];
                continue;
            }
            const std::int64_t times = repetitions(kind, role, blocking, level, innermost);
            fetches[level][role] = role == made(kind) ? 2 * times - 1 : times;
        }
    return fetches;
}

Endpoint sourceOf(const Placement& placement)
{
    return placement.source.kind == RegionKind::Memory ? Endpoint::Memory
           : placement.source == placement.nodes       ? Endpoint::OwnNodes
                                                       : Endpoint::OtherNodes;
}

Endpoint destinationOf(const Placement& placement)
{
    return placement.destination.kind == RegionKind::Memory ? Endpoint::Memory
           : placement.destination == placement.nodes       ? Endpoint::OwnNodes
                                                            : Endpoint::OtherNodes;
}

PerTensor<std::int64_t> groupSizes(LayerKind kind, const Partition& partition)
{
    const std::int64_t pixels = partition.count(Split::Pixels), batch = partition.count(Split::Batch);
    const auto place = [&](Split split) { return std::ranges::find(partition.order, split) - partition.order.begin(); };
    const auto apart = place(Split::Pixels) - place(Split::Batch);
    // Both divisions of the batch loop count if they nest directly, else the inner one.
    const std::int64_t batchLoop = pixels == 1            ? batch
                                   : batch == 1           ? pixels
                                   : std::abs(apart) == 1 ? pixels * batch
                                   : apart > 0            ? pixels
                                                          : batch;
    const PerLoop perLoop{partition.count(Split::InputChannels), partition.count(Split::OutputChannels), batchLoop};
    PerTensor<std::int64_t> groups{{{1, 1, 1}}};
    for (const TensorRole role : kTensorRoles)
        for (const Loop loop : kLoops)
            if (!indexes(kind, role, loop)
                && (forwardKind(kind) != LayerKind::Depthwise || loop != Loop::InputChannels)) {
                groups[role] = perLoop[index(loop)];
                break;
            }
    return groups;
}

BlockingProblem blockingProblem(const Machine& machine, const Placement& placement, const Partition& partition,
                                const UnitLoops& loops)
{
    return {loops,
            groupSizes(loops.kind, partition),
            placement.nodes.extent.size(),
            sourceOf(placement),
            destinationOf(placement),
            placement.filtersStay,
            machine.bufferWords,
            machine.registerWords,
            machine.busWords,
            machine.dramWordsPerCycle,
            machine.dramWritesPerCycle,
            machine.costs,
            machine.features};
}

double accessCost(const BlockingCounts& counts, const Costs& costs)
{
    return costs.dram * sum(counts.access[index(Level::Dram)]) + costs.buffer * sum(counts.access[index(Level::Buffer)])
           + costs.array * sum(counts.access[index(Level::Array)])
           + costs.registers * sum(counts.access[index(Level::Registers)]) + costs.buffer * sum(counts.remote);
}

std::int64_t bufferedWords(const UnitLoops& loops, const Blocking& blocking, TensorRole role, std::int64_t sharers)
{
    return ceilDivide(unitsBelow(loops.kind, role, blocking, 0) * loops.bufferWords[role], sharers);
}

std::optional<BlockingCounts> count(const BlockingProblem& problem, const Blocking& blocking)
{
    PerTensor<bool> always;
    for (const TensorRole role : kTensorRoles)
        always[role] = !problem.features.mayBypassBuffer[role];
    if (!fitsRegisters(problem, blocking) || !fitsBuffer(problem, blocking, always))
        return std::nullopt;
    BlockingCounts counts;
    counts.fetches = fetchesOf(problem.loops.kind, blocking);
    const auto stored = storedTensors(problem, counts.fetches);
    if (!stored || !fitsBuffer(problem, blocking, *stored))
        return std::nullopt;
    counts.stored = *stored;
    counts.filtersPinned = pinsFilters(problem, blocking);
    if (counts.filtersPinned)
        counts.fetches[0][TensorRole::Weights] = 0;
    countAccesses(problem, counts);
    countCycles(problem, counts);
    counts.operations = problem.loops.operations * double(problem.loops.passes()) * double(problem.nodes);
    return counts;
}

} // namespace nestloom::kapla
