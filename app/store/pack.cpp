// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/pack.h"

#include <QByteArray>

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
