// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/parts/headline_card.h"
#include "ui/widgets/rich_label.h"

#include <QLabel>
#include <QTest>

#include <algorithm>

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

    /// Cut at 150 % fonts: "1.99 W, 2.52 p...".
    void aNoteIsSmallerBeforeItIsCut()
    {
        HeadlineCard card(QStringLiteral("Energy"));
        card.show(QStringLiteral("10 mJ"), QStringLiteral("1.99 W, 2.52 pJ/MAC"));
        card.resize(400, 90);
        card.QWidget::show();
        const auto labels = card.findChildren<ElidedLabel*>();
        const auto* note = *std::ranges::find(labels, QStringLiteral("1.99 W, 2.52 pJ/MAC"), &ElidedLabel::text);
        const int whole = note->fontMetrics().horizontalAdvance(note->text()), height = note->height();
        card.resize(card.width() - note->width() + whole * 8 / 10, 90);
        QTest::qWait(1);
        QVERIFY(note->width() < whole);
        QVERIFY(note->fontMetrics().horizontalAdvance(note->text()) <= note->width());
        QCOMPARE(note->height(), height); // what is beside it stays in line
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestHeadlineCard)
#include "tst_headline_card.moc"
