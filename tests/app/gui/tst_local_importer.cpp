// SPDX-License-Identifier: GPL-3.0-or-later
// Designs of other tools on a thread: what comes back, what is kept, what is written, and networks parsed ahead.
#include "app/gui/local_importer.h"
#include "tests/places.h"

#include <QFile>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using app::LocalImporter;

namespace {

QStringList examples()
{
    QStringList paths;
    for (const char* name : {"architecture", "problem", "mapping", "energies"})
        paths << QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/examples/timeloop/%1.yaml").arg(QLatin1String(name));
    return paths;
}

struct Designs {
    Designs() : importer((folder.path() + QStringLiteral("/kept")).toStdString())
    {
        QObject::connect(&importer, &ui::Importer::answered, &importer,
                         [this](const ui::DesignAnswer& answer) { answers.push_back(answer); });
        const auto take = [this](const QStringList& files, const QString& why) {
            paths = files;
            problem = why;
            ++done;
        };
        QObject::connect(&importer, &ui::Importer::kept, &importer,
                         [take](quint64, const QStringList& files, const QString& why) { take(files, why); });
        QObject::connect(
            &importer, &ui::Importer::written, &importer,
            [take](quint64, const QStringList& files, const QStringList&, const QString& why) { take(files, why); });
        QObject::connect(&importer, &ui::Importer::prepared, &importer, [this](quint64) { ++done; });
    }
    QTemporaryDir folder;
    LocalImporter importer;
    std::vector<ui::DesignAnswer> answers;
    QStringList paths;
    QString problem;
    int done = 0;
};

} // namespace

class TestLocalDesignImporter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAndJudgesTheExample()
    {
        Designs f;
        const quint64 id = f.importer.read(examples(), {});
        QTRY_COMPARE(f.answers.size(), std::size_t(1));
        QCOMPARE(f.answers[0].id, id);
        QVERIFY2(f.answers[0].import, qPrintable(f.answers[0].problem));
        QCOMPARE(f.answers[0].kind, QStringLiteral("Timeloop"));
        QVERIFY(f.answers[0].violations.empty() && f.answers[0].cost);
        QVERIFY(f.answers[0].mappingText.contains(QStringLiteral("par for Q in 0..14")));
        QCOMPARE(f.answers[0].import->questions.size(), std::size_t(1));
    }
    void tellsWhatIsWrong()
    {
        Designs f;
        f.importer.read({QStringLiteral("/nowhere.yaml")}, {});
        QTRY_COMPARE(f.answers.size(), std::size_t(1));
        QVERIFY(!f.answers[0].import && !f.answers[0].problem.isEmpty());
    }
    void keepsAndWritesTheSameDesign()
    {
        Designs f;
        f.importer.read(examples(), {});
        QTRY_COMPARE(f.answers.size(), std::size_t(1));
        const mapping::DesignImport import = *f.answers[0].import;
        f.importer.keep(import);
        QTRY_COMPARE(f.done, 1);
        QCOMPARE(f.problem, QString());
        QCOMPARE(f.paths.size(), 3); // network, accelerator, mapping
        for (const QString& path : f.paths)
            QVERIFY(QFile::exists(path));
        ui::DesignExport design;
        design.accelerator = *import.accelerator;
        design.layer = import.network->layers.front();
        design.mapping = import.mapping;
        f.importer.write(design, f.folder.path() + QStringLiteral("/out"));
        QTRY_COMPARE(f.done, 2);
        QCOMPARE(f.problem, QString());
        QCOMPARE(f.paths.size(), 4);
        f.importer.read(f.paths, {});
        QTRY_COMPARE(f.answers.size(), std::size_t(2));
        QVERIFY2(f.answers[1].import, qPrintable(f.answers[1].problem));
        QVERIFY(*f.answers[1].import->mapping == *import.mapping);
        QCOMPARE(f.answers[1].cost->energy.count, f.answers[0].cost->energy.count);
    }
    void tellsWhereItCannotWrite()
    {
        Designs f;
        ui::DesignExport design;
        design.format = ui::DesignExport::Format::Topology;
        f.importer.write(design, QStringLiteral("/proc/nothing"));
        QTRY_COMPARE(f.done, 1);
        QVERIFY(f.problem.contains(QStringLiteral("/proc/nothing")));
    }
    void remembersAPreparedNetwork()
    {
        Designs f;
        const std::string yaml =
            "network:\n  name: n\n  layers:\n    - {name: a, C: 4}\n# " + std::string(100'000, 'x') + "\n";
        QFile file(f.folder.filePath(QStringLiteral("n.yaml")));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(yaml.c_str());
        file.close();
        f.importer.prepare(file.fileName());
        QTRY_COMPARE(f.done, 1);
        const auto network = f.importer.networks().parse(yaml, "n.yaml");
        QVERIFY(network && network->name == "n");
        QVERIFY(!f.importer.networks().parse("network: 3\n", "n.yaml"));
    }
    void hasTheShippedTables() { QCOMPARE(Designs().importer.technologyFiles()->shipped().size(), std::size_t(4)); }
};

QTEST_GUILESS_MAIN(TestLocalDesignImporter)
#include "tst_local_importer.moc"
