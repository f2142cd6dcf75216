// SPDX-License-Identifier: Apache-2.0
#include "engine/io/timeloop/expression.h"

#include "engine/io/text.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <optional>
#include <vector>

namespace nestloom::io::timeloop {

namespace {

constexpr int kMaxDepth = 64;

/// Recursive descent over
///   sum = product {(+|-) product},  product = signed {(*|/|//|%) signed},  signed = [+|-] power,
///   power = atom [** signed],  atom = number | name | name(sum, ...) | (sum).
/// After the first mistake every rule gives 0.
class Parser {
public:
    Parser(std::string_view text, const Variables& variables) : m_text(text), m_variables(variables) {}

    std::optional<double> run()
    {
        const double value = sum();
        skipSpace();
        if (!m_text.empty())
            m_failed = true;
        return m_failed || !std::isfinite(value) ? std::nullopt : std::optional(value);
    }

private:
    double sum()
    {
        if (++m_depth > kMaxDepth)
            return mistake();
        double value = product();
        while (!m_failed) {
            if (take("+"))
                value += product();
            else if (take("-"))
                value -= product();
            else
                break;
        }
        --m_depth;
        return value;
    }

    double product()
    {
        double value = signedPower();
        while (!m_failed) {
            if (take("//"))
                value = std::floor(value / signedPower());
            else if (take("*"))
                value *= signedPower();
            else if (take("/"))
                value /= signedPower();
            else if (take("%"))
                value = remainder(value, signedPower());
            else
                break;
        }
        return value;
    }

    /// As in Python: the sign of the divisor.
    static double remainder(double value, double divisor) { return value - divisor * std::floor(value / divisor); }

    double signedPower()
    {
        if (++m_depth > kMaxDepth)
            return mistake();
        const double value = take("-") ? -signedPower() : take("+") ? signedPower() : power();
        --m_depth;
        return value;
    }

    double power()
    {
        const double base = atom();
        return take("**") ? std::pow(base, signedPower()) : base;
    }

    double atom()
    {
        skipSpace();
        if (take("(")) {
            const double value = sum();
            return take(")") ? value : mistake();
        }
        if (m_text.empty())
            return mistake();
        if (std::isdigit(static_cast<unsigned char>(m_text.front())) || m_text.front() == '.')
            return number();
        return nameOrCall();
    }

    double number()
    {
        double value = 0;
        const auto parsed = std::from_chars(m_text.data(), m_text.data() + m_text.size(), value);
        if (parsed.ec != std::errc{})
            return mistake();
        m_text.remove_prefix(std::size_t(parsed.ptr - m_text.data()));
        return value;
    }

    double nameOrCall()
    {
        std::size_t length = 0;
        while (length < m_text.size()
               && (std::isalnum(static_cast<unsigned char>(m_text[length])) || m_text[length] == '_'))
            ++length;
        const std::string_view name = m_text.substr(0, length);
        m_text.remove_prefix(length);
        if (take("("))
            return call(name);
        const auto variable = m_variables.find(name);
        return variable == m_variables.end() ? mistake() : variable->second;
    }

    double call(std::string_view name)
    {
        std::vector<double> values{sum()};
        while (!m_failed && take(","))
            values.push_back(sum());
        if (m_failed || !take(")"))
            return mistake();
        if (name == "min")
            return *std::ranges::min_element(values);
        if (name == "max")
            return *std::ranges::max_element(values);
        const double value = values.front();
        if (values.size() != 1)
            return mistake();
        if (name == "ceil")
            return std::ceil(value);
        if (name == "floor")
            return std::floor(value);
        if (name == "round")
            return std::nearbyint(value);
        if (name == "int")
            return std::trunc(value);
        if (name == "abs")
            return std::abs(value);
        if (name == "sqrt")
            return std::sqrt(value);
        if (name == "log2")
            return std::log2(value);
        return mistake();
    }

    void skipSpace()
    {
        while (!m_text.empty() && std::isspace(static_cast<unsigned char>(m_text.front())))
            m_text.remove_prefix(1);
    }

    bool take(std::string_view sign)
    {
        skipSpace();
        if (m_text.substr(0, sign.size()) != sign)
            return false;
        if (sign == "*" && m_text.substr(0, 2) == "**")
            return false;
        m_text.remove_prefix(sign.size());
        return true;
    }

    double mistake()
    {
        m_failed = true;
        return 0;
    }

    std::string_view m_text;
    const Variables& m_variables;
    int m_depth = 0;
    bool m_failed = false;
};

} // namespace

Result<double> evaluateExpression(std::string_view text, const Variables& variables)
{
    const auto value = Parser(text, variables).run();
    if (!value)
        return Error{ErrorCode::InvalidInput, inQuotes(text) + " is not a number or an expression of known names", ""};
    return *value;
}

} // namespace nestloom::io::timeloop
