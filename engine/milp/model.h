// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/units.h"

#include <limits>
#include <string>
#include <utility>
#include <vector>

namespace nestloom::milp {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// A sum of coefficient * variable, plus a constant.
class LinearExpression {
public:
    LinearExpression() = default;
    LinearExpression(double constant) : m_constant(constant) {}

    LinearExpression& add(VariableId variable, double coefficient);
    LinearExpression& add(const LinearExpression& other, double factor = 1.0);
    LinearExpression& add(double constant);

    /// Terms sorted by variable, equal variables merged, zeros dropped.
    std::vector<std::pair<VariableId, double>> normalizedTerms() const;
    double constant() const { return m_constant; }

private:
    std::vector<std::pair<VariableId, double>> m_terms;
    double m_constant = 0;
};

struct Variable {
    double lower = 0;
    double upper = kInfinity;
    bool integer = false;
    std::string name;
};

/// lower <= sum of terms <= upper; the expression's constant is already moved to the bounds.
struct Row {
    std::vector<std::pair<VariableId, double>> terms;
    double lower = -kInfinity;
    double upper = kInfinity;
    std::string name;
};

/// A mixed-integer linear minimisation problem; a plain value.
class Model {
public:
    VariableId addVariable(double lower, double upper, bool integer, std::string name);
    VariableId addBinary(std::string name) { return addVariable(0, 1, true, std::move(name)); }
    /// expression >= bound, and so on. Rows without variables are dropped when they hold and kept
    /// (as 0 >= 1) when they do not, so that an impossible model stays infeasible.
    void addGreaterEqual(const LinearExpression& expression, double bound, std::string name);
    void addLessEqual(const LinearExpression& expression, double bound, std::string name);
    void addEqual(const LinearExpression& expression, double bound, std::string name);
    /// lower <= expression <= upper; an infinite side is no bound.
    void addRange(const LinearExpression& expression, double lower, double upper, std::string name);
    void minimize(const LinearExpression& objective);

    Variable& variable(VariableId id) { return m_variables[id.value]; }
    const std::vector<Variable>& variables() const { return m_variables; }
    const std::vector<Row>& rows() const { return m_rows; }
    const std::vector<std::pair<VariableId, double>>& objective() const { return m_objective; }
    double objectiveConstant() const { return m_objectiveConstant; }

private:
    std::vector<Variable> m_variables;
    std::vector<Row> m_rows;
    std::vector<std::pair<VariableId, double>> m_objective;
    double m_objectiveConstant = 0;
};

} // namespace nestloom::milp
