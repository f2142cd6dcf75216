// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/quiet_wheel.h"

#include <QComboBox>
#include <QSpinBox>
#include <QTest>
#include <QVBoxLayout>
#include <QWheelEvent>

namespace nestloom::ui {

class TestQuietWheel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWheelChangesWhatHasTheFocusOnly()
    {
        const QuietWheel quiet(nullptr);
        QWidget page;
        auto* layout = new QVBoxLayout(&page);
        auto* box = new QComboBox;
        box->addItems({QStringLiteral("a"), QStringLiteral("b")});
        auto* number = new QSpinBox;
        number->setValue(5);
        layout->addWidget(box);
        layout->addWidget(number);
        page.show();
        page.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&page));
        number->setFocus();
        QVERIFY(!isTaken(box)); // so that what it stands in scrolls
        QCOMPARE(box->currentIndex(), 0);
        QVERIFY(isTaken(number));
        QCOMPARE(number->value(), 4);
        box->setFocus();
        QVERIFY(isTaken(box));
        QCOMPARE(box->currentIndex(), 1);
        QVERIFY(!isTaken(number));
        QCOMPARE(number->value(), 4);
    }

private:
    static bool isTaken(QWidget* at) // the wheel, turned by a step
    {
        const QPointF middle = at->rect().center();
        QWheelEvent wheel(middle, at->mapToGlobal(middle), {0, 0}, {0, -120}, Qt::NoButton, Qt::NoModifier,
                          Qt::NoScrollPhase, false);
        QCoreApplication::sendEvent(at, &wheel);
        return wheel.isAccepted();
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestQuietWheel)
#include "tst_quiet_wheel.moc"
