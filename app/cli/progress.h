// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/progress_throttle.h"
#include "engine/schedule/network_run.h"

#include <signal.h>

#include <stop_token>
#include <thread>

namespace nestloom::cli {

/// One line on stderr that is written over again and again, and wiped at the end. Silent when stderr is not a terminal.
/// Thread rule: one call at a time.
class ProgressLine {
public:
    explicit ProgressLine(const workload::Network& network);
    ~ProgressLine();
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

    void show(const schedule::LayerProgress& progress);
    void show(const schedule::LayerResult& layer);
    void show(const Progress& whole); // of a run that is one schedule as a whole
    /// A phase of a layer that was finished before.
    void show(const schedule::LayerResult& layer, const std::string& phase);

private:
    void write(const std::string& layer, const std::string& phase);

    const workload::Network& m_network;
    const bool m_isTerminal;
    std::size_t m_done = 0;
    jobs::ProgressThrottle m_throttle;
};

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
    void watch(const std::stop_token& ending);

    sigset_t m_signals{};
    sigset_t m_maskBefore{};
    std::stop_source m_source;
    std::jthread m_watcher;
};

} // namespace nestloom::cli
