// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/headline_card.h"

#include <QLabel>
#include <QTest>

namespace nestloom::ui {

class TestHeadlineCard : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aNarrowCardClipsNeitherValueNorChange()
    {
        HeadlineCard card(QStringLiteral("Utilisation"));
        card.show(QStringLiteral("within 33.98 %"), QStringLiteral("of 1,024 MAC units"));
        card.showDelta({QStringLiteral("+0.002 pp"), Delta::Verdict::Better}, QStringLiteral("as before"));
        auto* delta = card.findChild<QLabel*>(QStringLiteral("delta"));
        QLabel* value = nullptr;
        for (QLabel* label : card.findChildren<QLabel*>())
            value = label != delta ? label : value;
        for (const int width : {600, card.minimumSizeHint().width()}) {
            card.resize(width, 90);
            card.QWidget::show();
            QTest::qWait(1);
            for (const QLabel* label : {value, delta})
                QVERIFY2(label->fontMetrics().horizontalAdvance(label->text()) <= label->width(),
                         qPrintable(label->text()));
            QCOMPARE(delta->y() > value->y(), width < 600); // below it where there is no room beside the title
        }
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestHeadlineCard)
#include "tst_headline_card.moc"
