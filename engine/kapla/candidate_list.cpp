// SPDX-License-Identifier: Apache-2.0
#include "engine/kapla/candidate_list.h"

#include "engine/base/parallel_for.h"
#include "engine/kapla/layer_cost.h"
#include "engine/kapla/pe_mapping.h"

#include <algorithm>

namespace nestloom::kapla {

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
    std::stable_sort(list.begin(), list.end(), [this](const Candidate& a, const Candidate& b) {
        return better(m_goal, a.least, a.cycles, b.least, b.cycles);
    });
    return m_lists.emplace(key, std::move(list)).first->second;
}

} // namespace nestloom::kapla
