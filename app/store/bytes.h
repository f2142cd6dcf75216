// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <bit>
#include <cstdint>
#include <string>
#include <string_view>

namespace nestloom::store {

/// Numbers as bytes: whole ones by seven bits each, lowest first; signed ones with the sign in the lowest bit; reals as
/// the eight bytes of their IEEE form, lowest first. The same on every machine.
class ByteWriter {
public:
    void number(std::uint64_t value)
    {
        for (; value >= 0x80; value >>= 7)
            m_bytes.push_back(char(value | 0x80));
        m_bytes.push_back(char(value));
    }
    void signedNumber(std::int64_t value) { number(std::uint64_t(value) << 1 ^ std::uint64_t(value >> 63)); }
    void real(double value)
    {
        const auto bits = std::bit_cast<std::uint64_t>(value);
        for (int shift = 0; shift < 64; shift += 8)
            m_bytes.push_back(char(bits >> shift));
    }
    std::string take() { return std::move(m_bytes); }

private:
    std::string m_bytes;
};

/// Reads what ByteWriter wrote. After a fault everything is 0 and isBroken() says so: ask at the end.
class ByteReader {
public:
    explicit ByteReader(std::string_view bytes) : m_rest(bytes) {}

    std::uint64_t number()
    {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint64_t byte = next();
            value |= (byte & 0x7F) << shift;
            if (byte < 0x80)
                return m_broken ? 0 : value;
        }
        m_broken = true;
        return 0;
    }
    std::int64_t signedNumber()
    {
        const std::uint64_t value = number();
        return std::int64_t(value >> 1 ^ (~(value & 1) + 1));
    }
    double real()
    {
        std::uint64_t bits = 0;
        for (int shift = 0; shift < 64; shift += 8)
            bits |= next() << shift;
        return m_broken ? 0 : std::bit_cast<double>(bits);
    }
    /// A number of things that take a byte each or more: more than there are bytes left is a fault.
    std::size_t count()
    {
        const std::uint64_t value = number();
        if (value > m_rest.size())
            m_broken = true;
        return m_broken ? 0 : std::size_t(value);
    }
    bool isBroken() const { return m_broken; }
    bool isAtEnd() const { return m_rest.empty(); }

private:
    std::uint64_t next()
    {
        if (m_rest.empty()) {
            m_broken = true;
            return 0;
        }
        const auto byte = static_cast<unsigned char>(m_rest.front());
        m_rest.remove_prefix(1);
        return byte;
    }

    std::string_view m_rest;
    bool m_broken = false;
};

} // namespace nestloom::store
