// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_search.h"

#include "engine/kapla/row_stationary.h"

#include <algorithm>
#include <map>

namespace nestloom::kapla {

namespace {

/// A partition with one PE mapping and its best blocking.
struct Candidate {
    std::size_t rank = 0; // in the enumeration
    std::size_t partition = 0;
    const UnitLoops* loops = nullptr;
    const SweepResult* swept = nullptr;
    double least = 0; // cost without hops
    double cycles = 0;
};

/// A share of a node, with its PE mappings.
struct ShareLoops {
    std::vector<UnitLoops> loops;
};

using Sweeps = std::vector<std::optional<SweepResult>>; // by PE mapping

/// The nodes of a region, divided in all ways.
struct Divided {
    std::vector<Partition> partitions;
    std::vector<std::shared_ptr<const ShareLoops>> shares; // by partition
};

struct FixedHops {
    std::int64_t weights = 0;
    std::int64_t outputs = 0;
};

using ShareKey = std::array<std::int64_t, 5>;
using SweepKey = std::tuple<ShareKey, std::array<std::int64_t, 3>, std::int64_t, Endpoint, Endpoint, bool, TopConstraint>;
using ListKey = std::tuple<Extent, Endpoint, Endpoint, bool, TopConstraint>;

ShareKey shareKey(const Partition& partition)
{
    const Extent pixels = partition.of(Split::Pixels);
    return {partition.count(Split::OutputChannels), pixels.h, pixels.w, partition.count(Split::Batch), partition.count(Split::InputChannels)};
}

} // namespace

class LayerSearch::Impl {
public:
    Impl(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_memory(nodesOf(machine.memory))
    {
    }

    std::optional<LayerSchedule> best(const Placement& placement, const TopConstraint& constraint, const DataLayout& inputs,
                                      const std::stop_token& stop)
    {
        const Divided& divided = dividedAmong(placement.nodes.extent);
        const std::vector<Candidate>& list = candidates(placement, constraint, stop);
        const std::vector<HeldBlock> held = heldBlocks(inputs);
        const FmapRange whole = wholeRange(inputs);
        std::map<std::size_t, std::int64_t> inputHopsOf; // by partition
        const Candidate* winner = nullptr;
        LayerCost winnerCost;
        double bestCost = 0, bestCycles = 0;
        for (const Candidate& candidate : list) {
            if (stop.stop_requested())
                return std::nullopt;
            if (winner && better(m_goal, bestCost, bestCycles, candidate.least, candidate.cycles))
                break; // candidates only get worse, and hops add to them
            const Partition& partition = divided.partitions[candidate.partition];
            const FixedHops& fixed = fixedHops(placement, partition);
            auto found = inputHopsOf.find(candidate.partition);
            if (found == inputHopsOf.end())
                found = inputHopsOf.emplace(candidate.partition,
                                            inputHops(demandOf(TensorRole::Inputs, m_layer, m_batch, partition, placement.nodes), held, whole,
                                                      m_machine.features.forwards())).first;
            const PerTensor<std::int64_t> once{{{fixed.weights, found->second, fixed.outputs}}};
            LayerCost cost = layerCost(m_machine.costs, candidate.swept->counts, once, {});
            if (winner && better(m_goal, bestCost, bestCycles, cost.total(), candidate.cycles))
                continue;
            cost = layerCost(m_machine.costs, candidate.swept->counts, once, shared(placement, partition, candidate));
            const bool ahead = !winner || better(m_goal, cost.total(), candidate.cycles, bestCost, bestCycles)
                               || (!better(m_goal, bestCost, bestCycles, cost.total(), candidate.cycles) && candidate.rank < winner->rank);
            if (!ahead)
                continue;
            winner = &candidate;
            winnerCost = cost;
            bestCost = cost.total();
            bestCycles = candidate.cycles;
        }
        if (!winner)
            return std::nullopt;
        const Partition& partition = divided.partitions[winner->partition];
        return LayerSchedule{partition, *winner->loops, winner->swept->blocking, winnerCost, outputLayout(placement, m_layer, m_batch, partition)};
    }

    SweepEffort effort;

private:
    const Divided& dividedAmong(Extent nodes)
    {
        const auto [at, isNew] = m_divided.try_emplace(nodes);
        Divided& divided = at->second;
        if (!isNew)
            return divided;
        divided.partitions = partitions(m_layer, m_batch, nodes, m_rules);
        for (const Partition& partition : divided.partitions) {
            auto& share = m_shares[{shareKey(partition), nodes.size()}];
            if (!share)
                share = std::make_shared<ShareLoops>(ShareLoops{rowStationary(shareOf(partition, m_layer, m_batch), m_machine.array)});
            divided.shares.push_back(share);
        }
        return divided;
    }

    const Sweeps& sweepsOf(const Placement& placement, const Partition& partition, const ShareLoops& share, const TopConstraint& constraint)
    {
        const SweepKey key{shareKey(partition), groupSizes(m_layer.kind, partition).values, placement.nodes.extent.size(), sourceOf(placement),
                           destinationOf(placement), placement.filtersStay, constraint};
        const auto [at, isNew] = m_sweeps.try_emplace(key);
        if (isNew)
            for (const UnitLoops& loops : share.loops)
                at->second.push_back(sweep(blockingProblem(m_machine, placement, partition, loops), constraint, m_goal, effort));
        return at->second;
    }

    const std::vector<Candidate>& candidates(const Placement& placement, const TopConstraint& constraint, const std::stop_token& stop)
    {
        const ListKey key{placement.nodes.extent, sourceOf(placement), destinationOf(placement), placement.filtersStay, constraint};
        if (const auto known = m_lists.find(key); known != m_lists.end())
            return known->second;
        const Divided& divided = dividedAmong(placement.nodes.extent);
        std::vector<Candidate> list;
        std::size_t rank = 0;
        for (std::size_t i = 0; i < divided.partitions.size(); ++i) {
            if (stop.stop_requested())
                return m_none; // an unfinished list must not be kept
            const ShareLoops& share = *divided.shares[i];
            const Sweeps& sweeps = sweepsOf(placement, divided.partitions[i], share, constraint);
            for (std::size_t j = 0; j < sweeps.size(); ++j, ++rank)
                if (sweeps[j])
                    list.push_back({rank, i, &share.loops[j], &*sweeps[j], layerCost(m_machine.costs, sweeps[j]->counts, {}, {}).total(),
                                    double(sweeps[j]->counts.cycles())});
        }
        std::stable_sort(list.begin(), list.end(), [this](const Candidate& a, const Candidate& b) {
            return better(m_goal, a.least, a.cycles, b.least, b.cycles);
        });
        return m_lists.emplace(key, std::move(list)).first->second;
    }

    const FixedHops& fixedHops(const Placement& placement, const Partition& partition)
    {
        const auto [at, isNew] = m_fixedHops.try_emplace({placement.nodes, placement.destination, partition});
        if (!isNew)
            return at->second;
        const bool forwards = m_machine.features.forwards();
        at->second.weights = weightHops(demandOf(TensorRole::Weights, m_layer, m_batch, partition, placement.nodes), m_layer, m_memory, forwards);
        const DataLayout outputs = outputLayout(placement, m_layer, m_batch, partition);
        if (outputs.front().partition != partition || outputs.front().region != placement.nodes)
            at->second.outputs = outputHops(demandOf(TensorRole::Outputs, m_layer, m_batch, partition, placement.nodes), outputs, forwards);
        return at->second;
    }

    const PerTensor<double>& shared(const Placement& placement, const Partition& partition, const Candidate& candidate)
    {
        const auto [at, isNew] = m_shared.try_emplace({placement.nodes, partition, candidate.swept});
        if (isNew && m_machine.features.bufferSharing)
            at->second = sharingHops(blockingProblem(m_machine, placement, partition, *candidate.loops), candidate.swept->blocking,
                                     candidate.swept->counts, sharingGroups(m_layer.kind, partition, placement.nodes));
        return at->second;
    }

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const PartitionRules m_rules;
    const Goal m_goal;
    const std::vector<Node> m_memory;
    const std::vector<Candidate> m_none;
    std::map<Extent, Divided> m_divided;
    std::map<std::pair<ShareKey, std::int64_t>, std::shared_ptr<const ShareLoops>> m_shares;
    std::map<SweepKey, Sweeps> m_sweeps;
    std::map<ListKey, std::vector<Candidate>> m_lists;
    std::map<std::tuple<NodeRegion, NodeRegion, Partition>, FixedHops> m_fixedHops;
    std::map<std::tuple<NodeRegion, Partition, const SweepResult*>, PerTensor<double>> m_shared;
};

LayerSearch::LayerSearch(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal)
    : m_impl(std::make_unique<Impl>(machine, layer, batch, rules, goal))
{
}
LayerSearch::~LayerSearch() = default;

std::optional<LayerSchedule> LayerSearch::best(const Placement& placement, const TopConstraint& constraint, const DataLayout& inputs,
                                               std::stop_token stop)
{
    return m_impl->best(placement, constraint, inputs, stop);
}

const SweepEffort& LayerSearch::effort() const { return m_impl->effort; }

} // namespace nestloom::kapla
