// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <signal.h>

#include <functional>
#include <stop_token>
#include <thread>

namespace nestloom::app {

/// Waits for SIGTERM, SIGHUP (log-out) and SIGINT while it lives, and calls `onSignal` with the first one on the thread
/// of the application, which is expected to end; the second one ends the program at once. The signals are blocked and
/// waited for by a thread of its own, so that no code runs inside a signal handler. Thread rule: make it before any
/// other thread is started.
class EndSignals {
public:
    explicit EndSignals(std::function<void(int signal)> onSignal);
    ~EndSignals();
    EndSignals(const EndSignals&) = delete;
    EndSignals& operator=(const EndSignals&) = delete;

private:
    void watch(const std::stop_token& ending);

    const std::function<void(int)> m_onSignal;
    sigset_t m_signals{};
    sigset_t m_maskBefore{};
    std::jthread m_watcher;
};

} // namespace nestloom::app
