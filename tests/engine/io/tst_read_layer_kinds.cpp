// SPDX-License-Identifier: Apache-2.0
// Kinds of layers in their own words.
#include "engine/io/read_network.h"

#include <QTest>

using namespace nestloom;
using workload::Extents;

namespace {

Result<workload::Network> parsed(const std::string& layer)
{
    return io::parseNetwork("network:\n  name: n\n  layers:\n    - {name: first}\n    - {name: l, " + layer
                                + "}\n    - {name: last, K: 3}\n",
                            "f.yaml");
}

} // namespace

class TestReadLayerKinds : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEachKind_data()
    {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QStringList>("names");
        QTest::addColumn<std::vector<qint64>>("bounds"); // of the first layer: R S P Q C K N G
        QTest::newRow("matmul") << "kind: matmul, m: 3, k: 5, n: 7" << QStringList{QStringLiteral("l")}
                                << std::vector<qint64>{1, 1, 3, 1, 5, 7, 1, 1};
        QTest::newRow("batched") << "kind: matmul, m: 3, k: 5, n: 7, batch: 4" << QStringList{QStringLiteral("l")}
                                 << std::vector<qint64>{1, 1, 3, 1, 5, 7, 1, 4};
        QTest::newRow("attention") << "kind: attention, heads: 12, queries: 197, head_size: 64"
                                   << QStringList{QStringLiteral("l.scores"), QStringLiteral("l.values")}
                                   << std::vector<qint64>{1, 1, 197, 1, 64, 197, 1, 12};
        QTest::newRow("shared keys")
            << "kind: attention, heads: 8, key_heads: 2, queries: 1, keys: 512, head_size: 128, batch: 3"
            << QStringList{QStringLiteral("l.scores"), QStringLiteral("l.values")}
            << std::vector<qint64>{1, 1, 4, 1, 128, 512, 1, 6};
        QTest::newRow("transposed") << "kind: transposed-convolution, R: 2, S: 2, P: 8, Q: 6, C: 4, K: 3, stride: 2"
                                    << QStringList{QStringLiteral("l")} << std::vector<qint64>{1, 1, 4, 3, 4, 12, 1, 1};
        QTest::newRow("a column of taps")
            << "kind: transposed-convolution, S: 2, P: 8, Q: 6, C: 4, K: 3, stride: [1, 2]"
            << QStringList{QStringLiteral("l")} << std::vector<qint64>{1, 1, 8, 3, 4, 6, 1, 1};
        QTest::newRow("phases")
            << "kind: transposed-convolution, R: 3, S: 1, P: 8, Q: 6, C: 4, K: 3, stride: [2, 1], padding: [1, 0]"
            << QStringList{QStringLiteral("l.phase0"), QStringLiteral("l.phase1")}
            << std::vector<qint64>{1, 1, 4, 6, 4, 3, 1, 1};
    }

    void readsEachKind()
    {
        QFETCH(QString, layer);
        QFETCH(QStringList, names);
        QFETCH(std::vector<qint64>, bounds);
        const auto network = parsed(layer.toStdString());
        QVERIFY2(network, network ? "" : network.error().text().c_str());
        QCOMPARE(network->layers.size(), std::size_t(names.size() + 2));
        for (int i = 0; i < names.size(); ++i)
            QCOMPARE(QString::fromStdString(network->layers[std::size_t(i) + 1].name), names[i]);
        for (std::size_t d = 0; d < bounds.size(); ++d)
            QCOMPARE(qint64(network->layers[1].bounds.values[d]), bounds[d]);
        const auto again = io::parseNetwork(io::writeNetwork(*network), "again.yaml");
        QVERIFY(again && *again == *network);
    }

    void saysWhereAndWhatIsWrong_data()
    {
        QTest::addColumn<QString>("layer");
        QTest::addColumn<QString>("where");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* layer, const char* where, const char* message) {
            QTest::newRow(name) << layer << where << message;
        };
        row("no size", "kind: matmul, m: 3, n: 7", "f.yaml:5: layers[1].k", "the key 'k' is missing");
        row("bounds of a convolution", "kind: matmul, m: 3, k: 5, n: 7, C: 3", "f.yaml:5: layers[1].C",
            "unknown key 'C'");
        row("zero", "kind: matmul, m: 0, k: 5, n: 7", "f.yaml:5: layers[1].m",
            "must be between 1 and 1000000000, not 0");
        row("uneven heads", "kind: attention, heads: 8, key_heads: 3, queries: 4, head_size: 2",
            "f.yaml:5: layers[1].key_heads", "8 heads cannot share 3 heads of keys evenly");
        row("too large", "kind: matmul, m: 1000000, k: 1000000, n: 1000000", "f.yaml:5: layers[1]",
            "more than 10^15 MACs");
        row("stride", "kind: transposed-convolution, P: 8, stride: 5000", "f.yaml:5: layers[1].stride",
            "must be between 1 and 1024");
        row("padding", "kind: transposed-convolution, P: 8, padding: -1", "f.yaml:5: layers[1].padding",
            "must be between 0 and");
        row("near miss", "kind: matmull, m: 3", "f.yaml:5: layers[1]", "");
        row("same name", "kind: attention, heads: 1, queries: 2, head_size: 2}\n    - {name: l.values",
            "f.yaml:6: layers[2].name", "'l.values' is used by two layers");
    }

    void saysWhereAndWhatIsWrong()
    {
        QFETCH(QString, layer);
        QFETCH(QString, where);
        QFETCH(QString, message);
        const auto network = parsed(layer.toStdString());
        QVERIFY(!network);
        QVERIFY2(network.error().where.starts_with(where.toStdString()), network.error().text().c_str());
        QVERIFY2(network.error().message.find(message.toStdString()) != std::string::npos,
                 network.error().text().c_str());
    }

    void operatorsHoldThemToo()
    {
        const auto network =
            io::parseNetwork("network:\n  name: n\n  operators:\n"
                             "    - {name: x, type: input, output: {size: 8 B}}\n"
                             "    - {name: a, type: attention, inputs: [x], output: {size: 8 B},\n"
                             "       layers: [{kind: attention, heads: 2, queries: 4, head_size: 3}]}\n",
                             "f.yaml");
        QVERIFY2(network, network ? "" : network.error().text().c_str());
        QCOMPARE(network->layers.size(), std::size_t(2));
        QCOMPARE(network->layers[1].name, std::string("a.values"));
    }
};

QTEST_APPLESS_MAIN(TestReadLayerKinds)
#include "tst_read_layer_kinds.moc"
