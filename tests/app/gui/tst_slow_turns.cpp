// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/slow_turns.h"

#include <QEventLoop>
#include <QTest>
#include <QTimer>

#include <thread>

using namespace nestloom;

class TestSlowTurns : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init() { m_told.clear(); }

    void aSlowTurnIsToldAndAQuickOneIsNot()
    {
        turn(1);
        QCOMPARE(m_told, QStringList());
        turn(60);
        QCOMPARE(m_told, QStringList{QStringLiteral("TestSlowTurns 1000")});
    }

    void whatIsSentWithinATurnIsPartOfIt()
    {
        during([this] {
            turn(20);
            turn(40);
        });
        QCOMPARE(m_told.size(), 1);
    }

    void aTurnWithALoopOfItsOwnIsNotToldThoseInItAre()
    {
        const auto waits = [this](int innerMs) {
            QEventLoop loop;
            QTimer::singleShot(0, this, [&] { turn(innerMs); });
            QTimer::singleShot(80, &loop, &QEventLoop::quit);
            loop.exec();
        };
        during([&] { waits(1); }); // a dialog that the user looked at
        QCOMPARE(m_told, QStringList());
        during([&] { waits(70); });
        QCOMPARE(m_told.size(), 1);
        turn(60); // all is as before
        QCOMPARE(m_told.size(), 2);
    }

private:
    template <typename Work>
    void during(Work work)
    {
        const QEvent event(QEvent::User);
        m_turns.during(this, &event, [&] {
            work();
            return true;
        });
    }
    void turn(int milliseconds)
    {
        during([&] { std::this_thread::sleep_for(std::chrono::milliseconds(milliseconds)); });
    }

    QStringList m_told;
    app::SlowTurns m_turns{std::chrono::milliseconds(50),
                           [this](std::chrono::milliseconds took, const char* receiver, QEvent::Type event) {
                               QVERIFY(took > std::chrono::milliseconds(50));
                               m_told << QStringLiteral("%1 %2").arg(QLatin1String(receiver)).arg(int(event));
                           }};
};

QTEST_GUILESS_MAIN(TestSlowTurns)
#include "tst_slow_turns.moc"
