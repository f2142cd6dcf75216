// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/ports/asker.h"

#include <QPointer>

#include <map>

namespace nestloom::ui {

/// Finds nothing by itself: the test says what is told, and when. As with a real one, nothing of an older question is
/// heard, nor of one that was stopped.
template <typename Question, typename News, typename Base = Asker<Question, News>>
class FakeAsker : public Base {
public:
    void ask(Question question, QObject* hearer, std::function<void(const News&)> hear) override
    {
        requests[++last] = std::move(question);
        m_hearer = hearer;
        m_hear = std::move(hear);
    }
    void finish() override { ++cancels; }
    void stop() override
    {
        ++cancels;
        m_hear = nullptr;
    }

    void tellNews(quint64 id, const News& news)
    {
        if (id != last || !m_hear || !m_hearer)
            return;
        const auto hear = m_hear; // it may ask for something else
        hear(news);
    }
    void tell(const News& news) { tellNews(last, news); }
    void fail(quint64 id, const QString& problem)
    {
        News news;
        news.ended = true;
        news.problem = problem;
        tellNews(id, news);
    }

    std::map<quint64, Question> requests; // by number: 1, 2, ...
    quint64 last = 0;                     // the newest
    int cancels = 0;                      // stop() and finish()

private:
    QPointer<QObject> m_hearer;
    std::function<void(const News&)> m_hear;
};

} // namespace nestloom::ui
