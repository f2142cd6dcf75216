// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace nestloom::io {

/// The fields of one line of a CSV file, without blanks around them. A field in double quotes may hold the separator,
/// and two double quotes in it are one (RFC 4180); quotes inside of other fields are letters. Lines do not go on inside
/// of quotes.
std::vector<std::string> csvFields(std::string_view line, char separator = ',');

} // namespace nestloom::io
