// SPDX-License-Identifier: Apache-2.0
#include "engine/io/in_quotes.h"

namespace nestloom::io {

std::string inQuotes(std::string_view text)
{
    constexpr std::size_t kLongest = 60;
    std::size_t length = text.size();
    if (length > kLongest) {
        length = kLongest;
        while (length > 0 && (static_cast<unsigned char>(text[length]) & 0xC0) == 0x80)
            --length; // not in the middle of a UTF-8 sequence
    }
    std::string result = "'";
    for (const char c : text.substr(0, length))
        result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
    return result + (length < text.size() ? "...'" : "'");
}

} // namespace nestloom::io
