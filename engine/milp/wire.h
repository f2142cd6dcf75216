// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/milp/model.h"
#include "engine/milp/solver.h"

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstring>
#include <span>
#include <type_traits>

/// Numbers, texts and lists as bytes: the body of a message of protocol.h.
namespace nestloom::milp::protocol {

class Writer {
public:
    template <typename Number>
    void put(Number number)
    {
        static_assert(std::is_arithmetic_v<Number>);
        const std::size_t end = m_bytes.size();
        m_bytes.resize(end + sizeof(Number));
        std::memcpy(m_bytes.data() + end, &number, sizeof(Number));
    }
    void put(bool flag) { put(static_cast<std::uint8_t>(flag)); }
    void put(const std::string& text)
    {
        put(static_cast<std::uint64_t>(text.size()));
        for (const char c : text)
            m_bytes.push_back(static_cast<std::byte>(c));
    }
    void put(const Assignment& values)
    {
        put(static_cast<std::uint64_t>(values.size()));
        for (const double value : values)
            put(value);
    }
    void put(const std::vector<std::pair<VariableId, double>>& terms)
    {
        put(static_cast<std::uint64_t>(terms.size()));
        for (const auto& [variable, coefficient] : terms) {
            put(variable.value);
            put(coefficient);
        }
    }
    std::vector<std::byte> take() { return std::move(m_bytes); }

private:
    std::vector<std::byte> m_bytes;
};

/// Reads a body. After the first thing that does not fit, ok() is false and every value is zero or empty.
class Reader {
public:
    explicit Reader(std::span<const std::byte> bytes) : m_bytes(bytes) {}

    template <typename Number>
    Number get()
    {
        std::array<std::byte, sizeof(Number)> bytes{};
        if (!has(1, sizeof(Number)))
            return Number{};
        std::memcpy(bytes.data(), m_bytes.data(), sizeof(Number));
        m_bytes = m_bytes.subspan(sizeof(Number));
        return std::bit_cast<Number>(bytes);
    }
    bool getFlag()
    {
        const auto flag = get<std::uint8_t>();
        check(flag <= 1);
        return flag == 1;
    }
    template <typename Enum>
    Enum getEnum(Enum last)
    {
        const auto value = get<std::uint8_t>();
        check(value <= static_cast<std::uint8_t>(last));
        return m_ok ? static_cast<Enum>(value) : Enum{};
    }
    /// A count of items that take at least itemSize bytes each: more than the rest of the body is refused here.
    std::uint64_t getCount(std::size_t itemSize)
    {
        const auto count = get<std::uint64_t>();
        return has(count, itemSize) ? count : 0;
    }
    std::string getText()
    {
        std::string text(getCount(1), '\0');
        std::memcpy(text.data(), m_bytes.data(), text.size());
        m_bytes = m_bytes.subspan(text.size());
        return text;
    }
    double getBound()
    {
        const auto bound = get<double>();
        check(!std::isnan(bound));
        return bound;
    }
    Assignment getAssignment()
    {
        Assignment values(getCount(sizeof(double)));
        for (double& value : values) {
            value = get<double>();
            check(std::isfinite(value));
        }
        return values;
    }
    LinearExpression getTerms(std::size_t variableCount)
    {
        LinearExpression expression;
        const std::uint64_t count = getCount(sizeof(std::uint32_t) + sizeof(double));
        for (std::uint64_t i = 0; i < count && m_ok; ++i) {
            const VariableId variable{get<std::uint32_t>()};
            const auto coefficient = get<double>();
            check(variable.value < variableCount && std::isfinite(coefficient));
            if (m_ok)
                expression.add(variable, coefficient);
        }
        return expression;
    }
    void check(bool holds) { m_ok = m_ok && holds; }
    bool atEnd() const { return m_ok && m_bytes.empty(); }
    bool ok() const { return m_ok; }

private:
    bool has(std::uint64_t count, std::size_t itemSize)
    {
        check(count <= m_bytes.size() / itemSize);
        return m_ok;
    }

    std::span<const std::byte> m_bytes;
    bool m_ok = true;
};

} // namespace nestloom::milp::protocol
