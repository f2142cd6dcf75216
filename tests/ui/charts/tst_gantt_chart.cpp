// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/base/rng.h"
#include "tests/ui/charts/sample_trace.h"

#include <QAction>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace nestloom;

namespace {

struct Shown {
    ui::TimeFocus focus;
    ui::GanttChart chart{focus};
    explicit Shown(std::shared_ptr<const trace::Trace> trace = test::sampleTrace())
    {
        chart.resize(900, 260);
        chart.setTrace(std::make_shared<const trace::TraceIndex>(std::move(trace)), test::sampleStyles());
    }
    QPointF centreOf(std::uint32_t event) const { return chart.rectOf(event).center(); }
};

void click(QWidget& widget, QPointF at, Qt::KeyboardModifiers keys = {})
{
    QTest::mouseClick(&widget, Qt::LeftButton, keys, at.toPoint());
}

void drag(QWidget& widget, QPointF from, QPointF to, Qt::KeyboardModifiers keys = {})
{
    QTest::mousePress(&widget, Qt::LeftButton, keys, from.toPoint());
    for (const double part : {0.5, 1.0}) {
        const QPointF at = from + (to - from) * part;
        QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::LeftButton, keys);
        QApplication::sendEvent(&widget, &move);
    }
    QTest::mouseRelease(&widget, Qt::LeftButton, keys, to.toPoint());
}

void trigger(const QWidget& widget, const char* action)
{
    auto* found = widget.findChild<QAction*>(QLatin1String(action));
    QVERIFY2(found, action);
    found->trigger();
}

} // namespace

class GanttChartTest : public QObject {
    Q_OBJECT
private slots:
    void showsAllAtFirst()
    {
        Shown shown;
        QVERIFY(shown.focus.isFitted());
        QCOMPARE(shown.focus.high(), 1000.0);
        QCOMPARE(shown.chart.eventAt(shown.centreOf(2)), std::optional(2u));
        QCOMPARE(shown.chart.eventAt(shown.centreOf(0) - QPointF(0, 1)), std::optional(0u));
        QCOMPARE(shown.chart.eventAt({5, 5}), std::nullopt);
    }
    void aloneInAFileItHasLabelsOfTheTime()
    {
        Shown shown;
        shown.chart.setTimeLabels(false);
        const int room = shown.chart.chartSize().height() - shown.chart.height();
        QVERIFY(room > 8);
        const QImage image = ui::chartImage(shown.chart, 1);
        QVERIFY(image.height() >= shown.chart.chartSize().height());
        const QRgb paper = image.pixel(image.width() - 2, shown.chart.height() + room / 2);
        int inked = 0;
        for (int x = 0; x < image.width(); ++x)
            inked += image.pixel(x, shown.chart.height() + room / 2) != paper ? 1 : 0;
        QVERIFY(inked > 10);
        shown.chart.setTimeLabels(true);
        QCOMPARE(shown.chart.chartSize(), shown.chart.size());
    }
    void aClickSelectsAndPutsTheCursor()
    {
        Shown shown;
        click(shown.chart, shown.centreOf(2));
        QCOMPARE(shown.focus.selected(), std::optional(2u));
        QVERIFY(std::abs(shown.focus.cursor() - 300) <= 2);
        const QRectF idle = shown.chart.rectOf(2);
        click(shown.chart, {idle.right() + 60, idle.center().y()});
        QVERIFY(!shown.focus.selected());
    }
    void keysStepThroughEvents()
    {
        Shown shown;
        QTest::keyClick(&shown.chart, Qt::Key_Right); // the first one
        QCOMPARE(shown.focus.selected(), std::optional(0u));
        QTest::keyClick(&shown.chart, Qt::Key_Right);
        QCOMPARE(shown.focus.selected(), std::optional(1u));
        QTest::keyClick(&shown.chart, Qt::Key_Right); // there is no further one
        QCOMPARE(shown.focus.selected(), std::optional(1u));
        QTest::keyClick(&shown.chart, Qt::Key_Down);
        QCOMPARE(shown.focus.selected(), std::optional(2u));
        QTest::keyClick(&shown.chart, Qt::Key_Down);
        QCOMPARE(shown.focus.selected(), std::optional(3u));
        QTest::keyClick(&shown.chart, Qt::Key_End);
        QCOMPARE(shown.focus.selected(), std::optional(4u));
        QTest::keyClick(&shown.chart, Qt::Key_Return);
        QVERIFY(shown.focus.low() > 800 && shown.focus.high() <= 1000);
        QTest::keyClick(&shown.chart, Qt::Key_Escape);
        QVERIFY(!shown.focus.selected());
        QTest::keyClick(&shown.chart, Qt::Key_F);
        QVERIFY(shown.focus.isFitted());
    }
    void wheelZoomsAtThePointer()
    {
        Shown shown;
        const QPointF at = shown.centreOf(2);
        const double cycle = shown.chart.geometryOf().cycleAt(at.x());
        QWheelEvent wheel(at, shown.chart.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(&shown.chart, &wheel);
        QVERIFY(shown.focus.high() - shown.focus.low() < 700);
        QVERIFY(std::abs(shown.chart.geometryOf().cycleAt(at.x()) - cycle) < 1e-6);
        const double low = shown.focus.low();
        QTest::keyClick(&shown.chart, Qt::Key_D);
        QVERIFY(shown.focus.low() > low);
    }
    void shiftAndDragMarksARange()
    {
        Shown shown;
        const auto& geometry = shown.chart.geometryOf();
        const double y = geometry.plot.center().y();
        drag(shown.chart, {geometry.x(200), y}, {geometry.x(600), y}, Qt::ShiftModifier);
        QVERIFY(shown.focus.range().has_value());
        QVERIFY(std::abs(shown.focus.range()->from - 200) <= 2 && std::abs(shown.focus.range()->to - 600) <= 2);
        QTest::keyClick(&shown.chart, Qt::Key_Z);
        QVERIFY(shown.focus.low() > 100 && shown.focus.high() < 700);
        QTest::keyClick(&shown.chart, Qt::Key_Escape);
        QVERIFY(!shown.focus.range());
    }
    void aPlateNamesTheRangeAndClearsIt()
    {
        Shown shown;
        QVERIFY(shown.chart.rangePlate().isEmpty());
        shown.focus.setRange(ui::TimeRange{200, 600});
        const QPointF plate = shown.chart.rangePlate().center();
        QVERIFY(std::abs(plate.x() - shown.chart.geometryOf().x(400)) < 1);
        click(shown.chart, {plate.x(), plate.y() - 40}); // beside it: a click in the plot
        QVERIFY(shown.focus.range().has_value());
        click(shown.chart, plate);
        QVERIFY(!shown.focus.range());
        shown.focus.setRange(ui::TimeRange{200, 300});
        shown.focus.show({800, 900});
        QVERIFY(shown.chart.rangePlate().isEmpty()); // out of sight
        shown.chart.setTimeLabels(false);
        shown.focus.fit();
        QVERIFY(shown.chart.rangePlate().isEmpty()); // the chart below has it
    }
    void dragPans()
    {
        Shown shown;
        shown.focus.zoom(500, 4);
        const double low = shown.focus.low(), y = shown.chart.geometryOf().plot.center().y();
        drag(shown.chart, {500, y}, {400, y});
        QVERIFY(shown.focus.low() > low);
        QVERIFY(!shown.focus.selected());
    }
    void tellsWhatIsUnderThePointer()
    {
        Shown shown;
        const QString text = shown.chart.toolTipAt(shown.centreOf(3));
        QVERIFY2(text.contains(QStringLiteral("IN[0], load on DMA")), qPrintable(text));
        QVERIFY(text.contains(QStringLiteral("6,400 B")) && text.contains(QStringLiteral("64.0 B/cycle")));
        const QRectF box = shown.chart.rectOf(2);
        QVERIFY(shown.chart.toolTipAt({box.right() + 60, box.center().y()}).contains(QStringLiteral("NPU 1 is idle")));
    }
    void isOfNoUseTallerThanItsLanes()
    {
        Shown shown;
        const int least = shown.chart.usefulHeight();
        shown.chart.resize(600, least + 400);
        QCOMPARE(shown.chart.usefulHeight(), least); // whatever height it has
        ui::TimeFocus focus;
        const ui::GanttChart empty(focus);
        QCOMPARE(empty.usefulHeight(), QWIDGETSIZE_MAX); // its message may have all the room
    }
    void scrollsLanesThatDoNotFit()
    {
        auto trace = test::sampleTrace();
        for (int i = 0; i < 100; ++i)
            trace->lanes.push_back({"PE " + std::to_string(i), "PEs"});
        trace->events.push_back({0, 1000, 0, 102, 0, 0});
        Shown shown(trace);
        QCOMPARE(shown.chart.firstLane(), 0);
        QVERIFY(shown.chart.rectOf(5).isNull());
        QTest::keyClick(&shown.chart, Qt::Key_Right);
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(&shown.chart, Qt::Key_Down);
        QCOMPARE(shown.focus.selected(), std::optional(5u));
        QVERIFY(shown.chart.firstLane() > 50);
        QVERIFY(!shown.chart.rectOf(5).isNull());
    }
    void aHiddenLaneLeavesItsRoomToTheOthers()
    {
        Shown shown;
        const double height = shown.chart.rectOf(2).height();
        QTest::keyClick(&shown.chart, Qt::Key_Right); // an event of NPU 0
        trigger(shown.chart, "hideLane");
        QVERIFY(shown.chart.rectOf(0).isNull());
        QVERIFY(shown.chart.rectOf(2).height() >= height);
        QCOMPARE(shown.chart.chartValues().rows.size(), std::size_t(3)); // as they are seen
        trigger(shown.chart, "showAllLanes");
        QVERIFY(!shown.chart.rectOf(0).isNull());
    }
    void aThinLaneIsLowerThanTheOthers()
    {
        Shown shown;
        QTest::keyClick(&shown.chart, Qt::Key_Right);
        const int useful = shown.chart.usefulHeight();
        trigger(shown.chart, "thinLanes"); // both NPUs
        QVERIFY(shown.chart.rectOf(0).height() < shown.chart.rectOf(3).height());
        QCOMPARE(shown.chart.rectOf(0).height(), shown.chart.rectOf(2).height());
        QVERIFY(shown.chart.usefulHeight() < useful);
        trigger(shown.chart, "thinLane");
        QCOMPARE(shown.chart.rectOf(0).height(), shown.chart.rectOf(3).height());
    }
    void lanesAreMovedByTheMenuAndByTheirNames()
    {
        Shown shown;
        shown.focus.select(3u); // DMA, the last lane
        trigger(shown.chart, "moveLaneUp");
        QCOMPARE(shown.chart.lanes().shown(), (std::vector<std::size_t>{0, 2, 1}));
        QVERIFY(shown.chart.rectOf(3).top() < shown.chart.rectOf(2).top());
        drag(shown.chart, {20, shown.centreOf(3).y()}, {20, shown.centreOf(0).y()});
        QCOMPARE(shown.chart.lanes().shown(), (std::vector<std::size_t>{2, 0, 1}));
        QVERIFY(shown.focus.isFitted());
        QCOMPARE(shown.chart.eventAt(shown.centreOf(3)), std::optional(3u));
        QTest::keyClick(&shown.chart, Qt::Key_Down); // of the lane below as it is shown
        QCOMPARE(shown.focus.selected(), std::optional(0u));
    }
    void aPinnedLaneStaysWhileOthersScroll()
    {
        auto trace = test::sampleTrace();
        for (int i = 0; i < 100; ++i)
            trace->lanes.push_back({"PE " + std::to_string(i), "PEs"});
        trace->events.push_back({0, 1000, 0, 102, 0, 0});
        Shown shown(trace);
        shown.focus.select(3u);
        trigger(shown.chart, "pinLane");
        const QRectF pinned = shown.chart.rectOf(3);
        QTest::keyClick(&shown.chart, Qt::Key_Down);
        for (int i = 0; i < 2; ++i)
            QTest::keyClick(&shown.chart, Qt::Key_Down);
        QCOMPARE(shown.focus.selected(), std::optional(5u)); // far below
        QCOMPARE(shown.chart.rectOf(3), pinned);
        QVERIFY(shown.chart.rectOf(5).top() > pinned.bottom());
        QVERIFY(shown.chart.rectOf(0).isNull());
        QCOMPARE(shown.chart.eventAt(pinned.center()), std::optional(3u));
        trigger(shown.chart, "showAllLanes"); // nothing is hidden
        shown.focus.select(3u);
        trigger(shown.chart, "pinLane");
        QCOMPARE(shown.chart.lanes().pinnedCount(), std::size_t(0));
    }
    void exportsTheEventsInSight()
    {
        Shown shown;
        QCOMPARE(shown.chart.chartValues().rows.size(), std::size_t(5));
        shown.focus.show({910, 990});
        QCOMPARE(shown.chart.chartValues().rows.size(), std::size_t(2));
        QCOMPARE(shown.chart.chartName(), QStringLiteral("Gantt chart of conv1"));
        shown.chart.setTrace(nullptr, {});
        QVERIFY(shown.chart.chartName().isEmpty());
    }
    void columnsShowTheBusyShare();
    void wideEventsAreFoundAmongNarrowOnes();
};

/// 100,000 events in 800 pixels: every other cycle busy, first a third of the kinds, then another.
void GanttChartTest::columnsShowTheBusyShare()
{
    auto trace = std::make_shared<trace::Trace>();
    trace->lanes = {{"NPU 0", ""}};
    trace->kinds = {"a", "b"};
    trace->labels = {"x"};
    for (int i = 0; i < 100'000; ++i)
        trace->events.push_back({4 * i, 4 * i + 2, 0, 0, 0, std::uint16_t(i < 50'000 ? 0 : 1)});
    const trace::TraceIndex index(trace);
    ui::TimeGeometry geometry{QRectF(0, 0, 800, 100), 0, 400'000};
    const QRgb a = qRgb(255, 0, 0), b = qRgb(0, 0, 255);
    const QImage image = ui::rasterEvents(index, {{0, 0, 100}}, geometry, {{a, a, false}, {b, b, false}}, 1);
    for (int x = 0; x < 800; ++x) {
        int filled = 0;
        for (int y = 0; y < 100; ++y)
            filled += image.pixel(x, y) == (x < 400 ? a : b);
        QVERIFY2(std::abs(filled - 50) <= 1, qPrintable(QStringLiteral("%1 at %2").arg(filled).arg(x)));
        QCOMPARE(image.pixel(x, 0), qRgba(0, 0, 0, 0));
    }
    // Nearer, every event is a box with a gap of the same width.
    geometry.high = 400;
    const QImage near = ui::rasterEvents(index, {{0, 0, 100}}, geometry, {{a, a, false}, {b, b, false}}, 1);
    QCOMPARE(near.pixel(1, 50), a);
    QCOMPARE(near.pixel(6, 50), qRgba(0, 0, 0, 0));
    QCOMPARE(near.pixel(9, 50), a);
}

void GanttChartTest::wideEventsAreFoundAmongNarrowOnes()
{
    auto trace = std::make_shared<trace::Trace>();
    trace->lanes = {{"NPU 0", ""}};
    trace->kinds = {"a"};
    trace->labels = {"x"};
    Rng rng(5);
    std::int64_t at = 0;
    for (int i = 0; i < 5000; ++i) {
        const std::int64_t begin = at + std::int64_t(rng.below(5));
        at = begin + std::int64_t(rng.below(rng.below(40) == 0 ? 900 : 8));
        trace->events.push_back({begin, at, 0, 0, 0, 0});
    }
    const trace::TraceIndex index(trace);
    const ui::TimeGeometry geometry{QRectF(0, 0, 1000, 50), 0, double(at)};
    std::vector<std::uint32_t> expected, found;
    for (std::uint32_t i = 0; i < trace->events.size(); ++i)
        if (double(trace->events[i].end - trace->events[i].begin) >= 5 * geometry.perPixel())
            expected.push_back(i);
    ui::visitWide(index, 0, geometry, 5, [&](const auto& item, double, double) { found.push_back(item.event); });
    QVERIFY(expected.size() > 20);
    QCOMPARE(found, expected);
}

QTEST_MAIN(GanttChartTest)
#include "tst_gantt_chart.moc"
