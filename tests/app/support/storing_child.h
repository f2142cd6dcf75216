// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <csignal>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace nestloom::testing {

/// A child process that stores something again and again and writes a byte for each that is stored. Begun before any
/// thread.
class StoringChild {
public:
    /// `store` is given 0, 1, ...; false ends the child.
    explicit StoringChild(const std::function<bool(int)>& store)
    {
        int ends[2];
        if (pipe(ends) != 0)
            return;
        m_pid = fork();
        if (m_pid == 0) {
            for (int count = 0;; ++count)
                if (!store(count) || write(ends[1], "x", 1) != 1)
                    _exit(1);
        }
        close(ends[1]);
        m_reports = ends[0];
    }
    ~StoringChild() { close(m_reports); }

    /// Kills it as soon as so many are stored; returns how many it reported.
    int killAfter(int count) const
    {
        char byte = 0;
        int reported = 0;
        while (reported < count && read(m_reports, &byte, 1) == 1)
            ++reported;
        kill(m_pid, SIGKILL);
        waitpid(m_pid, nullptr, 0);
        while (read(m_reports, &byte, 1) == 1)
            ++reported;
        return reported;
    }

private:
    pid_t m_pid = -1;
    int m_reports = -1;
};

} // namespace nestloom::testing
