// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <numeric>

namespace nestloom::explore {

namespace {

constexpr std::size_t kFewest = 3;     // points
constexpr double kOverlap = 0.02;      // of shares, that depends on which axis is asked first
constexpr double kLeastShare = 0.0005; // of an interaction; less is told as none
constexpr double kLeastEach = 3;       // points for each pair of values, where they are not spread evenly
constexpr int kMostRounds = 200;       // of an additive model
constexpr double kConverged = 1e-12;   // of the squares

/// Logarithms of the figure, and which value of each axis their points have.
struct Sample {
    std::vector<double> logs;                       // less their mean
    std::vector<std::vector<std::uint32_t>> levels; // by axis
    std::vector<std::size_t> valueCounts;           // by axis
    double squares = 0;                             // sum of the squares of the logs
    bool isWhole = false;                           // of all points of the space, few are missing
};

/// The means of classes of points: by class the mean, and how many of the classes have points.
struct Means {
    std::vector<double> of;
    std::vector<std::size_t> points;
    double squares = 0; // that they explain
    std::size_t classes = 0;
};
template <typename ClassOf>
Means meansOf(const std::vector<double>& values, std::size_t classes, ClassOf classOf)
{
    Means means{std::vector<double>(classes), std::vector<std::size_t>(classes)};
    for (std::size_t i = 0; i < values.size(); ++i) {
        means.of[classOf(i)] += values[i];
        ++means.points[classOf(i)];
    }
    for (std::size_t each = 0; each < classes; ++each)
        if (means.points[each] > 0) {
            means.of[each] /= double(means.points[each]);
            means.squares += means.of[each] * means.of[each] * double(means.points[each]);
            ++means.classes;
        }
    return means;
}

/// The logarithms as a sum of one effect for each axis, by least squares: axis by axis the means of what the others
/// leave, until nothing changes (backfitting). Points that are spread evenly need one round.
struct AdditiveModel {
    std::vector<double> shares;      // by axis: of the variance, the covariance with its effect (Li et al., 2010)
    std::vector<double> left;        // by point, what no effect explains
    std::vector<std::size_t> values; // by axis, that have points
};
AdditiveModel additiveModel(const Sample& sample, bool lastAxisFirst)
{
    AdditiveModel model{std::vector<double>(sample.levels.size()), sample.logs,
                        std::vector<std::size_t>(sample.levels.size())};
    for (int round = 0; round < kMostRounds; ++round) {
        double moved = 0;
        for (std::size_t turn = 0; turn < sample.levels.size(); ++turn) {
            const std::size_t axis = lastAxisFirst ? sample.levels.size() - 1 - turn : turn;
            const auto& levels = sample.levels[axis];
            const Means means = meansOf(model.left, sample.valueCounts[axis], [&](std::size_t i) { return levels[i]; });
            for (std::size_t i = 0; i < model.left.size(); ++i) {
                model.left[i] -= means.of[levels[i]];
                model.shares[axis] += means.of[levels[i]] * sample.logs[i] / sample.squares;
            }
            model.values[axis] = means.classes;
            moved += means.squares;
        }
        if (moved <= kConverged * sample.squares)
            break;
    }
    return model;
}

double squaresOf(const std::vector<double>& values)
{
    return std::inner_product(values.begin(), values.end(), values.begin(), 0.0);
}

/// What so many means of a sample would explain by chance, as points differ by what the means leave (omega squared;
/// Hays, 1963). Nothing where all points are there.
double byChance(const Sample& sample, double means, double squaresLeft, double meansInAll)
{
    const double left = double(sample.logs.size()) - 1 - meansInAll;
    return sample.isWhole ? 0 : means * std::max(0.0, squaresLeft) / std::max(1.0, left) / sample.squares;
}

/// Of two axes, in what the effects of all axes leave.
std::optional<double> interaction(const Sample& sample, const AdditiveModel& model, std::size_t a, std::size_t b)
{
    const std::size_t columns = sample.valueCounts[b], cells = sample.valueCounts[a] * columns;
    if (!sample.isWhole && double(sample.logs.size()) < kLeastEach * double(cells))
        return std::nullopt;
    const Means both =
        meansOf(model.left, cells, [&](std::size_t i) { return sample.levels[a][i] * columns + sample.levels[b][i]; });
    const double means = double(model.values[a] - 1) * double(model.values[b] - 1);
    const double share = both.squares / sample.squares
                         - byChance(sample, means, squaresOf(model.left) - both.squares, double(both.classes - 1));
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
    sample.isWhole = !inputs.space.sample && 2 * sample.logs.size() >= count(inputs.space);
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
    const AdditiveModel model = additiveModel(*sample, false), other = additiveModel(*sample, true);
    const double left = squaresOf(model.left);
    double values = 0;
    for (const std::size_t each : model.values)
        values += double(each - 1);
    Sensitivity found;
    found.spread = std::exp(most - least);
    found.together = 1;
    const std::size_t axes = inputs.space.axes.size();
    for (std::size_t axis = 0; axis < axes; ++axis) {
        if (std::fabs(model.shares[axis] - other.shares[axis]) > kOverlap)
            return std::nullopt;
        const double chance = byChance(*sample, double(model.values[axis] - 1), left, values);
        found.shares.push_back(std::max(0.0, model.shares[axis] - chance));
        found.together -= found.shares.back();
    }
    found.together = std::max(0.0, found.together);
    for (std::size_t a = 0; a < axes; ++a)
        for (std::size_t b = a + 1; b < axes; ++b)
            if (const auto share = interaction(*sample, model, a, b))
                found.interactions.push_back({a, b, *share});
    std::ranges::stable_sort(found.interactions, std::ranges::greater(), &Interaction::share);
    return found;
}

} // namespace nestloom::explore
