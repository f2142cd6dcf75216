// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "engine/base/result.h"

#include <string>
#include <vector>

namespace nestloom::app {

/// An option of a command as --help tells it, or an argument: it has no names.
struct OptionWords {
    std::vector<std::string> names{};   // "-h", "--help"
    std::string value{};                // what follows: "FILE"; empty = a flag
    std::vector<std::string> choices{}; // what it can be; empty = anything
    std::string help{};
    std::string group{}; // heading it stands under; empty = none
    bool isRequired = false;
    friend bool operator==(const OptionWords&, const OptionWords&) = default;
};

struct CommandWords {
    std::string name;
    std::string help{}; // one sentence
    std::vector<OptionWords> options;
    std::vector<CommandWords> commands{};
    std::string exitCodes{}; // a line each; empty = it says nothing of them
};

/// What writeManual can write: "man" is a manual page, "bash", "zsh" and "fish" are completions for these shells.
const std::vector<std::string>& manualFormats();
/// Fails   InvalidInput for another format.
Result<std::string> writeManual(const CommandWords& program, const std::string& format);

} // namespace nestloom::app
