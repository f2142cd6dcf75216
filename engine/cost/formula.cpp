// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/formula.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace nestloom::cost {

using Operation = Formula::Operation;

std::string_view name(Unit unit)
{
    constexpr std::array<std::string_view, 26> names{
        "",         "cycles",          "pJ",        "pJ\u00b7s", "s",         "cycles/s",   "B",
        "elements", "accesses",        "MACs",      "MAC units", "instances", "iterations", "B/element",
        "B/cycle",  "elements/access", "pJ/access", "pJ/MAC",    "B/s",       "pJ/cycle",   "flits",
        "pJ/flit",  "MAC/s",           "MAC/B",     "um\u00b2",  "W"};
    return names[std::size_t(unit)];
}

double computed(const Formula& formula)
{
    const std::vector<Formula>& parts = formula.parts;
    double value = formula.operation == Operation::Product ? 1 : 0;
    switch (formula.operation) {
    case Operation::Given: return formula.value;
    case Operation::Sum:
        for (const Formula& part : parts)
            value += part.value;
        return value;
    case Operation::Product:
        for (const Formula& part : parts)
            value *= part.value;
        return value;
    case Operation::Maximum:
        for (const Formula& part : parts)
            value = std::max(value, part.value);
        return value;
    case Operation::Quotient: return parts[0].value / parts[1].value;
    case Operation::RoundedUp: return std::ceil(parts[0].value - 1e-9);
    case Operation::Above: return parts[0].value / parts[1].value - 1;
    }
    return value;
}

Formula given(std::string name, double value, Unit unit, std::string source)
{
    return {std::move(name), value, unit, Operation::Given, {}, std::move(source)};
}

Formula made(std::string name, Unit unit, Operation operation, std::vector<Formula> parts)
{
    Formula formula{std::move(name), 0, unit, operation, std::move(parts), {}};
    formula.value = computed(formula);
    return formula;
}

namespace {

/// Times at a clock have no natural last digit: what is computed from them stays right with twelve.
std::string digits(double value, Unit unit)
{
    if (unit == Unit::Seconds || unit == Unit::PicojouleSeconds)
        return generalNumber(value, 12);
    const bool whole = std::abs(value - std::round(value)) < 1e-9 * std::max(1.0, std::abs(value));
    return whole ? fixedNumber(value, 0) : std::abs(value) < 1 ? generalNumber(value, 4) : fixedNumber(value, 2);
}

std::string number(double value, Unit unit)
{
    std::string text = digits(value, unit);
    if (text.find('e') != std::string::npos)
        return text;
    const std::size_t first = text.front() == '-' ? 1 : 0;
    for (auto at = std::ptrdiff_t(std::min(text.find('.'), text.size())) - 3; at > std::ptrdiff_t(first); at -= 3)
        text.insert(std::size_t(at), ",");
    return text;
}

} // namespace

std::string quantity(const Formula& formula)
{
    const std::string_view unit = name(formula.unit);
    const std::string value = number(formula.value, formula.unit);
    return unit.empty() ? value : value + " " + std::string(unit);
}

std::string rightSide(const Formula& formula)
{
    std::string sign;
    if (formula.parts.empty())
        return {};
    switch (formula.operation) {
    case Operation::Given: return {};
    case Operation::RoundedUp: return "round up " + quantity(formula.parts[0]);
    case Operation::Above: return quantity(formula.parts[0]) + " / " + quantity(formula.parts[1]) + " - 1";
    case Operation::Quotient: sign = " / "; break;
    case Operation::Product: sign = " x "; break;
    case Operation::Sum: sign = " + "; break;
    case Operation::Maximum: sign = ", "; break;
    }
    std::string text;
    for (const Formula& part : formula.parts) {
        const bool isSum = formula.operation == Operation::Sum, isMaximum = formula.operation == Operation::Maximum;
        text += (text.empty() ? "" : sign) + (isSum || isMaximum ? part.name + " " : "") + quantity(part);
    }
    return formula.operation == Operation::Maximum ? "max(" + text + ")" : text;
}

namespace {

void addLines(const Formula& formula, int depth, const std::string& indent, std::string& text)
{
    text += indent + oneLine(formula) + "\n";
    if (depth > 0)
        for (const Formula& part : formula.parts)
            addLines(part, depth - 1, indent + "  ", text);
}

} // namespace

std::string oneLine(const Formula& formula)
{
    std::string text = formula.name + " = " + quantity(formula);
    if (formula.operation != Operation::Given && !formula.parts.empty())
        text += " = " + rightSide(formula);
    if (!formula.source.empty())
        text += " (" + formula.source + ")";
    return text;
}

std::string asText(const Formula& formula, int depth)
{
    std::string text;
    addLines(formula, depth, {}, text);
    return text;
}

} // namespace nestloom::cost
