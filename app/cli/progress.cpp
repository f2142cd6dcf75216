// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/progress.h"

#include "app/cli/commands.h"
#include "app/report/text.h"
#include "engine/base/number_words.h"

#include <unistd.h>

#include <cstdio>

namespace nestloom::cli {

ProgressLine::ProgressLine(const workload::Network& network) : m_network(network), m_isTerminal(isatty(STDERR_FILENO))
{
}

ProgressLine::~ProgressLine()
{
    if (m_isTerminal)
        std::fputs("\r\033[K", stderr);
}

void ProgressLine::show(const schedule::LayerProgress& progress)
{
    write(m_network.layers[progress.index].name, progress.progress.phase);
}

void ProgressLine::show(const schedule::LayerResult& layer)
{
    ++m_done;
    write(layer.name, std::string(schedule::name(layer.status)));
}

void ProgressLine::show(const schedule::LayerResult& layer, const std::string& phase)
{
    ++m_done;
    write(layer.name, phase);
}

void ProgressLine::show(const Progress& whole)
{
    if (m_isTerminal && m_throttle.passes())
        std::fprintf(stderr, "\r\033[K%-20s %3d %%", whole.phase.c_str(), int(100 * whole.fraction.value_or(0)));
}

void ProgressLine::write(const std::string& layer, const std::string& phase)
{
    if (m_isTerminal && m_throttle.passes())
        std::fprintf(stderr, "\r\033[K%zu of %s; %s: %s", m_done,
                     counted(std::int64_t(m_network.layers.size()), "layer").c_str(), report::printable(layer).c_str(),
                     phase.c_str());
}

Interrupt::Interrupt()
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    sigaddset(&m_signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_watcher = std::jthread([this](const std::stop_token& ending) { watch(ending); });
}

Interrupt::~Interrupt()
{
    m_watcher.request_stop();
    pthread_kill(m_watcher.native_handle(), SIGINT); // wakes it
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

void Interrupt::watch(const std::stop_token& ending)
{
    for (int signal = 0;;) {
        sigwait(&m_signals, &signal);
        if (ending.stop_requested())
            return;
        if (!m_source.request_stop())
            _exit(Cancelled);
    }
}

} // namespace nestloom::cli
