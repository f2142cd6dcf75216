// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>

namespace nestloom::explore {

namespace {

constexpr std::size_t kFewest = 3;     // points
constexpr double kOverlap = 0.02;      // of the shares of points that are not spread quite evenly
constexpr double kLeastShare = 0.0005; // of an interaction; less is told as none
constexpr double kLeastEach = 3;       // points for each pair of values, where they are not spread evenly

struct Mean {
    double sum = 0;
    std::size_t count = 0;
};

/// Logarithms of the figure, and which value of each axis their points have.
struct Sample {
    std::vector<double> logs;                       // less their mean
    std::vector<std::vector<std::uint32_t>> levels; // by axis
    std::vector<std::size_t> valueCounts;           // by axis
    double squares = 0;                             // sum of the squares of the logs
    bool isGrid = false;                            // of all combinations of values, few are missing
};

/// What the means of classes explain: the sum of their squares, and how many of them have points.
struct Explained {
    double squares = 0;
    std::size_t classes = 0;
    /// Of that, what so many means would have by chance, as points differ within classes (omega squared; Hays, 1963).
    /// Nothing where the points are a grid.
    double byChance(const Sample& sample, double means) const
    {
        const double left = double(sample.logs.size()) - double(classes);
        return sample.isGrid ? 0 : means * std::max(0.0, sample.squares - squares) / std::max(1.0, left);
    }
};
template <typename ClassOf>
Explained explainedBy(const Sample& sample, std::size_t classes, ClassOf classOf)
{
    std::vector<Mean> means(classes);
    for (std::size_t i = 0; i < sample.logs.size(); ++i) {
        Mean& mean = means[classOf(i)];
        mean.sum += sample.logs[i];
        ++mean.count;
    }
    Explained all;
    for (const Mean& mean : means)
        if (mean.count > 0) {
            all.squares += mean.sum * mean.sum / double(mean.count);
            ++all.classes;
        }
    return all;
}

/// Of two axes, beyond what each explains alone.
std::optional<double> interaction(const Sample& sample, std::size_t a, std::size_t b, const Explained& ofA,
                                  const Explained& ofB)
{
    const std::size_t columns = sample.valueCounts[b], cells = sample.valueCounts[a] * columns;
    if (!sample.isGrid && double(sample.logs.size()) < kLeastEach * double(cells))
        return std::nullopt;
    const Explained both =
        explainedBy(sample, cells, [&](std::size_t i) { return sample.levels[a][i] * columns + sample.levels[b][i]; });
    const double means = double(ofA.classes - 1) * double(ofB.classes - 1);
    const double squares = both.squares - ofA.squares - ofB.squares - both.byChance(sample, means);
    const double share = squares / sample.squares;
    return share > kLeastShare ? std::optional(share) : std::nullopt;
}

std::optional<Sample> sampleOf(const SweepInputs& inputs, const std::vector<PointResult>& results, std::size_t network,
                               Objective figure)
{
    Sample sample;
    sample.levels.resize(inputs.space.axes.size());
    for (const Axis& axis : inputs.space.axes)
        sample.valueCounts.push_back(axis.values.size());
    double sum = 0;
    for (const PointResult& result : results) {
        if (result.network != network || result.status != PointStatus::Finished)
            continue;
        const double value = valueOf(result, figure);
        if (!(value > 0) || !std::isfinite(value))
            return std::nullopt;
        sample.logs.push_back(std::log(value));
        sum += sample.logs.back();
        for (std::size_t axis = 0; axis < sample.levels.size(); ++axis)
            sample.levels[axis].push_back(std::uint32_t(levelAt(inputs.space, result.point, axis)));
    }
    sample.isGrid = !inputs.space.isChosen() && 2 * sample.logs.size() >= count(inputs.space);
    for (double& log : sample.logs) {
        log -= sum / double(sample.logs.size());
        sample.squares += log * log;
    }
    return sample;
}

} // namespace

std::optional<Sensitivity> sensitivity(const SweepInputs& inputs, const std::vector<PointResult>& results,
                                       std::size_t network, Objective figure)
{
    const auto sample = sampleOf(inputs, results, network, figure);
    if (!sample || sample->logs.size() < kFewest)
        return std::nullopt;
    const auto [least, most] = std::ranges::minmax(sample->logs);
    if (!(most - least > 1e-12))
        return std::nullopt;
    Sensitivity found;
    found.spread = std::exp(most - least);
    found.together = 1;
    const std::vector<Axis>& axes = inputs.space.axes;
    std::vector<Explained> alone;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        const auto& levels = sample->levels[axis];
        alone.push_back(explainedBy(*sample, axes[axis].values.size(), [&](std::size_t i) { return levels[i]; }));
        const double chance = alone.back().byChance(*sample, double(alone.back().classes - 1));
        found.shares.push_back(std::max(0.0, alone.back().squares - chance) / sample->squares);
        found.together -= found.shares.back();
    }
    if (found.together < -kOverlap)
        return std::nullopt;
    found.together = std::max(0.0, found.together);
    for (std::size_t a = 0; a < axes.size(); ++a)
        for (std::size_t b = a + 1; b < axes.size(); ++b)
            if (const auto share = interaction(*sample, a, b, alone[a], alone[b]))
                found.interactions.push_back({a, b, *share});
    std::ranges::stable_sort(found.interactions, std::ranges::greater(), &Interaction::share);
    return found;
}

} // namespace nestloom::explore
