// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/options.h"
#include "app/cli/output.h"

#include <memory>

namespace nestloom::cli {

void addManual(const Options& program)
{
    const auto format = std::make_shared<std::string>();
    const Options command =
        program.command("manual", "Print the manual page, or completions of command lines for a shell");
    command.add("format", *format, "What to print").required().oneOf(app::manualFormats());
    command.does([program, format]() -> Result<ExitCode> {
        app::CommandWords words = program.words();
        words.exitCodes = kExitCodes;
        TRY(const std::string text, app::writeManual(words, *format));
        TRY_DO(writeOutput({}, text));
        return Ok;
    });
}

} // namespace nestloom::cli
