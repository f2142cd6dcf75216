// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_search.h"

#include "engine/kapla/candidate_list.h"
#include "engine/kapla/layer_hops.h"

#include <map>

namespace nestloom::kapla {

class LayerSearch::Impl {
public:
    Impl(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules, Goal goal,
         int threads, AssignmentMemo* assignments)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_goal(goal),
          m_candidates(machine, layer, batch, rules, goal, threads), m_hops(machine, layer, batch, assignments)
    {
    }

    std::shared_ptr<const LayerSchedule> best(const Placement& placement, const TopConstraint& constraint,
                                              const DataLayout& inputs, const std::stop_token& stop)
    {
        const ResultKey key{placement, constraint, inputs};
        if (const auto known = m_results.find(key); known != m_results.end())
            return known->second;
        auto found = search(placement, constraint, inputs, stop);
        return stop.stop_requested() ? nullptr : m_results.emplace(key, std::move(found)).first->second;
    }

    const SweepEffort& effort() const { return m_candidates.effort(); }

private:
    using ResultKey = std::tuple<Placement, TopConstraint, DataLayout>;
    using SharingKey = std::tuple<NodeRegion, std::size_t, const SweepResult*>; // nodes, partition

    /// The best candidate up to now.
    struct Winner {
        const Candidate* candidate = nullptr;
        LayerCost cost;
        double total = 0;
    };

    bool isWorse(const Winner& winner, double cost, double cycles) const
    {
        return winner.candidate && better(m_goal, winner.total, winner.candidate->cycles, cost, cycles);
    }

    std::shared_ptr<const LayerSchedule> search(const Placement& placement, const TopConstraint& constraint,
                                                const DataLayout& inputs, const std::stop_token& stop)
    {
        const std::vector<Partition>& partitions = m_candidates.partitionsOf(placement.nodes.extent);
        LayerHops::Placed hops = m_hops.placed(placement, inputs, partitions.size());
        Winner winner;
        for (const Candidate& candidate : m_candidates.of(placement, constraint, stop)) {
            if (stop.stop_requested())
                return nullptr;
            if (isWorse(winner, candidate.least, candidate.cycles))
                break; // the others are worse, and hops add to them
            consider(candidate, placement, partitions[candidate.partition], hops, winner);
        }
        if (!winner.candidate)
            return nullptr;
        const Partition& partition = partitions[winner.candidate->partition];
        return std::make_shared<const LayerSchedule>(
            LayerSchedule{{partition, *winner.candidate->loops, winner.candidate->swept->blocking},
                          winner.cost,
                          outputLayout(placement, m_layer, m_batch, partition)});
    }

    void consider(const Candidate& candidate, const Placement& placement, const Partition& partition,
                  LayerHops::Placed& hops, Winner& winner)
    {
        const PerTensor<std::int64_t> once = hops.once(candidate.partition, partition);
        const BlockingCounts& counts = candidate.swept->counts;
        LayerCost cost = layerCost(m_machine.costs, counts, once, {});
        if (isWorse(winner, cost.total(), candidate.cycles))
            return;
        if (m_machine.features.bufferSharing)
            cost = layerCost(m_machine.costs, counts, once, sharing(placement, partition, candidate));
        const double total = cost.total();
        const bool ahead = !winner.candidate
                           || better(m_goal, total, candidate.cycles, winner.total, winner.candidate->cycles)
                           || (!isWorse(winner, total, candidate.cycles) && candidate.rank < winner.candidate->rank);
        if (ahead)
            winner = {&candidate, std::move(cost), total};
    }

    const PerTensor<double>& sharing(const Placement& placement, const Partition& partition, const Candidate& candidate)
    {
        const auto [at, isNew] = m_sharing.try_emplace({placement.nodes, candidate.partition, candidate.swept});
        if (isNew)
            at->second = sharingHops(blockingProblem(m_machine, placement, partition, *candidate.loops),
                                     candidate.swept->blocking, candidate.swept->counts,
                                     sharingGroups(m_layer.kind, partition, placement.nodes));
        return at->second;
    }

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const Goal m_goal;
    CandidateLists m_candidates;
    LayerHops m_hops;
    std::map<SharingKey, PerTensor<double>> m_sharing;
    std::map<ResultKey, std::shared_ptr<const LayerSchedule>> m_results;
};

LayerSearch::LayerSearch(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules,
                         Goal goal, int threads, AssignmentMemo* assignments)
    : m_impl(std::make_unique<Impl>(machine, layer, batch, rules, goal, threads, assignments))
{
}
LayerSearch::~LayerSearch() = default;

std::shared_ptr<const LayerSchedule> LayerSearch::best(const Placement& placement, const TopConstraint& constraint,
                                                       const DataLayout& inputs, std::stop_token stop)
{
    return m_impl->best(placement, constraint, inputs, stop);
}

const SweepEffort& LayerSearch::effort() const { return m_impl->effort(); }

} // namespace nestloom::kapla
