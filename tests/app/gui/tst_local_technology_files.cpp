// SPDX-License-Identifier: GPL-3.0-or-later
// The user's tables of energies as files: what was kept is there at the next start, and no other file is touched.
#include "app/gui/local_technology_files.h"

#include <QDir>
#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using app::LocalTechnologyFiles;

namespace {

hardware::Technology table(const std::string& name)
{
    hardware::Technology t;
    t.name = name;
    t.source = "a test";
    t.formula = hardware::EnergySource::TimeloopPat;
    t.macs = {{Bits{16}, {1}, "own value"}};
    return t;
}

struct Folder {
    QTemporaryDir place;
    std::filesystem::path path() const { return place.filePath(QStringLiteral("tables")).toStdString(); }
    QStringList files() const { return QDir(place.filePath(QStringLiteral("tables"))).entryList(QDir::Files); }
};

} // namespace

class TestLocalTechnologyFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void whatWasKeptIsThereAgain()
    {
        Folder f;
        {
            LocalTechnologyFiles files(f.path());
            QVERIFY(files.own().empty() && files.shipped().size() >= 3);
            files.keep({table("a b"), table("c")});
            hardware::Technology changed = table("c");
            changed.description = "changed";
            files.keep({table("a b"), changed});
        }
        LocalTechnologyFiles files(f.path());
        QCOMPARE(files.own().size(), std::size_t(2));
        QCOMPARE(files.own()[1].description, std::string("changed"));
        QCOMPARE(f.files().size(), 2);
    }
    void whatIsNoLongerKeptIsRemoved()
    {
        Folder f;
        {
            LocalTechnologyFiles files(f.path());
            files.keep({table("a"), table("b")});
            files.keep({table("b renamed")});
        }
        QCOMPARE(LocalTechnologyFiles(f.path()).own().front().name, std::string("b renamed"));
        QCOMPARE(f.files().size(), 1);
    }
    void filesThatCannotBeReadStay()
    {
        Folder f;
        QVERIFY(QDir(f.place.path()).mkdir(QStringLiteral("tables")));
        QFile broken(f.place.filePath(QStringLiteral("tables/mine.yaml")));
        QVERIFY(broken.open(QIODevice::WriteOnly));
        broken.write("energies: {name: mine}\n");
        broken.close();
        {
            LocalTechnologyFiles files(f.path());
            QSignalSpy failed(&files, &ui::TechnologyFiles::failed);
            QTRY_COMPARE(failed.count(), 1);
            QVERIFY(failed.first().first().toString().contains(QStringLiteral("mine.yaml")));
            files.keep({table("mine")});
            files.keep({});
        }
        QCOMPARE(f.files(), QStringList{QStringLiteral("mine.yaml")});
    }
    void tellsWhereItCannotWrite()
    {
        LocalTechnologyFiles files("/proc/nothing");
        QSignalSpy failed(&files, &ui::TechnologyFiles::failed);
        files.keep({table("a")});
        QTRY_COMPARE(failed.count(), 1);
    }
};

QTEST_GUILESS_MAIN(TestLocalTechnologyFiles)
#include "tst_local_technology_files.moc"
