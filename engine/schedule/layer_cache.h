// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/network_run.h"

#include <list>
#include <mutex>
#include <unordered_map>

namespace nestloom::schedule {

/// Results of layers that were mapped before, so that going back to an accelerator answers at once. A result may have
/// been found with starts, so what comes out of a cache depends on what was mapped before: a run that is stored takes
/// none. Holds `capacity` results and drops those that were not asked for the longest time. Thread rule: any thread,
/// any call; results are copied in and out under a lock.
class LayerCache {
public:
    static constexpr std::size_t kCapacity = 5'000; // some 5 KB each

    explicit LayerCache(std::size_t capacity = kCapacity) : m_capacity(capacity) {}

    /// Identity of a problem: the layer's shape, all of the accelerator but its clock, the options but their threads.
    /// With `starts` also these.
    static std::uint64_t key(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                             const ScheduleOptions& options, std::span<const mapping::LayerMapping> starts = {});

    std::optional<LayerResult> find(std::uint64_t key);
    /// Keeps results that stay true: verified ones, and layers that cannot be mapped. Others are passed over.
    void add(std::uint64_t key, const LayerResult& result);
    std::size_t size() const;

private:
    using Entry = std::pair<std::uint64_t, LayerResult>;
    const std::size_t m_capacity;
    mutable std::mutex m_mutex;
    std::list<Entry> m_entries; // last used first
    std::unordered_map<std::uint64_t, std::list<Entry>::iterator> m_at;
};

} // namespace nestloom::schedule
