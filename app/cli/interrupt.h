// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>

#include <stop_token>
#include <thread>

namespace nestloom::cli {

/// Turns Ctrl-C (SIGINT), SIGTERM and SIGHUP (the terminal was closed) into a stop request while it lives; the second
/// one ends the program at once. The signals are blocked and waited for by a thread of its own, so that no code runs
/// inside a signal handler. Thread rule: make it before any other thread is started.
class Interrupt {
public:
    Interrupt();
    ~Interrupt();
    Interrupt(const Interrupt&) = delete;
    Interrupt& operator=(const Interrupt&) = delete;

    std::stop_token token() const { return m_source.get_token(); }
    bool happened() const { return m_source.stop_requested(); }

private:
    void watch(std::stop_token ending);

    sigset_t m_signals{};
    sigset_t m_maskBefore{};
    std::stop_source m_source;
    std::jthread m_watcher;
};

} // namespace nestloom::cli
