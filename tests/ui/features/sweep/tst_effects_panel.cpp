// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_sweep.h"
#include "ui/features/sweep/effects_panel.h"

#include <QAbstractItemModelTester>
#include <QLabel>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;

class TestEffectsPanel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fieldsAndPairsAreSortedAndTheRestIsTold()
    {
        EffectsPanel panel;
        auto& model = const_cast<EffectModel&>(panel.model());
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        panel.show(QStringLiteral("Cycles of first"), sample::sweep().space,
                   explore::Sensitivity{{0.2, 0.5}, 0.3, 4, {{0, 1, 0.25}}});
        QStringList lines;
        for (int row = 0; row < model.rowCount(); ++row)
            lines << model.index(row, 1).data().toString() + u' ' + model.index(row, 0).data().toString();
        QCOMPARE(lines, (QStringList{QStringLiteral("DRAM read bandwidth 50.0 %"),
                                     QStringLiteral("GlobalBuffer capacity \u00d7 DRAM read bandwidth 25.0 %"),
                                     QStringLiteral("GlobalBuffer capacity 20.0 %"),
                                     QStringLiteral("other combinations 5.0 %")}));
        QVERIFY(model.index(1, 1).data(Qt::ToolTipRole).toString().contains(QStringLiteral("interact")));
        QVERIFY(panel.summary().startsWith(QStringLiteral("DRAM read bandwidth 50.0 %, GlobalBuffer capacity \u00d7")));
        const QString about = panel.findChild<QLabel*>(QStringLiteral("effectsAbout"))->text();
        QVERIFY2(about.startsWith(QStringLiteral("Cycles of first: up to 4.00 times apart.")), qPrintable(about));
    }
    void withoutAnAnswerNothingIsListed()
    {
        EffectsPanel panel;
        panel.show({}, {}, std::nullopt);
        QCOMPARE(panel.model().rowCount(), 0);
        QVERIFY(panel.summary().isEmpty());
    }
};

QTEST_MAIN(TestEffectsPanel)
#include "tst_effects_panel.moc"
