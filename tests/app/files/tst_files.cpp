// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presets_directory.h"
#include "app/write_file.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using namespace nestloom::app;

class TestFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { qunsetenv("NESTLOOM_PRESETS"); }

    void writesAFileWholeAndLeavesNothingElse()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("a.txt")).toStdString();
        QVERIFY(writeFile(path, "one"));
        QVERIFY(writeFile(path, "two"));
        QCOMPARE(*readFile(path), std::string("two"));
        QCOMPARE(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), QStringList{QStringLiteral("a.txt")});
    }

    void aPlaceThatCannotBeWrittenIsOneSentenceWithItsName()
    {
        const QTemporaryDir folder;
        for (const QString& place :
             {folder.filePath(QStringLiteral("missing/a.txt")), folder.path(), QStringLiteral("/dev/full")}) {
            const Status written = writeFile(place.toStdString(), "x");
            QVERIFY2(!written, qPrintable(place));
            QCOMPARE(written.error().code, ErrorCode::Io);
            QCOMPARE(written.error().where, place.toStdString());
        }
        QVERIFY(QDir(folder.path()).isEmpty());
    }

    void writesIntoWhatIsNotAFileWithoutReplacingIt()
    {
        QVERIFY(writeFile("/dev/null", "x"));
        QVERIFY(!std::filesystem::is_regular_file("/dev/null"));
    }

    void refusesToReadWhatIsNotAFile()
    {
        QVERIFY(!readFile("/"));
        QVERIFY(!readFile("/nosuch"));
    }

    void findsThePresetsOfTheSourceTree()
    {
        QCOMPARE(presetsDirectory().string(), std::string(NESTLOOM_SOURCE_DIR "/presets"));
        const auto accelerators = presets(PresetKind::Accelerator);
        QVERIFY(
            std::is_sorted(accelerators.begin(), accelerators.end(), [](auto& a, auto& b) { return a.name < b.name; }));
        QCOMPARE(findInput(PresetKind::Accelerator, "simba")->filename().string(), std::string("simba.yaml"));
        QVERIFY(!findInput(PresetKind::Network, "simba"));
    }

    void theEnvironmentNamesAnotherFolder()
    {
        const QTemporaryDir folder;
        qputenv("NESTLOOM_PRESETS", folder.path().toUtf8());
        QCOMPARE(presetsDirectory().string(), folder.path().toStdString());
        QVERIFY(presets(PresetKind::Accelerator).empty());
        const auto missing = findInput(PresetKind::Accelerator, "simba");
        QVERIFY(!missing && missing.error().message.find("none found") != std::string::npos);
    }

    void aFileOfOnesOwnNeedsNoPreset()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("own.yaml")).toStdString();
        QVERIFY(writeFile(path, "x"));
        QCOMPARE(findInput(PresetKind::Network, path)->string(), path);
    }
};

QTEST_GUILESS_MAIN(TestFiles)
#include "tst_files.moc"
