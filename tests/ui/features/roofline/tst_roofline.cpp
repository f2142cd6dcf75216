// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/roofline/roofline_chart.h"
#include "ui/features/roofline/roofline_dialog.h"
#include "ui/parts/explain_dialog.h"

#include <QAction>
#include <QComboBox>
#include <QSignalSpy>
#include <QTest>

using namespace nestloom;
using namespace nestloom::ui;

class RooflineTest : public QObject {
    Q_OBJECT
private slots:
    void layersStandUnderTheRoofOfThePortThatIsChosen()
    {
        WindowFixture f;
        ScheduleRequest request;
        request.accelerator = simba::accelerator();
        request.network.name = "one";
        request.network.layers = {simba::layer()};
        const JobId job = f.window.workbench().startRun(request);
        f.session.finishLayer(job, simba::solved());
        f.session.end(job, JobState::End::Finished);
        QTRY_COMPARE(f.run().totals().solved, std::size_t(1));
        auto* action = f.window.findChild<QAction*>(QStringLiteral("showRoofline"));
        QVERIFY(action);
        action->trigger();
        auto* dialog = f.window.findChild<RooflineDialog*>();
        QVERIFY(dialog);
        RooflineChart* chart = dialog->chart();
        chart->resize(700, 400);
        QCOMPARE(std::size_t(dialog->ports()->count()), cost::roofs(f.run().accelerator()).size());
        for (int port = 0; port < dialog->ports()->count(); ++port) {
            dialog->ports()->setCurrentIndex(port);
            Q_EMIT dialog->ports()->activated(port);
            for (const QVariantList& row : chart->chartValues().rows)
                QVERIFY(row[3].toDouble() <= 1 + 1e-9);
        }
        QVERIFY(dialog->ports()->count() > 0);
        QCOMPARE(chart->chartValues().rows.size(), std::size_t(1));
        f.window.workbench().selection().selectLayer(0);
        chart->findChild<QAction*>(QStringLiteral("explainRoofline"))->trigger();
        QVERIFY(f.window.findChild<ExplainDialog*>() || dialog->findChild<ExplainDialog*>());
    }

    void aLayerIsChosenWithTheMouse()
    {
        RooflineChart chart;
        chart.resize(700, 400);
        const cost::RooflinePoint point{4, 20};
        chart.show(64, {{0, true, false, "DRAM read", 8}}, 0,
                   {{3, QStringLiteral("conv"), point, BoundBy::Dram, 10.0}});
        QSignalSpy chosen(&chart, &RooflineChart::layerSelected);
        const QPointF at = chart.positionOf(point);
        QVERIFY(chart.toolTipAt(at).contains(QStringLiteral("62.5"))); // 20 of 4 x 8
        QVERIFY(chart.toolTipAt(at).contains(QStringLiteral("simulated: 10.0")));
        QTest::mouseClick(&chart, Qt::LeftButton, {}, at.toPoint());
        QCOMPARE(chosen.count(), 1);
        QCOMPARE(chosen[0][0].toInt(), 3);
        QTest::mouseClick(&chart, Qt::LeftButton, {}, QPoint(2, 2));
        QCOMPARE(chosen.count(), 1);
    }

    void arrowsGoFromLayerToLayer()
    {
        RooflineChart chart;
        chart.resize(700, 400);
        const auto layer = [](int index, double macsPerByte) {
            return RooflineLayer{index, QStringLiteral("conv%1").arg(index), {macsPerByte, 20}, BoundBy::Dram, {}};
        };
        chart.show(64, {{0, true, false, "DRAM read", 8}}, 0, {layer(0, 8), layer(1, 2), layer(2, 4)});
        QSignalSpy chosen(&chart, &RooflineChart::layerSelected);
        QTest::keyClick(&chart, Qt::Key_Right);
        for (const auto& [key, expected] : {std::pair{Qt::Key_Right, 2},
                                            {Qt::Key_Right, 0},
                                            {Qt::Key_Right, 0},
                                            {Qt::Key_Left, 2},
                                            {Qt::Key_Home, 1},
                                            {Qt::Key_End, 0}}) {
            QTest::keyClick(&chart, key);
            QCOMPARE(chosen.back()[0].toInt(), expected);
        }
        QCOMPARE(chosen.front()[0].toInt(), 1); // the leftmost
        QVERIFY(chart.accessibleDescription().contains(QStringLiteral("conv0")));
    }

    void withoutLayersItSaysWhatToDo()
    {
        RooflineChart chart;
        QVERIFY(chart.chartName().isEmpty());
        QVERIFY(chart.grab().width() > 0);
    }
};

QTEST_MAIN(RooflineTest)
#include "tst_roofline.moc"
