// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/view_probe.h"
#include "ui/charts/pareto_view.h"

#include <QComboBox>
#include <QHelpEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>
#include <QToolTip>
#include <QWheelEvent>

#include <cmath>
#include <random>

using namespace nestloom::ui;
using Side = ParetoView::Side;

namespace {

/// (1,8) (2,3) (4,2) (8,1) are the front; (6,6) is dominated.
std::vector<ParetoPoint> samplePoints()
{
    std::vector<ParetoPoint> points;
    for (const auto& [x, y] : std::initializer_list<std::pair<double, double>>{{8, 1}, {2, 3}, {6, 6}, {1, 8}, {4, 2}})
        points.push_back({x, y, 0, 0, false});
    points.push_back({}); // infeasible: without a place
    return points;
}

void prepare(ParetoView& view, std::vector<ParetoPoint> points = samplePoints())
{
    view.setChoices({QStringLiteral("Energy"), QStringLiteral("Cycles")});
    view.setAxis(Side::X, 0, {{QStringLiteral("J")}, false, [](double v) { return QString::number(v); }});
    view.setAxis(
        Side::Y, 1,
        {{QStringLiteral("cycle")}, false, [](double v) { return QString::number(v); }, QStringLiteral("cycles")});
    view.setPoints(std::move(points));
    view.resize(720, 420);
    view.show();
}

void drag(ParetoView& view, const std::vector<QPointF>& along, Qt::KeyboardModifiers modifiers = {})
{
    const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButtons held) {
        QMouseEvent event(type, at, view.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          held, modifiers);
        QApplication::sendEvent(&view, &event);
    };
    send(QEvent::MouseButtonPress, along.front(), Qt::LeftButton);
    for (std::size_t i = 1; i < along.size(); ++i)
        send(QEvent::MouseMove, along[i], Qt::LeftButton);
    send(QEvent::MouseButtonRelease, along.back(), Qt::NoButton);
}

void wheel(ParetoView& view, QPointF at, int notches)
{
    QWheelEvent event(at, view.mapToGlobal(at), {}, {0, 120 * notches}, Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&view, &event);
}

std::vector<ParetoPoint> randomPoints(int count)
{
    std::mt19937 random(7);
    std::uniform_real_distribution<double> uniform(0.01, 1);
    std::vector<ParetoPoint> points;
    for (int i = 0; i < count; ++i)
        points.push_back({uniform(random), uniform(random), i % 3, i % 5, false});
    return points;
}

} // namespace

class ParetoViewTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void theFrontIsWhatNothingDominates();
    void itIsExportedWithItsPoints();
    void undecidedPointsAreOutlines();
    void senseTurnsTheFront();
    void seriesAreNotComparedWithEachOther();
    void addingPointsGivesTheFrontOfAll();
    void theKneeIsWhereTheFrontBendsMost();
    void aStraightFrontHasNoKnee();
    void aClickSelectsAndADoubleClickOpens();
    void arrowKeysStepAlongTheFront();
    void selectingFromOutsideIsSilent();
    void theLassoCatchesWhatIsInside();
    void theLassoStaysWithItsPoints();
    void limitsAreDraggedInAndOut();
    void aLimitOnALargerIsBetterAxisKeepsTheLarger();
    void theWheelZoomsAtTheCursor();
    void fFitsAndDragPans();
    void newPointsAreFollowedUntilTheUserZooms();
    void logAxesLeaveOutWhatHasNoLogarithm();
    void theToolTipIsTheDescription();
    void axesAreChosenOnTheirTitles();
    void drawsItselfInBothThemes_data();
    void drawsItselfInBothThemes();
    void tenThousandPointsAreDrawn();
};

void ParetoViewTest::theFrontIsWhatNothingDominates()
{
    ParetoView view;
    prepare(view);
    QCOMPARE(view.front(), (std::vector<int>{3, 1, 4, 0}));
}

void ParetoViewTest::itIsExportedWithItsPoints()
{
    ParetoView view;
    QVERIFY(view.chartName().isEmpty()); // nothing to export
    prepare(view);
    Provenance from;
    from.accelerator = QStringLiteral("simba");
    view.setSource(QStringLiteral("sweep 7"), from);
    QCOMPARE(view.chartName(), QStringLiteral("Cycles over Energy, sweep 7"));
    QCOMPARE(view.chartProvenance()->accelerator, from.accelerator);
    const TableValues values = view.chartValues();
    QCOMPARE(values.rows.size(), std::size_t(5)); // the infeasible one has no place
    QCOMPARE(values.columns[3], QStringLiteral("Cycles [cycles]"));
    QCOMPARE(values.rows[2][2].toDouble(), 6.0);
    QCOMPARE(values.rows[2].last().toString(), QStringLiteral("no"));
    QCOMPARE(values.rows[3].last().toString(), QStringLiteral("yes"));
    QImage picture(view.chartSize(), QImage::Format_RGB32);
    picture.fill(Qt::magenta);
    QPainter painter(&picture);
    view.paintChart(painter);
    painter.end();
    QVERIFY(picture.pixelColor(0, 0) != QColor(Qt::magenta)); // it covers everything
    const QPoint best = view.positionOf(3).toPoint();
    QVERIFY(picture.pixelColor(best) != picture.pixelColor(0, 0));
}

void ParetoViewTest::undecidedPointsAreOutlines()
{
    for (const bool isUndecided : {false, true})
        for (int shape = 0; shape < 6; ++shape) {
            QImage picture(22, 22, QImage::Format_ARGB32_Premultiplied);
            picture.fill(Qt::transparent);
            QPainter painter(&picture);
            ParetoMarks marks;
            marks.reset(themeFor(qApp->palette()), 1);
            marks.draw(painter, {11, 11}, shape, 0, 1, ParetoMarks::Weight::Full, isUndecided);
            painter.end();
            QCOMPARE(picture.pixelColor(11, 11).alpha() > 200, !isUndecided);
            QVERIFY(colourCount(picture) > 2); // the outline is there either way
        }
    ParetoView view;
    auto points = samplePoints();
    points[1].isUndecided = true;
    prepare(view, points);
    const auto values = view.chartValues();
    QCOMPARE(values.columns[4], QStringLiteral("undecided"));
    QCOMPARE(values.rows[1][4].toString(), QStringLiteral("yes"));
    QCOMPARE(values.rows[0][4].toString(), QStringLiteral("no"));
}

void ParetoViewTest::senseTurnsTheFront()
{
    // Larger is better along both axes: only (8,1), (6,6) and (1,8) remain.
    const std::vector<int> front = extendFront({}, samplePoints(), 0, 0, {true, true});
    QCOMPARE(front, (std::vector<int>{3, 2, 0}));
    QCOMPARE(extendFront({}, samplePoints(), 0, 0, {true, false}), (std::vector<int>{0}));
}

void ParetoViewTest::seriesAreNotComparedWithEachOther()
{
    ParetoView view;
    std::vector<ParetoPoint> points = samplePoints();
    points[2].series = 1;                     // the dominated one is alone now
    points.push_back({0.1, 0.1, 0, 0, true}); // a stored run dominates nothing
    prepare(view, points);
    QCOMPARE(view.front(), (std::vector<int>{3, 1, 4, 0, 2}));
}

void ParetoViewTest::addingPointsGivesTheFrontOfAll()
{
    ParetoView whole, grown;
    const std::vector<ParetoPoint> points = randomPoints(500);
    prepare(whole, points);
    prepare(grown, {});
    for (std::size_t i = 0; i < points.size(); i += 50)
        grown.addPoints(std::vector<ParetoPoint>(points.begin() + long(i), points.begin() + long(i) + 50));
    QCOMPARE(grown.front(), whole.front());
    QVERIFY(!whole.front().empty());
}

void ParetoViewTest::theKneeIsWhereTheFrontBendsMost()
{
    ParetoView view;
    prepare(view);
    QCOMPARE(view.knees(), (std::vector<int>{1})); // (2,3): nearest to the better corner
    view.setLog(Side::X, true);
    view.setLog(Side::Y, true);
    QCOMPARE(view.knees().size(), std::size_t(1));
}

void ParetoViewTest::aStraightFrontHasNoKnee()
{
    ParetoView view;
    prepare(view, {{1, 3, 0, 0, false}, {2, 2, 0, 0, false}, {3, 1, 0, 0, false}});
    QVERIFY(view.knees().empty());
    prepare(view, {{1, 3, 0, 0, false}, {3, 1, 0, 0, false}});
    QVERIFY(view.knees().empty());
}

void ParetoViewTest::aClickSelectsAndADoubleClickOpens()
{
    ParetoView view;
    prepare(view);
    QSignalSpy chosen(&view, &ParetoView::currentChanged), opened(&view, &ParetoView::activated);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.positionOf(4).toPoint());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(view.current(), 4);
    QTest::mouseDClick(&view, Qt::LeftButton, {}, view.positionOf(2).toPoint());
    QCOMPARE(opened.count(), 1);
    QCOMPARE(opened[0][0].toInt(), 2);
    QTest::mouseClick(&view, Qt::LeftButton, {}, view.plot().topRight().toPoint() - QPoint(40, -40)); // nothing there
    QCOMPARE(view.current(), -1);
}

void ParetoViewTest::arrowKeysStepAlongTheFront()
{
    ParetoView view;
    prepare(view);
    QSignalSpy opened(&view, &ParetoView::activated);
    const auto press = [&view](Qt::Key key) {
        QTest::keyClick(&view, key);
        return view.current();
    };
    QCOMPARE(press(Qt::Key_Right), 3);
    QCOMPARE(press(Qt::Key_Right), 1);
    QCOMPARE(press(Qt::Key_End), 0);
    QCOMPARE(press(Qt::Key_Right), 0); // the end
    QCOMPARE(press(Qt::Key_Left), 4);
    QCOMPARE(press(Qt::Key_Home), 3);
    view.setCurrent(2); // (6,6) is not on it: the nearest by x
    QCOMPARE(press(Qt::Key_Right), 0);
    view.setCurrent(2);
    QCOMPARE(press(Qt::Key_Left), 4);
    press(Qt::Key_Return);
    QCOMPARE(opened.count(), 1);
}

void ParetoViewTest::selectingFromOutsideIsSilent()
{
    ParetoView view;
    prepare(view);
    QSignalSpy chosen(&view, &ParetoView::currentChanged);
    view.setCurrent(3);
    QCOMPARE(view.current(), 3);
    view.setCurrent(99); // no such point
    QCOMPARE(view.current(), -1);
    QCOMPARE(chosen.count(), 0);
}

void ParetoViewTest::theLassoCatchesWhatIsInside()
{
    ParetoView view;
    prepare(view);
    QSignalSpy changes(&view, &ParetoView::lassoChanged);
    const QPointF a = view.positionOf(1), b = view.positionOf(4); // neighbours on the front
    const QPointF low = QPointF(a.x() - 10, b.y() + 10), high = QPointF(b.x() + 10, a.y() - 10);
    drag(view, {low, {low.x(), high.y()}, high, {high.x(), low.y()}, low}, Qt::ShiftModifier);
    QCOMPARE(changes.count(), 1);
    QCOMPARE(view.caught(), (std::vector<int>{1, 4}));
    QCOMPARE(view.current(), -1);
    QTest::keyClick(&view, Qt::Key_Escape);
    QVERIFY(!view.hasLasso());
    view.setLassoMode(true); // without Shift
    drag(view, {low, {low.x(), high.y()}, high, {high.x(), low.y()}, low});
    QVERIFY(view.hasLasso());
    drag(view, {low, low}); // a click takes it away
    QVERIFY(!view.hasLasso());
}

void ParetoViewTest::theLassoStaysWithItsPoints()
{
    ParetoView view;
    prepare(view);
    const QPointF at = view.positionOf(1);
    drag(view, {at + QPointF(-9, -9), at + QPointF(9, -9), at + QPointF(9, 9), at + QPointF(-9, 9)}, Qt::ShiftModifier);
    QCOMPARE(view.caught(), std::vector<int>{1});
    wheel(view, view.plot().center(), 3);
    drag(view, {view.plot().center(), view.plot().center() + QPointF(60, 30)});
    QCOMPARE(view.caught(), std::vector<int>{1});
    view.addPoints({{2, 3, 0, 0, false}, {6, 6, 0, 0, false}});
    QCOMPARE(view.caught(), (std::vector<int>{1, 6}));
}

void ParetoViewTest::limitsAreDraggedInAndOut()
{
    ParetoView view;
    prepare(view);
    QCOMPARE(view.withinLimits(), 5);
    const QRectF plot = view.plot();
    const double between = (view.positionOf(4).x() + view.positionOf(2).x()) / 2;
    drag(view, {plot.topRight() - QPointF(0, 5), {plot.center().x(), plot.top() - 5}, {between, plot.top() + 20}});
    QVERIFY(view.limit(Side::X) && *view.limit(Side::X) > 4 && *view.limit(Side::X) < 6);
    QCOMPARE(view.withinLimits(), 3); // 1, 2 and 4; not 6 and 8
    drag(view, {{between, plot.center().y()}, plot.center(), {plot.right() + 30, plot.center().y()}});
    QVERIFY(!view.limit(Side::X)); // back where it waits
    view.setLimit(Side::Y, 2.5);
    QCOMPARE(view.withinLimits(), 2);
    const QPointF line(plot.right() + 5, view.plot().bottom() - (2.5 - 0.58) / (8.42 - 0.58) * view.plot().height());
    QTest::mouseDClick(&view, Qt::LeftButton, {}, line.toPoint());
    QVERIFY(!view.limit(Side::Y));
}

void ParetoViewTest::aLimitOnALargerIsBetterAxisKeepsTheLarger()
{
    ParetoView view;
    prepare(view);
    view.setAxis(Side::Y, 1, {{QStringLiteral("%")}, true, nullptr});
    view.setPoints(samplePoints());
    view.setLimit(Side::Y, 5);
    QCOMPARE(view.withinLimits(), 2); // (6,6) and (1,8)
}

void ParetoViewTest::theWheelZoomsAtTheCursor()
{
    ParetoView view;
    prepare(view);
    const QPointF at = view.positionOf(4), far = view.positionOf(0);
    wheel(view, at, 2);
    QVERIFY((view.positionOf(4) - at).manhattanLength() < 1.5);
    QVERIFY(view.positionOf(0).x() > far.x() + 20);
}

void ParetoViewTest::fFitsAndDragPans()
{
    ParetoView view;
    prepare(view);
    const QPointF before = view.positionOf(4);
    drag(view, {view.plot().center(), view.plot().center() + QPointF(50, -20)});
    const QPointF moved = view.positionOf(4) - before;
    QVERIFY(std::abs(moved.x() - 50) < 3 && std::abs(moved.y() + 20) < 3); // the plot may shift with its labels
    QTest::keyClick(&view, Qt::Key_F);
    QVERIFY((view.positionOf(4) - before).manhattanLength() < 1);
}

void ParetoViewTest::newPointsAreFollowedUntilTheUserZooms()
{
    ParetoView view;
    prepare(view);
    view.addPoints({{20, 20, 0, 0, false}});
    QVERIFY(view.plot().contains(view.positionOf(6)));
    wheel(view, view.plot().center(), 1);
    view.addPoints({{80, 80, 0, 0, false}});
    QVERIFY(!view.plot().contains(view.positionOf(7)));
}

void ParetoViewTest::logAxesLeaveOutWhatHasNoLogarithm()
{
    ParetoView view;
    std::vector<ParetoPoint> points = samplePoints();
    points.push_back({0, 5, 0, 0, false});
    prepare(view, points);
    view.findChild<QToolButton*>(QStringLiteral("paretoLogX"))->click();
    QVERIFY(view.isLog(Side::X) && !view.isLog(Side::Y));
    QVERIFY(std::isnan(view.positionOf(6).x()));
    QVERIFY(view.plot().contains(view.positionOf(3)));
    QVERIFY(colourCount(view.grab().toImage()) > 8);
}

void ParetoViewTest::theToolTipIsTheDescription()
{
    ParetoView view;
    prepare(view);
    view.setDescriber([](int point) { return QStringLiteral("point %1").arg(point); });
    const QPoint at = view.positionOf(4).toPoint();
    QHelpEvent help(QEvent::ToolTip, at, view.mapToGlobal(at));
    QApplication::sendEvent(&view, &help);
    QCOMPARE(QToolTip::text(), QStringLiteral("point 4"));
}

void ParetoViewTest::axesAreChosenOnTheirTitles()
{
    ParetoView view;
    prepare(view);
    QSignalSpy chosen(&view, &ParetoView::axisChosen);
    auto* combo = view.findChild<QComboBox*>(QStringLiteral("paretoX"));
    combo->setFocus();
    QTest::keyClick(combo, Qt::Key_Down);
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][1].toInt(), 1);
}

void ParetoViewTest::drawsItselfInBothThemes_data()
{
    QTest::addColumn<int>("theme");
    QTest::newRow("light") << int(ThemeKind::Light);
    QTest::newRow("dark") << int(ThemeKind::Dark);
}

void ParetoViewTest::drawsItselfInBothThemes()
{
    QFETCH(int, theme);
    ParetoView view;
    prepare(view);
    view.setLegend({QStringLiteral("DRAM read bandwidth"),
                    {QStringLiteral("4 B/cycle"), QStringLiteral("8 B/cycle")},
                    {QStringLiteral("alexnet"), QStringLiteral("resnet50")},
                    {QStringLiteral("1 infeasible")}});
    std::vector<ParetoPoint> points = samplePoints();
    points[1].colour = 1;
    points[2].series = 1;
    points.push_back({5, 5, 0, 0, true});
    view.setPoints(points);
    view.setCurrent(4);
    view.setLimit(Side::X, 7);
    const QImage image = render(view, {720, 420}, ThemeKind(theme), QStringLiteral("pareto-view"));
    const Theme& colours = themeFor(view.palette());
    QVERIFY(hasColour(image, colours.accent));  // the selection
    QVERIFY(hasColour(image, colours.warning)); // the limit
    const QImage large = render(view, {1700, 900}, ThemeKind(theme), QStringLiteral("pareto-view-large"));
    QVERIFY(colourCount(large) > 20);
    view.setPoints({});
    view.setEmptyText(QStringLiteral("No points yet"), QStringLiteral("They appear as they finish."));
    QVERIFY(colourCount(render(view, {720, 420}, ThemeKind(theme), QStringLiteral("pareto-empty"))) > 4);
}

void ParetoViewTest::tenThousandPointsAreDrawn()
{
    ParetoView view;
    prepare(view, randomPoints(10'000));
    const QImage image = render(view, {900, 500}, ThemeKind::Light, QStringLiteral("pareto-10000"));
    QVERIFY(colourCount(image) > 100);
    QVERIFY(view.front().size() < 100);
    QVERIFY(view.pointAt(view.positionOf(1234)) >= 0);
}

QTEST_MAIN(ParetoViewTest)
#include "tst_pareto_view.moc"
