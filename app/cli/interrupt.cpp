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
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_watcher = std::jthread([this](std::stop_token ending) { watch(std::move(ending)); });
}

Interrupt::~Interrupt()
{
    m_watcher.request_stop();
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

void Interrupt::watch(std::stop_token ending)
{
    constexpr timespec kPoll{0, 50'000'000}; // how long an ended command waits for this thread at most
    while (!ending.stop_requested()) {
        if (sigtimedwait(&m_signals, nullptr, &kPoll) < 0)
            continue;
        if (!m_source.request_stop())
            _exit(Cancelled);
    }
}

} // namespace nestloom::cli
