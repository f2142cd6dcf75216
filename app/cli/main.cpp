// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/commands.h"

#include <csignal>

int main(int argc, char** argv)
{
    std::signal(SIGPIPE, SIG_IGN); // a solver that died is an error to report, not our end
    std::signal(SIGXFSZ, SIG_IGN); // so is a file that may grow no more
    return nestloom::cli::runCommandLine(argc, argv);
}
