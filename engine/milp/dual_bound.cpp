// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/dual_bound.h"

#include <algorithm>
#include <cmath>

namespace nestloom::milp {

namespace {

constexpr double kRounding = 0x1p-48; // of a sum of thousands of products, of the sum of their sizes

/// A sum of numbers, and how far it may be above the true one.
struct RoundedSum {
    double value = 0, size = 0;
    void add(double term)
    {
        value += term;
        size += std::abs(term);
    }
    double atLeast() const { return value - kRounding * size; }
};

/// The least of y * x for lower <= x <= upper, when y is only known to be within `error`.
double leastProduct(double y, double error, double lower, double upper)
{
    const double low = y - error, high = y + error;
    const auto product = [](double a, double b) { return a == 0 ? 0.0 : a * b; }; // 0 * infinity is 0 here
    return std::min({product(low, lower), product(low, upper), product(high, lower), product(high, upper)});
}

std::optional<double> leastValue(const Model& model, std::span<const double> prices, bool withObjective)
{
    if (prices.size() != model.rows().size()
        || !std::all_of(prices.begin(), prices.end(), [](double price) { return std::isfinite(price); }))
        return std::nullopt;
    std::vector<RoundedSum> reduced(model.variables().size()); // c - y A
    if (withObjective)
        for (const auto& [variable, cost] : model.objective())
            reduced[variable.value].add(cost);
    RoundedSum sum;
    for (std::size_t i = 0; i < prices.size(); ++i) {
        const Row& row = model.rows()[i];
        if (prices[i] == 0 || !std::isfinite(prices[i] > 0 ? row.lower : row.upper))
            continue; // a price on a side that there is not proves nothing: as if it were 0
        sum.add(prices[i] * (prices[i] > 0 ? row.lower : row.upper));
        for (const auto& [variable, coefficient] : row.terms)
            reduced[variable.value].add(-prices[i] * coefficient);
    }
    for (std::size_t i = 0; i < reduced.size(); ++i) {
        const Variable& variable = model.variables()[i];
        const double error =
            reduced[i].size > std::abs(reduced[i].value) ? kRounding * reduced[i].size : 0.0; // a single term is exact
        sum.add(leastProduct(reduced[i].value, error, variable.lower, variable.upper));
    }
    const double least = sum.atLeast();
    return std::isfinite(least) ? std::optional(least) : std::nullopt;
}

} // namespace

std::optional<double> dualBound(const Model& model, std::span<const double> prices)
{
    const auto least = leastValue(model, prices, true);
    return least ? std::optional(*least + model.objectiveConstant()) : std::nullopt;
}

bool provesInfeasible(const Model& model, std::span<const double> prices)
{
    for (const Row& row : model.rows())
        if (row.terms.empty() && (row.lower > 0 || row.upper < 0))
            return true; // solvers drop such rows, and have no price for them
    return leastValue(model, prices, false).value_or(0) > 0;
}

} // namespace nestloom::milp
