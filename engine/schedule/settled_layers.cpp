// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/settled_layers.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace nestloom::schedule {

namespace {

constexpr double kLeast = 2e-9;     // the exact search counts energies within 1e-9 as equal
constexpr std::size_t kNearest = 6; // more mappings cost time and find nothing
constexpr std::ptrdiff_t kLookedAt = 64;
constexpr std::size_t kKept = 2'000; // of a shape; some 1 KB each
constexpr double kUnlimited = std::numeric_limits<double>::infinity();

/// The accelerator but for what its capacities and bandwidths allow.
hardware::Accelerator withoutLimits(hardware::Accelerator accelerator)
{
    std::vector<std::optional<Picojoules>> energies; // which may follow from a capacity
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i)
        energies.push_back(hardware::accessEnergy(accelerator, BufferLevelId{std::uint32_t(i)}));
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        hardware::BufferLevel& level = accelerator.levels[i];
        level.accessEnergy = energies[i];
        level.capacity.reset();
        level.readBandwidth.reset();
        level.writeBandwidth.reset();
    }
    return accelerator;
}

/// And but for what accesses cost.
std::uint64_t frameOf(hardware::Accelerator accelerator)
{
    for (hardware::BufferLevel& level : accelerator.levels) {
        level.accessEnergy = Picojoules{1};
        level.fillEnergy = level.updateEnergy = std::nullopt;
    }
    return hardware::fingerprint(accelerator);
}

/// Logarithms: they order as the sizes do, and their differences tell how similar two accelerators are.
std::vector<double> sizesOf(const hardware::Accelerator& accelerator)
{
    std::vector<double> sizes;
    for (std::size_t i = 0; i < accelerator.levels.size(); ++i) {
        const auto read = accelerator.readRate(i), write = accelerator.writeRate(i);
        const auto capacity = accelerator.levels[i].capacity;
        sizes.push_back(capacity ? std::log2(double(capacity->count)) : kUnlimited);
        sizes.push_back(read ? std::log2(read->count) : kUnlimited);
        sizes.push_back(write ? std::log2(write->count) : kUnlimited);
    }
    return sizes;
}

/// Of all sizes; an unlimited one is far from all others.
double distance(const std::vector<double>& a, const std::vector<double>& b)
{
    constexpr double kFar = 10;
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i)
        if (a[i] != b[i])
            sum += std::isfinite(a[i]) && std::isfinite(b[i]) ? std::abs(a[i] - b[i]) : kFar;
    return sum;
}

bool isAtBound(const LayerResult& result)
{
    return result.verified && result.mapping && result.cost && result.reason.empty() && result.lowerBoundCycles
           && double(result.cost->cycles.count) <= *result.lowerBoundCycles;
}

} // namespace

bool SettledLayers::isSettled(const LayerResult& result)
{
    return isAtBound(result) && result.leastEnergy && result.cost->energy.count <= *result.leastEnergy * (1 + kLeast);
}

double SettledLayers::roomOf(const hardware::Accelerator& accelerator)
{
    double room = 0;
    for (const double size : sizesOf(accelerator))
        room += std::isfinite(size) ? size : 0;
    return room;
}

bool SettledLayers::Entry::isAbove(const std::vector<double>& others) const
{
    return std::ranges::equal(sizes, others, std::greater_equal());
}

void SettledLayers::add(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                        const LayerResult& result, Space space)
{
    if (!isAtBound(result) || (space == Space::Run && !isSettled(result)))
        return;
    Entry entry{{result, result.cost->cycles, result.cost->energy}, sizesOf(accelerator), 0, isSettled(result)};
    entry.result.cost.reset();
    entry.result.timeloopCost.reset();
    const hardware::Accelerator frame = withoutLimits(accelerator);
    entry.energies = hardware::fingerprint(frame);
    const std::scoped_lock lock(m_mutex);
    std::deque<Entry>& family = m_entries[{space, workload::shapeFingerprint(layer), frameOf(frame)}];
    family.push_back(std::move(entry));
    if (family.size() > kKept)
        family.pop_front();
}

SettledLayers::Known SettledLayers::of(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                       Space space) const
{
    const hardware::Accelerator frame = withoutLimits(accelerator);
    const std::uint64_t energies = hardware::fingerprint(frame);
    const std::vector<double> sizes = sizesOf(accelerator);
    Known known;
    const std::scoped_lock lock(m_mutex);
    const auto family = m_entries.find({space, workload::shapeFingerprint(layer), frameOf(frame)});
    if (family == m_entries.end())
        return known;
    std::vector<std::pair<double, const Entry*>> nearest;
    for (const Entry& entry : family->second) {
        nearest.emplace_back(distance(entry.sizes, sizes), &entry);
        if (!entry.isAbove(sizes))
            continue;
        known.leastCycles = std::max(known.leastCycles.value_or(Cycles{}), entry.cycles);
        if (!entry.settled || entry.energies != energies)
            continue;
        const auto figures = [](const Settled& one) { return std::pair(one.cycles, one.energy.count); };
        if (!known.best.empty() && figures(known.best.front()) < figures(entry))
            known.best.clear();
        if (known.best.empty()
            || (figures(known.best.front()) == figures(entry)
                && std::ranges::none_of(
                    known.best, [&](const Settled& one) { return one.result.mapping == entry.result.mapping; })))
            known.best.push_back(entry);
    }
    const auto end = nearest.begin() + std::min(kLookedAt, std::ssize(nearest));
    std::ranges::partial_sort(nearest, end, {}, [](const auto& one) { return one.first; });
    for (auto one = nearest.begin(); one != end && known.mappings.size() < kNearest; ++one)
        if (const auto& mapping = *one->second->result.mapping;
            std::ranges::find(known.mappings, mapping) == known.mappings.end())
            known.mappings.push_back(mapping);
    return known;
}

} // namespace nestloom::schedule
