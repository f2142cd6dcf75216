// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/log.h"

#include <QDir>
#include <QFile>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>

#include <thread>

using namespace nestloom;

class TestLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { app::keepLog(nullptr); }

    void anEventIsALineWithTimeAndProcess()
    {
        app::Log log(path("log.txt"));
        log.note("opened a\nb\x1b.yaml");
        static const QRegularExpression wanted(
            QStringLiteral("^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z \\[\\d+\\] opened a b \\.yaml\n$"));
        QVERIFY2(wanted.match(read("log.txt")).hasMatch(), qPrintable(read("log.txt")));
        QCOMPARE(QString::fromStdString(log.tail()), read("log.txt"));
    }

    void whatGrowsTooLargeTurnsOver()
    {
        app::Log log(path("log.txt"), 1000);
        const auto files = [&] { return QDir(m_folder->path()).entryList(QDir::Files, QDir::Name); };
        log.note("first");
        QCOMPARE(files(), QStringList{QStringLiteral("log.txt")}); // below its size, it stays one file
        for (int event = 0; event < 200; ++event)
            log.note("event " + std::to_string(event));
        QCOMPARE(files(),
                 (QStringList{QStringLiteral("log.1.txt"), QStringLiteral("log.2.txt"), QStringLiteral("log.txt")}));
        for (const QString& file : files())
            QVERIFY(QFile(m_folder->filePath(file)).size() <= 1000);
        QVERIFY(!read("log.2.txt").contains(QStringLiteral("first")));
        const QStringList last = QString::fromStdString(log.tail(20)).split(QLatin1Char('\n'), Qt::SkipEmptyParts);
        QCOMPARE(last.size(), 20); // also of the file before
        QVERIFY(last.first().endsWith(QStringLiteral("event 180")));
        QVERIFY(last.last().endsWith(QStringLiteral("event 199")));
    }

    void aLogGoesOnWhereItEnded()
    {
        app::Log(path("log.txt")).note("first");
        app::Log(path("log.txt")).note("second");
        QCOMPARE(read("log.txt").count(QLatin1Char('\n')), 2);
    }

    void threadsShareIt()
    {
        app::Log log(path("log.txt"));
        {
            std::vector<std::jthread> threads;
            for (int thread = 0; thread < 4; ++thread)
                threads.emplace_back([&] {
                    for (int event = 0; event < 100; ++event)
                        log.note("event");
                });
        }
        QCOMPARE(read("log.txt").count(QStringLiteral("] event\n")), 400);
    }

    void whereNothingCanBeWrittenTheProgramGoesOn()
    {
        app::Log log("/proc/nowhere/log.txt");
        log.note("first");
        QCOMPARE(log.tail(), std::string());
        app::note("noted nowhere: there is no log");
        QCOMPARE(app::logTail(), std::string());
    }

    void aRefusalOfTheVerifierIsNotedWithoutItsReason()
    {
        app::keepLog(std::make_shared<app::Log>(path("log.txt")));
        app::noteRefusal("nothing fits: the level holds 2 B", "layer a of b");
        QCOMPARE(app::logTail(), std::string());
        app::noteRefusal("the verifier refused the engine's mapping: L1 needs 4242 B", "layer a of b");
        const QString text = QString::fromStdString(app::logTail());
        QVERIFY(text.endsWith(QStringLiteral("] refused by the verifier: layer a of b\n")));
        QVERIFY(!text.contains(QStringLiteral("4242")));
    }

    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

private:
    std::filesystem::path path(const char* name) const { return m_folder->filePath(QLatin1String(name)).toStdString(); }
    QString read(const char* name) const
    {
        QFile file(m_folder->filePath(QLatin1String(name)));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_GUILESS_MAIN(TestLog)
#include "tst_log.moc"
