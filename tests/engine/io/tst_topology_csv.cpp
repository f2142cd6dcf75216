// SPDX-License-Identifier: Apache-2.0
#include "engine/io/topology_csv.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace nestloom;
using workload::LoopDimension;

namespace {

std::filesystem::path written(const char* name, const std::string& csv)
{
    static const QTemporaryDir folder;
    const std::filesystem::path path = folder.filePath(QString::fromLatin1(name)).toStdString();
    std::ofstream(path) << csv;
    return path;
}

Result<mapping::DesignImport> imported(const std::string& csv)
{
    return io::importTopology({written("net.csv", csv)}, {});
}

const std::string kHeader =
    "Layer name, \tIFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides,\n";

} // namespace

class TestTopologyCsv : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsConvolutions();
    void tellsThatFilesAreJoined();
    void roundsUpLikeScaleSim();
    void readsProducts();
    void readsWhatPeopleWrite_data();
    void readsWhatPeopleWrite();
    void takesTheNumberAfterTheStride();
    void takesDepthwiseLayersByTheirNames();
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

void TestTopologyCsv::tellsThatFilesAreJoined()
{
    const std::filesystem::path a = written("a.csv", kHeader + "x, 9, 9, 3, 3, 1, 1, 2,\n"),
                                b = written("b.csv", kHeader + "y, 9, 9, 3, 3, 1, 1, 2,\n");
    const auto one = io::importTopology({a}, {}), both = io::importTopology({a, b}, {});
    QVERIFY(one && one->remarks.empty());
    QVERIFY(both && both->remarks.size() == 1);
    QCOMPARE(both->network->layers.size(), std::size_t(2));
    QCOMPARE(both->remarks[0].file, b.string());
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

void TestTopologyCsv::readsWhatPeopleWrite_data()
{
    QTest::addColumn<QByteArray>("csv");
    const auto row = [](const char* name, const QByteArray& csv) { QTest::newRow(name) << csv; };
    row("byte order mark", "\xEF\xBB\xBFLayer name,Ifmap height,ifmap width,filter height,filter width,channels,num "
                           "filters,strides,\nc,9,7,3,3,4,8,2,\n");
    row("tabs", "Layer name\t IFMAP Height\t IFMAP Width\t Filter Height\t Filter Width\t Channels\t Num Filter\t "
                "Strides\t\nc\t9\t7\t3\t3\t4\t8\t2\t\n");
    row("semicolons",
        "Layer;IFMAP Height;IFMAP Width;Filter Height;Filter Width;Channels;Num Filter;Strides\nc;9;7;3;3;4;8;2\n");
    row("a width for the height", "Layer, IFMAP Width, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, "
                                  "Strides\nc,9,7,3,3,4,8,2\n");
    row("one channel", "Layer name, IFMAP_Height, IFMAP_Width, Filter_Height, Filter_Width, Channel, Num_Filter, "
                       "Stride,\nc,9,7,3,3,4,8,2,\n");
    row("blanks that do not break", "Layer name,\xC2\xA0IFMAP Height,\xC2\xA0IFMAP Width, Filter Height, Filter Width, "
                                    "Channels, Num Filter, Strides,\nc,\xC2\xA0 9,7,3,3,4,8,2,\n");
    row("headings and empty lines",
        QByteArray::fromStdString(kHeader) + "\nMyNet,\n,,,,,,,,\nc,9,7,3,3,4,8,2,\r\n,,,,,,,,\n");
    row("named columns after the stride", "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, "
                                          "Channels, Num Filter, Strides,,,Eh,Ew\nc,9,7,3,3,4,8,2,,,4,3\n");
}

void TestTopologyCsv::readsWhatPeopleWrite()
{
    QFETCH(const QByteArray, csv);
    QVERIFY(io::looksLikeTopology(csv.toStdString()));
    const auto import = imported(csv.toStdString());
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    const auto& layers = import->network->layers;
    QCOMPARE(layers.size(), std::size_t(1));
    QCOMPARE(layers[0].name, std::string("c"));
    QVERIFY((layers[0].bounds == workload::Extents{{3, 3, 4, 3, 4, 8, 1, 1}}));
    QVERIFY(layers[0].strideP == 2 && layers[0].strideQ == 2);
}

void TestTopologyCsv::takesTheNumberAfterTheStride()
{
    const auto unnamed = imported(kHeader + "c, 9, 9, 3, 3, 4, 8, 2, 3,\n");
    QVERIFY2(unnamed, unnamed ? "" : unnamed.error().text().c_str());
    QVERIFY(unnamed->network->layers[0].strideP == 2 && unnamed->network->layers[0].strideQ == 3);
    QCOMPARE(unnamed->network->layers[0].bounds[LoopDimension::Q], 3);
    QVERIFY(unnamed->remarks.size() == 1 && unnamed->remarks[0].kind == mapping::ImportRemark::Kind::Assumed);
    const std::string begin =
        "Layer name, IFMAP Height, IFMAP Width, Filter Height, Filter Width, Channels, Num Filter, Strides, ";
    const auto batch = imported(begin + "Batch size,\nc, 9, 9, 3, 3, 4, 8, 2, 5,\n");
    QVERIFY2(batch, batch ? "" : batch.error().text().c_str());
    QCOMPARE(batch->network->layers[0].bounds[LoopDimension::N], 5);
    QCOMPARE(batch->network->layers[0].strideQ, 2);
    const auto other = imported(begin + "Sparsity,\nc, 9, 9, 3, 3, 4, 8, 2, 2:4,\n");
    QVERIFY2(other, other ? "" : other.error().text().c_str());
    QCOMPARE(other->remarks[0].key, std::string("column 9"));
}

// SCALE-Sim convolves each channel of such a layer by itself with all of its filters.
void TestTopologyCsv::takesDepthwiseLayersByTheirNames()
{
    const auto import = imported(kHeader + "conv2_DP, 114, 114, 3, 3, 32, 1, 1,\nconv2, 112, 112, 1, 1, 32, 64, 1,\n");
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    QVERIFY((import->network->layers[0].bounds == workload::Extents{{3, 3, 112, 112, 1, 1, 1, 32}}));
    QCOMPARE(import->network->layers[1].bounds[LoopDimension::C], 32);
    QCOMPARE(import->remarks.size(), std::size_t(1));
    QVERIFY(import->remarks[0].text.find("each of the 32 channels") != std::string::npos);
    workload::Network network = *import->network;
    network.layers[0].name = "conv2.depthwise";
    network.layers[1].name = "DPN";
    const io::TopologyFile file = io::writeTopology(network);
    QCOMPARE(file.leftOut, std::size_t(0));
    QVERIFY2(file.csv.find("conv2.depthwise_DP, 114, 114, 3, 3, 32, 1, 1,") != std::string::npos, file.csv.c_str());
    QVERIFY2(file.csv.find("\nDpN, 112,") != std::string::npos, file.csv.c_str());
    const auto again = imported(file.csv);
    QVERIFY(again && again->network->layers[0].bounds == network.layers[0].bounds
            && again->network->layers[1].bounds == network.layers[1].bounds);
}

void TestTopologyCsv::refusesBrokenFiles_data()
{
    QTest::addColumn<QByteArray>("csv");
    QTest::addColumn<QByteArray>("why");
    const QByteArray header = QByteArray::fromStdString(kHeader);
    QTest::newRow("no header") << QByteArray("a, 1, 2, 3\n") << QByteArray("net.csv:1: 'a, 1, 2, 3' is no header");
    QTest::newRow("empty") << QByteArray() << QByteArray("there is no header");
    QTest::newRow("other columns") << QByteArray("Layer, Colour, Size,\na, 1, 2,\n")
                                   << QByteArray("net.csv:1: 'Layer, Colour, Size,' is no header");
    QTest::newRow("a batch of nothing") << QByteArray("Layer, IFMAP h, IFMAP w, Filter h, Filter w, Channel, Num "
                                                      "filters, Stride, Batch size\na, 9, 9, 3, 3, 1, 1, 1, 0,\n")
                                        << QByteArray("net.csv:2: batch size: '0' is not a whole number");
    QTest::newRow("few numbers") << header + "a, 9, 9, 3,\n"
                                 << QByteArray("net.csv:2: the layer 'a' has 3 numbers, not 7");
    QTest::newRow("text") << header + "a, 9, 9, 3, 3, x, 1, 1,\n"
                          << QByteArray("net.csv:2: Channels: 'x' is not a whole number");
    QTest::newRow("zero") << header + "a, 9, 9, 3, 3, 0, 1, 1,\n" << QByteArray("'0' is not a whole number from 1");
    QTest::newRow("huge") << header + "a, 9, 9, 3, 3, 99999999999999999999, 1, 1,\n"
                          << QByteArray("is not a whole number");
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
    network.layers = {
        {.name = "c", .bounds = {{3, 3, 14, 14, 64, 32, 1, 1}}, .strideP = 2, .strideQ = 2},
        {.name = "fc", .kind = workload::LayerKind::FullyConnected, .bounds = {{1, 1, 1, 1, 64, 10, 1, 1}}}};
    const io::TopologyFile file = io::writeTopology(network);
    QVERIFY(file.remarks.empty());
    const auto import = imported(file.csv);
    QVERIFY2(import, import ? "" : import.error().text().c_str());
    QVERIFY(import->network->layers == network.layers);
    network.layers = {
        {.name = "p", .kind = workload::LayerKind::FullyConnected, .bounds = {{1, 1, 1, 1, 64, 10, 8, 1}}}};
    const auto product = imported(io::writeTopology(network).csv);
    QVERIFY(product && product->network->layers == network.layers);
}

void TestTopologyCsv::tellsWhatItLeavesOut()
{
    workload::Network network{.name = "n", .description = {}, .notes = {}, .layers = {}};
    network.layers = {{.name = "groups", .bounds = {{3, 3, 14, 14, 4, 4, 1, 32}}},
                      {.name = "dilated", .bounds = {{3, 3, 14, 14, 4, 4, 1, 1}}, .dilationR = 2},
                      {.name = "batch", .bounds = {{3, 3, 14, 14, 4, 4, 8, 1}}},
                      {.name = "batch of one pixel", .bounds = {{3, 3, 1, 1, 4, 4, 8, 1}}},
                      {.name = "strides", .bounds = {{3, 3, 14, 14, 4, 4, 1, 1}}, .strideP = 2, .strideQ = 1},
                      {.name = "a, b", .bounds = {{3, 3, 14, 14, 4, 4, 1, 1}}}};
    const io::TopologyFile file = io::writeTopology(network);
    QCOMPARE(file.leftOut, std::size_t(4));
    QCOMPARE(file.remarks.size(), std::size_t(5));
    QCOMPARE(std::count(file.csv.begin(), file.csv.end(), '\n'), 3);
    QVERIFY(file.csv.find("a_ b, 16, 16, 3, 3, 4, 4, 1, 1,") != std::string::npos);
    QVERIFY2(file.csv.find("Stride Height, Stride Width,\nstrides, 29, 16, 3, 3, 4, 4, 2, 1,") != std::string::npos,
             file.csv.c_str());
    const auto import = imported(file.csv);
    QVERIFY(import && import->network->layers[0].strideP == 2 && import->network->layers[0].strideQ == 1);
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
