// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <vector>

namespace nestloom::kapla {

inline constexpr std::size_t kFeatures = 20;
using Sample = std::array<double, kFeatures>;

/// A sum of decision trees of one split each, fitted to residues one after the other (gradient boosting of squared
/// errors, Friedman, Annals of Statistics 2001).
class BoostedStumps {
public:
    /// `rounds` trees, each added with weight `rate`; splits between quantiles of each feature.
    void fit(const std::vector<Sample>& samples, const std::vector<double>& values, int rounds = 40, double rate = 0.3);
    double predict(const Sample& sample) const;

private:
    struct Stump {
        std::size_t feature = 0;
        double threshold = 0;
        double below = 0, above = 0; // already times the rate
    };
    double m_mean = 0;
    std::vector<Stump> m_stumps;
};

} // namespace nestloom::kapla
