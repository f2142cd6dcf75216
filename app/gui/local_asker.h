// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/jobs/latest_task.h"
#include "ui/ports/asker.h"

#include <QPointer>

#include <atomic>
#include <memory>

namespace nestloom::app {

/// Tells news from the thread that works on a question.
template <typename News>
class Teller {
public:
    Teller(std::function<void(News)> send, const std::atomic<int>& underWay)
        : m_send(std::move(send)), m_underWay(underWay)
    {
    }
    void operator()(News news) const { m_send(std::move(news)); }
    /// All that was told has been heard: what is told now will not wait behind other news.
    bool isHeard() const { return m_underWay == 0; }

private:
    const std::function<void(News)> m_send;
    const std::atomic<int>& m_underWay;
};

/// Answers on a thread of this computer. Thread rule: lives on the GUI thread; the destructor stops the work and waits
/// for it.
template <typename Question, typename News>
class LocalAsker final : public ui::Asker<Question, News> {
public:
    /// Returns the last word. Called on the thread, for one question after the other.
    using Work = std::function<News(const Question&, const std::stop_token&, const Teller<News>&)>;

    explicit LocalAsker(Work work) : m_work(std::move(work)), m_task(std::make_unique<jobs::LatestTask>()) {}
    ~LocalAsker() override { m_task.reset(); } // Qt drops what is still queued

    void ask(Question question, QObject* hearer, std::function<void(const News&)> hear) override
    {
        m_send = [this, id = ++m_newest, hearer = QPointer<QObject>(hearer), hear = std::move(hear)](News news) {
            ++m_underWay;
            QMetaObject::invokeMethod(
                &m_home,
                [this, id, hearer, hear, news = std::move(news)] {
                    --m_underWay;
                    if (id == m_newest && hearer)
                        hear(news);
                },
                Qt::QueuedConnection);
        };
        m_task->begin(
            [this, send = m_send, question = std::move(question)](const std::stop_token& stop) {
                News last = m_work(question, stop, Teller<News>(send, m_underWay));
                last.ended = true;
                send(std::move(last));
            },
            [send = m_send](const Error& error) {
                News last;
                last.ended = true;
                last.problem = QString::fromStdString(error.text());
                send(std::move(last));
            });
    }

    void finish() override
    {
        if (!m_task->stop())
            return;
        News last; // it had not begun
        last.ended = true;
        m_send(std::move(last));
    }

    void stop() override
    {
        ++m_newest;
        m_task->stop();
    }

private:
    const Work m_work;
    QObject m_home; // of the GUI thread
    quint64 m_newest = 0;
    std::atomic<int> m_underWay = 0; // news that are told and not heard yet
    std::function<void(News)> m_send;
    std::unique_ptr<jobs::LatestTask> m_task;
};

} // namespace nestloom::app
