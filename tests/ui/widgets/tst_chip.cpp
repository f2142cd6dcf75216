// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/chip.h"

#include <QAction>
#include <QTest>
#include <QToolBar>

namespace nestloom::ui {

class TestChip : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void itGivesWayBeforeButtonsDo()
    {
        QToolBar bar;
        auto* chip = new Chip;
        chip->setText(QStringLiteral("run 12, resnet50 on simba: back to the editor"));
        bar.addWidget(chip);
        QAction* run = bar.addAction(QStringLiteral("Run"));
        bar.resize(600, 40);
        bar.show();
        QTRY_COMPARE(chip->width(), chip->sizeHint().width()); // there is room
        bar.resize(160, 40);
        QTRY_VERIFY(chip->width() < chip->sizeHint().width());
        QVERIFY(chip->width() >= chip->minimumSizeHint().width()); // its first letters can be read
        QVERIFY(chip->minimumSizeHint().width() > chip->fontMetrics().horizontalAdvance(QStringLiteral("run ")));
        QVERIFY(bar.widgetForAction(run)->isVisible());
        QVERIFY(bar.rect().contains(bar.widgetForAction(run)->geometry()));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestChip)
#include "tst_chip.moc"
