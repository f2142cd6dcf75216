// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/proof/convergence_chart.h"
#include "ui/features/proof/convergence_dialog.h"
#include "ui/parts/paper_terms_bar.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using schedule::Convergence;
using schedule::ConvergenceCurve;
using schedule::Goal;
using schedule::Objective;

namespace {

ConvergenceCurve curve(const std::string& engine, std::vector<schedule::ConvergencePoint> points)
{
    ConvergenceCurve made;
    made.engine = engine;
    made.goal = Objective::Energy;
    made.state = ConvergenceCurve::State::Done;
    made.evaluations = points.empty() ? 0 : points.back().evaluations * 2;
    made.cpuMs = points.empty() ? 0 : points.back().cpuMs * 2;
    made.points = std::move(points);
    return made;
}

Convergence sample()
{
    Convergence all;
    all.curves = {curve("cosa", {{1, 1, 400e6}, {900, 12, 101e6}, {20'000, 40, 100e6}}),
                  curve("random", {{1, 0.1, 900e6}, {5000, 9, 250e6}}), curve("exhaustive", {})};
    all.curves[2].state = ConvergenceCurve::State::Refused;
    all.curves[2].reason = "the space has about 10^13 candidates";
    all.bounds = {{Objective::Energy, 100e6, true}};
    return all;
}

ConvergenceDialog* open(WindowFixture& f)
{
    f.window.findChild<QAction*>(u"compareEngines"_s)->trigger();
    return f.window.findChild<ConvergenceDialog*>();
}

} // namespace

class ConvergenceTest : public QObject {
    Q_OBJECT

private slots:
    void theTableTellsHowFarAndWhen()
    {
        ConvergenceModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        model.setConvergence(sample(), Objective::Energy, Hertz{1e9}, true);
        const auto cell = [&](int row, int column) { return model.index(row, column).data().toString(); };
        QCOMPARE(model.rowCount(), 3);
        QCOMPARE(cell(0, ConvergenceModel::Engine), u"CoSA"_s);
        QCOMPARE(cell(0, ConvergenceModel::AboveBound), u"1.000x"_s);
        QCOMPARE(cell(1, ConvergenceModel::AboveBound), u"2.500x"_s);
        QCOMPARE(cell(0, ConvergenceModel::Within1), u"12 ms"_s); // 1.01 times the bound is within 1 %
        QCOMPARE(cell(1, ConvergenceModel::Within10), u"never"_s);
        QVERIFY(cell(2, ConvergenceModel::State).contains(u"candidates"_s));
        QCOMPARE(cell(2, ConvergenceModel::Best), u"-"_s);
        model.setConvergence(sample(), Objective::Latency, Hertz{1e9}, true);
        QCOMPARE(model.rowCount(), 0); // another objective
    }

    void theChartTellsWhatWasKnownWhen()
    {
        ConvergenceChart chart;
        chart.resize(700, 300);
        QVERIFY(chart.chartName().isEmpty());
        chart.setConvergence(sample(), Objective::Energy);
        QVERIFY(chart.chartName().contains(u"energy"_s));
        QVERIFY2(chart.valuesAt(20).contains(u"CoSA, seed 1: 101 µJ"_s), qPrintable(chart.valuesAt(20)));
        QVERIFY(chart.valuesAt(0.5).contains(u"CoSA, seed 1: -"_s)); // nothing yet
        chart.setAgainst(ConvergenceChart::Against::Evaluations);
        QVERIFY(chart.valuesAt(6000).contains(u"Random, seed 1: 250 µJ"_s));
        QCOMPARE(chart.chartValues().rows.size(), std::size_t(3 + 2 + 1));
        QVERIFY(!chart.grab().isNull());
    }

    void theDialogAsksForTheSelectedLayerAndFollowsTheAnswers()
    {
        WindowFixture f;
        f.start();
        f.window.workbench().selection().selectLayer(std::size_t(2));
        ConvergenceDialog* dialog = open(f);
        QVERIFY(dialog && dialog == open(f)); // one is enough
        dialog->findChild<QCheckBox*>(u"goal_%1"_s.arg(int(Objective::Energy)))->setChecked(true);
        auto* button = dialog->findChild<QPushButton*>(u"compareEngines"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(f.session.fakes.convergence.requests.size(), std::size_t(1));
        const schedule::ConvergenceInputs& asked = f.session.fakes.convergence.requests.at(1);
        QCOMPARE(asked.layer.name, f.run().network().layers[2].name);
        QCOMPARE(asked.engines, (std::vector<std::string>{"cosa", "random", "hybrid", "annealing"}));
        QVERIFY((asked.goals == std::vector<Goal>{Objective::Latency, Objective::Energy}));
        QVERIFY(dialog->isBusy() && button->text() == u"Cancel"_s);
        f.session.fakes.convergence.tell({sample(), true, {}});
        QVERIFY(!dialog->isBusy());
        dialog->findChild<QComboBox*>(u"convergenceGoal"_s)->setCurrentIndex(1);
        Q_EMIT dialog->findChild<QComboBox*>(u"convergenceGoal"_s)->activated(1);
        QVERIFY2(dialog->findChild<QLabel*>(u"convergenceSummary"_s)
                     ->text()
                     .contains(u"100 µJ; the best one found is proven"_s),
                 qPrintable(dialog->findChild<QLabel*>(u"convergenceSummary"_s)->text()));
    }

    void cancelKeepsWhatIsThereAndAProblemIsOneSentence()
    {
        WindowFixture f;
        f.start();
        ConvergenceDialog* dialog = open(f);
        dialog->start();
        auto* button = dialog->findChild<QPushButton*>(u"compareEngines"_s);
        QTest::mouseClick(button, Qt::LeftButton);
        QCOMPARE(f.session.fakes.convergence.cancels, 1);
        QVERIFY(!dialog->isBusy());
        dialog->start();
        f.session.fakes.convergence.tell({{}, true, u"the solver died"_s});
        QCOMPARE(dialog->findChild<QLabel*>(u"convergenceSummary"_s)->text(), u"the solver died"_s);
        for (const char* engine : {"cosa", "random", "hybrid", "annealing"})
            dialog->findChild<QCheckBox*>(u"engine_"_s + QLatin1String(engine))->setChecked(false);
        QVERIFY(!button->isEnabled()); // nothing to compare
    }

    void runsOfEquation12ShowItsTerms()
    {
        WindowFixture f;
        ScheduleRequest request;
        request.accelerator = simba::accelerator();
        request.network.name = "one";
        request.network.layers = {simba::layer()};
        for (const Objective objective : {Objective::CosaPaper, Objective::Latency}) {
            request.options.cosa.objective = objective;
            const JobId job = f.window.workbench().startRun(request);
            f.session.finishLayer(job, simba::solved());
            f.session.end(job, JobState::End::Finished);
            f.window.workbench().selection().selectLayer(std::size_t(0));
            f.window.showTab(MainWindow::Tab::LoopNest);
            auto* bar = f.window.findChild<PaperTermsBar*>();
            QCOMPARE(bar->isVisibleTo(bar->parentWidget()), objective == Objective::CosaPaper);
            if (objective != Objective::CosaPaper)
                continue;
            const TableValues values = bar->chartValues(); // compute, traffic, utilisation, Eq. 12
            const auto weighted = [&](std::size_t row) { return values.rows[row][3].toDouble(); };
            QVERIFY(std::abs(weighted(0) + weighted(1) - weighted(2) - weighted(3)) < 1e-9);
            QCOMPARE(values.rows[0][1].toDouble(), std::log2(double(simba::solved().cost->computeCycles.count)));
        }
    }
};

QTEST_MAIN(ConvergenceTest)
#include "tst_convergence.moc"
