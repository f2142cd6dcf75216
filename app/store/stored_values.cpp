// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/stored_values.h"

#include <QByteArray>

#include <array>
#include <cstdio>
#include <iterator>
#include <sstream>

namespace nestloom::store {

namespace {

constexpr std::size_t kMostBytes = std::size_t(1) << 30; // unpacked; nothing of ours comes near

/// qCompress writes the size first, four bytes, highest first.
std::size_t claimedSize(std::string_view bytes)
{
    std::size_t size = 0;
    for (std::size_t i = 0; i < 4; ++i)
        size = size << 8 | static_cast<unsigned char>(bytes[i]);
    return size;
}

} // namespace

Result<std::string> tagText(std::vector<std::string> tags)
{
    std::ranges::sort(tags);
    tags.erase(std::unique(tags.begin(), tags.end()), tags.end());
    std::string text;
    for (const std::string& tag : tags) {
        if (tag.empty() || tag.find_first_of(" \t\r\n\f\v") != std::string::npos)
            return Error{ErrorCode::InvalidInput, "a tag is one word without spaces, not '" + tag + "'", "tags"};
        text += (text.empty() ? "" : " ") + tag;
    }
    return text;
}

std::vector<std::string> wordsOf(const std::string& text)
{
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}

std::string hexadecimal(std::uint64_t number)
{
    std::array<char, 17> text{};
    std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(number));
    return text.data();
}

std::string packed(std::string_view bytes)
{
    return qCompress(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size()))).toStdString();
}

Result<std::string> unpacked(std::string_view bytes)
{
    const Error damaged{ErrorCode::InvalidInput, "it is damaged: its data cannot be unpacked", ""};
    if (bytes.size() < 4 || claimedSize(bytes) > kMostBytes) // a damaged size would ask for that much memory
        return damaged;
    const QByteArray plain = qUncompress(QByteArray::fromRawData(bytes.data(), qsizetype(bytes.size())));
    if (plain.isEmpty() || std::size_t(plain.size()) != claimedSize(bytes))
        return damaged;
    return plain.toStdString();
}

} // namespace nestloom::store
