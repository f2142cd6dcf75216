// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/process_identity.h"

#include <unistd.h>

#include <fstream>
#include <iterator>
#include <optional>
#include <sstream>

namespace nestloom::store {

namespace {

std::string bootId()
{
    std::ifstream file("/proc/sys/kernel/random/boot_id");
    std::string text;
    file >> text;
    return text;
}

/// Start time of a process that is not a zombie; nothing when there is none.
std::optional<std::int64_t> startTicks(std::int64_t pid)
{
    std::ifstream file("/proc/" + std::to_string(pid) + "/stat");
    const std::string text{std::istreambuf_iterator<char>(file), {}};
    const std::size_t nameEnd = text.rfind(')'); // the name may hold blanks and brackets itself
    if (nameEnd == std::string::npos)
        return std::nullopt;
    std::istringstream fields(text.substr(nameEnd + 1));
    std::string state, skipped;
    fields >> state;
    for (int field = 4; field < 22; ++field)
        fields >> skipped;
    std::int64_t ticks = 0;
    if (!(fields >> ticks) || state == "Z" || state == "X")
        return std::nullopt;
    return ticks;
}

} // namespace

ProcessIdentity currentProcess()
{
    const std::int64_t pid = getpid();
    return {pid, startTicks(pid).value_or(0), bootId()};
}

bool isAlive(const ProcessIdentity& process)
{
    return process.bootId == bootId() && startTicks(process.pid) == process.startTicks;
}

} // namespace nestloom::store
