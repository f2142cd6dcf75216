// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/view_probe.h"
#include "ui/charts/parallel_lines.h"
#include "ui/charts/parallel_view.h"

#include <QMouseEvent>
#include <QPainter>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <random>

using namespace nestloom::ui;

namespace {

const double kNone = std::nan("");

/// Three axes over five rows, the last without energy.
std::vector<FigureColumn> sampleAxes()
{
    const auto text = [](double value) { return QString::number(value); };
    return {{QStringLiteral("GlobalBuffer capacity"),
             {{}, 1, true},
             std::nullopt,
             text,
             QStringLiteral("B"),
             {1024, 2048, 4096, 65'536, 1024}},
            {QStringLiteral("Cycles"),
             {QStringLiteral("cycle")},
             false,
             text,
             QStringLiteral("cycles"),
             {50, 40, 30, 20, 10}},
            {QStringLiteral("Utilisation"),
             {QStringLiteral("%"), 100, false, false},
             true,
             text,
             {},
             {0.1, 0.5, 0.2, 0.9, kNone}}};
}

void prepare(ParallelView& view)
{
    view.setAxes(sampleAxes());
    view.setFront({3, 0, 1});
    view.resize(720, 420);
    view.show();
}

void drag(ParallelView& view, QPointF from, QPointF to)
{
    const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButtons held) {
        QMouseEvent event(type, at, view.mapToGlobal(at), type == QEvent::MouseMove ? Qt::NoButton : Qt::LeftButton,
                          held, {});
        QApplication::sendEvent(&view, &event);
    };
    send(QEvent::MouseButtonPress, from, Qt::LeftButton);
    send(QEvent::MouseMove, (from + to) / 2, Qt::LeftButton);
    send(QEvent::MouseMove, to, Qt::LeftButton);
    send(QEvent::MouseButtonRelease, to, Qt::NoButton);
}

using Rows = std::vector<bool>;

} // namespace

class ParallelViewTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void aWideAxisIsLogarithmic()
    {
        ParallelView view;
        prepare(view);
        QVERIFY(view.isLog(0) && !view.isLog(1));
        QVERIFY(view.positionOf(0, 1).y() < view.positionOf(3, 1).y()); // more is above
        QCOMPARE(view.positionOf(0, 0).x(), view.positionOf(3, 0).x());
    }
    void draggingAlongAnAxisKeepsARange()
    {
        ParallelView view;
        prepare(view);
        QVERIFY(!view.inRanges());
        QSignalSpy changes(&view, &ParallelView::rangesChanged);
        drag(view, view.positionOf(2, 1) + QPointF(2, 8), view.positionOf(0, 1) - QPointF(0, 8)); // 30 to 50
        QVERIFY(changes.count() > 0 && view.range(1));
        QCOMPARE(*view.inRanges(), (Rows{true, true, true, false, false}));
        drag(view, view.positionOf(0, 2) + QPointF(0, 8), view.positionOf(2, 2) - QPointF(0, 8));
        QCOMPARE(*view.inRanges(), (Rows{true, false, true, false, false}));
        const QPointF onAxis = view.positionOf(1, 1);
        drag(view, onAxis, onAxis); // a click takes the range away
        QVERIFY(!view.range(1));
        QCOMPARE(*view.inRanges(), (Rows{true, false, true, false, false}));
        QTest::keyClick(&view, Qt::Key_Escape);
        QVERIFY(!view.inRanges());
    }
    void rangesStayWithTheirAxes()
    {
        ParallelView view;
        prepare(view);
        view.setRange(1, ParallelView::Range{15, 35});
        auto axes = sampleAxes();
        std::swap(axes[1], axes[2]);
        view.setAxes(axes);
        QVERIFY(!view.range(1) && view.range(2));
        QCOMPARE(*view.inRanges(), (Rows{false, false, true, true, false}));
        axes.pop_back();
        view.setAxes(axes);
        QVERIFY(!view.inRanges());
    }
    void aLineOfTheFrontIsSelected()
    {
        ParallelView view;
        prepare(view);
        QSignalSpy chosen(&view, &ParallelView::currentChanged), opened(&view, &ParallelView::activated);
        const QPointF between = (view.positionOf(1, 0) + view.positionOf(1, 1)) / 2;
        QCOMPARE(view.rowAt(between), 1);
        drag(view, between, between);
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(view.current(), 1);
        QTest::keyClick(&view, Qt::Key_Right); // the front is in the order of the first axis: 0, 1, 3
        QCOMPARE(view.current(), 3);
        QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.current(), 3);
        QTest::keyClick(&view, Qt::Key_Left);
        QTest::keyClick(&view, Qt::Key_Left);
        QCOMPARE(view.current(), 0);
        QTest::keyClick(&view, Qt::Key_Return);
        QCOMPARE(opened.count(), 1);
        view.setKept(Rows{true, false, true, true, true});
        QCOMPARE(view.rowAt(between), -1); // what is dimmed is not hit
        view.setCurrent(99);
        QCOMPARE(view.current(), -1);
    }
    void withoutALineItSaysSo()
    {
        auto axes = sampleAxes();
        axes[1].values = std::vector<double>(5, kNone);
        ParallelView view;
        prepare(view);
        view.setAxes(axes);
        const QImage none = render(view, {720, 420}, ThemeKind::Light, QStringLiteral("parallel-none"));
        QVERIFY(colourCount(none) > 4 && none.pixel(60, 200) == none.pixel(2, 200)); // no axis, a sentence
    }
    void itIsExportedWithItsValues()
    {
        ParallelView view;
        prepare(view);
        view.setSource(QStringLiteral("sweep 7"), {});
        QCOMPARE(view.chartName(), QStringLiteral("Parallel coordinates, sweep 7"));
        view.setKept(Rows{true, true, false, false, false});
        const TableValues values = view.chartValues();
        QCOMPARE(values.columns[0], QStringLiteral("GlobalBuffer capacity [B]"));
        QCOMPARE(values.rows.size(), std::size_t(2));
        QCOMPARE(values.rows[1][1].toDouble(), 40.0);
        QCOMPARE(values.rows[1].last().toString(), QStringLiteral("yes"));
    }
    void drawsItselfInBothThemes()
    {
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            ParallelView view;
            prepare(view);
            view.setRange(1, ParallelView::Range{15, 45});
            view.setKept(view.inRanges());
            view.setCurrent(2);
            const QImage image = render(view, {720, 420}, theme, QStringLiteral("parallel"));
            QVERIFY(hasColour(image, themeFor(view.palette()).warning)); // the range
            QVERIFY(colourCount(image) > 20);
            view.setAxes({});
            QVERIFY(colourCount(render(view, {720, 420}, theme, QStringLiteral("parallel-empty"))) > 4);
        }
    }
    void denseLinesAreStronger()
    {
        ParallelLines lines({101, 51}, {0, 100}, 3);
        const auto add = [&lines](double left, double right) {
            lines.add(std::vector{ParallelLines::binOf(left), ParallelLines::binOf(right)});
        };
        add(0, 0);
        add(1, 1);
        add(1, 1);
        add(0.5, kNone); // no line
        const QImage picture = lines.picture(Qt::red, 1);
        const auto alpha = [&](int y) { return qAlpha(picture.pixel(50, y)); };
        QVERIFY(alpha(50) > 20);
        QVERIFY(alpha(0) > alpha(50));
        QCOMPARE(alpha(25), 0);
        QVERIFY(!lines.paintNext());
    }
    void manyLinesAreDrawn()
    {
        std::mt19937 random(7);
        std::uniform_real_distribution<double> uniform(0.5, 1);
        auto axes = sampleAxes();
        for (FigureColumn& axis : axes) {
            axis.values.clear();
            for (int i = 0; i < 20'000; ++i)
                axis.values.push_back(uniform(random));
        }
        ParallelView view;
        view.setAxes(axes);
        (void)render(view, {900, 500}, ThemeKind::Light, QStringLiteral("parallel-20000"));
        QTRY_VERIFY(view.isReady()); // in turns
        const QImage image = view.grab().toImage();
        QVERIFY(colourCount(image) > 50);
    }
};

QTEST_MAIN(ParallelViewTest)
#include "tst_parallel_view.moc"
