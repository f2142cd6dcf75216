// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/parts/buffer_bars.h"
#include "ui/parts/buffer_use_view.h"
#include "ui/widgets/message_panel.h"

#include <QClipboard>
#include <QTableView>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class BufferUseViewTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void drawsTensorsInBothThemes_data();
    void drawsTensorsInBothThemes();
    void barsAreProportionalToTheCapacity();
    void whatDoesNotFitReachesBeyondTheCapacity();
    void toolTipsAreExact();
    void theTableCanBeCopied();
    void statesSayWhatToDo_data();
    void statesSayWhatToDo();
};

void BufferUseViewTest::drawsTensorsInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light laptop") << false << QSize(900, 560);
    QTest::newRow("dark laptop") << true << QSize(900, 560);
    QTest::newRow("light large") << false << QSize(1900, 1000);
    QTest::newRow("dark narrow") << true << QSize(700, 450);
}

void BufferUseViewTest::drawsTensorsInBothThemes()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    BufferUseView view;
    view.setLayer(simba::accelerator(), simba::layer(), simba::solved());
    const QImage image =
        render(view, size, dark ? ThemeKind::Dark : ThemeKind::Light, u"buffers-%1"_s.arg(size.width()));
    QVERIFY(!view.showsMessage());
    const Theme& theme = dark ? darkTheme() : lightTheme();
    for (const TensorRole role : kTensorRoles)
        QVERIFY(hasColour(image, theme.tensor[role]));
    QCOMPARE(view.findChild<QTableView*>()->model()->rowCount(), 3 + 2 + 1 + 1 + 1 + 1 + 1); // the last: MAC units
}

void BufferUseViewTest::barsAreProportionalToTheCapacity()
{
    BufferBars bars;
    bars.resize(824, 400); // 800 pixels of bar
    bars.setUses(bufferUse(simba::accelerator(), simba::layer(), simba::layerMapping()));
    QCOMPARE(bars.barRect(1).width(), 800.0);
    // GlobalBuffer: 36,864 B of inputs, then 25,088 B of outputs, of 65,536 B.
    QCOMPARE(bars.partRect(1, TensorRole::Inputs).width(), 450.0);
    QCOMPARE(bars.partRect(1, TensorRole::Outputs).left(), bars.barRect(1).left() + 450.0);
    QCOMPARE(bars.partRect(1, TensorRole::Outputs).width(), 306.25);
    QVERIFY(bars.partRect(1, TensorRole::Weights).isEmpty());
    // DRAM is unbounded: the bar is what is stored.
    QVERIFY(qFuzzyCompare(bars.partRect(0, TensorRole::Outputs).right(), bars.barRect(0).right()));
}

void BufferUseViewTest::whatDoesNotFitReachesBeyondTheCapacity()
{
    LevelUse use;
    use.level = "AccumulationBuffer";
    use.capacity = Bytes{100};
    use.tensors = {{TensorRole::Outputs, u"K 50"_s, 50, Bits{1600}}};
    use.total = Bits{1600};
    BufferBars bars;
    bars.setUses({use});
    const QImage image = render(bars, {600, bars.sizeHint().height()}, ThemeKind::Light, u"buffers-overflow"_s);
    QCOMPARE(bars.partRect(0, TensorRole::Outputs).width(), bars.barRect(0).width());
    QVERIFY(hasColour(image, lightTheme().warning));
    QVERIFY(bars.accessibleDescription().contains(u"200 B outputs of 100 B (200 %)"_s));
}

void BufferUseViewTest::toolTipsAreExact()
{
    BufferBars bars;
    bars.resize(824, 400);
    bars.setUses(bufferUse(simba::accelerator(), simba::layer(), simba::layerMapping()));
    const QString tip = bars.toolTipAt(bars.barRect(1).center());
    QVERIFY2(tip.contains(u"36,864 B inputs + 25,088 B outputs of 65,536 B (95 %)"_s), qPrintable(tip));
    QVERIFY(bars.toolTipAt(bars.barRect(4).center()).contains(u"in each of 128 instances, 128 are used"_s));
    QVERIFY(bars.toolTipAt({1, 1}).isEmpty());
}

void BufferUseViewTest::theTableCanBeCopied()
{
    BufferUseView view;
    view.setLayer(simba::accelerator(), simba::layer(), simba::solved());
    render(view, {900, 560}, ThemeKind::Light, u"buffers-copy"_s);
    auto* table = view.findChild<QTableView*>();
    table->selectRow(3);
    table->setFocus();
    QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
    const QString text = QApplication::clipboard()->text();
    QVERIFY2(text.startsWith(u"Level\tTensor\tTile [B]\tReads [B]"_s), qPrintable(text));
    QVERIFY2(text.contains(u"GlobalBuffer\tinputs\t36864\t"_s), qPrintable(text));
    QCOMPARE(text.count(QLatin1Char('\n')), 2);
}

void BufferUseViewTest::statesSayWhatToDo_data()
{
    QTest::addColumn<int>("state");
    QTest::addColumn<QString>("title");
    QTest::newRow("empty") << 0 << "Select a layer with a mapping";
    QTest::newRow("pending") << 1 << "conv1 is waiting for its mapping";
    QTest::newRow("failed") << 2 << "conv1: infeasible, no mapping";
    QTest::newRow("tiles") << 4 << "conv1 is scheduled tile by tile";
    QTest::newRow("wrong accelerator") << 3 << "layer3.1.conv2: the mapping belongs to another accelerator";
}

void BufferUseViewTest::statesSayWhatToDo()
{
    QFETCH(int, state);
    QFETCH(QString, title);
    BufferUseView view;
    schedule::LayerResult pending;
    pending.name = "conv1";
    if (state == 1)
        view.setLayer(simba::accelerator(), simba::layer(), pending);
    else if (state == 2)
        view.setLayer(simba::accelerator(), simba::layer(), sample::failed(0, "conv1"));
    else if (state == 4) {
        pending.status = schedule::LayerStatus::BestFound;
        pending.tiled = schedule::flexer::TiledSummary{};
        view.setLayer(simba::accelerator(), simba::layer(), pending);
    } else if (state == 3)
        view.setLayer(sample::accelerator(), simba::layer(), simba::solved());
    const QImage image =
        render(view, {700, 400}, state == 2 ? ThemeKind::Dark : ThemeKind::Light, u"buffers-state-%1"_s.arg(state));
    QVERIFY(view.showsMessage());
    QCOMPARE(view.message().title(), title);
    QVERIFY(colourCount(image) > 5);
}

QTEST_MAIN(BufferUseViewTest)
#include "tst_buffer_use_view.moc"
