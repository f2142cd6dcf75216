// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <bit>
#include <cstdint>
#include <string_view>

namespace nestloom {

/// Stable 64-bit hash (FNV-1a) for cache keys and run identity; the same on every platform and version.
class Fingerprint {
public:
    Fingerprint& add(std::string_view text)
    {
        for (const char c : text)
            addByte(static_cast<unsigned char>(c));
        return addByte(0xFF); // so that {"ab","c"} and {"a","bc"} differ
    }
    Fingerprint& add(std::int64_t number)
    {
        for (int shift = 0; shift < 64; shift += 8)
            addByte(static_cast<unsigned char>(std::uint64_t(number) >> shift));
        return *this;
    }
    Fingerprint& add(double number) { return add(std::bit_cast<std::int64_t>(number)); }
    std::uint64_t value() const { return m_hash; }

private:
    Fingerprint& addByte(unsigned char byte)
    {
        m_hash = (m_hash ^ byte) * 0x100000001B3ULL;
        return *this;
    }
    std::uint64_t m_hash = 0xCBF29CE484222325ULL;
};

} // namespace nestloom
