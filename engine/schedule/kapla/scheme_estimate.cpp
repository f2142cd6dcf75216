// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/scheme_estimate.h"

#include "engine/schedule/kapla/partition_space.h"

#include <algorithm>
#include <map>

namespace nestloom::kapla {

namespace {

std::int64_t atLeastOne(std::int64_t factor) { return std::max<std::int64_t>(1, factor); }

} // namespace

SegmentEstimator::SegmentEstimator(const Machine& machine, const Network& network, std::int64_t batch,
                                   const Segment& segment,
                                   const std::vector<std::shared_ptr<const LayerSchedule>>& alone)
    : m_machine(machine), m_batch(batch)
{
    const Costs& costs = machine.costs;
    for (const SegmentLayer& one : segment.layers) {
        LayerFacts facts;
        facts.layer = network.layers[one.layer].layer;
        facts.spatial = one.slot.spatial;
        const LayerCost& cost = alone[one.layer]->cost;
        facts.onChip = cost.operationCost + cost.accessCost;
        const PerTensor<Endpoint> ends{{{Endpoint::Memory, sourceOf(one.placement), destinationOf(one.placement)}}};
        for (const TensorRole role : kTensorRoles) {
            facts.words[role] = wholeWords(role, facts.layer, batch);
            facts.fromMemory[role] = ends[role] == Endpoint::Memory;
            facts.onChip -= costs.dram * cost.counts.access[index(Level::Dram)][role];
            if (!facts.fromMemory[role])
                facts.onChip +=
                    (costs.buffer + (ends[role] == Endpoint::OtherNodes ? costs.hop : 0)) * facts.words[role];
        }
        const double nodes = double(one.placement.nodes.extent.size());
        facts.dramWord = costs.dram + costs.hop * meanMemoryDistance(one.placement.nodes, machine.memory);
        facts.capacity = double(machine.bufferWords) * nodes;
        facts.cycles = double(cost.counts.nodeCycles()) * double(machine.nodes.extent.size()) / nodes;
        m_layers.push_back(facts);
    }
}

/// Words of a whole tensor that lie in the nodes' buffers at once: all of it, divided by the outermost loops that index
/// it. A loop that the scheme leaves free may be cut down to single iterations.
double SegmentEstimator::keptWords(TensorRole role, const LayerFacts& facts, const TopConstraint& top) const
{
    double words = facts.words[role];
    for (const Loop loop : kLoops)
        if (indexes(facts.layer.kind, role, loop)) {
            const std::int64_t factor = top.factor[index(loop)];
            const std::int64_t most = loop == Loop::Batch           ? m_batch * facts.layer.outputHeight
                                      : loop == Loop::InputChannels ? facts.layer.inputChannels
                                                                    : facts.layer.outputChannels;
            words /= double(factor != 0 ? factor : most);
        }
    return words;
}

bool SegmentEstimator::mayFit(const SegmentConstraint& constraint) const
{
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        double words = 0;
        for (const TensorRole role : kTensorRoles)
            if (!m_machine.features.mayBypassBuffer[role])
                words += keptWords(role, m_layers[i], constraint[i].top);
        if (words > m_layers[i].capacity)
            return false;
    }
    return true;
}

SegmentEstimator::LayerEstimate SegmentEstimator::estimateLayer(const LayerFacts& facts, const TopConstraint& top) const
{
    LayerEstimate result{facts.onChip, {}};
    const std::int64_t batchParts = atLeastOne(top.factor[index(Loop::Batch)]);
    for (const TensorRole role : kTensorRoles) {
        if (!facts.fromMemory[role])
            continue;
        // Weights that do not all stay in the buffers come again with every part of the batch.
        const bool again = role == TensorRole::Weights
                           && (top.factor[index(Loop::InputChannels)] > 1 || top.factor[index(Loop::OutputChannels)] > 1
                               || facts.words[role] > facts.capacity);
        result.accesses[role] = facts.words[role] * double(again ? batchParts : 1);
        result.cost += facts.dramWord * result.accesses[role];
    }
    return result;
}

SchemeEstimate SegmentEstimator::estimate(SegmentConstraint constraint) const
{
    SchemeEstimate result;
    result.constraint = std::move(constraint);
    std::map<std::size_t, double> busy; // by nodes
    double read = 0, written = 0, fill = 0;
    std::int64_t batchParts = 1;
    for (std::size_t i = 0; i < m_layers.size(); ++i) {
        const TopConstraint& top = result.constraint[i].top;
        const LayerEstimate layer = estimateLayer(m_layers[i], top);
        result.figures.cost += layer.cost;
        for (const TensorRole role : kTensorRoles) {
            (role == made(m_layers[i].layer.kind) ? written : read) += layer.accesses[role];
            result.accesses.push_back(layer.accesses[role]);
        }
        busy[m_layers[i].spatial] += m_layers[i].cycles;
        batchParts = std::max(batchParts, top.factor[index(Loop::Batch)]);
        fill += m_layers[i].cycles / double(batchParts * atLeastOne(top.factor[index(Loop::OutputChannels)]));
    }
    double longest = 0;
    for (const auto& [nodes, cycles] : busy)
        longest = std::max(longest, cycles);
    const double nodeCycles = busy.size() > 1 ? longest + std::max(0.0, fill - longest / double(batchParts)) : longest;
    result.figures.cycles =
        std::max(nodeCycles, dramTime(m_machine.dramWordsPerCycle, m_machine.dramWritesPerCycle, read, written));
    result.figures.cost += m_machine.costs.idle * result.figures.cycles;
    if (busy.size() > 1)
        result.accesses.push_back(fill); // finer parts are worth having, too
    return result;
}

std::vector<bool> dominatedSchemes(const std::vector<SchemeEstimate>& schemes)
{
    std::vector<bool> dominated(schemes.size());
    for (std::size_t i = 0; i < schemes.size(); ++i)
        for (std::size_t j = 0; j < schemes.size() && !dominated[i]; ++j) {
            const auto &a = schemes[j].accesses, &b = schemes[i].accesses;
            dominated[i] = std::equal(a.begin(), a.end(), b.begin(), std::less_equal<>()) && a != b;
        }
    return dominated;
}

namespace {

bool isFiner(const SchemeEstimate& scheme, const SchemeEstimate& than)
{
    return std::equal(scheme.numbers.begin(), scheme.numbers.end(), than.numbers.begin(), std::greater_equal<>());
}

} // namespace

SegmentSchemes::SegmentSchemes(std::vector<SchemeEstimate> schemes, Goal goal)
{
    std::ranges::stable_sort(schemes, [goal](const SchemeEstimate& a, const SchemeEstimate& b) {
        return better(goal, a.figures.cost, a.figures.cycles, b.figures.cost, b.figures.cycles);
    });
    const std::vector<bool> dominated = dominatedSchemes(schemes);
    std::vector<SchemeEstimate> finer, worse;
    for (std::size_t i = 0; i < schemes.size(); ++i) {
        const bool isWaiting =
            std::ranges::any_of(m_schemes, [&](const SchemeEstimate& kept) { return isFiner(schemes[i], kept); });
        m_pareto += dominated[i] ? 0 : 1;
        (dominated[i] ? worse : isWaiting ? finer : m_schemes).push_back(std::move(schemes[i]));
    }
    m_first = m_schemes.size();
    for (std::vector<SchemeEstimate>* more : {&finer, &worse})
        std::move(more->begin(), more->end(), std::back_inserter(m_schemes));
}

std::optional<SchemeEstimate> SegmentSchemes::next()
{
    if (m_next == m_schemes.size())
        return std::nullopt;
    return std::move(m_schemes[m_next++]);
}

} // namespace nestloom::kapla
