// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/model.h"

#include <array>
#include <charconv>
#include <cmath>
#include <set>
#include <string>

namespace nestloom::milp {

namespace lp {

/// Shortest text that reads back as the same number.
inline std::string number(double value)
{
    if (std::isinf(value))
        return value > 0 ? "+inf" : "-inf";
    std::array<char, 40> buffer{};
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value);
    return {buffer.data(), end.ptr};
}

inline bool isAllowed(char c)
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

inline std::string sum(const Terms& terms, const Names& names)
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

inline void printRow(std::string& text, const Row& row, const std::string& name, const Names& variables)
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

} // namespace lp

/// The model in CPLEX LP format, for people and for other solvers: what a failing test shows.
inline std::string printLp(const Model& model)
{
    using namespace lp;
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
