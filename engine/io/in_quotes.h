// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace nestloom::io {

/// A value as an error message shows it: in quotes, on one line, and cut after about 60 bytes.
std::string inQuotes(std::string_view text);

} // namespace nestloom::io
