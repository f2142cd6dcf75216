// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/report/printable.h"

#include <array>
#include <cstdint>
#include <cstdio>

namespace nestloom::report {

namespace {

/// Code points of two or three bytes; the text is UTF-8.
std::uint32_t codePointAt(std::string_view text, std::size_t at, std::size_t& length)
{
    const auto byte = [&](std::size_t i) {
        return at + i < text.size() ? static_cast<unsigned char>(text[at + i]) : 0U;
    };
    length = 1;
    if ((byte(0) & 0xE0) == 0xC0) {
        length = 2;
        return (byte(0) & 0x1F) << 6 | (byte(1) & 0x3F);
    }
    if ((byte(0) & 0xF0) == 0xE0) {
        length = 3;
        return (byte(0) & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F);
    }
    return byte(0);
}

bool isControl(std::uint32_t point) { return point < 0x20 || (point >= 0x7F && point < 0xA0); }

/// Marks, embeddings, overrides and isolates of direction, and the separators of lines.
bool turns(std::uint32_t point)
{
    return point == 0x61C || point == 0x200E || point == 0x200F || (point >= 0x2028 && point <= 0x202E)
           || (point >= 0x2066 && point <= 0x2069);
}

} // namespace

std::string printable(std::string_view text, bool lines)
{
    std::string result;
    for (std::size_t at = 0, length = 1; at < text.size(); at += length) {
        const std::uint32_t point = codePointAt(text, at, length);
        const bool isByte = length == 1 && point >= 0x80; // of four bytes, or of none: no control character
        if (isByte || (!isControl(point) && !turns(point)) || (lines && (point == '\n' || point == '\t'))) {
            result += text.substr(at, length);
            continue;
        }
        std::array<char, 8> code{};
        if (point == '\n')
            result += "\\n";
        else if (point == '\t')
            result += "\\t";
        else {
            std::snprintf(code.data(), code.size(), point < 0x100 ? "\\x%02x" : "\\u%04x",
                          static_cast<unsigned>(point));
            result += code.data();
        }
    }
    return result;
}

} // namespace nestloom::report
