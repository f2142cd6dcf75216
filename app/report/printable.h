// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>

namespace nestloom::report {

/// A text from a file for a terminal, where its control characters would be commands and marks of direction would turn
/// the line around: these are written as "\x1b", "\n" and "\u202e". `lines` keeps line feeds and tabs.
std::string printable(std::string_view text, bool lines = false);

} // namespace nestloom::report
