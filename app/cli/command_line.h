// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace nestloom::cli {

/// Does what the words of a command line ask for, prints, and returns the exit code. `argv[0]` is the program.
int runCommandLine(int argc, char** argv);

} // namespace nestloom::cli
