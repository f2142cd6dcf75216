// SPDX-License-Identifier: GPL-3.0-or-later
// The log of the real window.
#include "tests/places.h"

#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

class TestWindowLog : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void itNamesVersionFilesAndRestartsOfTheSolverAndNothingOfTheirContent()
    {
        const QTemporaryDir folder;
        const auto write = [&](const char* name, const QByteArray& text) {
            QFile file(folder.filePath(QLatin1String(name)));
            return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? file.fileName() : QString();
        };
        QFile simba(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml"));
        QVERIFY(simba.open(QIODevice::ReadOnly));
        const QString good = write("good.yaml", simba.readAll().replace("name: simba", "name: secret-chip"));
        const QString bad = write("bad.bin", QByteArray("\0\1\2secret-bytes", 15));
        const QString solver = write("solver", "#!/bin/sh\nexit 7\n");
        QFile::setPermissions(solver, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);

        QProcess window;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("XDG_CONFIG_HOME"), folder.filePath(QStringLiteral("config")));
        environment.insert(QStringLiteral("NESTLOOM_SOLVER"), solver);
        window.setProcessEnvironment(environment);
        window.start(QStringLiteral(NESTLOOM_BIN_DIR "/nestloom"),
                     {QStringLiteral("--example"), QStringLiteral("--store"),
                      folder.filePath(QStringLiteral("runs.sqlite")), good, bad});
        const auto log = [&] {
            QFile file(folder.filePath(QStringLiteral("runs.sqlite-log.txt")));
            return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
        };
        QTRY_VERIFY_WITH_TIMEOUT(log().contains(QStringLiteral("solver started again: ")), 60'000);
        window.terminate();
        QVERIFY(window.waitForFinished(30'000));
        const QString text = log();
        for (const char* part : {"started: nestloom " NESTLOOM_VERSION ", commit ", "; Qt ",
                                 "opened good.yaml as accelerator", "not opened bad.bin", "] ended"})
            QVERIFY2(text.contains(QLatin1String(part)), qPrintable(text));
        QVERIFY2(!text.contains(QStringLiteral("secret")), qPrintable(text));
        QVERIFY2(!text.contains(folder.path()), qPrintable(text));
    }
};

QTEST_GUILESS_MAIN(TestWindowLog)
#include "tst_window_log.moc"
