// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <functional>
#include <utility>

namespace nestloom::ui {

/// Asks for something that takes long; the newest question wins. app/gui/local_asker implements it on a thread of its
/// own, tests use a fake. Lives on the GUI thread; no call blocks. News has two members besides what it tells: `bool
/// ended` (the last word) and `QString problem` (one sentence, with the last word, when it could not be done).
template <typename Question, typename News>
class Asker {
public:
    virtual ~Asker() = default;
    /// Stops the question before and begins this one. `hear` is called on this thread, the last time with News::ended;
    /// never after a newer ask(), a stop(), or the end of `hearer`.
    virtual void ask(Question question, QObject* hearer, std::function<void(const News&)> hear) = 0;
    virtual void finish() = 0; // ends what is at work; the last word comes, with what was found
    virtual void stop() = 0;   // without another word
};

/// One who asks: knows whether a last word is still to come. The asker may be missing: then nothing can be asked.
template <typename Question, typename News>
class Asking {
public:
    using Hear = std::function<void(const News&)>;

    /// `hearer` owns this.
    Asking(Asker<Question, News>* asker, QObject* hearer, Hear hear)
        : m_asker(asker), m_hearer(hearer), m_hear(std::move(hear))
    {
    }
    Asking(const Asking&) = delete;
    Asking& operator=(const Asking&) = delete;

    bool isPossible() const { return m_asker != nullptr; }
    bool isBusy() const { return m_isBusy; }
    void ask(Question question)
    {
        if (!m_asker)
            return;
        m_isBusy = true;
        m_asker->ask(std::move(question), m_hearer, [this](const News& news) {
            m_isBusy = !news.ended;
            m_hear(news);
        });
    }
    void finish()
    {
        if (m_isBusy)
            m_asker->finish();
    }
    void stop()
    {
        if (std::exchange(m_isBusy, false))
            m_asker->stop();
    }

private:
    Asker<Question, News>* const m_asker;
    QObject* const m_hearer;
    const Hear m_hear;
    bool m_isBusy = false;
};

} // namespace nestloom::ui
