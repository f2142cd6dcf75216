// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"
#include "engine/schedule/objective.h"

#include <string>
#include <vector>

namespace nestloom::cli {

/// The options that were typed, by name ("--gap"). An option of its default value that was typed counts.
using GivenOptions = std::vector<std::string>;

/// Every option that was typed does something with this engine and objective.
/// Fails   InvalidInput for the first one that does not, saying why.
Status checkGivenOptions(const GivenOptions& given, const std::string& engine, schedule::Objective objective);

/// Only the options of `heard` and those of every command were typed.
/// Fails   InvalidInput for the first other one, with `why`.
Status checkGivenAmong(const GivenOptions& given, std::initializer_list<std::string_view> heard,
                       const std::string& why);

} // namespace nestloom::cli
