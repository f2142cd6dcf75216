// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/layer_cache.h"

#include "engine/base/fingerprint.h"

namespace nestloom::schedule {

namespace {

void addLoops(Fingerprint& print, const std::vector<mapping::Loop>& loops)
{
    print.add(std::int64_t(loops.size()));
    for (const mapping::Loop& loop : loops)
        print.add(std::int64_t(loop.dimension)).add(loop.bound);
}

} // namespace

std::uint64_t LayerCache::key(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                              const ScheduleOptions& options, std::span<const mapping::LayerMapping> starts)
{
    const cosa::CosaParams& cosa = options.cosa;
    const flexer::FlexerParams& flexer = options.flexer;
    const flexer::Extensions& extensions = flexer.extensions;
    Fingerprint print;
    for (const mapping::LayerMapping& start : starts)
        for (const mapping::LevelLoops& level : start.levels) {
            addLoops(print, level.temporal);
            addLoops(print, level.spatial);
        }
    for (const std::string& constraint : options.constraints)
        print.add(constraint);
    return print.add(std::int64_t(workload::shapeFingerprint(layer)))
        .add(std::int64_t(hardware::fingerprint(accelerator)))
        .add(options.engine)
        .add(accelerator.dram.model) // of the mesh model
        .add(accelerator.dram.outstanding)
        .add(accelerator.dram.latency)
        .add(accelerator.interconnect.below)
        .add(accelerator.interconnect.flit.count)
        .add(std::int64_t(options.seed))
        .add(std::int64_t(options.timeLimitPerLayer.count()))
        .add(std::int64_t(cosa.objective))
        .add(cosa.cyclePrice)
        .add(cosa.gap)
        .add(cosa.evaluations)
        .add(std::int64_t(cosa.simulated))
        .add(std::int64_t(cosa.proveWithMip))
        .add(cosa.mipNodes)
        .add(std::int64_t(options.largerSizes))
        .add(std::int64_t(options.bypass))
        .add(cosa.paper.utilization)
        .add(cosa.paper.compute)
        .add(cosa.paper.traffic)
        .add(std::int64_t(flexer.metric))
        .add(flexer.transferWeight)
        .add(std::int64_t(flexer.priority))
        .add(std::int64_t(flexer.spillPolicy))
        .add(std::int64_t(extensions.window) + 2 * extensions.softPin + 4 * extensions.alternate + 8 * extensions.seed
             + 16 * extensions.prefetch)
        .add(flexer.maxOperations)
        .add(std::int64_t(flexer.tilings))
        .value();
}

std::optional<LayerResult> LayerCache::find(std::uint64_t key)
{
    const std::scoped_lock lock(m_mutex);
    const auto found = m_at.find(key);
    if (found == m_at.end())
        return std::nullopt;
    m_entries.splice(m_entries.begin(), m_entries, found->second);
    return found->second->second;
}

void LayerCache::add(std::uint64_t key, const LayerResult& result)
{
    const bool isWhole = result.cause == StopCause::Completed || result.cause == StopCause::WorkLimit;
    const bool isCutShort = result.verified && !result.reason.empty(); // something of it failed
    if (!isWhole || isCutShort || !(result.verified || result.status == LayerStatus::Infeasible))
        return;
    const std::scoped_lock lock(m_mutex);
    if (m_at.contains(key))
        return;
    m_entries.emplace_front(key, result);
    m_at.emplace(key, m_entries.begin());
    if (m_entries.size() > m_capacity) {
        m_at.erase(m_entries.back().first);
        m_entries.pop_back();
    }
}

std::size_t LayerCache::size() const
{
    const std::scoped_lock lock(m_mutex);
    return m_entries.size();
}

} // namespace nestloom::schedule
