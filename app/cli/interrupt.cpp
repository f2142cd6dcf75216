// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/interrupt.h"

#include "app/cli/commands.h"

#include <unistd.h>

namespace nestloom::cli {

Interrupt::Interrupt()
{
    sigemptyset(&m_signals);
    sigaddset(&m_signals, SIGINT);
    sigaddset(&m_signals, SIGTERM);
    sigaddset(&m_signals, SIGHUP);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_watcher = std::jthread([this](std::stop_token ending) { watch(std::move(ending)); });
}

Interrupt::~Interrupt()
{
    m_watcher.request_stop();
    pthread_kill(m_watcher.native_handle(), SIGINT); // wakes it
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

void Interrupt::watch(std::stop_token ending)
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
