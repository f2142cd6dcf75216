// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/model.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace nestloom::milp {

LinearExpression& LinearExpression::add(VariableId variable, double coefficient)
{
    m_terms.emplace_back(variable, coefficient);
    return *this;
}

LinearExpression& LinearExpression::add(const LinearExpression& other, double factor)
{
    // By index and with the size taken first: `other` may be this expression.
    const std::size_t count = other.m_terms.size();
    m_terms.reserve(m_terms.size() + count);
    const double otherConstant = other.m_constant;
    for (std::size_t i = 0; i < count; ++i)
        m_terms.emplace_back(other.m_terms[i].first, other.m_terms[i].second * factor);
    m_constant += otherConstant * factor;
    return *this;
}

LinearExpression& LinearExpression::add(double constant)
{
    m_constant += constant;
    return *this;
}

std::vector<std::pair<VariableId, double>> LinearExpression::normalizedTerms() const
{
    auto terms = m_terms;
    // Stable, so that equal variables are summed in the order in which they were added: the same bytes every time.
    std::ranges::stable_sort(terms, [](const auto& a, const auto& b) { return a.first < b.first; });
    std::vector<std::pair<VariableId, double>> merged;
    merged.reserve(terms.size());
    for (const auto& [variable, coefficient] : terms) {
        if (!merged.empty() && merged.back().first == variable)
            merged.back().second += coefficient;
        else
            merged.emplace_back(variable, coefficient);
    }
    std::erase_if(merged, [](const auto& term) { return term.second == 0; });
    return merged;
}

VariableId Model::addVariable(double lower, double upper, bool integer, std::string name)
{
    assert(!std::isnan(lower) && !std::isnan(upper));
    const VariableId id{std::uint32_t(m_variables.size())};
    m_variables.push_back({lower, upper, integer, std::move(name)});
    return id;
}

void Model::addGreaterEqual(const LinearExpression& expression, double bound, std::string name)
{
    addRange(expression, bound, kInfinity, std::move(name));
}

void Model::addLessEqual(const LinearExpression& expression, double bound, std::string name)
{
    addRange(expression, -kInfinity, bound, std::move(name));
}

void Model::addEqual(const LinearExpression& expression, double bound, std::string name)
{
    addRange(expression, bound, bound, std::move(name));
}

void Model::addRange(const LinearExpression& expression, double lower, double upper, std::string name)
{
    assert(!std::isnan(lower) && !std::isnan(upper));
    Row row{expression.normalizedTerms(), lower - expression.constant(), upper - expression.constant(),
            std::move(name)};
    if (row.terms.empty()) {
        // Constants of a formulation carry rounding noise; the solver's own feasibility tolerance is of this size.
        constexpr double kTolerance = 1e-9;
        if (row.lower <= kTolerance && row.upper >= -kTolerance)
            return;
        row.lower = 1;
        row.upper = kInfinity;
    }
    m_rows.push_back(std::move(row));
}

void Model::minimize(const LinearExpression& objective)
{
    m_objective = objective.normalizedTerms();
    m_objectiveConstant = objective.constant();
}

} // namespace nestloom::milp
