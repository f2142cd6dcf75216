// SPDX-License-Identifier: Apache-2.0
#include "engine/io/network_sizes.h"

#include <QTest>

using namespace nestloom;

class TestNetworkSizes : public QObject {
    Q_OBJECT
private slots:
    void sizesAreThoseOfTheTextOrOfTheBuilder()
    {
        using Sizes = std::vector<io::NetworkSize>;
        QCOMPARE(io::networkSizes("network:\n  builder: resnet50\n"),
                 (Sizes{{"image", 224, 32, 8192, 1}, {"batch", 1, 1, 65'536, 1}}));
        QCOMPARE(io::networkSizes("network:\n  builder: yolov2\n  image: 608\n  batch: 3\n"),
                 (Sizes{{"image", 608, 32, 8192, 32}, {"batch", 3, 1, 65'536, 1}}));
        QCOMPARE(io::networkSizes("network:\n  builder: llama_3_8b\n  context: 100\n"),
                 (Sizes{{"tokens", 2048, 1, 131'072, 1}, {"context", 100, 0, 131'071, 1}, {"batch", 1, 1, 65'536, 1}}));
    }

    void othersHaveNone()
    {
        QVERIFY(io::networkSizes("network:\n  builder: transformer\n").empty());
        QVERIFY(io::networkSizes("network:\n  name: a\n  layers:\n    - {name: l, K: 2}\n").empty());
        QVERIFY(io::networkSizes("network:\n  builder: resnet50\n  image: 1\n").empty()); // cannot be read
        QVERIFY(io::networkSizes("").empty());
    }

    void aTextWithOtherSizesIsTheNetworkWithThem()
    {
        const std::string text =
            "network:\n  name: mine\n  builder: llama_3_8b\n  tokens: 64 # few\n  element: 16 bit\n";
        const io::NetworkSizes sizes{{"tokens", 1}, {"context", 63}};
        const auto other = io::withSizes(text, sizes);
        QVERIFY(other);
        QCOMPARE(QByteArray::fromStdString(*other),
                 QByteArray("network:\n  name: \"mine, context 63, tokens 1\"\n  builder: llama_3_8b\n  tokens: 1\n"
                            "  context: 63\n  element: \"16 bit\"\n"));
        QVERIFY(*io::parseNetwork(*other, "") == *io::parseNetwork(text, "", sizes));
        QVERIFY(!io::withSizes(text, {{"context", 131'072}}));
        const auto several = io::withSizes(text, {{"batch", 8}});
        QVERIFY(several && several->find("\"mine, batch 8\"") != std::string::npos);
        QCOMPARE(io::networkSizes(*several)[0].value, std::int64_t(64));
        QVERIFY(!io::withSizes(text, {{"batch", 0}}));
        QVERIFY(!io::parseNetwork("network: {builder: transformer, batch: 2}", ""));
        QVERIFY(!io::withSizes("network:\n  name: a\n  layers:\n    - {name: l, K: 2}\n", {{"tokens", 1}}));
    }
};

QTEST_GUILESS_MAIN(TestNetworkSizes)
#include "tst_network_sizes.moc"
