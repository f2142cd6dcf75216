// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace nestloom::cli {

/// --seed: a whole number from 0 on; one below 0 is refused instead of becoming a large one.
CLI::Option* addSeedOption(CLI::App& command, std::uint64_t& seed, const std::string& what);

} // namespace nestloom::cli
