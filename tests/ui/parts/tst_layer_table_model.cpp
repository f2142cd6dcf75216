// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "ui/parts/layer_table_model.h"
#include "ui/style/theme.h"

#include <QAbstractItemModelTester>
#include <QIcon>
#include <QSignalSpy>
#include <QSortFilterProxyModel>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class LayerTableModelTest : public QObject {
    Q_OBJECT
private slots:
    void init();
    void rowsArePendingFromTheStart();
    void aResultFillsItsOwnRowWithoutReset();
    void aLayerThatIsNotAwaitedAnyMoreWasNotRun();
    void anUnknownIndexIsIgnored();
    void numbersAreRightAlignedAndTextLeft();
    void tooltipsNameExactValueFormulaAndModel();
    void aFailedLayerShowsItsReasonAndAWarning();
    void aMappingThatIsNotVerifiedIsAWarning();
    void sortsByRawNumbers();
    void deltasCompareWithTheBaseline();
    void simulatedCyclesStandBesideTheModels();
    void withoutACounterpartThereIsNoDelta();
    void clearLeavesNothing();

private:
    QString text(int row, int column) const { return m_model->index(row, column).data().toString(); }
    QString tip(int row, int column) const { return m_model->index(row, column).data(Qt::ToolTipRole).toString(); }

    std::unique_ptr<LayerTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void LayerTableModelTest::init()
{
    m_tester.reset();
    m_model = std::make_unique<LayerTableModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_model->setNetwork(sample::accelerator(), sample::network(3));
}

void LayerTableModelTest::rowsArePendingFromTheStart()
{
    QCOMPARE(m_model->rowCount(), 3);
    QCOMPARE(m_model->columnCount(), int(LayerTableModel::ColumnCount));
    QCOMPARE(text(1, LayerTableModel::Name), u"layer1"_s);
    QCOMPARE(text(1, LayerTableModel::Shape), u"3\u00d73 64\u219264, 56\u00d756"_s);
    QCOMPARE(text(1, LayerTableModel::CycleCount), u"-"_s);
    QCOMPARE(text(1, LayerTableModel::Status), u"pending"_s);
}

void LayerTableModelTest::aResultFillsItsOwnRowWithoutReset()
{
    QSignalSpy changes(m_model.get(), &QAbstractItemModel::dataChanged);
    QSignalSpy resets(m_model.get(), &QAbstractItemModel::modelReset);
    m_model->setLayer(sample::solved(2, "layer2"));
    QCOMPARE(resets.count(), 0);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(changes.at(0).at(0).toModelIndex().row(), 2);
    QCOMPARE(changes.at(0).at(1).toModelIndex().column(), LayerTableModel::ColumnCount - 1);
    QCOMPARE(text(2, LayerTableModel::CycleCount), u"112,896"_s);
    QCOMPARE(text(2, LayerTableModel::LowerBound), u"111,778"_s);
    QCOMPARE(text(2, LayerTableModel::Gap), u"1.00 %"_s);
    QCOMPARE(text(2, LayerTableModel::BoundByWhat), u"compute"_s);
    QCOMPARE(text(2, LayerTableModel::Utilization), u"100.0 %"_s);
    QCOMPARE(text(2, LayerTableModel::Status), u"within 1.00 %"_s);
    QCOMPARE(text(1, LayerTableModel::Status), u"pending"_s);
}

void LayerTableModelTest::aLayerThatIsNotAwaitedAnyMoreWasNotRun()
{
    schedule::LayerResult result;
    result.index = 1;
    m_model->setLayer(result);
    QCOMPARE(text(1, LayerTableModel::Status), u"pending"_s);
    result.reason = "the program ended before this layer was solved";
    m_model->setLayer(result);
    QCOMPARE(text(1, LayerTableModel::Status), u"not run"_s);
    QCOMPARE(tip(1, LayerTableModel::Status), u"not run: the program ended before this layer was solved"_s);
}

void LayerTableModelTest::anUnknownIndexIsIgnored()
{
    QSignalSpy changes(m_model.get(), &QAbstractItemModel::dataChanged);
    m_model->setLayer(sample::solved(3, "layer3"));
    QCOMPARE(changes.count(), 0);
    QCOMPARE(m_model->rowCount(), 3);
}

void LayerTableModelTest::numbersAreRightAlignedAndTextLeft()
{
    const auto alignment = [this](int column) {
        return Qt::Alignment(m_model->index(0, column).data(Qt::TextAlignmentRole).toInt());
    };
    QVERIFY(alignment(LayerTableModel::CycleCount) & Qt::AlignRight);
    QVERIFY(alignment(LayerTableModel::Name) & Qt::AlignLeft);
    for (int column = 0; column < m_model->columnCount(); ++column)
        QCOMPARE(m_model->headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), int(alignment(column)));
}

void LayerTableModelTest::tooltipsNameExactValueFormulaAndModel()
{
    m_model->setLayer(sample::solved(0, "layer0"));
    const QString cycles = tip(0, LayerTableModel::CycleCount);
    QVERIFY2(cycles.contains(u"112,896 cycles"_s), qPrintable(cycles));
    QVERIFY2(cycles.contains(u"max(compute 112,896, DRAM read 98,784, DRAM write 7,056)"_s), qPrintable(cycles));
    QVERIFY2(cycles.contains(u"nestloom cost model"_s), qPrintable(cycles));
    QVERIFY(tip(0, LayerTableModel::Energy).contains(u" pJ"_s));
    QVERIFY(tip(0, LayerTableModel::Energy).contains(u"MACs 116 µJ + DRAM"_s));
    QVERIFY(tip(0, LayerTableModel::Utilization).contains(u"115,605,504 MACs / (1,024 MAC units x 112,896 cycles)"_s));
    QVERIFY(tip(0, LayerTableModel::Gap).contains(u"112,896 cycles / 111,778.2 cycles - 1"_s));
}

void LayerTableModelTest::aFailedLayerShowsItsReasonAndAWarning()
{
    m_model->setLayer(sample::failed(1, "layer1"));
    QCOMPARE(text(1, LayerTableModel::Status), u"infeasible"_s);
    QVERIFY(tip(1, LayerTableModel::CycleCount).contains(u"raise its capacity to 3 B"_s));
    QVERIFY(!m_model->index(1, LayerTableModel::Status).data(Qt::DecorationRole).value<QIcon>().isNull());
    QVERIFY(m_model->index(1, LayerTableModel::Name).data(Qt::ForegroundRole).isValid());
    m_model->setLayer(sample::solved(0, "layer0"));
    QVERIFY(!m_model->index(0, LayerTableModel::Status).data(Qt::DecorationRole).isValid());
}

void LayerTableModelTest::aMappingThatIsNotVerifiedIsAWarning()
{
    schedule::LayerResult result = sample::solved(0, "layer0");
    result.verified = false;
    result.cost.reset();
    m_model->setLayer(result);
    QCOMPARE(text(0, LayerTableModel::Status), u"within 1.00 %, not verified"_s);
    QVERIFY(!m_model->index(0, LayerTableModel::Status).data(Qt::DecorationRole).value<QIcon>().isNull());
}

void LayerTableModelTest::sortsByRawNumbers()
{
    schedule::LayerResult small = sample::solved(0, "layer0");
    small.cost->cycles = Cycles{9'000}; // as text "9,000" would come after "112,896"
    m_model->setLayer(small);
    m_model->setLayer(sample::solved(1, "layer1"));
    QSortFilterProxyModel proxy;
    proxy.setSourceModel(m_model.get());
    proxy.setSortRole(TableModel::SortRole);
    proxy.sort(LayerTableModel::CycleCount, Qt::DescendingOrder);
    QCOMPARE(proxy.index(0, 0).data().toString(), u"layer1"_s);
    QCOMPARE(proxy.index(1, 0).data().toString(), u"layer0"_s);
    QCOMPARE(proxy.index(2, 0).data().toString(), u"layer2"_s); // pending last
}

void LayerTableModelTest::deltasCompareWithTheBaseline()
{
    m_model->setLayer(sample::solved(0, "layer0")); // 112,896 cycles
    const double energy = m_model->results()[0].cost->energy.count;
    m_model->setBaseline({u"run 7"_s, {BaselineLayer{u"first"_s, 122'713.0, energy, 1, u"DRAM read"_s}}});
    QCOMPARE(text(0, LayerTableModel::CyclesDelta), u"-8.0 %"_s);
    QCOMPARE(text(0, LayerTableModel::EnergyDelta), u"="_s);
    const QString words = tip(0, LayerTableModel::CyclesDelta);
    QVERIFY2(words.contains(u"run 7 (baseline): 122,713 cycles; -8.0 %, better"_s), qPrintable(words));
    QVERIFY2(words.contains(u"was bound by DRAM read, now by compute"_s), qPrintable(words));
    QVERIFY2(words.contains(u"its layer first"_s), qPrintable(words));
    QCOMPARE(m_model->index(0, LayerTableModel::CyclesDelta).data(Qt::ForegroundRole).value<QBrush>().color(),
             themeFor(QGuiApplication::palette()).better);
    const double ratio = m_model->index(0, LayerTableModel::CyclesDelta).data(TableModel::ExportRole).toDouble();
    QVERIFY(std::abs(ratio - (112'896.0 / 122'713.0 - 1)) < 1e-12);
}

void LayerTableModelTest::simulatedCyclesStandBesideTheModels()
{
    schedule::LayerResult layer = sample::solved(0, "layer0"); // 112,896 cycles
    m_model->setLayer(layer);
    QCOMPARE(text(0, LayerTableModel::Simulated), u"-"_s);
    QVERIFY(tip(0, LayerTableModel::Simulated).contains(u"Simulate all layers"_s));
    layer.simulated = Cycles{225'792};
    m_model->setLayer(layer);
    QCOMPARE(text(0, LayerTableModel::Simulated), u"225,792  \u00d72.00"_s);
    QVERIFY(tip(0, LayerTableModel::Simulated).contains(u"2.00 times the cost model's"_s));
    QCOMPARE(m_model->index(0, LayerTableModel::Simulated).data(TableModel::ExportRole).toLongLong(), 225'792);
}

void LayerTableModelTest::withoutACounterpartThereIsNoDelta()
{
    m_model->setLayer(sample::solved(0, "layer0"));
    QCOMPARE(text(0, LayerTableModel::CyclesDelta), u"-"_s);
    QVERIFY(tip(0, LayerTableModel::CyclesDelta).isEmpty());
    m_model->setBaseline({u"run 7"_s, {std::nullopt}});
    QCOMPARE(text(0, LayerTableModel::CyclesDelta), u"-"_s);
    QVERIFY(tip(0, LayerTableModel::CyclesDelta).contains(u"run 7 has no result"_s));
    QVERIFY(!m_model->index(0, LayerTableModel::CyclesDelta).data(TableModel::ExportRole).isValid());
}

void LayerTableModelTest::clearLeavesNothing()
{
    m_model->clear();
    QCOMPARE(m_model->rowCount(), 0);
}

QTEST_MAIN(LayerTableModelTest)
#include "tst_layer_table_model.moc"
