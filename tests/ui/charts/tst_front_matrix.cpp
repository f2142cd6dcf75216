// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/view_probe.h"
#include "ui/charts/front_matrix.h"

#include <QSignalSpy>
#include <QTest>

using namespace nestloom::ui;

namespace {

FigureColumn column(const char* title, bool larger, std::vector<double> values)
{
    return {QString::fromLatin1(title), {{}, 1, false, false}, larger, nullptr, {}, std::move(values)};
}

std::vector<FigureColumn> sampleFigures()
{
    return {column("Cycles", false, {8, 2, 6, 1, 4}), column("Energy", false, {1, 3, 6, 8, 2}),
            column("Utilisation", true, {0.1, 0.2, 0.9, 0.3, 0.4})};
}

void prepare(FrontMatrix& matrix, std::vector<int> series = {0, 0, 0, 0, 0})
{
    matrix.setFigures(sampleFigures(), std::move(series));
    matrix.resize(720, 420);
    matrix.show();
    QTRY_VERIFY(matrix.isReady());
}

} // namespace

class FrontMatrixTest : public QObject {
    Q_OBJECT
private slots:
    void init() { prepareViewTest(); }
    void everyPairHasItsFront()
    {
        FrontMatrix matrix;
        prepare(matrix);
        QCOMPARE(matrix.front(0, 1), (std::vector<int>{3, 1, 4, 0}));
        QCOMPARE(matrix.front(0, 2), (std::vector<int>{3, 4, 2})); // larger is better up there
        QCOMPARE(matrix.front(1, 2), (std::vector<int>{0, 4, 2}));
    }
    void seriesAreNotComparedWithEachOther()
    {
        FrontMatrix matrix;
        prepare(matrix, {0, 0, 1, 0, 0});
        QCOMPARE(matrix.front(0, 1), (std::vector<int>{3, 1, 4, 0, 2}));
    }
    void theSmallChartsAreALowerTriangle()
    {
        FrontMatrix matrix;
        prepare(matrix);
        QVERIFY(matrix.area(0, 1).bottom() < matrix.area(0, 2).top());
        QVERIFY(matrix.area(0, 2).right() < matrix.area(1, 2).left());
        QVERIFY(QRectF(matrix.rect()).contains(matrix.area(1, 2)));
    }
    void aClickOrEnterChoosesThePair()
    {
        FrontMatrix matrix;
        prepare(matrix);
        QSignalSpy chosen(&matrix, &FrontMatrix::pairChosen);
        QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.area(1, 2).center().toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0], (QVariantList{1, 2}));
        QTest::mouseClick(&matrix, Qt::LeftButton, {}, matrix.area(0, 1).topRight().toPoint() + QPoint(40, 20));
        QCOMPARE(chosen.count(), 1);          // above the diagonal there is none
        QTest::keyClick(&matrix, Qt::Key_Up); // not to 1 over 1
        QTest::keyClick(&matrix, Qt::Key_Left);
        QTest::keyClick(&matrix, Qt::Key_Return);
        QCOMPARE(chosen[1], (QVariantList{0, 2}));
        QVERIFY(matrix.toolTipAt(matrix.area(0, 2).center())
                    .startsWith(QStringLiteral("Utilisation over Cycles: 3 points on the front.")));
    }
    void noMoreThanFiveFigures()
    {
        FrontMatrix matrix;
        matrix.setFigures(std::vector<FigureColumn>(7, column("Cycles", false, {1, 2})), {0, 0});
        QCOMPARE(matrix.figures().size(), std::size_t(5));
    }
    void itIsExportedWithItsFronts()
    {
        FrontMatrix matrix;
        prepare(matrix);
        const TableValues values = matrix.chartValues();
        QCOMPARE(values.rows.size(), std::size_t(5));
        QCOMPARE(values.rows[0].last().toString(), QStringLiteral("Energy over Cycles; Utilisation over Energy"));
    }
    void drawsItselfInBothThemes()
    {
        for (const ThemeKind theme : {ThemeKind::Light, ThemeKind::Dark}) {
            FrontMatrix matrix;
            prepare(matrix);
            const QImage before = render(matrix, {720, 420}, theme, QStringLiteral("front-matrix"));
            QTRY_VERIFY(matrix.isReady());
            QVERIFY(colourCount(before) > 10);
            matrix.setKept(std::vector<bool>{true, false, false, false, false});
            QTRY_VERIFY(matrix.isReady());
            QVERIFY(render(matrix, {720, 420}, theme, QStringLiteral("front-matrix-kept")) != before);
            matrix.setFigures({}, {});
            QVERIFY(colourCount(render(matrix, {720, 420}, theme, QStringLiteral("front-matrix-empty"))) > 4);
        }
    }
};

QTEST_MAIN(FrontMatrixTest)
#include "tst_front_matrix.moc"
