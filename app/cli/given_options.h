// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/schedule/objective.h"

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace nestloom::cli {

/// The options that were typed, by name ("--gap"). An option of its default value that was typed counts.
using GivenOptions = std::vector<std::string>;

/// Fills `given` once the command is parsed. Call it after the options were added; `given` must outlive the parsing.
void noteGivenOptions(CLI::App& command, GivenOptions& given);

/// Every option that was typed does something with this engine and objective.
/// Fails   InvalidInput for the first one that does not, saying why.
Status checkGivenOptions(const GivenOptions& given, const std::string& engine, schedule::Objective objective);

/// Only the options of `heard` and those of every command were typed.
/// Fails   InvalidInput for the first other one, with `why`.
Status checkGivenAmong(const GivenOptions& given, std::initializer_list<std::string_view> heard,
                       const std::string& why);

/// A whole number from 0 to 2^64 - 1; CLI11 alone takes larger and negative ones for others.
std::string whyNoCount(const std::string& text);

} // namespace nestloom::cli
