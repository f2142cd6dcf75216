// SPDX-License-Identifier: GPL-3.0-or-later
// Importing on a thread: what comes back, and where networks are kept.
#include "app/gui/local_importer.h"
#include "tests/places.h"

#include <QSignalSpy>
#include <QTemporaryDir>
#include <QtTest>

using namespace nestloom;
using app::LocalImporter;

namespace {

const QString kExample = QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/examples/encoder_layer.onnx");

workload::Network small(const char* name, std::int64_t channels)
{
    workload::Network network;
    network.name = name;
    workload::Layer layer;
    layer.name = "fc";
    layer.bounds[workload::LoopDimension::C] = channels;
    network.layers = {layer};
    return network;
}

struct Imports {
    Imports() : importer((folder.path() + QStringLiteral("/networks")).toStdString())
    {
        QObject::connect(&importer, &ui::Importer::networkAnswered, &importer,
                         [this](const ui::NetworkAnswer& answer) { answers.push_back(answer); });
        QObject::connect(&importer, &ui::Importer::networkKept, &importer,
                         [this](quint64, const QString& path, const QString& problem) {
                             paths << path;
                             problems << problem;
                         });
    }
    QTemporaryDir folder;
    LocalImporter importer;
    std::vector<ui::NetworkAnswer> answers;
    QStringList paths, problems;
};

} // namespace

class TestLocalNetworkImporter : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void answersEveryRequestInOrder()
    {
        Imports f;
        const quint64 first = f.importer.readNetwork(kExample, {});
        workload::ImportOptions options;
        options.dimensions = {{"batch", 1}, {"tokens", 16}};
        const quint64 second = f.importer.readNetwork(kExample, options);
        const quint64 third = f.importer.readNetwork(QStringLiteral("/nowhere.onnx"), {});
        QTRY_COMPARE(f.answers.size(), std::size_t(3));
        QCOMPARE((std::vector<quint64>{f.answers[0].id, f.answers[1].id, f.answers[2].id}),
                 (std::vector<quint64>{first, second, third}));
        QCOMPARE(f.answers[0].import->openDimensions.size(), std::size_t(2));
        QCOMPARE(f.answers[1].import->network.name, std::string("encoder_layer"));
        QVERIFY(!f.answers[2].import);
        QCOMPARE(f.answers[2].problem, QStringLiteral("there is no such file"));
    }

    void keepsEachNetworkInAFileOfItsOwn()
    {
        Imports f;
        f.importer.keepNetwork(small("a/b", 4));
        f.importer.keepNetwork(small("a/b", 8));
        f.importer.keepNetwork(small("a/b", 4)); // the same again
        QTRY_COMPARE(f.paths.size(), 3);
        QCOMPARE(QFileInfo(f.paths[0]).fileName(), QStringLiteral("a_b.yaml"));
        QCOMPARE(QFileInfo(f.paths[1]).fileName(), QStringLiteral("a_b-2.yaml"));
        QCOMPARE(f.paths[2], f.paths[0]);
        QFile file(f.paths[1]);
        QVERIFY(file.open(QIODevice::ReadOnly) && file.readAll().contains("C: 8"));
    }

    void saysWhyANetworkCannotBeKept()
    {
        Imports f;
        QFile file(f.folder.filePath(QStringLiteral("networks"))); // a file where the folder belongs
        QVERIFY(file.open(QIODevice::WriteOnly));
        f.importer.keepNetwork(small("x", 4));
        QTRY_COMPARE(f.problems.size(), 1);
        QVERIFY2(f.problems[0].contains(QStringLiteral("cannot be written")), qPrintable(f.problems[0]));
    }
};

QTEST_GUILESS_MAIN(TestLocalNetworkImporter)
#include "tst_imported_networks.moc"
