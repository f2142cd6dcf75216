// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/settled_layers.h"

#include "engine/hardware/energy_table.h"

#include <algorithm>
#include <cmath>
#include <mutex>

namespace nestloom::schedule {

namespace {

constexpr double kLeast = 2e-9;     // the exact search counts energies within 1e-9 as equal
constexpr std::size_t kNearest = 6; // more mappings cost time and find nothing
constexpr std::ptrdiff_t kLookedAt = 64;
constexpr std::size_t kKept = 2'000; // of a shape; some 1 KB each
constexpr double kUnlimited = 1e6;   // as a logarithm: above all sizes
constexpr double kFar = 10;          // an unlimited size is that far from all others

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
        room += size < kUnlimited ? size : 0;
    return room;
}

void SettledLayers::add(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                        const LayerResult& result, Space space)
{
    if (!isAtBound(result) || (space == Space::Run && !isSettled(result)))
        return;
    Entry entry{{result, result.cost->cycles, result.cost->energy}, 0, isSettled(result)};
    entry.result.cost.reset();
    entry.result.timeloopCost.reset();
    keep(layer, accelerator, std::move(entry), space);
}

void SettledLayers::addBound(const workload::Layer& layer, const hardware::Accelerator& accelerator, Cycles leastCycles)
{
    keep(layer, accelerator, {{{}, leastCycles, {}}, 0, false}, Space::Refuted);
}

void SettledLayers::keep(const workload::Layer& layer, const hardware::Accelerator& accelerator, Entry entry,
                         Space space)
{
    const hardware::Accelerator frame = withoutLimits(accelerator);
    entry.energies = hardware::fingerprint(frame);
    const std::vector<double> sizes = sizesOf(accelerator);
    const std::scoped_lock lock(m_mutex);
    Family& family = m_families[{space, workload::shapeFingerprint(layer), frameOf(frame)}];
    if (family.entries.size() < kKept) {
        family.entries.push_back(std::move(entry));
        family.sizes.insert(family.sizes.end(), sizes.begin(), sizes.end());
        return;
    }
    family.entries[family.oldest] = std::move(entry);
    std::ranges::copy(sizes, family.sizes.begin() + std::ptrdiff_t(family.oldest * sizes.size()));
    family.oldest = (family.oldest + 1) % kKept;
}

SettledLayers::Known SettledLayers::of(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                                       Space space) const
{
    const hardware::Accelerator frame = withoutLimits(accelerator);
    const std::uint64_t energies = hardware::fingerprint(frame);
    const std::vector<double> sizes = sizesOf(accelerator);
    Known known;
    const std::shared_lock lock(m_mutex);
    const auto found = m_families.find({space, workload::shapeFingerprint(layer), frameOf(frame)});
    if (found == m_families.end())
        return known;
    const Family& family = found->second;
    std::vector<std::pair<double, std::size_t>> nearest(family.entries.size());
    for (std::size_t i = 0; i < family.entries.size(); ++i) {
        const double* theirs = &family.sizes[i * sizes.size()];
        bool isAbove = true;
        double distance = 0;
        for (std::size_t k = 0; k < sizes.size(); ++k) {
            isAbove &= theirs[k] >= sizes[k];
            distance += std::min(std::abs(theirs[k] - sizes[k]), kFar);
        }
        nearest[i] = {distance, i};
        const Entry& entry = family.entries[i];
        if (!isAbove)
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
    if (space != Space::Own)
        return known; // nobody begins with these
    const auto end = nearest.begin() + std::min(kLookedAt, std::ssize(nearest));
    std::ranges::partial_sort(nearest, end);
    for (auto one = nearest.begin(); one != end && known.mappings.size() < kNearest; ++one)
        if (const auto& mapping = *family.entries[one->second].result.mapping;
            std::ranges::find(known.mappings, mapping) == known.mappings.end())
            known.mappings.push_back(mapping);
    return known;
}

} // namespace nestloom::schedule
