// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/fingerprint.h"
#include "engine/base/result.h"
#include "engine/records/run.h"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::store {

/// Tags as one text: sorted, none twice, one space between two.
/// Fails   InvalidInput for a tag that could not be read back.
Result<std::string> tagText(std::vector<std::string> tags);
std::vector<std::string> wordsOf(const std::string& text);

/// Bytes made small by zlib.
std::string packed(std::string_view bytes);
/// Fails   InvalidInput for anything that packed() did not make.
Result<std::string> unpacked(std::string_view bytes);

/// A fingerprint as it is stored.
std::string hexadecimal(std::uint64_t number);
/// The fingerprint of a row as it is stored beside it. It tells accidents: flipped bits, changes by hand.
inline std::string seal(const Fingerprint& print) { return hexadecimal(print.value()); }

/// A stored time; what no calendar has is brought back to one.
inline records::TimePoint storedTime(std::int64_t milliseconds)
{
    constexpr std::int64_t kYear10000 = 253'402'300'800'000;
    return records::TimePoint(std::chrono::milliseconds(std::clamp<std::int64_t>(milliseconds, 0, kYear10000 - 1)));
}

inline records::TimePoint now()
{
    return std::chrono::time_point_cast<std::chrono::milliseconds>(std::chrono::system_clock::now());
}

/// Milliseconds since 1970, UTC.
inline std::int64_t unixTimeMs() { return now().time_since_epoch().count(); }

} // namespace nestloom::store
