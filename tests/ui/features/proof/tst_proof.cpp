// SPDX-License-Identifier: GPL-3.0-or-later
// The proof of what a run minimises: asked from the menu, shown layer by layer, explained, cancelled.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/proof/proof_dialog.h"
#include "ui/parts/explain_dialog.h"
#include "ui/widgets/copyable_table.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QLabel>
#include <QPushButton>

namespace nestloom::ui {

namespace {

schedule::ObjectiveReport report(double figure, double bound, double energy, double least)
{
    schedule::ObjectiveReport made;
    made.unit = "cycles";
    made.figure = figure;
    made.bound = bound;
    made.gap = figure / bound - 1;
    made.energyBound = least;
    made.energyGap = energy / least - 1;
    made.cpuMs = 12;
    return made;
}

struct ProofFixture : WindowFixture {
    ProofFixture()
    {
        const JobId job = start();
        const ScheduleRequest& request = session.requests.at(job);
        for (std::size_t layer = 0; layer < request.network.layers.size(); ++layer)
            session.finishLayer(job, solvedLayer(request, layer, 1000));
        session.end(job, JobState::End::Finished);
        (void)QTest::qWaitFor([this] { return action()->isEnabled(); });
    }
    FakeAsker<ProofQuestion, ProofNews>& proofs() { return session.fakes.proofs; }
    QAction* action() { return find<QAction>("proveObjective"); }
    ProofDialog* open()
    {
        action()->trigger();
        return window.findChild<ProofDialog*>();
    }
    std::size_t count() { return window.workbench().network().layers.size(); }
    ProofNews state(double least, bool ended)
    {
        ProofNews told;
        told.reports.assign(count(), report(1000, 1000, 1000, 1000));
        told.reports[0] = report(1000, 1000, 1000, least);
        told.done = count();
        told.ended = ended;
        return told;
    }
};

} // namespace

class TestProof : public QObject {
    Q_OBJECT
private slots:
    void withoutARunThereIsNothingToProve()
    {
        WindowFixture f;
        auto* action = f.find<QAction>("proveObjective");
        QVERIFY(action && !action->isEnabled());
        QVERIFY(action->toolTip().contains(QStringLiteral("run a network first")));
    }
    void theTieBreakIsSaidInOneSentence()
    {
        ProofFixture f;
        ProofDialog* dialog = f.open();
        QVERIFY(dialog && dialog->isBusy());
        QCOMPARE(f.proofs().requests.size(), std::size_t(1));
        QCOMPARE(f.proofs().requests.at(1).results.size(), f.count());
        f.proofs().tell(f.state(950, true));
        QVERIFY(!dialog->isBusy());
        const QString verdict = dialog->findChild<QLabel*>(QStringLiteral("proofVerdict"))->text();
        QVERIFY2(
            verdict.startsWith(
                QStringLiteral(
                    "Energy is proven least among mappings as fast on %1 of %2 layers; of the others at most 5.26 %")
                    .arg(f.count() - 1)
                    .arg(f.count())),
            qPrintable(verdict));
        QVERIFY(verdict.contains(QStringLiteral("The latency itself is proven least on %1 of %1.").arg(f.count())));
    }
    void aRowIsExplained()
    {
        ProofFixture f;
        ProofDialog* dialog = f.open();
        f.proofs().tell(f.state(950, true));
        dialog->table()->setCurrentRow(0);
        dialog->table()->findChild<QAction*>(QStringLiteral("explainProof"))->trigger();
        auto* explanation = f.window.findChild<ExplainDialog*>();
        QVERIFY(explanation);
        QVERIFY2(explanation->asText().contains(QStringLiteral("proven lower bound")),
                 qPrintable(explanation->asText()));
    }
    void cancellingKeepsWhatWasProven()
    {
        ProofFixture f;
        ProofDialog* dialog = f.open();
        f.proofs().tell(f.state(1000, false));
        for (auto* button : dialog->findChildren<QPushButton*>())
            if (button->text().contains(QStringLiteral("Ca&ncel")))
                button->click();
        QCOMPARE(f.proofs().cancels, 1);
        QVERIFY(!dialog->isBusy());
        QVERIFY(
            dialog->findChild<QLabel*>(QStringLiteral("proofVerdict"))->text().startsWith(QStringLiteral("Cancelled")));
        f.proofs().tell(f.state(500, true)); // too late
        QVERIFY(!dialog->findChild<QLabel*>(QStringLiteral("proofVerdict"))->text().contains(QStringLiteral("100")));
    }
    void theModelShowsWhatIsKnown()
    {
        ProofModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        ProofQuestion request;
        request.results.resize(2);
        request.results[0].name = "a";
        request.results[0].cost = cost::LayerCost{};
        request.results[0].cost->energy = {2000};
        model.setRequest(request);
        QCOMPARE(model.index(0, ProofModel::Bound).data().toString(), QStringLiteral("-"));
        model.setReports({report(1000, 800, 2000, 2000), {}});
        QCOMPARE(model.index(0, ProofModel::Gap).data().toString(), QStringLiteral("25.00 %"));
        QCOMPARE(model.index(0, ProofModel::EnergyGap).data().toString(), QStringLiteral("0 %"));
        QCOMPARE(model.index(0, ProofModel::LeastEnergy).data(TableModel::ExportRole).toDouble(), 2000.0);
        QVERIFY(model.report(0) && !model.report(1));
        model.setReports({}); // of another run: ignored
        QVERIFY(model.report(0));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestProof)
#include "tst_proof.moc"
