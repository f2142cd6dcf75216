// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>

namespace nestloom::store {

/// Tells one process from every other, also after its number was given to a new one or the machine was started again.
struct ProcessIdentity {
    std::int64_t pid = 0;
    std::int64_t startTicks = 0; // field 22 of /proc/PID/stat
    std::string bootId;          // /proc/sys/kernel/random/boot_id
    friend bool operator==(const ProcessIdentity&, const ProcessIdentity&) = default;
};

ProcessIdentity currentProcess();
/// False as soon as the process ended, even if nobody has collected it yet.
bool isAlive(const ProcessIdentity& process);

} // namespace nestloom::store
