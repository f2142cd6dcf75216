// SPDX-License-Identifier: GPL-3.0-or-later
// About, the log, and what is told while the user is elsewhere.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/jobs/jobs_strip.h"
#include "ui/features/jobs/log_panel.h"

#include <QAction>
#include <QMessageBox>

namespace nestloom::ui {

class TestHelpAndLog : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aboutTellsVersionCommitAndBuild();
    void theLogHasJobsLayersAndProblems();
    void aJobThatEndsUnseenIsTold_data();
    void aJobThatEndsUnseenIsTold();
};

void TestHelpAndLog::aboutTellsVersionCommitAndBuild()
{
    WindowFixture f;
    f.find<QAction>("about")->trigger();
    const QString text = f.window.findChild<QMessageBox*>()->text();
    for (const char* part : {NESTLOOM_VERSION, "commit 0123abcd of 2026-01-01; Release", qVersion()})
        QVERIFY2(text.contains(QLatin1String(part)), part);
}

void TestHelpAndLog::theLogHasJobsLayersAndProblems()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 115248));
    f.session.finishLayer(job, failedLayer(f.session.requests[job], 1, "nothing fits"));
    f.session.end(job, JobState::End::Cancelled);
    Q_EMIT f.session.failed(QStringLiteral("The disk is full."));
    auto* log = f.find<LogPanel>("logText");
    log->flush();
    const QString text = log->toPlainText();
    for (const char* part :
         {"job 1  job 1: started, 8 layers", "features.0: proven, 115,248 cycles, gap 0.00 %",
          "features.3: infeasible, nothing fits", "cancelled with 2 of 8 layers", "problem: The disk is full."})
        QVERIFY2(text.contains(QLatin1String(part)), qPrintable(QLatin1String(part) + QLatin1Char('\n') + text));
    QCOMPARE(text.count(QStringLiteral("started")), 1);
}

void TestHelpAndLog::aJobThatEndsUnseenIsTold_data()
{
    QTest::addColumn<bool>("away");
    QTest::addColumn<qint64>("elapsed");
    QTest::addColumn<bool>("told");
    QTest::newRow("away, long job") << true << qint64(60'000) << true;
    QTest::newRow("away, short job") << true << qint64(200) << false;
    QTest::newRow("watching") << false << qint64(60'000) << false;
}

void TestHelpAndLog::aJobThatEndsUnseenIsTold()
{
    QFETCH(bool, away);
    QFETCH(qint64, elapsed);
    QFETCH(bool, told);
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    if (away) {
        f.window.hide();
        QTRY_VERIFY(QApplication::activeWindow() == nullptr);
    }
    QStringList heard;
    f.window.findChild<JobNotice*>()->setTell(
        [&heard](const QString& title, const QString& text) { heard << title << text; });
    const JobId job = f.start();
    f.session.states[job].elapsed = std::chrono::milliseconds(elapsed);
    f.session.states[job].incumbentCycles = 5.2e6;
    f.session.states[job].layersDone = f.session.states[job].layerCount;
    f.session.end(job, JobState::End::Finished);
    QCOMPARE(!heard.isEmpty(), told);
    if (told) {
        QCOMPARE(heard.front(), QStringLiteral("job 1"));
        QVERIFY2(heard.back().contains(QStringLiteral("5.20 Mcycle")), qPrintable(heard.back()));
    }
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestHelpAndLog)
#include "tst_help_and_log.moc"
