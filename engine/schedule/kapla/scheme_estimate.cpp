// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/scheme_estimate.h"

#include "engine/schedule/kapla/partition_space.h"

#include <algorithm>
#include <map>

namespace nestloom::kapla {

namespace {

std::int64_t atLeastOne(std::int64_t factor) { return std::max<std::int64_t>(1, factor); }

/// Words of a whole tensor that lie in the nodes' buffers at once: all of it, divided by the outermost loops that index it.
/// A loop that the scheme leaves free may be cut down to single iterations.
double keptWords(TensorRole role, const Layer& layer, std::int64_t batch, const TopConstraint& top)
{
    double words = wholeWords(role, layer, batch);
    for (const Loop loop : kLoops)
        if (indexes(layer.kind, role, loop)) {
            const std::int64_t factor = top.factor[index(loop)];
            const std::int64_t most = loop == Loop::Batch           ? batch * layer.outputHeight
                                      : loop == Loop::InputChannels ? layer.inputChannels
                                                                    : layer.outputChannels;
            words /= double(factor != 0 ? factor : most);
        }
    return words;
}

struct LayerEstimate {
    double cost = 0;   // without static energy
    double cycles = 0; // of its nodes
    double dramWords = 0;
    PerTensor<double> accesses;
};

LayerEstimate estimateLayer(const Machine& machine, const Layer& layer, std::int64_t batch, const SegmentLayer& one,
                            const TopConstraint& top, const LayerSchedule& alone)
{
    const Costs& costs = machine.costs;
    const BlockingCounts& counts = alone.cost.counts;
    LayerEstimate result;
    double onChip = alone.cost.operationCost + alone.cost.accessCost;
    for (const TensorRole role : kTensorRoles)
        onChip -= costs.dram * counts.access[index(Level::Dram)][role];
    result.cost = onChip;
    const std::int64_t batchParts = atLeastOne(top.factor[index(Loop::Batch)]);
    const double capacity = double(machine.bufferWords) * double(one.placement.nodes.extent.size());
    const double distance = meanMemoryDistance(one.placement.nodes, machine.memory);
    const PerTensor<Endpoint> ends{{{Endpoint::Memory, sourceOf(one.placement), destinationOf(one.placement)}}};
    for (const TensorRole role : kTensorRoles) {
        const double words = wholeWords(role, layer, batch);
        if (ends[role] != Endpoint::Memory) {
            result.cost += (costs.buffer + (ends[role] == Endpoint::OtherNodes ? costs.hop : 0)) * words;
            continue;
        }
        // Weights that do not all stay in the buffers come again with every part of the batch.
        const bool again = role == TensorRole::Weights
                           && (top.factor[index(Loop::InputChannels)] > 1 || top.factor[index(Loop::OutputChannels)] > 1 || words > capacity);
        result.accesses[role] = words * double(again ? batchParts : 1);
        result.dramWords += result.accesses[role];
        result.cost += (costs.dram + costs.hop * distance) * result.accesses[role];
    }
    const double nodes = double(one.placement.nodes.extent.size());
    result.cycles = double(counts.nodeCycles()) * double(machine.nodes.extent.size()) / nodes;
    return result;
}

} // namespace

bool mayFit(const Machine& machine, const Network& network, std::int64_t batch, const Segment& segment, const SegmentConstraint& constraint)
{
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const SegmentLayer& one = segment.layers[i];
        const Layer& layer = network.layers[one.layer].layer;
        double words = 0;
        for (const TensorRole role : kTensorRoles)
            if (!machine.features.mayBypassBuffer[role])
                words += keptWords(role, layer, batch, constraint[i].top);
        if (words > double(machine.bufferWords) * double(one.placement.nodes.extent.size()))
            return false;
    }
    return true;
}

SchemeEstimate estimate(const Machine& machine, const Network& network, std::int64_t batch, const Segment& segment,
                        const SegmentConstraint& constraint, const std::vector<std::shared_ptr<const LayerSchedule>>& alone)
{
    SchemeEstimate result{constraint, {}, {}};
    std::map<std::size_t, double> busy; // by nodes
    double dramWords = 0, fill = 0;
    std::int64_t batchParts = 1;
    for (std::size_t i = 0; i < segment.layers.size(); ++i) {
        const SegmentLayer& one = segment.layers[i];
        const TopConstraint& top = constraint[i].top;
        const LayerEstimate layer = estimateLayer(machine, network.layers[one.layer].layer, batch, one, top, *alone[one.layer]);
        result.figures.cost += layer.cost;
        dramWords += layer.dramWords;
        busy[one.slot.spatial] += layer.cycles;
        batchParts = std::max(batchParts, top.factor[index(Loop::Batch)]);
        const std::int64_t groups = atLeastOne(top.factor[index(Loop::OutputChannels)]);
        fill += layer.cycles / double(batchParts * groups);
        result.accesses.insert(result.accesses.end(), layer.accesses.values.begin(), layer.accesses.values.end());
    }
    double longest = 0;
    for (const auto& [nodes, cycles] : busy)
        longest = std::max(longest, cycles);
    const double nodeCycles = busy.size() > 1 ? longest + std::max(0.0, fill - longest / double(batchParts)) : longest;
    result.figures.cycles = std::max(nodeCycles, dramWords / machine.dramWordsPerCycle);
    result.figures.cost += machine.costs.idle * result.figures.cycles;
    if (busy.size() > 1)
        result.accesses.push_back(fill); // finer parts are worth having, too
    return result;
}

void keepPareto(std::vector<SchemeEstimate>& schemes)
{
    std::vector<bool> dominated(schemes.size());
    for (std::size_t i = 0; i < schemes.size(); ++i)
        for (std::size_t j = 0; j < schemes.size() && !dominated[i]; ++j) {
            const auto &a = schemes[j].accesses, &b = schemes[i].accesses;
            dominated[i] = a != b && std::equal(a.begin(), a.end(), b.begin(), std::less_equal<>());
        }
    std::size_t at = 0;
    std::erase_if(schemes, [&](const SchemeEstimate&) { return dominated[at++]; });
}

void keepBest(std::vector<SchemeEstimate>& schemes, Goal goal, std::size_t most)
{
    std::stable_sort(schemes.begin(), schemes.end(), [goal](const SchemeEstimate& a, const SchemeEstimate& b) {
        return better(goal, a.figures.cost, a.figures.cycles, b.figures.cost, b.figures.cycles);
    });
    std::vector<SchemeEstimate> kept;
    for (std::size_t first = 0, next = 0; first < schemes.size() && kept.size() < most; first = next) {
        for (next = first; next < schemes.size() && schemes[next].figures.cost <= schemes[first].figures.cost * (1 + 1e-9);)
            ++next;
        // Of those that look alike the coarsest, then the finest, then those between.
        std::vector<std::size_t> chosen{first};
        for (std::size_t part : {next - 1, first + (next - first) / 2, first + (next - first) / 4})
            if (std::find(chosen.begin(), chosen.end(), part) == chosen.end())
                chosen.push_back(part);
        for (std::size_t i = 0; i < chosen.size() && kept.size() < most; ++i)
            kept.push_back(schemes[chosen[i]]);
    }
    schemes = std::move(kept);
}

} // namespace nestloom::kapla
