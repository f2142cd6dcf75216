// SPDX-License-Identifier: GPL-3.0-or-later
// Memory plans on the pages Sweep and Pareto: points without cycles and energy.
#include "tests/ui/support/sample_sweep.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/sweep/axis_row.h"
#include "ui/features/sweep/pareto_page.h"
#include "ui/features/sweep/shown_sweep.h"
#include "ui/features/sweep/sweep_builder.h"
#include "ui/features/sweep/sweep_point_panel.h"

#include <QComboBox>
#include <QLineEdit>
#include <QPushButton>

namespace nestloom::ui {

namespace {

explore::PointResult planned(std::size_t point, std::int64_t traffic, std::int64_t scratchpad)
{
    explore::PointResult result{point, 0, explore::PointStatus::Finished, {}, {}};
    result.plan = explore::PlanCost{Bytes{traffic}, Bytes{0}, Bytes{scratchpad}};
    return result;
}

struct PlanFixture : WindowFixture {
    PlanFixture() { window.showTab(MainWindow::Tab::Sweep); }

    void start()
    {
        auto* builder = window.findChild<SweepBuilder*>();
        for (QComboBox* box : builder->findChildren<QComboBox*>())
            if (const int at = box->findData(QStringLiteral("cosma")); at >= 0)
                box->setCurrentIndex(at);
        builder->axes()[0]->chooseField("levels.GlobalBuffer.capacity");
        builder->axes()[0]->valuesEdit()->setText(QStringLiteral("1 MiB, 2 MiB, 3 MiB"));
        find<QPushButton>("startSweep")->click();
    }
};

} // namespace

class TestSweepOfPlans : public QObject {
    Q_OBJECT
private slots:
    void theEngineIsThereAndIsAskedForPlansInTheSharedBuffer()
    {
        PlanFixture f;
        QVERIFY(f.ready);
        f.start();
        QVERIFY(!f.find<QComboBox>("sweepObjective")->isEnabled());
        QCOMPARE(f.session.fakeSweeps.started.size(), std::size_t(1));
        const explore::SweepInputs& inputs = f.session.fakeSweeps.started[0];
        QVERIFY(inputs.memory && inputs.engine() == "cosma" && !inputs.nodes);
        QCOMPARE(inputs.memory->scratchpad.count, 0); // the buffer of each point
    }

    void theFrontIsOffChipAgainstOnChipBytes()
    {
        PlanFixture f;
        f.start();
        f.session.fakeSweeps.finishPoints({planned(0, 500, 1 << 20), planned(1, 700, 2 << 20), planned(2, 0, 3 << 20)});
        ParetoView* view = f.window.findChild<ParetoPage*>()->view();
        QCOMPARE(view->findChild<QComboBox*>(QStringLiteral("paretoX"))->currentText(),
                 QStringLiteral("On-chip memory"));
        auto* y = view->findChild<QComboBox*>(QStringLiteral("paretoY"));
        QCOMPARE(y->currentText(), QStringLiteral("Off-chip traffic"));
        for (const char* absent : {"Cycles", "Energy", "Time", "EDP", "Utilisation"})
            QCOMPARE(y->findText(QLatin1String(absent)), -1);
        QCOMPARE(view->front(), (std::vector<int>{0, 2}));
        QCOMPARE(view->points()[1].y, 700.0);
    }

    void aPointOpensAsARunInItsOwnBuffer()
    {
        PlanFixture f;
        f.start();
        f.session.fakeSweeps.finishPoints({planned(1, 700, 2 << 20)});
        f.window.findChild<ShownSweep*>()->setCurrent(0);
        f.find<QPushButton>("openAsRun")->click();
        QCOMPARE(f.session.requests.size(), std::size_t(1));
        const ScheduleRequest& request = f.session.requests.begin()->second;
        QCOMPARE(request.engine(), std::string("cosma"));
        QCOMPARE(request.memory->scratchpad.count, std::int64_t(2 << 20));
        QCOMPARE(request.accelerator.name, std::string("simba, GlobalBuffer capacity 2 MiB"));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestSweepOfPlans)
#include "tst_sweep_of_plans.moc"
