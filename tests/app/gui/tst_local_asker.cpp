// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/local_asker.h"

#include <QSemaphore>
#include <QTest>

#include <stdexcept>
#include <thread>

using namespace nestloom;

namespace {

struct CountNews {
    int count = 0;
    bool ended = false;
    QString problem;
};
using Asker = app::LocalAsker<int, CountNews>;

/// Counts to the question, one step each time it is let; a stop ends it where it is, a negative question throws.
Asker::Work counting(QSemaphore& steps)
{
    return [&steps](int most, const std::stop_token& stop, const auto& tell) {
        if (most < 0)
            throw std::runtime_error("cannot count down");
        CountNews news;
        while (news.count < most) {
            do {
                if (stop.stop_requested())
                    return news;
            } while (!steps.tryAcquire(1, 5));
            ++news.count;
            tell(news);
        }
        return news;
    };
}

struct Heard {
    void ask(Asker& asker, int question)
    {
        asker.ask(question, &hearer, [this, question](const CountNews& one) {
            questions << question;
            news.push_back(one);
        });
    }
    bool ended() const { return !news.empty() && news.back().ended; }

    QObject hearer;
    QList<int> questions;
    std::vector<CountNews> news;
};

} // namespace

/// What every asker of the window keeps; the works behind them have tests of their own.
class LocalAskerTest : public QObject {
    Q_OBJECT

    QSemaphore m_steps;

private slots:
    void init() { m_steps.tryAcquire(m_steps.available()); }

    void tellsNewsInOrderAndThenTheLastWord()
    {
        Asker asker(counting(m_steps));
        Heard heard;
        heard.ask(asker, 3);
        QVERIFY(heard.news.empty()); // nothing before the call returns
        m_steps.release(3);
        QTRY_VERIFY(heard.ended());
        QCOMPARE(heard.news.size(), std::size_t(4));
        for (int i = 0; i < 3; ++i)
            QCOMPARE(heard.news[std::size_t(i)].count, i + 1);
        QCOMPARE(heard.news.back().count, 3);
    }

    void onlyTheNewestQuestionIsHeard()
    {
        Asker asker(counting(m_steps));
        Heard heard;
        heard.ask(asker, 1000);
        m_steps.release(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(30)); // its news wait in the queue
        heard.ask(asker, 1);
        m_steps.release(2); // the one before may take a step before it hears of its end
        QTRY_VERIFY(heard.ended());
        for (const int question : heard.questions)
            QCOMPARE(question, 1);
    }

    void aStoppedQuestionSaysNothing()
    {
        Asker asker(counting(m_steps));
        Heard heard;
        heard.ask(asker, 1000);
        m_steps.release(2);
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        asker.stop();
        QTest::qWait(50);
        QVERIFY(heard.news.empty());
    }

    void aFinishedQuestionSaysWhatWasFound()
    {
        Asker asker(counting(m_steps));
        Heard heard;
        heard.ask(asker, 1000);
        m_steps.release(2);
        QTRY_COMPARE(heard.news.size(), std::size_t(2));
        asker.finish();
        QTRY_VERIFY(heard.ended());
        QCOMPARE(heard.news.back().count, 2);
    }

    void aQuestionThatHadNotBegunEndsAsWell()
    {
        QSemaphore mayEnd;
        Asker asker([&](int question, const std::stop_token&, const auto&) {
            if (question == 1)
                mayEnd.acquire(); // deaf to its stop for a while
            return CountNews{question, false, {}};
        });
        Heard heard;
        heard.ask(asker, 1);
        std::this_thread::sleep_for(std::chrono::milliseconds(30));
        heard.ask(asker, 2);
        asker.finish();
        mayEnd.release();
        QTRY_VERIFY(heard.ended());
        QCOMPARE(heard.questions, QList<int>{2});
        QCOMPARE(heard.news.back().count, 0);
    }

    void whatIsThrownIsTheProblem()
    {
        Asker asker(counting(m_steps));
        Heard heard;
        heard.ask(asker, -1);
        QTRY_VERIFY(heard.ended());
        QVERIFY2(heard.news.back().problem.contains(QStringLiteral("cannot count down")),
                 qPrintable(heard.news.back().problem));
        heard.ask(asker, 0); // the thread is still there
        QTRY_VERIFY(heard.news.size() == 2 && heard.news.back().problem.isEmpty());
    }

    void nobodyIsCalledWhoIsGone()
    {
        Asker asker(counting(m_steps));
        int heard = 0;
        auto hearer = std::make_unique<QObject>();
        asker.ask(1, hearer.get(), [&](const CountNews&) { ++heard; });
        hearer.reset();
        m_steps.release(1);
        QTest::qWait(50);
        QCOMPARE(heard, 0);
    }

    void theDestructorDoesNotWaitForTheEnd()
    {
        Asker asker(counting(m_steps));
        Heard heard;
        heard.ask(asker, 1000);
    }

    void knowsWhetherNewsWait()
    {
        std::vector<bool> waits;
        Asker asker([&](int, const std::stop_token&, const auto& tell) {
            waits.push_back(!tell.isHeard());
            tell(CountNews{});
            waits.push_back(!tell.isHeard());
            return CountNews{};
        });
        Heard heard;
        heard.ask(asker, 0);
        std::this_thread::sleep_for(std::chrono::milliseconds(50)); // nothing is heard meanwhile
        QTRY_VERIFY(heard.ended());
        QCOMPARE(waits, (std::vector<bool>{false, true}));
    }
};

QTEST_GUILESS_MAIN(LocalAskerTest)
#include "tst_local_asker.moc"
