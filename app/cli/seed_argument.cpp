// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/seed_argument.h"

#include "app/cli/given_options.h"

#include <CLI/CLI.hpp>

namespace nestloom::cli {

CLI::Option* addSeedOption(CLI::App& command, std::uint64_t& seed, const std::string& what)
{
    const CLI::Validator isSeed([](std::string& text) { return whyNoCount(text); }, "", "seed");
    return command.add_option("--seed", seed, what)->check(isSeed)->capture_default_str();
}

} // namespace nestloom::cli
