// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/presets_directory.h"
#include "app/write_file.h"
#include "tests/places.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

#include <sys/stat.h>
#include <unistd.h>

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

    void linksInTheWayAreNotFollowedAndThoseOfTheUserAreKept()
    {
        const QTemporaryDir folder;
        const auto path = [&](const char* name) { return folder.filePath(QString::fromUtf8(name)).toStdString(); };
        QVERIFY(writeFile(path("victim"), "mine"));
        std::filesystem::create_symlink(path("victim"), path("a.txt") + ".part" + std::to_string(getpid()));
        QVERIFY(writeFile(path("a.txt"), "new"));
        QCOMPARE(*readFile(path("victim")), std::string("mine"));
        QCOMPARE(*readFile(path("a.txt")), std::string("new"));
        std::filesystem::create_symlink(path("a.txt"), path("link"));
        QVERIFY(writeFile(path("link"), "newer"));
        QVERIFY(std::filesystem::is_symlink(path("link")));
        QCOMPARE(*readFile(path("a.txt")), std::string("newer"));
    }

    void aFileKeepsItsMode()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath(QStringLiteral("secret.txt")).toStdString();
        QVERIFY(writeFile(path, "one"));
        QCOMPARE(chmod(path.c_str(), 0600), 0);
        QVERIFY(writeFile(path, "two"));
        QCOMPARE(int(std::filesystem::status(path).permissions()), 0600);
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
        const QTemporaryDir folder;
        const std::string pipe = folder.filePath(QStringLiteral("pipe")).toStdString();
        QCOMPARE(mkfifo(pipe.c_str(), 0600), 0);
        for (const std::string& path :
             {std::string("/"), std::string("/nosuch"), std::string("/dev/zero"), std::string("/dev/null"), pipe}) {
            const auto text = readFile(path); // a pipe without a writer would be waited for
            QVERIFY2(!text, path.c_str());
            QCOMPARE(text.error().code, ErrorCode::Io);
            QCOMPARE(text.error().where, path);
        }
        QCOMPARE(readFile("/dev/zero").error().message,
                 std::string("the file cannot be read: it is a device, a pipe or a socket"));
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
