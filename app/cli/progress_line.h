// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/progress_throttle.h"
#include "engine/schedule/network_run.h"

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
    /// A phase of a layer that was finished before.
    void show(const schedule::LayerResult& layer, const std::string& phase);

private:
    void write(const std::string& layer, const std::string& phase);

    const workload::Network& m_network;
    const bool m_isTerminal;
    std::size_t m_done = 0;
    jobs::ProgressThrottle m_throttle;
};

} // namespace nestloom::cli
