// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/view_probe.h"
#include "ui/parts/cycles_chart.h"

#include <QClipboard>
#include <QHelpEvent>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;

class CyclesChartTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void scalesAreRound_data();
    void scalesAreRound();
    void drawsWhatBoundsALayerInBothThemes_data();
    void drawsWhatBoundsALayerInBothThemes();
    void handlesAnyNumberOfLayers_data();
    void handlesAnyNumberOfLayers();
    void aClickSelectsTheLayerUnderIt();
    void arrowKeysWalkThroughTheLayers();
    void selectingFromOutsideIsSilent();
    void theToolTipHasTheNumbers();
    void energyIsStackedByLevel();
    void whatIsSimulatedIsMarkedAndInReach();
    void anUnknownLayerIsIgnored();
    void anEmptyChartSaysWhatToDo();
    void copiesAPicture();

private:
    /// Layers that are bound by compute, by DRAM and by a buffer, one failed, one cancelled, the rest pending.
    static void fill(CyclesChart& chart, int count);
};

void CyclesChartTest::fill(CyclesChart& chart, int count)
{
    chart.setNetwork(sample::network(count));
    std::vector<schedule::LayerResult> results;
    for (int i = 0; i < count - count / 8; ++i) {
        const std::string name = "layer" + std::to_string(i);
        schedule::LayerResult result =
            i % 3 == 1 ? sample::boundByDram(std::size_t(i), name) : sample::solved(std::size_t(i), name);
        if (i == 4)
            result = sample::failed(4, name);
        if (i == 5)
            result.cost->bottleneck = {cost::Bottleneck::Kind::ReadPort, 1, "GlobalBuffer read"};
        if (i == 6) {
            result = {};
            result.index = 6;
            result.status = schedule::LayerStatus::Cancelled;
            result.reason = "cancelled before it began";
        }
        if (result.cost && i % 5 == 0)
            result.cost->cycles = Cycles{result.cost->cycles.count * (i % 7 + 1) / 3};
        results.push_back(result);
    }
    chart.setLayers(results);
}

void CyclesChartTest::scalesAreRound_data()
{
    QTest::addColumn<double>("largest");
    QTest::addColumn<QString>("unit");
    QTest::addColumn<double>("top");
    QTest::addColumn<QString>("lastLabel");
    QTest::newRow("cycles") << 225'792.0 << QString() << 250'000.0 << "250 k";
    QTest::newRow("exact") << 250'000.0 << QString() << 250'000.0 << "250 k";
    QTest::newRow("millions") << 1.3e6 << QString() << 1.5e6 << "1.5 M";
    QTest::newRow("joules") << 286e-6 << u"J"_s << 300e-6 << "300 µJ";
    QTest::newRow("nothing") << 0.0 << QString() << 1.0 << "1.0";
    QTest::newRow("not a number") << std::nan("") << QString() << 1.0 << "1.0";
}

void CyclesChartTest::scalesAreRound()
{
    QFETCH(double, largest);
    QFETCH(QString, unit);
    QFETCH(double, top);
    QFETCH(QString, lastLabel);
    const ChartScale scale = chartScale(largest, 5, unit);
    QVERIFY2(std::abs(scale.top - top) < 1e-9 * top, qPrintable(QString::number(scale.top)));
    QCOMPARE(scale.ticks.back().text, lastLabel);
    QVERIFY(scale.ticks.size() <= 6);
    QCOMPARE(scale.ticks.front().value, 0.0);
}

void CyclesChartTest::drawsWhatBoundsALayerInBothThemes_data()
{
    QTest::addColumn<bool>("dark");
    QTest::addColumn<QSize>("size");
    QTest::newRow("light") << false << QSize(900, 240);
    QTest::newRow("dark") << true << QSize(900, 240);
    QTest::newRow("light large") << false << QSize(1900, 420);
    QTest::newRow("dark narrow") << true << QSize(500, 180);
}

void CyclesChartTest::drawsWhatBoundsALayerInBothThemes()
{
    QFETCH(bool, dark);
    QFETCH(QSize, size);
    CyclesChart chart;
    fill(chart, 54);
    chart.setSelectedLayer(8);
    const QImage image =
        render(chart, size, dark ? ThemeKind::Dark : ThemeKind::Light, u"cycles-%1"_s.arg(size.width()));
    const Theme& theme = dark ? darkTheme() : lightTheme();
    QVERIFY(hasColour(image, theme.colour(BoundBy::Compute)));
    QVERIFY(hasColour(image, theme.colour(BoundBy::Dram)));
    QVERIFY(hasColour(image, theme.colour(BoundBy::Buffer)));
    QVERIFY(hasColour(image, theme.accent));
    QVERIFY(hasColour(image, theme.border)); // pending layers
}

void CyclesChartTest::handlesAnyNumberOfLayers_data()
{
    QTest::addColumn<int>("count");
    for (const int count : {1, 2, 17, 200, 500})
        QTest::addRow("%d", count) << count;
}

void CyclesChartTest::handlesAnyNumberOfLayers()
{
    QFETCH(int, count);
    CyclesChart chart;
    fill(chart, count);
    const QImage image = render(chart, {800, 240}, ThemeKind::Light, u"cycles-layers-%1"_s.arg(count));
    QVERIFY(hasColour(image, lightTheme().colour(BoundBy::Compute)));
    for (const int layer : {0, count / 2, count - 1}) {
        QCOMPARE(chart.layerAt(chart.slotRect(layer).center()), layer);
        QVERIFY(QRectF(chart.rect()).contains(chart.slotRect(layer)));
    }
}

void CyclesChartTest::aClickSelectsTheLayerUnderIt()
{
    CyclesChart chart;
    fill(chart, 54);
    render(chart, {900, 240}, ThemeKind::Light, u"cycles-click"_s);
    QSignalSpy selected(&chart, &CyclesChart::layerSelected);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, chart.slotRect(31).center().toPoint());
    QCOMPARE(selected.count(), 1);
    QCOMPARE(selected.at(0).at(0).toInt(), 31);
    QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(2, 100)); // left of the axis
    QCOMPARE(selected.count(), 1);
    QCOMPARE(chart.selectedLayer(), 31);
}

void CyclesChartTest::arrowKeysWalkThroughTheLayers()
{
    CyclesChart chart;
    fill(chart, 3);
    chart.show();
    QSignalSpy selected(&chart, &CyclesChart::layerSelected);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_Right);
    QTest::keyClick(&chart, Qt::Key_End);
    QTest::keyClick(&chart, Qt::Key_Right); // already the last one
    QTest::keyClick(&chart, Qt::Key_Home);
    QList<int> layers;
    for (const QVariantList& arguments : selected)
        layers << arguments.at(0).toInt();
    QCOMPARE(layers, (QList<int>{0, 1, 2, 0}));
}

void CyclesChartTest::selectingFromOutsideIsSilent()
{
    CyclesChart chart;
    fill(chart, 3);
    QSignalSpy selected(&chart, &CyclesChart::layerSelected);
    chart.setSelectedLayer(2);
    QCOMPARE(chart.selectedLayer(), 2);
    chart.setSelectedLayer(99);
    QCOMPARE(chart.selectedLayer(), -1);
    QCOMPARE(selected.count(), 0);
}

void CyclesChartTest::theToolTipHasTheNumbers()
{
    CyclesChart chart;
    fill(chart, 8);
    render(chart, {900, 240}, ThemeKind::Light, u"cycles-tip"_s);
    const QPoint at = chart.slotRect(2).center().toPoint();
    QHelpEvent help(QEvent::ToolTip, at, chart.mapToGlobal(at));
    QApplication::sendEvent(&chart, &help);
    QVERIFY2(QToolTip::text().contains(u"112,896 cycles, bound by compute"_s), qPrintable(QToolTip::text()));
    QVERIFY(QToolTip::text().contains(u"what the run minimises: within 1.00 %"_s));
    const workload::Layer layer = sample::layer("layer4");
    QVERIFY(barToolTip(layer, sample::failed(4, "layer4")).contains(u"raise its capacity to 3 B"_s));
    QToolTip::hideText();
}

void CyclesChartTest::energyIsStackedByLevel()
{
    CyclesChart chart;
    fill(chart, 54);
    QSignalSpy changed(&chart, &CyclesChart::quantityChanged);
    render(chart, {900, 240}, ThemeKind::Light, u"energy"_s);
    auto* energy = chart.findChildren<QToolButton*>().at(1);
    QTest::mouseClick(energy, Qt::LeftButton);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(chart.quantity(), ChartQuantity::Energy);
    const QImage image = render(chart, {900, 240}, ThemeKind::Light, u"energy"_s);
    QVERIFY(hasColour(image, lightTheme().levelColour(0)));
    const ChartBar bar = chartBar(sample::solved(), ChartQuantity::Energy);
    QCOMPARE(bar.parts.size(), std::size_t(5)); // MACs and four levels
    QVERIFY(std::abs(bar.total() - sample::solved().cost->energy.count * 1e-12) < 1e-12);
    QVERIFY(!bar.bound);
}

void CyclesChartTest::whatIsSimulatedIsMarkedAndInReach()
{
    CyclesChart chart;
    fill(chart, 3);
    schedule::LayerResult layer = sample::solved(0, "layer0");
    const double cycles = double(layer.cost->cycles.count);
    layer.simulated = Cycles{std::int64_t(cycles * 40)};
    chart.setLayer(layer);
    QCOMPARE(chart.ownReach(), cycles * 40);
    QVERIFY(chart.toolTipAt(chart.slotRect(0).center()).contains(u"simulated"_s));
    QCOMPARE(chartBar(layer, ChartQuantity::Cycles).simulated, std::optional(cycles * 40));
    QVERIFY(!chartBar(layer, ChartQuantity::Energy).simulated);
    QVERIFY(chart.chartValues().columns.contains(u"simulated [cycle]"_s));
    QCOMPARE(chart.chartValues().rows[0].back().toDouble(), cycles * 40);
    chart.setInputs(4); // of a batch
    QCOMPARE(chart.ownReach(), cycles * 10);
    QVERIFY(chart.chartValues().columns.contains(u"simulated [cycle / input]"_s));
    QCOMPARE(chart.chartValues().rows[0].back().toDouble(), cycles * 10);
}

void CyclesChartTest::anUnknownLayerIsIgnored()
{
    CyclesChart chart;
    fill(chart, 3);
    chart.setLayer(sample::solved(3, "layer3"));
    QCOMPARE(chart.layerCount(), 3);
    chart.setLayer(sample::boundByDram(0, "layer0"));
    chart.clear();
    QCOMPARE(chart.layerCount(), 0);
    chart.setLayer(sample::solved(0, "layer0"));
    QCOMPARE(chart.layerCount(), 0);
}

void CyclesChartTest::anEmptyChartSaysWhatToDo()
{
    CyclesChart chart;
    const QImage image = render(chart, {600, 240}, ThemeKind::Dark, u"cycles-empty"_s);
    QVERIFY(colourCount(image) > 5);
    QCOMPARE(chart.accessibleDescription(), u"No run is shown."_s);
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.selectedLayer(), -1);
}

void CyclesChartTest::copiesAPicture()
{
    CyclesChart chart;
    fill(chart, 5);
    render(chart, {400, 200}, ThemeKind::Light, u"cycles-copy"_s);
    chart.show(); // a shortcut needs an active window
    QVERIFY(QTest::qWaitForWindowActive(&chart));
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->image().size(), 2 * chart.size());
}

QTEST_MAIN(CyclesChartTest)
#include "tst_cycles_chart.moc"
