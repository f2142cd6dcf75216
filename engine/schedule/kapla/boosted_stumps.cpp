// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/kapla/boosted_stumps.h"

#include <algorithm>
#include <numeric>

namespace nestloom::kapla {

namespace {

constexpr std::size_t kQuantiles = 12;

/// Values between which a feature may be split.
std::vector<double> thresholdsOf(const std::vector<Sample>& samples, std::size_t feature)
{
    std::vector<double> values;
    for (const Sample& sample : samples)
        values.push_back(sample[feature]);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    std::vector<double> thresholds;
    const std::size_t gaps = values.size() - 1, count = std::min(gaps, kQuantiles);
    for (std::size_t i = 0; i < count; ++i) {
        const std::size_t at = i * gaps / count;
        thresholds.push_back((values[at] + values[at + 1]) / 2);
    }
    return thresholds;
}

struct Side {
    double sum = 0;
    double count = 0;
    double mean() const { return count > 0 ? sum / count : 0; }
    double gain() const { return count > 0 ? sum * sum / count : 0; }
};

} // namespace

void BoostedStumps::fit(const std::vector<Sample>& samples, const std::vector<double>& values, int rounds, double rate)
{
    m_stumps.clear();
    m_mean = 0;
    if (samples.empty())
        return;
    m_mean = std::accumulate(values.begin(), values.end(), 0.0) / double(values.size());
    std::vector<double> residues(values);
    for (double& residue : residues)
        residue -= m_mean;
    std::array<std::vector<double>, kFeatures> thresholds;
    for (std::size_t feature = 0; feature < kFeatures; ++feature)
        thresholds[feature] = thresholdsOf(samples, feature);
    for (int round = 0; round < rounds; ++round) {
        Stump best;
        double bestGain = 0;
        for (std::size_t feature = 0; feature < kFeatures; ++feature)
            for (const double threshold : thresholds[feature]) {
                Side below, above;
                for (std::size_t i = 0; i < samples.size(); ++i) {
                    Side& side = samples[i][feature] < threshold ? below : above;
                    side.sum += residues[i];
                    ++side.count;
                }
                if (const double gain = below.gain() + above.gain(); gain > bestGain) {
                    bestGain = gain;
                    best = {feature, threshold, rate * below.mean(), rate * above.mean()};
                }
            }
        if (bestGain <= 0)
            return;
        m_stumps.push_back(best);
        for (std::size_t i = 0; i < samples.size(); ++i)
            residues[i] -= samples[i][best.feature] < best.threshold ? best.below : best.above;
    }
}

double BoostedStumps::predict(const Sample& sample) const
{
    double value = m_mean;
    for (const Stump& stump : m_stumps)
        value += sample[stump.feature] < stump.threshold ? stump.below : stump.above;
    return value;
}

} // namespace nestloom::kapla
