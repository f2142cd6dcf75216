// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/end_signals.h"

#include <QCoreApplication>

#include <unistd.h>

namespace nestloom::app {

EndSignals::EndSignals(std::function<void(int)> onSignal) : m_onSignal(std::move(onSignal))
{
    sigemptyset(&m_signals);
    for (const int signal : {SIGTERM, SIGHUP, SIGINT})
        sigaddset(&m_signals, signal);
    pthread_sigmask(SIG_BLOCK, &m_signals, &m_maskBefore);
    m_watcher = std::jthread([this](const std::stop_token& ending) { watch(ending); });
}

EndSignals::~EndSignals()
{
    m_watcher.request_stop();
    pthread_kill(m_watcher.native_handle(), SIGTERM); // wakes it
    m_watcher.join();
    pthread_sigmask(SIG_SETMASK, &m_maskBefore, nullptr);
}

void EndSignals::watch(const std::stop_token& ending)
{
    bool isFirst = true;
    for (int signal = 0;; isFirst = false) {
        sigwait(&m_signals, &signal);
        if (ending.stop_requested())
            return;
        if (!isFirst || QCoreApplication::instance() == nullptr)
            _exit(128 + signal);
        QMetaObject::invokeMethod(
            QCoreApplication::instance(), [this, signal] { m_onSignal(signal); }, Qt::QueuedConnection);
    }
}

} // namespace nestloom::app
