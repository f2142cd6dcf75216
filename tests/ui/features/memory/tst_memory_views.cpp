// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/features/memory/sample_graph.h"
#include "tests/ui/support/colour_vision.h"
#include "tests/ui/support/fake_askers.h"
#include "tests/ui/support/view_probe.h"
#include "ui/charts/axis_scale.h"
#include "ui/features/memory/budget_chart.h"
#include "ui/features/memory/memory_map.h"
#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/occupancy_chart.h"
#include "ui/features/memory/plan_boxes.h"
#include "ui/features/memory/plan_focus.h"
#include "ui/features/memory/schedule_model.h"
#include "ui/features/memory/traffic_bars.h"
#include "ui/style/paint_tools.h"
#include "ui/style/theme.h"
#include "ui/widgets/chart_file.h"

#include <QMouseEvent>
#include <QSignalSpy>
#include <QTest>
#include <QWheelEvent>

using namespace nestloom;
using namespace nestloom::ui;

namespace {

struct Fixture {
    explicit Fixture(bool atPeak = false)
    {
        const auto budgets = schedule::cosma::budgets(network.graph, {});
        least = budgets->least;
        peak = budgets->peak;
        plan.setScratchpad(atPeak ? peak : least);
        plan.setNetwork(network);
        plan.setActive(true);
        planner.answerNow(planner.last);
        focus.setStepCount(int(plan.steps().size()));
        map.resize(900, 360);
        map.show();
        map.fit();
    }
    void mouse(QEvent::Type type, QPointF at, Qt::KeyboardModifiers modifiers = {})
    {
        const bool held = type != QEvent::MouseButtonRelease;
        QMouseEvent event(type, at, map.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          held ? Qt::LeftButton : Qt::NoButton, modifiers);
        QApplication::sendEvent(&map, &event);
    }
    void click(QPointF at)
    {
        mouse(QEvent::MouseButtonPress, at);
        mouse(QEvent::MouseButtonRelease, at);
    }
    QPointF centreOf(int box) const { return map.geometryOf().rectOf(plan.boxes().all()[std::size_t(box)]).center(); }

    workload::Network network = spillingNetwork();
    FakePlans planner;
    ShownPlan plan{&planner};
    PlanFocus focus;
    MemoryMap map{plan, focus};
    Bytes least, peak;
};

} // namespace

class MemoryViewsTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }

    void geometryGoesThereAndBack()
    {
        PlanGeometry g{QRectF(10, 20, 200, 100), 5, 15, 0, 1000};
        QCOMPARE(g.x(5), 10.0);
        QCOMPARE(g.x(15), 210.0);
        QCOMPARE(g.y(0), 120.0);
        QCOMPARE(g.stepAt(g.x(7.5)), 7.5);
        QCOMPARE(g.bytesAt(g.y(250)), 250.0);
        PlanBox box;
        box.first = 6;
        box.last = 7;
        box.offset = 100;
        box.size = 200;
        QCOMPARE(g.rectOf(box), QRectF(QPointF(30, 90), QPointF(70, 110)));
        QCOMPARE(g.lastStep(), 14);
        QCOMPARE(stepTicks(g, 40).size(), std::size_t(5)); // 6, 8, ... 14
        QCOMPARE(byteTicks(g.lowBytes, g.highBytes, g.plot.height(), 20).back().text, QStringLiteral("768 B"));
    }

    void everyBoxIsFoundAtItsCentre()
    {
        Fixture f;
        for (int i = 0; i < int(f.plan.boxes().all().size()); ++i)
            QCOMPARE(f.map.boxAt(f.centreOf(i)), i);
        QCOMPARE(f.map.boxAt(QPointF(2, 2)), -1);
    }

    void theIndexVisitsEachBoxOnce()
    {
        Fixture f;
        for (int first = 0; first < 20; ++first)
            for (int last = first; last < 20; ++last) {
                std::map<int, int> seen;
                f.plan.boxes().visit(first, last, [&](int index) { ++seen[index]; });
                int expected = 0;
                for (const PlanBox& box : f.plan.boxes().all())
                    expected += box.first <= last && box.last >= first ? 1 : 0;
                QCOMPARE(int(seen.size()), expected);
                for (const auto& [index, times] : seen)
                    QCOMPARE(times, 1);
            }
    }

    void boxesKnowWhereTheyComeFromAndGo()
    {
        Fixture f;
        std::int64_t moved = 0;
        for (const PlanBox& box : f.plan.boxes().all())
            moved += (box.spilled ? box.size : 0) + (box.retrieved ? box.size : 0);
        QCOMPARE(moved, f.plan.plan().traffic.count);
        QVERIFY(moved > 0);
    }

    void aClickSelectsTheTensorAndItsStep()
    {
        Fixture f;
        const PlanBox& box = f.plan.boxes().all().front();
        f.click(f.centreOf(0));
        QCOMPARE(f.focus.selection().tensor->value, std::uint32_t(box.tensor));
        QVERIFY(f.focus.step() >= box.first && f.focus.step() <= box.last);
        f.click({f.map.geometryOf().plot.left() + 1, f.map.geometryOf().plot.top() + 1}); // nothing lies there
        QVERIFY(f.focus.selection().isEmpty());
    }

    void keysMoveTheCursor()
    {
        Fixture f;
        QTest::keyClick(&f.map, Qt::Key_End);
        QCOMPARE(f.focus.step(), 19);
        QTest::keyClick(&f.map, Qt::Key_Right);
        QCOMPARE(f.focus.step(), 19);
        QTest::keyClick(&f.map, Qt::Key_Left);
        QCOMPARE(f.focus.step(), 18);
        QTest::keyClick(&f.map, Qt::Key_Home);
        QCOMPARE(f.focus.step(), 0);
        QTest::keyClick(&f.map, Qt::Key_PageDown);
        QCOMPARE(f.focus.step(), 2);
        QTest::keyClick(&f.map, Qt::Key_Up);
        QVERIFY(f.focus.selection().op);
        QTest::keyClick(&f.map, Qt::Key_Escape);
        QVERIFY(f.focus.selection().isEmpty());
    }

    void theCursorIsBroughtIntoSight()
    {
        Fixture f;
        f.focus.zoom(0, 4);
        QVERIFY(f.focus.high() < 20);
        QTest::keyClick(&f.map, Qt::Key_End);
        QCOMPARE(f.focus.high(), 20.0);
        QTest::keyClick(&f.map, Qt::Key_F);
        QVERIFY(f.focus.isFitted());
    }

    void theWheelZoomsAtThePointer()
    {
        Fixture f;
        const QPointF at = f.centreOf(5);
        const double step = f.map.geometryOf().stepAt(at.x());
        QWheelEvent wheel(at, f.map.mapToGlobal(at), {}, {0, 240}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(&f.map, &wheel);
        QVERIFY(!f.focus.isFitted());
        QVERIFY(std::abs(f.map.geometryOf().stepAt(at.x()) - step) < 1e-9);
        QWheelEvent back(at, f.map.mapToGlobal(at), {}, {0, -2400}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                         false);
        QApplication::sendEvent(&f.map, &back);
        QVERIFY(f.focus.isFitted());
    }

    void theCapacityLineDoesNotStrikeTheMessage()
    {
        Fixture f;
        const Theme& theme = themeFor(f.map.palette());
        int crossing = 0;
        for (double part = 0.1; part < 1; part += 0.02) {
            f.plan.setScratchpad({std::int64_t(double(f.least.count) * part)});
            f.planner.answerNow(f.planner.last);
            QCOMPARE(f.plan.state(), ShownPlan::State::Infeasible);
            const QImage image = f.map.grab().toImage();
            const QRectF plot = f.map.geometryOf().plot;
            const int y = int(f.map.capacityY());
            const auto isLine = [&](double x) {
                return image.pixelColor(int(x), y) == theme.warning || image.pixelColor(int(x), y + 1) == theme.warning;
            };
            QVERIFY2(isLine(plot.right() - 3), qPrintable(QString::number(part))); // beside the message it is whole
            const QFont captions = captionFont(f.map.font());
            const QRectF plate =
                paint::messagePlaces(f.map.messageArea(), QStringLiteral("Whole tensors do not fit in this scratchpad"),
                                     infeasibleSentence(f.plan.answer()), f.map.font())
                    .plate();
            const QString tag = QStringLiteral("capacity %1 (drag)").arg(sizeText(f.plan.scratchpad()));
            QVERIFY(plate.left() > plot.left() + 8 + QFontMetricsF(captions).horizontalAdvance(tag)); // not cut either
            if (y <= plate.top() + 2 || y + 3 >= plate.bottom())
                continue;
            ++crossing;
            QVERIFY2(!isLine(plate.left() + 2), qPrintable(QString::number(part)));
        }
        QVERIFY(crossing > 0);
    }

    void draggingTheCapacityTellsSizes()
    {
        Fixture f;
        QSignalSpy moved(&f.map, &MemoryMap::capacityMoved), dropped(&f.map, &MemoryMap::capacityDropped);
        const QPointF line(f.map.geometryOf().plot.center().x(), f.map.capacityY());
        f.mouse(QEvent::MouseButtonPress, line);
        f.mouse(QEvent::MouseMove, line - QPointF(0, 20));
        f.mouse(QEvent::MouseMove, line - QPointF(0, 30));
        QCOMPARE(moved.size(), 2);
        QVERIFY(moved.last()[0].value<Bytes>() > f.least);
        f.mouse(QEvent::MouseButtonRelease, line - QPointF(0, 30));
        QCOMPARE(dropped.size(), 1);
        f.map.setCatches({f.peak.count});
        QCOMPARE(f.map.caught(double(f.peak.count) + 1), f.peak.count);
    }

    void keysMoveTheCapacity()
    {
        Fixture f;
        QSignalSpy moved(&f.map, &MemoryMap::capacityMoved), dropped(&f.map, &MemoryMap::capacityDropped);
        QTest::keyClick(&f.map, Qt::Key_Up, Qt::ControlModifier);
        QVERIFY(moved.last()[0].value<Bytes>() > f.least);
        QTest::keyClick(&f.map, Qt::Key_Down, Qt::ControlModifier);
        QVERIFY(moved.last()[0].value<Bytes>() < f.least); // the plan did not follow: from where it is
        QCOMPARE(dropped.size(), 2);
    }

    void tipsSayWhatLiesThere()
    {
        Fixture f;
        const PlanBox& box = f.plan.boxes().all().front();
        const QString tip = f.map.toolTipAt(f.centreOf(0));
        QVERIFY2(tip.contains(boxName(f.plan.graph(), box)), qPrintable(tip));
        QVERIFY(tip.contains(QStringLiteral("made by")));
        QVERIFY(f.map.toolTipAt({f.map.geometryOf().plot.center().x(), f.map.capacityY()})
                    .contains(QStringLiteral("drag")));
    }

    void aNameThatIsTooLongEndsInSightBehindAnEllipsis_data()
    {
        QTest::addColumn<QString>("room"); // that of this text
        QTest::addColumn<QString>("shown");
        QTest::newRow("all") << "layer1.0.relu3"
                             << "layer1.0.relu3";
        QTest::newRow("two parts") << "\u20260.relu3"
                                   << "\u20260.relu3";
        QTest::newRow("a part and a bit") << "\u2026.relu3"
                                          << "\u2026relu3";
        QTest::newRow("half a part") << "\u2026lu3"
                                     << "\u2026lu3";
        QTest::newRow("too little to say anything") << "\u20263"
                                                    << "";
    }
    void aNameThatIsTooLongEndsInSightBehindAnEllipsis()
    {
        QFETCH(QString, room);
        QFETCH(QString, shown);
        const QFontMetricsF metrics(captionFont(QApplication::font()));
        QCOMPARE(fittingName(QStringLiteral("layer1.0.relu3"), metrics, metrics.horizontalAdvance(room) + 0.5), shown);
    }

    void whatAColourMeansIsOneThing()
    {
        for (const Theme* theme : {&lightTheme(), &darkTheme()}) {
            std::vector<QColor> colours;
            for (const BoxKind kind :
                 {BoxKind::Activation, BoxKind::GraphInput, BoxKind::GraphOutput, BoxKind::Parameter})
                colours.push_back(boxColour(*theme, kind));
            QVERIFY2(leastSeenDifference(colours) > kClearlyDifferent, theme->dark ? "dark" : "light");
        }
        Fixture f;
        const auto& boxes = f.plan.boxes().all(); // activations of even and of odd numbers
        const QImage image = rasterBoxes(f.plan.boxes(), f.map.geometryOf(), lightTheme(), 1);
        QSet<QRgb> fills;
        for (const PlanBox& box : boxes)
            if (box.kind == BoxKind::Activation)
                fills.insert(image.pixel(
                    (f.map.geometryOf().rectOf(box).center() - f.map.geometryOf().plot.topLeft()).toPoint()));
        QCOMPARE(fills, QSet<QRgb>{boxColour(lightTheme(), BoxKind::Activation).rgb()});
    }

    void withoutAPlanTheOccupancySaysWhatWillBeThere()
    {
        Fixture f;
        OccupancyChart planned(f.plan, f.focus);
        ShownPlan none(&f.planner);
        OccupancyChart empty(none, f.focus);
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            const Theme& theme = kind == ThemeKind::Dark ? darkTheme() : lightTheme();
            const QImage image = render(empty, {560, 44}, kind, QStringLiteral("occupancy-empty"));
            QVERIFY(colourCount(image) > 2 && hasColour(image, theme.card));
            QVERIFY(!hasColour(image, theme.warning)); // no line of a capacity
            QVERIFY(hasColour(render(planned, {560, 90}, kind, QStringLiteral("occupancy")), theme.warning));
        }
        QVERIFY(empty.emptyText().contains(QStringLiteral("once there is a plan")));
        QVERIFY(empty.chartName().isEmpty()); // nothing to export
    }

    void smallBoxesAreNeverLost()
    {
        Fixture f;
        PlanGeometry g = f.map.geometryOf();
        g.plot = QRectF(0, 0, 6, 3); // less than a pixel for most
        const QImage image = rasterBoxes(f.plan.boxes(), g, lightTheme(), 1);
        QVERIFY(colourCount(image) >= 2);
    }

    void paintsInBothThemes()
    {
        Fixture f;
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            const QImage image = render(f.map, {900, 360}, theme, QStringLiteral("memory-map"));
            const Theme& t = theme == ThemeKind::Dark ? darkTheme() : lightTheme();
            QVERIFY(hasColour(image, t.colour(BoundBy::Network))); // activations
            QVERIFY(hasColour(image, t.tensor[TensorRole::Weights]));
            QVERIFY(hasColour(image, t.warning)); // the capacity
        }
    }

    void chartsCarryTheirNumbers()
    {
        Fixture f;
        QCOMPARE(f.map.chartValues().rows.size(), f.plan.boxes().all().size());
        OccupancyChart occupancy(f.plan, f.focus);
        QCOMPARE(occupancy.chartValues().rows.size(), std::size_t(20));
        QCOMPARE(occupancy.chartValues().rows[3][2].toLongLong(), f.plan.steps()[3].used.count);
        TrafficBars bars(f.plan, f.focus);
        QCOMPARE(bars.bars().size(), std::size_t(5));
        QVERIFY(bars.bars()[0].isOurs);
        BudgetChart curve(f.plan);
        QCOMPARE(curve.chartValues().rows.size(), f.plan.curve().size());
    }

    void theBarsFollowTheThemeAndCanBeExported()
    {
        Fixture f;
        TrafficBars bars(f.plan, f.focus);
        for (const ThemeKind kind : {ThemeKind::Light, ThemeKind::Dark}) {
            const Theme& theme = kind == ThemeKind::Dark ? darkTheme() : lightTheme();
            const QImage image = render(bars, {380, 150}, kind, QStringLiteral("traffic-bars"));
            for (const QColor& colour : {theme.accent, theme.otherTensor, theme.card})
                QVERIFY(hasColour(image, colour));
        }
        const auto all = bars.bars();
        QVERIFY(bars.accessibleDescription().startsWith(all[0].name + QStringLiteral(": ")));
        QVERIFY(bars.toolTipAt({200, 60}).startsWith(all[1].name));
        QVERIFY(bars.toolTipAt({200, 5}).isEmpty());
        const QByteArray picture = chartFile(bars, {ChartFormat::Svg, 1, false}, {});
        QVERIFY(picture.contains("<pattern")); // hatched
        QVERIFY(picture.contains(all[0].name.toUtf8()));
        ShownPlan none(&f.planner);
        TrafficBars empty(none, f.focus);
        QVERIFY(empty.chartName().isEmpty() && empty.accessibleDescription().isEmpty());
        QVERIFY(
            hasColour(render(empty, {380, 150}, ThemeKind::Light, QStringLiteral("traffic-empty")), lightTheme().card));
    }

    void noTrafficIsSaidInWords()
    {
        Fixture f(true);
        QCOMPARE(f.plan.plan().traffic.count, 0);
        TrafficBars bars(f.plan, f.focus);
        QCOMPARE(trafficText(bars.bars()[0].traffic), QStringLiteral("none"));
        QVERIFY(trafficSentence(f.plan.answer()).startsWith(QStringLiteral("No off-chip traffic")));
    }

    void aDragWithShiftMarksSteps()
    {
        Fixture f;
        const auto at = [&](double step) {
            return QPointF(f.map.geometryOf().x(step), f.map.geometryOf().plot.center().y());
        };
        f.mouse(QEvent::MouseButtonPress, at(9.5), Qt::ShiftModifier);
        f.mouse(QEvent::MouseMove, at(4.5), Qt::ShiftModifier); // backwards
        f.mouse(QEvent::MouseButtonRelease, at(4.5), Qt::ShiftModifier);
        QVERIFY(f.focus.range() == (StepRange{4, 9}));
        QVERIFY(f.focus.isFitted()); // nothing was panned
        QVERIFY(f.focus.selection().isEmpty());
        f.focus.select({OperatorId{3}, std::nullopt});
        QTest::keyClick(&f.map, Qt::Key_Z);
        QVERIFY(f.focus.low() >= 3 && f.focus.low() <= 4 && f.focus.high() >= 10 && f.focus.high() <= 11);
        QTest::keyClick(&f.map, Qt::Key_Escape);
        QVERIFY(!f.focus.range() && !f.focus.selection().isEmpty()); // one after the other
        QTest::keyClick(&f.map, Qt::Key_Escape);
        QVERIFY(f.focus.selection().isEmpty());
    }

    void shiftWithTheArrowsMarksSteps()
    {
        Fixture f;
        f.focus.setStep(5);
        QTest::keyClick(&f.map, Qt::Key_Right, Qt::ShiftModifier);
        QTest::keyClick(&f.map, Qt::Key_Right, Qt::ShiftModifier);
        QVERIFY(f.focus.range() == (StepRange{5, 7}));
        for (int i = 0; i < 4; ++i)
            QTest::keyClick(&f.map, Qt::Key_Left, Qt::ShiftModifier);
        QVERIFY(f.focus.range() == (StepRange{3, 5})); // around the step where it began
        QTest::keyClick(&f.map, Qt::Key_Right);
        QVERIFY(f.focus.range() == (StepRange{3, 5})); // moves the cursor only
        QTest::keyClick(&f.map, Qt::Key_End, Qt::ShiftModifier);
        QVERIFY(f.focus.range() == (StepRange{5, 19}));
    }

    void aRangeEndsWithItsPlan()
    {
        PlanFocus focus;
        focus.setRange(StepRange{0, 3});
        QVERIFY(!focus.range()); // there are no steps
        focus.setStepCount(10);
        focus.setRange(StepRange{7, 99});
        QVERIFY(focus.range() == (StepRange{7, 9}));
        QSignalSpy changed(&focus, &PlanFocus::rangeChanged);
        focus.setRange(StepRange{7, 9});
        QCOMPARE(changed.count(), 0);
        focus.setStepCount(20);
        QVERIFY(!focus.range());
        QCOMPARE(changed.count(), 1);
    }

    void aRangeAddsUpItsSteps()
    {
        Fixture f;
        const RangeFigures all = rangeFigures(f.plan, {0, 19});
        QCOMPARE(all.traffic().count, f.plan.plan().traffic.count);
        QCOMPARE(all.peak.count, f.plan.steps()[std::size_t(f.plan.peakStep())].used.count);
        QCOMPARE(rangeFigures(f.plan, {3, 3}).created.count, f.plan.steps()[3].created.count);
        QCOMPARE(rangeFigures(f.plan, {18, 90}).created.count,
                 f.plan.steps()[18].created.count + f.plan.steps()[19].created.count);
        QVERIFY(rangeSentence(f.plan, {3, 8}).contains(QStringLiteral("steps 3 to 8")));
    }

    void everyPanelFollowsTheRange()
    {
        Fixture f;
        ScheduleModel steps(f.plan);
        StepRangeFilter filter(&steps, f.focus);
        TrafficBars bars(f.plan, f.focus);
        OccupancyChart occupancy(f.plan, f.focus);
        occupancy.resize(900, 120);
        QCOMPARE(filter.rowCount(), 20);
        f.focus.setRange(StepRange{4, 9});
        QCOMPARE(filter.rowCount(), 6);
        QCOMPARE(filter.index(0, ScheduleModel::Step).data().toString(), QStringLiteral("4"));
        QCOMPARE(bars.bars().size(), std::size_t(6));
        QCOMPARE(bars.bars()[1].traffic.count, rangeFigures(f.plan, {4, 9}).traffic().count);
        QTest::mousePress(&occupancy, Qt::LeftButton, Qt::ShiftModifier, {int(occupancy.geometryOf().x(2.5)), 60});
        QMouseEvent move(QEvent::MouseMove, QPointF(occupancy.geometryOf().x(6.5), 60), QPointF(), Qt::NoButton,
                         Qt::LeftButton, Qt::ShiftModifier);
        QApplication::sendEvent(&occupancy, &move);
        QVERIFY(f.focus.range() == (StepRange{2, 6}));
        (void)occupancy.grab();
        (void)f.map.grab();
        f.focus.setRange(std::nullopt);
        QCOMPARE(filter.rowCount(), 20);
        QCOMPARE(bars.bars().size(), std::size_t(5));
    }

    void theAxesOfBytesHaveATitleWhereThereIsRoom()
    {
        Fixture f;
        const QFontMetricsF metrics(captionFont(f.map.font()));
        const PlanGeometry geometry = f.map.geometryOf();
        const double label = metrics.horizontalAdvance(QStringLiteral("512 KiB"));
        const QRectF place = byteTitlePlace(geometry, metrics, label, QStringLiteral("address"));
        QVERIFY(!place.isEmpty());
        QVERIFY(place.right() <= geometry.plot.left() - label); // beside the labels
        QVERIFY(place.top() >= geometry.plot.top() && place.bottom() <= geometry.plot.bottom());
        const double wide = metrics.horizontalAdvance(QStringLiteral("1023.5 MiB"));
        QVERIFY(byteTitlePlace(geometry, metrics, wide, QStringLiteral("address")).isEmpty());
        PlanGeometry low = geometry;
        low.plot.setHeight(20);
        QVERIFY(byteTitlePlace(low, metrics, label, QStringLiteral("address")).isEmpty());
    }

    void theSizesOfTheCurveAreInTheUnitOfTheChips()
    {
        Fixture f;
        workload::Network large = f.network; // its sizes are between 2 and 16 MiB
        for (workload::Tensor& tensor : large.graph.tensors)
            tensor.size = tensor.size * 100;
        f.plan.setScratchpad({std::int64_t(1) << 40});
        f.plan.setNetwork(large);
        f.planner.answerNow(f.planner.last);
        BudgetChart curve(f.plan);
        curve.resize(500, 200);
        curve.show();
        QVERIFY(sizeText(f.plan.budgets()->peak).endsWith(QStringLiteral(" MiB")));
        QVERIFY(curve.sizeTicks().size() > 1);
        for (const AxisScale::Tick& tick : curve.sizeTicks()) {
            QVERIFY2(tick.text.endsWith(QStringLiteral(" MiB")), qPrintable(tick.text));
            QCOMPARE(tick.text.section(u' ', 0, 0).toDouble(), tick.value / 1048576);
        }
        QCOMPARE(sizeUnit({1023}).unit, QStringLiteral("B"));
        QCOMPARE(sizeUnit({1024}).unit, QStringLiteral("KiB"));
    }

    void aClickOnTheCurveChoosesTheSmallestSizeOfAStair()
    {
        Fixture f;
        BudgetChart curve(f.plan);
        curve.resize(400, 200);
        curve.show();
        QSignalSpy chosen(&curve, &BudgetChart::sizeChosen);
        const auto& stair = f.plan.curve().front();
        QVERIFY(stair.isExact());
        const Bytes middle{(stair.from.count + stair.to.count) / 2};
        QTest::mouseClick(&curve, Qt::LeftButton, {}, curve.positionOf(middle, *stair.traffic).toPoint());
        QCOMPARE(chosen.last()[0].value<Bytes>(), stair.from);
        QTest::keyClick(&curve, Qt::Key_Right); // from M_R, which is shown
        QCOMPARE(chosen.last()[0].value<Bytes>(), f.plan.curve()[1].from);
        QVERIFY(curve.toolTipAt(curve.positionOf(middle, *stair.traffic)).contains(QStringLiteral("proven least")));
    }
};

QTEST_MAIN(MemoryViewsTest)
#include "tst_memory_views.moc"
