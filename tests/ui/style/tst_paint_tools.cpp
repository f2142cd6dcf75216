// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/style/paint_tools.h"

#include <QPainter>
#include <QPicture>
#include <QTest>

using namespace nestloom::ui;

class PaintToolsTest : public QObject {
    Q_OBJECT
private slots:
    void hatchingStaysInside_data()
    {
        QTest::addColumn<QRectF>("rect");
        QTest::newRow("high") << QRectF(100, 20, 10, 300);
        QTest::newRow("wide") << QRectF(100, 20, 300, 10);
        QTest::newRow("square") << QRectF(100, 20, 12, 12);
    }
    /// Without the help of clipping, which files of SVG have not.
    void hatchingStaysInside()
    {
        QFETCH(const QRectF, rect);
        QPicture picture;
        QPainter painter(&picture);
        paint::hatch(painter, rect, Qt::black);
        painter.end();
        QVERIFY(!picture.boundingRect().isEmpty());
        QVERIFY(rect.adjusted(-2, -2, 2, 2).contains(QRectF(picture.boundingRect())));
    }
};

QTEST_MAIN(PaintToolsTest)
#include "tst_paint_tools.moc"
