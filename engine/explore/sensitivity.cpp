// SPDX-License-Identifier: Apache-2.0
#include "engine/explore/sensitivity.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::explore {

namespace {

constexpr std::size_t kFewest = 3; // points
constexpr double kOverlap = 0.02;  // of the shares of points that are not spread quite evenly

struct Mean {
    double sum = 0;
    std::size_t count = 0;
    double value() const { return sum / double(count); }
};

} // namespace

std::optional<Sensitivity> sensitivity(const SweepInputs& inputs, const std::vector<PointResult>& results,
                                       std::size_t network, Objective figure)
{
    std::vector<double> logs;
    std::vector<std::vector<double>> values; // of the axes, by point
    for (const PointResult& result : results) {
        if (result.network != network || result.status != PointStatus::Finished)
            continue;
        const double value = valueOf(result, figure);
        if (!(value > 0) || !std::isfinite(value))
            return std::nullopt;
        logs.push_back(std::log(value));
        values.push_back(valuesAt(inputs.space, result.point));
    }
    if (logs.size() < kFewest)
        return std::nullopt;
    Mean all;
    for (const double log : logs)
        all = {all.sum + log, all.count + 1};
    double variance = 0;
    for (const double log : logs)
        variance += (log - all.value()) * (log - all.value());
    const auto [least, most] = std::ranges::minmax(logs);
    if (!(most - least > 1e-12))
        return std::nullopt;
    Sensitivity found;
    found.spread = std::exp(most - least);
    found.together = 1;
    for (std::size_t axis = 0; axis < inputs.space.axes.size(); ++axis) {
        std::map<double, Mean> means;
        for (std::size_t i = 0; i < logs.size(); ++i) {
            Mean& mean = means[values[i][axis]];
            mean = {mean.sum + logs[i], mean.count + 1};
        }
        double between = 0;
        for (const auto& [value, mean] : means)
            between += double(mean.count) * (mean.value() - all.value()) * (mean.value() - all.value());
        found.shares.push_back(between / variance);
        found.together -= found.shares.back();
    }
    if (found.together < -kOverlap)
        return std::nullopt;
    found.together = std::max(0.0, found.together);
    return found;
}

} // namespace nestloom::explore
