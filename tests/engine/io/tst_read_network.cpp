// SPDX-License-Identifier: Apache-2.0
#include "engine/io/read_network.h"

#include "tests/support/replaced.h"

#include <QTest>

using namespace nestloom;
using tests::replaced;
using enum workload::LoopDimension;

namespace {

const std::string kSmall = R"(network:
  name: small
  description: three layers
  notes: [source A]
  layers:
    - {name: conv, R: 3, S: 5, P: 28, Q: 14, C: 16, K: 32, N: 2, stride: 2}
    - {name: grouped, R: 3, S: 3, P: 7, Q: 7, C: 4, K: 4, G: 32, stride: [2, 1], dilation: [1, 2]}
    - name: fc
      kind: fully-connected
      C: 128
      K: 10
)";

} // namespace

class TestReadNetwork : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsEveryField();
    void writtenTextReadsBackEqual();
    void saysWhereAndWhatIsWrong_data();
    void saysWhereAndWhatIsWrong();
    void sizesOfABuiltNetworkCanBeChosen();
    void saysAllThatIsWrong();
};

void TestReadNetwork::sizesOfABuiltNetworkCanBeChosen()
{
    const std::string yaml = "network:\n  builder: llama_3_8b\n  tokens: 64\n";
    const auto written = io::parseNetwork(yaml, "f.yaml");
    QVERIFY(written && written->name == "llama_3_8b");
    const auto chosen = io::parseNetwork(yaml, "f.yaml", {{"context", 100}, {"tokens", 1}});
    QVERIFY(chosen && chosen->name == "llama_3_8b, context 100, tokens 1" && chosen->graph.name == chosen->name);
    QVERIFY(workload::macs(*chosen) < workload::macs(*written));
    const auto listed = io::parseNetwork(kSmall, "f.yaml", {{"tokens", 1}});
    QVERIFY(!listed && listed.error().message.find("only what a builder makes") != std::string::npos);
    const auto none = io::parseNetwork("network:\n  builder: llama_3_8b\n  tokens: 0\n", "f.yaml");
    QVERIFY(!none && none.error().where == "f.yaml:3: tokens");
    QVERIFY(!io::parseNetwork("network: {builder: resnet50}", "", {{"image", 0}}));
    const auto batched = io::parseNetwork(yaml, "f.yaml", {{"batch", 3}});
    QVERIFY(batched && batched->batch == 3 && io::parseNetwork(io::writeNetwork(*batched), "")->batch == 3);
    QVERIFY(!io::parseNetwork(kSmall, "")->batch);
    const auto nothing = io::parseNetwork("network: {name: a, batch: 0, layers: [{name: l, K: 2}]}", "f.yaml");
    QVERIFY(!nothing && nothing.error().where.find("batch") != std::string::npos);
    QVERIFY(io::parseNetwork("network: {name: a, batch: 2, layers: [{name: l, K: 2, N: 6}]}", ""));
    const auto wrong = io::parseNetwork("network: {name: a, batch: 4, layers: [{name: l, K: 2, N: 6}]}", "");
    QVERIFY(!wrong && wrong.error().message.find("neither N nor G has the batch of 4") != std::string::npos);
}

void TestReadNetwork::readsEveryField()
{
    const auto network = io::parseNetwork(kSmall, "small.yaml");
    QVERIFY2(network, network ? "" : network.error().text().c_str());
    QCOMPARE(network->layers.size(), std::size_t(3));
    const workload::Layer& conv = network->layers[0];
    QCOMPARE(conv.bounds, (workload::Extents{{3, 5, 28, 14, 16, 32, 2, 1}}));
    QCOMPARE(conv.strideP, 2);
    QCOMPARE(conv.strideQ, 2);
    QCOMPARE(conv.dilationR, 1);
    const workload::Layer& grouped = network->layers[1];
    QCOMPARE(grouped.bounds[G], 32);
    QCOMPARE(grouped.strideP, 2);
    QCOMPARE(grouped.strideQ, 1);
    QCOMPARE(grouped.dilationR, 1);
    QCOMPARE(grouped.dilationS, 2);
    const workload::Layer& fc = network->layers[2];
    QCOMPARE(int(fc.kind), int(workload::LayerKind::FullyConnected));
    QCOMPARE(fc.bounds, (workload::Extents{{1, 1, 1, 1, 128, 10, 1, 1}}));
}

void TestReadNetwork::writtenTextReadsBackEqual()
{
    const auto first = io::parseNetwork(kSmall, "small.yaml");
    QVERIFY(first);
    const std::string yaml = io::writeNetwork(*first);
    const auto second = io::parseNetwork(yaml, "again.yaml");
    QVERIFY2(second, second ? "" : second.error().text().c_str());
    QVERIFY(*first == *second);
    QCOMPARE(io::writeNetwork(*second), yaml);
}

void TestReadNetwork::saysWhereAndWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("what");
    QTest::addColumn<QByteArray>("by");
    QTest::addColumn<QByteArray>("where");
    QTest::addColumn<QByteArray>("message");
    const auto row = [](const char* name, const char* what, const char* by, const char* where, const char* message) {
        QTest::newRow(name) << QByteArray(what) << QByteArray(by) << QByteArray(where) << QByteArray(message);
    };
    row("wrong key", "stride: 2}", "strid: 2}", "f.yaml:6: layers[0].strid",
        "unknown key 'strid'; did you mean 'stride'?");
    row("foreign top", "network:", "levels: 3\nnetwork:", "f.yaml:1: levels",
        "is 'network', and under it are known: name, description, notes, layers, operators, batch, missing, builder, "
        "image, "
        "tokens, context, element");
    row("key at the top", "network:", "layers: []\nnetwork:", "f.yaml:1: layers",
        "unknown key 'layers'; it belongs under 'network'");
    row("small letter", "P: 28", "p: 28", "f.yaml:6: layers[0].p", "unknown key 'p'; did you mean 'P'?");
    row("map for the list", "notes: [source A]", "notes: {a: b}", "f.yaml:4: notes", "a list belongs here, not a map");
    row("value for a layer", "{name: conv, R: 3, S: 5, P: 28, Q: 14, C: 16, K: 32, N: 2, stride: 2}", "conv",
        "f.yaml:6: layers[0]", "a map (key: value) belongs here, not the value 'conv'");
    row("no name", "name: fc\n      kind", "kind", "f.yaml:8: layers[2].name", "the key 'name' is missing");
    row("unknown kind", "fully-connected", "dense", "f.yaml:9: layers[2].kind", "'dense' is not a kind of layer");
    row("part of a bound", "K: 10", "K: 10.5", "f.yaml:11: layers[2].K", "'10.5' is not a whole number");
    row("huge bound", "K: 10", "K: 99999999999999999999", "f.yaml:11: layers[2].K", "is too large");
    row("negative bound", "K: 10", "K: -10", "f.yaml:11: layers[2].K", "a loop bound must be at least 1, not -10");
    row("three strides", "[2, 1]", "[2, 1, 1]", "f.yaml:7: layers[1].stride", "not a list of 3");
    row("word as stride", "[2, 1]", "[2, b]", "f.yaml:7: layers[1].stride[1]", "'b' is not a whole number");
    row("zero dilation", "dilation: [1, 2]", "dilation: 0", "f.yaml:7: layers[1].dilation",
        "must be between 1 and 1000000, not 0");
    row("two layers of a name", "name: grouped", "name: conv", "f.yaml:7: layers[1].name", "is used by two layers");
    row("no layers", "layers:", "layers: []\n#", "f.yaml", "");
}

void TestReadNetwork::saysWhereAndWhatIsWrong()
{
    QFETCH(QByteArray, what);
    QFETCH(QByteArray, by);
    QFETCH(QByteArray, where);
    QFETCH(QByteArray, message);
    const auto network = io::parseNetwork(replaced(kSmall, what.toStdString(), by.toStdString()), "f.yaml");
    QVERIFY(!network);
    QCOMPARE(int(network.error().code), int(ErrorCode::InvalidInput));
    QVERIFY2(network.error().where.starts_with(where.toStdString()), network.error().text().c_str());
    QVERIFY2(network.error().message.find(message.toStdString()) != std::string::npos, network.error().text().c_str());
}

void TestReadNetwork::saysAllThatIsWrong()
{
    const std::string text = replaced(replaced(kSmall, "stride: 2}", "strid: 2}"), "fully-connected", "dense");
    const std::vector<Error> errors = io::networkErrors(text, "f.yaml");
    QCOMPARE(errors.size(), std::size_t(2));
    QCOMPARE(errors[0], io::parseNetwork(text, "f.yaml").error());
    QCOMPARE(errors[1].where, std::string("f.yaml:9: layers[2].kind"));
    QVERIFY(io::networkErrors(kSmall, "f.yaml").empty());
    // Of a kind that is none, no key is right or wrong.
    const std::vector<Error> product = io::networkErrors(
        "network:\n  name: x\n  layers:\n    - {name: a, kind: matmull, m: 2, k: 3, n: 4}\n", "f.yaml");
    QCOMPARE(product.size(), std::size_t(1));
    QVERIFY2(product[0].text().ends_with("did you mean 'matmul'?"), product[0].text().c_str());
    QCOMPARE(io::networkErrors("network: [", "f.yaml").size(), std::size_t(1)); // no YAML at all
}

QTEST_APPLESS_MAIN(TestReadNetwork)
#include "tst_read_network.moc"
