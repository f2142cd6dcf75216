// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/layer_search.h"

#include "engine/base/parallel_for.h"
#include "engine/kapla/layer_hops.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace nestloom::kapla {

namespace {

/// A partition with one PE mapping and its best blocking.
struct Candidate {
    std::size_t rank = 0;      // in the enumeration, which decides ties
    std::size_t partition = 0; // index into CandidateLists::partitionsOf()
    const UnitLoops* loops = nullptr;
    const SweepResult* swept = nullptr;
    double least = 0; // cost without hops
    double cycles = 0;
};

/// All candidates for one layer, by place and constraint. Partitions that give nodes equal shares have equal sweeps,
/// which are done once.
/// Thread rule   one thread at a time; up to `threads` at work within.
class CandidateLists {
public:
    CandidateLists(const Machine& machine, const Layer& layer, std::int64_t batch, const PartitionRules& rules,
                   Goal goal, int threads)
        : m_machine(machine), m_layer(layer), m_batch(batch), m_rules(rules), m_goal(goal), m_threads(threads)
    {
    }

    const std::vector<Partition>& partitionsOf(Extent nodes) { return dividedAmong(nodes).partitions; }

    /// By ascending cost without hops, as the goal counts it; empty after a stop.
    const std::vector<Candidate>& of(const Placement& placement, const TopConstraint& constraint,
                                     const std::stop_token& stop);
    const SweepEffort& effort() const { return m_effort; }

private:
    using Sweeps = std::vector<std::optional<SweepResult>>; // by PE mapping
    struct ShareKey {
        std::array<std::int64_t, 3> counts{}; // parts of output and input channels, of the batch
        Extent pixels;
        std::int64_t nodes = 1;
        friend auto operator<=>(const ShareKey&, const ShareKey&) = default;
    };
    using SweepKey = std::tuple<ShareKey, std::array<std::int64_t, 3>, Endpoint, Endpoint, bool, TopConstraint>;
    using ListKey = std::tuple<Extent, Endpoint, Endpoint, bool, TopConstraint>;
    /// The nodes of a region, divided in all ways, and the PE mappings of a node's share.
    struct Divided {
        std::vector<Partition> partitions;
        std::vector<std::shared_ptr<const std::vector<UnitLoops>>> loops; // by partition
    };

    static ShareKey shareKey(const Partition& partition);
    SweepKey sweepKey(const Placement& placement, const Partition& partition, const TopConstraint& constraint) const;
    const Divided& dividedAmong(Extent nodes);
    bool sweepAll(const Divided& divided, const Placement& placement, const TopConstraint& constraint,
                  const std::stop_token& stop);

    const Machine& m_machine;
    const Layer m_layer;
    const std::int64_t m_batch;
    const PartitionRules m_rules;
    const Goal m_goal;
    const int m_threads;
    const std::vector<Candidate> m_none;
    std::map<Extent, Divided> m_divided;
    std::map<ShareKey, std::shared_ptr<const std::vector<UnitLoops>>> m_loops;
    std::map<SweepKey, Sweeps> m_sweeps;
    std::map<ListKey, std::vector<Candidate>> m_lists;
    SweepEffort m_effort;
};

CandidateLists::ShareKey CandidateLists::shareKey(const Partition& partition)
{
    return {
        {partition.count(Split::OutputChannels), partition.count(Split::InputChannels), partition.count(Split::Batch)},
        partition.of(Split::Pixels),
        partition.extent().size()};
}

CandidateLists::SweepKey CandidateLists::sweepKey(const Placement& placement, const Partition& partition,
                                                  const TopConstraint& constraint) const
{
    return {shareKey(partition),   groupSizes(m_layer.kind, partition).values,
            sourceOf(placement),   destinationOf(placement),
            placement.filtersStay, constraint};
}

const CandidateLists::Divided& CandidateLists::dividedAmong(Extent nodes)
{
    const auto [at, isNew] = m_divided.try_emplace(nodes);
    Divided& divided = at->second;
    if (!isNew)
        return divided;
    divided.partitions = partitions(m_layer, m_batch, nodes, m_rules);
    for (const Partition& partition : divided.partitions) {
        auto& loops = m_loops[shareKey(partition)];
        if (!loops)
            loops = std::make_shared<const std::vector<UnitLoops>>(
                peMappings(m_machine, shareOf(partition, m_layer, m_batch)));
        divided.loops.push_back(loops);
    }
    return divided;
}

/// Does the sweeps that are missing. False after a stop.
bool CandidateLists::sweepAll(const Divided& divided, const Placement& placement, const TopConstraint& constraint,
                              const std::stop_token& stop)
{
    struct Job {
        SweepKey key;
        std::size_t partition;
        Sweeps sweeps;
        SweepEffort effort;
    };
    std::map<SweepKey, std::size_t> missing;
    for (std::size_t i = 0; i < divided.partitions.size(); ++i) {
        const SweepKey key = sweepKey(placement, divided.partitions[i], constraint);
        if (!m_sweeps.contains(key))
            missing.try_emplace(key, i);
    }
    std::vector<Job> jobs;
    for (const auto& [key, partition] : missing)
        jobs.push_back({key, partition, {}, {}});
    parallelFor(jobs.size(), m_threads, [&](std::size_t i) {
        Job& job = jobs[i];
        for (const UnitLoops& loops : *divided.loops[job.partition])
            if (!stop.stop_requested())
                job.sweeps.push_back(
                    sweep(blockingProblem(m_machine, placement, divided.partitions[job.partition], loops), constraint,
                          m_goal, job.effort));
    });
    if (stop.stop_requested())
        return false; // unfinished sweeps must not be kept
    for (Job& job : jobs) {
        m_effort.enumerated += job.effort.enumerated;
        m_effort.evaluated += job.effort.evaluated;
        m_sweeps.emplace(job.key, std::move(job.sweeps));
    }
    return true;
}

const std::vector<Candidate>& CandidateLists::of(const Placement& placement, const TopConstraint& constraint,
                                                 const std::stop_token& stop)
{
    const ListKey key{placement.nodes.extent, sourceOf(placement), destinationOf(placement), placement.filtersStay,
                      constraint};
    if (const auto known = m_lists.find(key); known != m_lists.end())
        return known->second;
    const Divided& divided = dividedAmong(placement.nodes.extent);
    if (!sweepAll(divided, placement, constraint, stop))
        return m_none;
    std::vector<Candidate> list;
    std::size_t rank = 0;
    for (std::size_t i = 0; i < divided.partitions.size(); ++i) {
        const Sweeps& sweeps = m_sweeps.at(sweepKey(placement, divided.partitions[i], constraint));
        for (std::size_t j = 0; j < sweeps.size(); ++j, ++rank)
            if (sweeps[j])
                list.push_back({rank, i, &(*divided.loops[i])[j], &*sweeps[j],
                                layerCost(m_machine.costs, sweeps[j]->counts, {}, {}).total(),
                                double(sweeps[j]->counts.cycles())});
    }
    std::ranges::stable_sort(list, [this](const Candidate& a, const Candidate& b) {
        return better(m_goal, a.least, a.cycles, b.least, b.cycles);
    });
    return m_lists.emplace(key, std::move(list)).first->second;
}

} // namespace

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
