// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "ui/parts/buffer_use_model.h"
#include "ui/style/format.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class BufferUseModelTest : public QObject {
    Q_OBJECT
private slots:
    void tilesAreCountedPerInstance();
    void textNamesTensorsCapacityAndShare();
    void bitsThatDoNotFillBytesAreShown();
    void rowsAreKeptTensorsPerLevel();
    void trafficIsInBytesOfAllUsedInstances();
    void aLayerWithoutMappingIsEmpty();
};

void BufferUseModelTest::tilesAreCountedPerInstance()
{
    const auto uses = bufferUse(sample::accelerator(), sample::layer(), sample::layerMapping());
    QCOMPARE(uses.size(), std::size_t(4));
    QCOMPARE(uses[0].level, std::string("DRAM"));
    QVERIFY(!uses[0].capacity);
    // GlobalBuffer: P 2*4, Q 4*7, K 64, C 64: inputs 64 x (8 + 2) x (28 + 2), outputs 64 x 8 x 28.
    QCOMPARE(uses[1].tensors.size(), std::size_t(2));
    QCOMPARE(uses[1].tensors[0].elements, 64 * 10 * 30);
    QCOMPARE(uses[1].tensors[1].elements, 64 * 8 * 28);
    QCOMPARE(uses[1].total.count, 8 * (64 * 10 * 30 + 64 * 8 * 28));
    QCOMPARE(uses[3].usedInstances, 16);
    QCOMPARE(uses[3].instances, 16);
    QCOMPARE(uses[1].usedInstances, 1);
}

void BufferUseModelTest::textNamesTensorsCapacityAndShare()
{
    const auto uses = bufferUse(sample::accelerator(), sample::layer(), sample::layerMapping());
    QCOMPARE(useText(uses[1]), u"18.8 KiB inputs + 14 KiB outputs of 64 KiB (51 %)"_s);
    QCOMPARE(exactUseText(uses[1]), u"19,200 B inputs + 14,336 B outputs of 65,536 B (51 %)"_s);
    QCOMPARE(useText(uses[0]), u"36 KiB weights + 210 KiB inputs + 196 KiB outputs, unbounded"_s);
    QCOMPARE(uses[1].tensors[0].shape, u"C 64 \u00d7 H 10 \u00d7 W 30"_s);
    QCOMPARE(uses[1].tensors[1].shape, u"K 64 \u00d7 P 8 \u00d7 Q 28"_s);
    QCOMPARE(uses[2].tensors[0].shape, u"K 16 \u00d7 C 64 \u00d7 R 3 \u00d7 S 3"_s);
    QCOMPARE(tileShape(sample::layer(), TensorRole::Outputs, workload::unitExtents()), u"1 element"_s);
    QCOMPARE(useText(LevelUse{}), u"keeps nothing"_s);
}

void BufferUseModelTest::bitsThatDoNotFillBytesAreShown()
{
    LevelUse use;
    use.capacity = Bytes{4};
    use.tensors = {{TensorRole::Weights, u"1 element"_s, 1, Bits{12}}};
    use.total = Bits{12};
    QCOMPARE(exactUseText(use), u"2 B (12 bits) weights of 4 B (38 %)"_s);
    QCOMPARE(useText(use), u"12 bits weights of 4 B (38 %)"_s); // not 2 B: four tiles of 2 bits are one byte
    QCOMPARE(shortSize(Bits{8 * 1536 + 2}), u"1.50 KiB"_s);
}

void BufferUseModelTest::rowsAreKeptTensorsPerLevel()
{
    BufferUseModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setLayer(sample::accelerator(), sample::layer(), sample::solved());
    QCOMPARE(model.rowCount(), 3 + 2 + 1 + 2 + 1); // and the MAC units
    QCOMPARE(model.index(8, BufferUseModel::Level).data().toString(), u"MAC units"_s);
    QVERIFY(model.index(8, BufferUseModel::Energy).data(TableModel::ExportRole).toDouble() > 0);
    QCOMPARE(model.index(8, BufferUseModel::Reads).data().toString(), format::kNoValue);
    QCOMPARE(model.index(3, BufferUseModel::Level).data().toString(), u"GlobalBuffer"_s);
    QCOMPARE(model.index(3, BufferUseModel::Tensor).data().toString(), u"inputs"_s);
}

void BufferUseModelTest::trafficIsInBytesOfAllUsedInstances()
{
    BufferUseModel model;
    model.setLayer(sample::accelerator(), sample::layer(), sample::solved());
    // LocalBuffer outputs: K 8 x Q 7 = 56 elements of 24 bits in 16 instances; the sample reads each 3 times.
    const int row = 7;
    QCOMPARE(model.index(row, BufferUseModel::Tile).data(TableModel::ExportRole).toLongLong(), 56 * 3);
    QCOMPARE(model.index(row, BufferUseModel::Reads).data(TableModel::ExportRole).toDouble(), 56.0 * 3 * 3 * 16);
    QCOMPARE(model.index(row, BufferUseModel::Fills).data().toString(), u"2.62 KiB"_s);
    QVERIFY(model.index(row, BufferUseModel::Reads)
                .data(Qt::ToolTipRole)
                .toString()
                .contains(u"168 elements x 16 instances x 24 bits"_s));
    QCOMPARE(model.headerData(BufferUseModel::Reads, Qt::Horizontal, TableModel::ExportRole).toString(),
             u"Reads [B]"_s);
}

void BufferUseModelTest::aLayerWithoutMappingIsEmpty()
{
    BufferUseModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setLayer(sample::accelerator(), sample::layer(), sample::solved());
    model.setLayer(sample::accelerator(), sample::layer(), sample::failed(0, "x"));
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(BufferUseModelTest)
#include "tst_buffer_use_model.moc"
