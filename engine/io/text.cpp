// SPDX-License-Identifier: Apache-2.0
#include "engine/io/text.h"

#include "engine/base/text.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <system_error>

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

namespace {

/// The text of a quoted field; `rest` goes on behind it.
std::string quotedField(std::string_view& rest)
{
    std::string field;
    for (rest.remove_prefix(1); !rest.empty(); rest.remove_prefix(1)) {
        if (rest.front() == '"') {
            rest.remove_prefix(1);
            if (rest.empty() || rest.front() != '"')
                break;
        }
        field += rest.front();
    }
    return field;
}

} // namespace

std::vector<std::string> csvFields(std::string_view line, char separator)
{
    std::vector<std::string> fields;
    std::string_view rest = line;
    while (true) {
        std::string field;
        if (const std::size_t begin = rest.find_first_not_of(' ');
            begin != std::string_view::npos && rest[begin] == '"') {
            rest.remove_prefix(begin);
            field = quotedField(rest);
        }
        const std::size_t end = rest.find(separator);
        field += trimmed(rest.substr(0, end));
        fields.push_back(std::move(field));
        if (end == std::string_view::npos)
            return fields;
        rest.remove_prefix(end + 1);
    }
}

namespace {

Error unreadable(const std::filesystem::path& path, const std::string& why)
{
    return {ErrorCode::Io, "the file cannot be read: " + why, path.string()};
}

struct SequenceShape {
    unsigned char mask, lead;
    std::uint32_t smallest; // smaller code points must use a shorter sequence
};

/// Bytes of the UTF-8 sequence at the start of `text`, 0 when it is invalid (RFC 3629).
std::size_t sequenceLength(std::string_view text)
{
    const auto first = static_cast<unsigned char>(text[0]);
    if (first < 0x80)
        return first >= 0x20 || first == '\t' || first == '\n' || first == '\r' ? 1 : 0;
    constexpr std::array<SequenceShape, 3> shapes{{{0xE0, 0xC0, 0x80}, {0xF0, 0xE0, 0x800}, {0xF8, 0xF0, 0x10000}}};
    for (std::size_t extra = 1; extra <= shapes.size(); ++extra) {
        const SequenceShape shape = shapes[extra - 1];
        if ((first & shape.mask) != shape.lead)
            continue;
        if (text.size() <= extra)
            return 0;
        std::uint32_t point = first & static_cast<unsigned char>(~shape.mask);
        for (std::size_t i = 1; i <= extra; ++i) {
            const auto next = static_cast<unsigned char>(text[i]);
            if ((next & 0xC0) != 0x80)
                return 0;
            point = point << 6 | (next & 0x3Fu);
        }
        const bool surrogate = point >= 0xD800 && point <= 0xDFFF;
        return point >= shape.smallest && point <= 0x10FFFF && !surrogate ? extra + 1 : 0;
    }
    return 0;
}

} // namespace

Result<std::string> readTextFile(const std::filesystem::path& path, std::size_t maxBytes)
{
    std::error_code failure;
    const auto status = std::filesystem::status(path, failure);
    if (!std::filesystem::exists(status))
        return unreadable(path, "there is no such file");
    if (std::filesystem::is_directory(status))
        return unreadable(path, "it is a folder");
    if (!std::filesystem::is_regular_file(status)) // a device may have no end, and a pipe no beginning
        return unreadable(path, "it is a device, a pipe or a socket");
    errno = 0;
    std::ifstream stream(path, std::ios::binary);
    if (!stream)
        return unreadable(path, errno != 0 ? std::strerror(errno) : "it cannot be opened");
    std::string text;
    std::array<char, 65536> chunk{};
    while (stream.read(chunk.data(), chunk.size()) || stream.gcount() > 0) {
        text.append(chunk.data(), std::size_t(stream.gcount()));
        if (text.size() > maxBytes)
            return Error{ErrorCode::InvalidInput,
                         "the file is larger than " + std::to_string(maxBytes / (1024 * 1024)) + " MiB", path.string()};
    }
    if (stream.bad())
        return unreadable(path, "reading stopped early");
    return text;
}

Status checkUtf8(std::string_view text, const std::string& fileName)
{
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t length = sequenceLength(text.substr(at));
        if (length == 0) {
            std::array<char, 8> hex{};
            std::snprintf(hex.data(), hex.size(), "0x%02X",
                          static_cast<unsigned>(static_cast<unsigned char>(text[at])));
            const auto line = 1 + std::count(text.begin(), text.begin() + std::ptrdiff_t(at), '\n');
            return Error{ErrorCode::InvalidInput,
                         std::string("this is not text in UTF-8: byte ") + hex.data() + " at offset "
                             + std::to_string(at),
                         fileName + ":" + std::to_string(line)};
        }
        at += length;
    }
    return success();
}

} // namespace nestloom::io
