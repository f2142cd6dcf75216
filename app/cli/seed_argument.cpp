// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/seed_argument.h"

#include <CLI/CLI.hpp>

namespace nestloom::cli {

CLI::Option* addSeedOption(CLI::App& command, std::uint64_t& seed, const std::string& what)
{
    const CLI::Validator isNotNegative(
        [](std::string& text) {
            return text.rfind('-', 0) == 0 ? "'" + text + "' is negative; seeds begin at 0" : std::string();
        },
        "", "seed");
    return command.add_option("--seed", seed, what)->check(isNotNegative)->capture_default_str();
}

} // namespace nestloom::cli
