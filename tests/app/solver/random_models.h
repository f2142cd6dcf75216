// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/rng.h"
#include "engine/milp/model.h"

namespace nestloom::testing {

/// 2 to 6 integer variables of at most 5 values, 1 to 5 rows with small integer coefficients: some are infeasible.
inline milp::Model makeTinyModel(Rng& rng)
{
    milp::Model model;
    const auto number = [&rng](int from, int to) {
        return from + static_cast<double>(rng.below(static_cast<std::uint64_t>(to - from + 1)));
    };
    const int variables = static_cast<int>(number(2, 6));
    for (int i = 0; i < variables; ++i) {
        const double lower = number(-2, 1);
        model.addVariable(lower, lower + number(0, 4), true, "x" + std::to_string(i));
    }
    const auto expression = [&] {
        milp::LinearExpression sum;
        for (std::uint32_t i = 0; i < static_cast<std::uint32_t>(variables); ++i)
            sum.add(VariableId{i}, number(-5, 7));
        return sum;
    };
    const int rows = static_cast<int>(number(1, 5));
    for (int i = 0; i < rows; ++i) {
        switch (rng.below(4)) {
        case 0: model.addGreaterEqual(expression(), number(-4, 12), "row"); break;
        case 1: model.addEqual(expression(), number(-3, 9), "row"); break;
        case 2: model.addRange(expression(), number(-6, 0), number(1, 6), "row"); break;
        default: model.addLessEqual(expression(), number(0, 14), "row");
        }
    }
    model.minimize(expression().add(number(-10, 10)));
    return model;
}

/// Market split (Cornuejols and Dawande 1998): `rows` equations over 10 * (rows - 1) binaries with random coefficients
/// below 100, and slack that is to be minimised. Small and notoriously slow for branch and bound.
inline milp::Model makeHardModel(int rows, std::uint64_t seed)
{
    Rng rng(seed);
    milp::Model model;
    std::vector<VariableId> chosen;
    for (int i = 0; i < 10 * (rows - 1); ++i)
        chosen.push_back(model.addBinary("chosen" + std::to_string(i)));
    milp::LinearExpression slack;
    for (int row = 0; row < rows; ++row) {
        milp::LinearExpression sum;
        std::uint64_t total = 0;
        for (const VariableId variable : chosen) {
            const std::uint64_t coefficient = rng.below(100);
            total += coefficient;
            sum.add(variable, static_cast<double>(coefficient));
        }
        const VariableId over = model.addVariable(0, milp::kInfinity, false, "over" + std::to_string(row));
        const VariableId under = model.addVariable(0, milp::kInfinity, false, "under" + std::to_string(row));
        model.addEqual(sum.add(over, -1).add(under, 1), static_cast<double>(total / 2), "split");
        slack.add(over, 1).add(under, 1);
    }
    model.minimize(slack);
    return model;
}

} // namespace nestloom::testing
