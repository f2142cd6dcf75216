// SPDX-License-Identifier: GPL-3.0-or-later
// Started with --wait FILE, this program is what is ended: it writes to the file what it heard, and ends.
#include "app/gui/end_signals.h"
#include "app/store/run_store.h"
#include "tests/places.h"

#include <QCoreApplication>
#include <QFile>
#include <QProcess>
#include <QSettings>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include <csignal>
#include <cstdio>
#include <cstring>

using namespace nestloom;

namespace {

int waitForSignal(int argc, char** argv)
{
    const app::EndSignals endSignals([&](int signal) {
        QFile file(QString::fromLocal8Bit(argv[2]));
        if (file.open(QIODevice::WriteOnly))
            file.write("heard " + QByteArray::number(signal));
        QCoreApplication::exit(128 + signal);
    });
    QCoreApplication application(argc, argv);
    QTimer::singleShot(0, [] {
        std::puts("ready");
        std::fflush(stdout);
    });
    return QCoreApplication::exec();
}

} // namespace

class TestEndSignals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theFirstSignalIsHeardOnTheApplicationsThread_data() { eachSignal(); }
    void theFirstSignalIsHeardOnTheApplicationsThread()
    {
        QFETCH(const int, signal);
        const QTemporaryDir folder;
        const QString file = folder.filePath(QStringLiteral("heard"));
        QProcess child;
        child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--wait"), file});
        QVERIFY(child.waitForReadyRead(30'000));
        kill(pid_t(child.processId()), signal);
        QVERIFY(child.waitForFinished(30'000));
        QCOMPARE(child.exitStatus(), QProcess::NormalExit);
        QCOMPARE(child.exitCode(), 128 + signal);
        QFile heard(file);
        QVERIFY(heard.open(QIODevice::ReadOnly));
        QCOMPARE(heard.readAll(), "heard " + QByteArray::number(signal));
    }

    void theWindowEndsCleanly_data() { eachSignal(); }
    void theWindowEndsCleanly()
    {
        QFETCH(const int, signal);
        const QTemporaryDir folder;
        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("offscreen"));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
        window.setProcessEnvironment(environment);
        const QString store = folder.filePath(QStringLiteral("runs.sqlite"));
        window.start(QStringLiteral(NESTLOOM_BIN_DIR "/nestloom"),
                     {QStringLiteral("--store"), store, QStringLiteral("--example")});
        QTRY_VERIFY_WITH_TIMEOUT(QFile::exists(store), 60'000);
        QTest::qWait(1000); // the example runs
        kill(pid_t(window.processId()), signal);
        QVERIFY(window.waitForFinished(30'000));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit); // its destructors have run: no crash, nothing cut off
        QCOMPARE(window.exitCode(), 128 + signal);
        const QSettings settings(folder.filePath(QStringLiteral("nestloom/nestloom.conf")), QSettings::IniFormat);
        QVERIFY(settings.contains(QStringLiteral("view/theme"))); // what was arranged is there at the next start
    }

    /// The display server dies: so does the window, by Qt's own hand. What had been found is kept.
    void aLostDisplayLosesNothingThatWasFinished()
    {
        if (QStandardPaths::findExecutable(QStringLiteral("Xvfb")).isEmpty())
            QSKIP("there is no Xvfb");
        QProcess display;
        display.start(QStringLiteral("Xvfb"), {QStringLiteral("-displayfd"), QStringLiteral("1")});
        QTRY_VERIFY_WITH_TIMEOUT(display.canReadLine(), 30'000);
        const QTemporaryDir folder;
        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("QT_QPA_PLATFORM"), QStringLiteral("xcb"));
        environment.insert(QStringLiteral("DISPLAY"), u':' + QString::fromLatin1(display.readLine().trimmed()));
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.path());
        window.setProcessEnvironment(environment);
        const QString file = folder.filePath(QStringLiteral("runs.sqlite"));
        window.start(QStringLiteral(NESTLOOM_BIN_DIR "/nestloom"),
                     {QStringLiteral("--store"), file, QStringLiteral("--example")});
        const auto finishedRuns = [&] {
            std::size_t count = 0;
            if (QFile::exists(file))
                if (auto store = store::RunStore::open(file.toStdString()))
                    if (const auto runs = store->list())
                        for (const records::RunSummary& run : *runs)
                            count += run.status == records::RunStatus::Finished && store->load(run.id) ? 1 : 0;
            return count;
        };
        QTRY_VERIFY_WITH_TIMEOUT(finishedRuns() > 0, 60'000);
        display.kill();
        QVERIFY(display.waitForFinished(30'000));
        QVERIFY(window.waitForFinished(30'000));
        QCOMPARE(window.exitStatus(), QProcess::NormalExit);
        QVERIFY(window.exitCode() != 0);
        QVERIFY(finishedRuns() > 0);
    }

private:
    static void eachSignal()
    {
        QTest::addColumn<int>("signal");
        QTest::newRow("SIGTERM") << SIGTERM;
        QTest::newRow("SIGHUP") << SIGHUP;
        QTest::newRow("SIGINT") << SIGINT;
    }
};

int main(int argc, char** argv)
{
    if (argc == 3 && std::strcmp(argv[1], "--wait") == 0)
        return waitForSignal(argc, argv);
    QCoreApplication application(argc, argv);
    TestEndSignals test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_end_signals.moc"
