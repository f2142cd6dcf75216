// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/elided_choice.h"

#include <QTest>

using namespace nestloom::ui;

class ElidedChoiceTest : public QObject {
    Q_OBJECT
private slots:
    void aTextWithoutRoomEndsWithDots()
    {
        const QString text = QStringLiteral("latency, then energy, then whatever comes");
        QComboBox plain;
        ElidedChoice dotted;
        for (QComboBox* box : {&plain, static_cast<QComboBox*>(&dotted)}) {
            box->addItem(text);
            box->resize(600, box->sizeHint().height());
        }
        QCOMPARE(dotted.grab().toImage(), plain.grab().toImage()); // room for all
        for (QComboBox* box : {&plain, static_cast<QComboBox*>(&dotted)})
            box->resize(120, box->height());
        QVERIFY(dotted.grab().toImage() != plain.grab().toImage());
        QCOMPARE(dotted.currentText(), text);
    }
};

QTEST_MAIN(ElidedChoiceTest)
#include "tst_elided_choice.moc"
