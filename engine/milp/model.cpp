// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/model.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <cmath>
#include <set>

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
    std::stable_sort(terms.begin(), terms.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
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
    const VariableId id{static_cast<std::uint32_t>(m_variables.size())};
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

namespace {

/// Shortest text that reads back as the same number.
std::string number(double value)
{
    if (std::isinf(value))
        return value > 0 ? "+inf" : "-inf";
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

bool isAllowed(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.';
}

/// Names that every LP reader accepts: no blanks or operators, not taken for a number, each used once.
class NameTable {
public:
    explicit NameTable(std::string fallback) : m_fallback(std::move(fallback)) {}

    std::string make(const std::string& wanted)
    {
        const std::string number = std::to_string(m_count++);
        std::string name = wanted.empty() ? m_fallback + number : wanted;
        for (char& c : name)
            c = isAllowed(c) ? c : '_';
        // "2x", ".x" and "e1" would be read as numbers.
        if ((name[0] >= '0' && name[0] <= '9') || name[0] == '.' || name[0] == 'e' || name[0] == 'E')
            name.insert(0, "_");
        while (!m_used.insert(name).second)
            name += "_" + number;
        return name;
    }

private:
    std::string m_fallback;
    std::size_t m_count = 0;
    std::set<std::string> m_used;
};

using Terms = std::vector<std::pair<VariableId, double>>;
using Names = std::vector<std::string>;

std::string sum(const Terms& terms, const Names& names)
{
    std::string text;
    for (const auto& [variable, coefficient] : terms) {
        const bool negative = std::signbit(coefficient);
        text += text.empty() ? (negative ? "- " : "") : (negative ? " - " : " + ");
        const double size = std::abs(coefficient);
        if (size != 1)
            text += number(size) + " ";
        text += names[variable.value];
    }
    if (text.empty())
        return names.empty() ? "0" : "0 " + names.front();
    return text;
}

void printRow(std::string& text, const Row& row, const std::string& name, const Names& variables)
{
    const std::string left = sum(row.terms, variables);
    if (row.lower == row.upper) {
        text += " " + name + ": " + left + " = " + number(row.lower) + "\n";
        return;
    }
    // A range becomes two rows: not every reader knows "a <= x <= b" for rows.
    const bool range = row.lower > -kInfinity && row.upper < kInfinity;
    if (row.lower > -kInfinity)
        text += " " + name + ": " + left + " >= " + number(row.lower) + "\n";
    if (row.upper < kInfinity)
        text += " " + name + (range ? ".upper: " : ": ") + left + " <= " + number(row.upper) + "\n";
}

} // namespace

std::string printLp(const Model& model)
{
    NameTable variableNames("x");
    Names names;
    for (const Variable& variable : model.variables())
        names.push_back(variableNames.make(variable.name));

    std::string text = "Minimize\n objective: " + sum(model.objective(), names);
    if (const double constant = model.objectiveConstant(); constant != 0)
        text += (constant < 0 ? " - " : " + ") + number(std::abs(constant));
    text += "\nSubject To\n";
    NameTable rowNames("row");
    for (const Row& row : model.rows())
        printRow(text, row, rowNames.make(row.name), names);
    text += "Bounds\n";
    for (std::size_t i = 0; i < names.size(); ++i) {
        const Variable& variable = model.variables()[i];
        text += " " + number(variable.lower) + " <= " + names[i] + " <= " + number(variable.upper) + "\n";
    }
    std::string integers;
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (model.variables()[i].integer)
            integers += " " + names[i] + "\n";
    }
    if (!integers.empty())
        text += "Generals\n" + integers;
    return text + "End\n";
}

} // namespace nestloom::milp
