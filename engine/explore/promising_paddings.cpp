// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/promising_paddings.h"

#include "engine/base/factors.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <set>

namespace nestloom::explore {

namespace {

using workload::Layer;
using workload::LoopDimension;
using workload::PaddedDimension;
using workload::Padding;
using enum workload::LoopDimension;

constexpr std::int64_t kMostSizes = 1024; // that are looked at for one dimension

/// Places side by side that one dimension can fill: columns, rows, both of a level, and two neighbouring levels.
std::set<std::int64_t> places(const hardware::Accelerator& accelerator)
{
    std::set<std::int64_t> sizes;
    std::int64_t outer = 1;
    for (const hardware::BufferLevel& level : accelerator.levels) {
        const std::int64_t here = level.fanout.count();
        sizes.insert({level.fanout.columns, level.fanout.rows, here, outer * here});
        if (here > 1)
            outer = here;
    }
    sizes.erase(1);
    return sizes;
}

std::int64_t largestDivisorUpTo(const std::vector<std::int64_t>& ascending, std::int64_t most)
{
    return *std::prev(std::upper_bound(ascending.begin(), ascending.end(), most)); // 1 is always there
}

/// Ways to split a size, per MAC that it costs.
double splits(std::int64_t size) { return std::log2(1.0 + double(divisors(size).size())) / double(size); }

struct Candidate {
    std::int64_t size = 1;
    double fill = 1, split = 0;
};

/// Adds those with the largest `score`, the smaller size among equals.
template <typename Score>
void choose(std::set<std::int64_t>& chosen, std::vector<Candidate> candidates, std::size_t most, Score score)
{
    std::stable_sort(candidates.begin(), candidates.end(),
                     [&](const auto& a, const auto& b) { return score(a) > score(b); });
    for (const Candidate& candidate : candidates)
        if (chosen.size() < most)
            chosen.insert(candidate.size);
}

double macsFactor(const Padding& padding)
{
    double factor = 1;
    for (const PaddedDimension& one : padding)
        factor *= double(one.to) / double(one.from);
    return factor;
}

} // namespace

double fillGain(const hardware::Accelerator& accelerator, std::int64_t from, std::int64_t to)
{
    const auto before = divisors(from), after = divisors(to);
    double gain = 1;
    for (const std::int64_t place : places(accelerator))
        gain = std::max(gain, double(largestDivisorUpTo(after, place)) / double(to)
                                  / (double(largestDivisorUpTo(before, place)) / double(from)));
    return gain;
}

std::vector<std::int64_t> promisingSizes(const hardware::Accelerator& accelerator, std::int64_t size, double mostExtra,
                                         std::size_t most)
{
    const auto largest = std::int64_t(std::floor(double(size) * (1 + mostExtra) + 1e-9));
    // Of huge dimensions not every size is asked: the more even ones only.
    const auto step =
        std::int64_t(std::bit_floor(std::uint64_t(std::max<std::int64_t>(1, (largest - size) / kMostSizes))));
    std::vector<Candidate> candidates;
    for (std::int64_t to = (size / step + 1) * step; to <= largest; to += step)
        candidates.push_back({to, fillGain(accelerator, size, to), splits(to) / splits(size)});
    std::set<std::int64_t> chosen;
    std::vector<Candidate> fills = candidates;
    std::erase_if(fills, [](const Candidate& candidate) { return candidate.fill <= 1; });
    choose(chosen, fills, most - most / 3, [](const Candidate& candidate) { return candidate.fill; });
    std::erase_if(candidates,
                  [&](const Candidate& candidate) { return candidate.split <= 1 || chosen.count(candidate.size) > 0; });
    choose(chosen, candidates, most, [](const Candidate& candidate) { return candidate.split; });
    return {chosen.begin(), chosen.end()};
}

std::vector<Padding> promisingPaddings(const hardware::Accelerator& accelerator, const Layer& layer, double mostExtra)
{
    std::vector<Padding> paddings;
    const auto add = [&](Padding padding) {
        if (macsFactor(padding) <= 1 + mostExtra + 1e-9)
            paddings.push_back(std::move(padding));
    };
    for (const LoopDimension d : workload::kLoopDimensions) {
        const std::int64_t size = layer.bounds[d];
        if (size == 1)
            continue;
        for (const std::int64_t to : promisingSizes(accelerator, size, mostExtra)) {
            add({{d, size, to}});
            const bool square = (d == R && layer.bounds[S] == size) || (d == P && layer.bounds[Q] == size);
            if (square)
                add({{d, size, to}, {d == R ? S : Q, size, to}});
        }
    }
    return paddings;
}

} // namespace nestloom::explore
