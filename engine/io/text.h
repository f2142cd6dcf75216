// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/base/result.h"

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// A value as an error message shows it: in quotes, on one line, and cut after about 60 bytes.
std::string inQuotes(std::string_view text);

/// The fields of one line of a CSV file, without blanks around them. A field in double quotes may hold the separator,
/// and two double quotes in it are one (RFC 4180); quotes inside of other fields are letters. Lines do not go on inside
/// of quotes.
std::vector<std::string> csvFields(std::string_view line, char separator = ',');

inline constexpr std::size_t kMaxTextBytes = 16 * 1024 * 1024; // no accelerator or network comes near it

/// The whole file as text. Fails with Io when it cannot be read, with InvalidInput when it is larger than `maxBytes`.
/// `where` is the file's path.
Result<std::string> readTextFile(const std::filesystem::path& path, std::size_t maxBytes = kMaxTextBytes);

/// Refuses what cannot be text: invalid UTF-8 and control characters other than tab, line feed and carriage return.
/// `where` is "fileName:line".
Status checkUtf8(std::string_view text, const std::string& fileName);

} // namespace nestloom::io
