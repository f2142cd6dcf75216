// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/word_widths.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;

namespace {

/// input [3, 8, 8] -> conv [4, 8, 8] with 108 weights and 4 biases, all in elements of `bits`; and a tensor without a
/// shape.
workload::Network inElements(int bits)
{
    workload::OperatorGraph graph;
    graph.name = "net";
    const TensorId x = workload::append(graph, "x", "input", {}, bytesFor(Bits{3 * 64 * bits}));
    const TensorId y = workload::append(graph, "conv", "conv", {x}, bytesFor(Bits{4 * 64 * bits}),
                                        {bytesFor(Bits{108 * bits}), bytesFor(Bits{4 * bits})});
    workload::append(graph, "plain", "relu", {y}, {77});
    graph.tensors[0].shape = {3, 8, 8};
    graph.tensors[1].shape = {4, 8, 8};
    for (workload::Tensor& tensor : graph.tensors)
        tensor.elementBits = bits;
    graph.operators[1].layers = {tests::convolution("conv", 3, 8, 3, 4)};
    return workload::networkOf(std::move(graph), "");
}

hardware::Accelerator withBits(int inputs, int weights)
{
    hardware::Accelerator accelerator = tests::simba();
    for (hardware::BufferLevel& level : accelerator.levels) {
        level.elementBits[TensorRole::Inputs] = Bits{inputs};
        level.elementBits[TensorRole::Weights] = Bits{weights};
    }
    return accelerator;
}

} // namespace

class TestWordWidths : public QObject {
    Q_OBJECT
private slots:
    void tensorsAndParametersTakeTheWords_data()
    {
        QTest::addColumn<int>("before");
        for (const int bits : {1, 8, 16, 32})
            QTest::newRow(std::to_string(bits).c_str()) << bits;
    }
    void tensorsAndParametersTakeTheWords()
    {
        QFETCH(int, before);
        const mapping::WordWidths words = mapping::wordWidths(withBits(16, 4));
        QCOMPARE(mapping::describe(words), std::string("16 bit for activations and 4 bit for parameters"));
        const workload::OperatorGraph graph = mapping::withWords(inElements(before).graph, words);
        QCOMPARE(graph.tensors[0].size, Bytes{3 * 64 * 2});
        QCOMPARE(graph.tensors[1].size, Bytes{4 * 64 * 2});
        QCOMPARE(graph.tensors[1].elementBits, 16);
        QCOMPARE(graph.tensors[2].size, Bytes{77});
        QCOMPARE(graph.operators[1].parameters[0],
                 Bytes{before == 1 ? 56 : 54}); // 108 elements; 14 B could hold 112 of one bit
        QVERIFY(workload::check(graph).empty());
    }

    void theSameWordsChangeNothing()
    {
        const workload::Network network = inElements(8);
        QCOMPARE(mapping::withWords(network.graph, {{8}, {8}}), network.graph);
        QCOMPARE(mapping::describe({{8}, {8}}), std::string("8 bit"));
    }

    void theNoteOfTheWordsIsThereOnce()
    {
        workload::Network network = inElements(8);
        const std::size_t before = network.notes.size();
        for (int i = 0; i < 2; ++i)
            mapping::useWords(network, withBits(16, 4));
        QCOMPARE(network.notes.size(), before + 1);
    }

    void aSizeOfItsOwnStays()
    {
        workload::OperatorGraph graph = inElements(8).graph;
        graph.tensors[0].size = Bytes{1024}; // padded
        graph.tensors[1].shape = {std::int64_t{1} << 40, std::int64_t{1} << 40};
        const workload::OperatorGraph after = mapping::withWords(graph, {{16}, {16}});
        QCOMPARE(after.tensors[0].size, Bytes{1024});
        QCOMPARE(after.tensors[1].size, graph.tensors[1].size);
    }

    void widerOperandsGetAWord()
    {
        const std::string wider = mapping::widerThanWords(withBits(8, 8), inElements(32));
        QVERIFY2(wider.find("operands of net have elements of up to 32 bit, words of simba have 8 bit") == 0,
                 wider.c_str());
        QVERIFY(mapping::widerThanWords(withBits(32, 32), inElements(32)).empty());
        QVERIFY(mapping::widerThanWords(withBits(16, 16), inElements(8)).empty());
        workload::Network layersOnly{"net", "", {}, {tests::convolution("a", 3, 8, 3, 4)}};
        QVERIFY(mapping::widerThanWords(withBits(8, 8), layersOnly).empty());
    }
};

QTEST_GUILESS_MAIN(TestWordWidths)
#include "tst_word_widths.moc"
