// SPDX-License-Identifier: Apache-2.0
#include "engine/io/topology_csv.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nestloom;
using workload::LoopDimension;

namespace {

Result<mapping::DesignImport> imported(const std::string& csv)
{
    static const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QStringLiteral("net.csv")).toStdString();
    std::ofstream(path) << csv;
    return io::importTopology({path}, {});
}

const std::string kHeader =
    "Layer name, \tIFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n";

} // namespace

class TestTopologyCsv : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsConvolutions();
    void roundsUpLikeScaleSim();
    void readsProducts();
    void refusesBrokenFiles_data();
    void refusesBrokenFiles();
    void layersComeBack();
    void tellsWhatItLeavesOut();
    void knowsItsFiles();
};

void TestTopologyCsv::readsConvolutions()
{
    const auto import = imported(kHeader + "Conv1,\t230, 230, 7, 7, 3, 64, 2,\r\n\nFC, 1, 1, 1, 1, 2048, 1000, 1,\n");
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    const auto& layers = import->network->layers;
    QCOMPARE(layers.size(), std::size_t(2));
    QCOMPARE(layers[0].name, std::string("Conv1"));
    QCOMPARE(layers[0].bounds[LoopDimension::P], 113); // (230 - 7) / 2 = 111.5, rounded up, and the first one
    QCOMPARE(layers[0].bounds[LoopDimension::K], 64);
    QCOMPARE(layers[0].strideQ, 2);
    QVERIFY(layers[1].kind == workload::LayerKind::FullyConnected);
    QCOMPARE(layers[1].bounds[LoopDimension::C], 2048);
}

void TestTopologyCsv::roundsUpLikeScaleSim()
{
    const auto exact = imported(kHeader + "a, 9, 9, 3, 3, 1, 1, 2,\n");
    QVERIFY(exact && exact->remarks.empty());
    QCOMPARE(exact->network->layers[0].bounds[LoopDimension::P], 4);
    const auto rounded = imported(kHeader + "a, 10, 9, 3, 3, 1, 1, 2,\n");
    QVERIFY(rounded);
    QCOMPARE(rounded->network->layers[0].bounds[LoopDimension::P], 5);
    QCOMPARE(rounded->remarks.size(), std::size_t(1));
    QCOMPARE(rounded->remarks[0].line, 2);
}

void TestTopologyCsv::readsProducts()
{
    const auto import = imported("Layer, M, N, K,\nattention, 128, 256, 512,\n");
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    const workload::Layer& layer = import->network->layers.front();
    QCOMPARE(layer.bounds[LoopDimension::N], 128);
    QCOMPARE(layer.bounds[LoopDimension::K], 256);
    QCOMPARE(layer.bounds[LoopDimension::C], 512);
}

void TestTopologyCsv::refusesBrokenFiles_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("why");
    const QByteArray header = QByteArray::fromStdString(kHeader);
    QTest::newRow("no header") << QByteArray("a, 1, 2, 3\n") << QByteArray("net.csv:1: 'a, 1, 2, 3' is no header");
    QTest::newRow("empty") << QByteArray() << QByteArray("there is no header");
    QTest::newRow("few numbers") << header + "a, 9, 9, 3,\n" << QByteArray("net.csv:2: the layer 'a' has 3 numbers, not 7");
    QTest::newRow("text") << header + "a, 9, 9, 3, 3, x, 1, 1,\n" << QByteArray("net.csv:2: channels: 'x' is not a whole number");
    QTest::newRow("zero") << header + "a, 9, 9, 3, 3, 0, 1, 1,\n" << QByteArray("'0' is not a whole number from 1");
    QTest::newRow("huge") << header + "a, 9, 9, 3, 3, 99999999999999999999, 1, 1,\n" << QByteArray("is not a whole number");
    QTest::newRow("filter too large") << header + "a, 2, 9, 3, 3, 1, 1, 1,\n" << QByteArray("larger than its inputs");
    QTest::newRow("no layers") << header << QByteArray("layer");
    QTest::newRow("no text") << header + "a\xff, 9, 9, 3, 3, 1, 1, 1,\n" << QByteArray("UTF-8");
}

void TestTopologyCsv::refusesBrokenFiles()
{
    QFETCH(const QByteArray, csv);
    QFETCH(const QByteArray, why);
    const auto import = imported(csv.toStdString());
    QVERIFY(!import);
    const QByteArray sentence = QByteArray::fromStdString(import.error().text());
    QVERIFY2(sentence.contains(why), sentence);
}

void TestTopologyCsv::layersComeBack()
{
    workload::Network network{.name = "n", .description = {}, .notes = {}, .layers = {}};
    network.layers = {{.name = "c", .bounds = {{3, 3, 14, 14, 64, 32, 1, 1}}, .strideP = 2, .strideQ = 2},
                      {.name = "fc", .kind = workload::LayerKind::FullyConnected, .bounds = {{1, 1, 1, 1, 64, 10, 1, 1}}}};
    const io::TopologyFile file = io::writeTopology(network);
    QVERIFY(file.remarks.empty());
    const auto import = imported(file.csv);
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    QVERIFY(import->network->layers == network.layers);
    network.layers = {{.name = "p", .kind = workload::LayerKind::FullyConnected, .bounds = {{1, 1, 1, 1, 64, 10, 8, 1}}}};
    const auto product = imported(io::writeTopology(network).csv);
    QVERIFY(product && product->network->layers == network.layers);
}

void TestTopologyCsv::tellsWhatItLeavesOut()
{
    workload::Network network{.name = "n", .description = {}, .notes = {}, .layers = {}};
    network.layers = {{.name = "groups", .bounds = {{3, 3, 14, 14, 4, 4, 1, 32}}},
                      {.name = "dilated", .bounds = {{3, 3, 14, 14, 4, 4, 1, 1}}, .dilationR = 2},
                      {.name = "batch", .bounds = {{3, 3, 14, 14, 4, 4, 8, 1}}},
                      {.name = "a, b", .bounds = {{3, 3, 14, 14, 4, 4, 1, 1}}}};
    const io::TopologyFile file = io::writeTopology(network);
    QCOMPARE(file.remarks.size(), std::size_t(4));
    QCOMPARE(std::count(file.csv.begin(), file.csv.end(), '\n'), 2);
    QVERIFY(file.csv.find("a_ b, 16, 16,") != std::string::npos);
}

void TestTopologyCsv::knowsItsFiles()
{
    QVERIFY(io::looksLikeTopology(kHeader));
    QVERIFY(io::looksLikeTopology("Layer,M,N,K,\n"));
    QVERIFY(io::looksLikeTopology("\nLayer Name, M, N, K\nx"));
    QVERIFY(!io::looksLikeTopology("id,lower,upper,size\n"));
    QVERIFY(!io::looksLikeTopology("network:\n"));
}

QTEST_GUILESS_MAIN(TestTopologyCsv)
#include "tst_topology_csv.moc"
