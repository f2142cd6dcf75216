// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/cost/explain.h"
#include "tests/ui/support/sample_history.h"
#include "tests/ui/support/simba_run.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/compare/totals_model.h"
#include "ui/parts/explain_dialog.h"
#include "ui/parts/headline_card.h"
#include "ui/parts/layer_table_model.h"
#include "ui/parts/network_layer_model.h"
#include "ui/parts/run_list_model.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/workbench/comparison.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPointer>
#include <QTreeView>

using namespace Qt::StringLiterals;
using namespace nestloom;
using namespace nestloom::ui;
using schedule::Figure;

namespace {

cost::Formula sampleFormula()
{
    const schedule::LayerResult result = simba::solved();
    const hardware::Accelerator accelerator = simba::accelerator();
    const workload::Layer layer = simba::layer();
    return cost::explainCycles({accelerator, layer, *result.mapping, *result.cost});
}

/// A run of the window whose only solved layer is a real one.
ScheduleRequest realRequest()
{
    ScheduleRequest request;
    request.accelerator = simba::accelerator();
    request.network.name = "one";
    request.network.layers = {simba::layer()};
    return request;
}

} // namespace

class ExplainTest : public QObject {
    Q_OBJECT

private slots:
    void theTreeIsASoundModel()
    {
        FormulaModel model({sampleFormula(), sampleFormula()});
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 2);
        const QModelIndex cycles = model.index(1, 0);
        QCOMPARE(model.data(cycles, Qt::DisplayRole).toString(), u"cycles"_s);
        QVERIFY(model.rowCount(cycles) == 3); // compute, DRAM read and write
        const QModelIndex read = model.index(1, FormulaModel::Name, cycles);
        QCOMPARE(model.data(read, Qt::DisplayRole).toString(), u"DRAM read"_s);
        QCOMPARE(model.parent(read), cycles);
        QCOMPARE(model.data(read.siblingAtColumn(FormulaModel::Value), Qt::DisplayRole).toString(),
                 formulaValue(model.formula(read)));
        const QModelIndex exact = model.index(0, FormulaModel::How, read);
        QVERIFY2(model.data(exact, Qt::DisplayRole).toString().contains(u"/ 10 B/cycle"_s),
                 qPrintable(model.data(exact, Qt::DisplayRole).toString()));
    }

    void theEnergyDelayProductIsShownInJouleSeconds()
    {
        const cost::Formula edp =
            cost::energyDelayProduct(cost::given("energy", 31.2e9, cost::Unit::Picojoules, "x"),
                                     cost::given("cycles", 12.4e6, cost::Unit::Cycles, "y"), Hertz{0.5e9});
        QCOMPARE(formulaValue(edp), u"774 \u00b5J\u00b7s"_s);
        QCOMPARE(formulaValue(edp.parts[1]), u"24.8 ms"_s);
        QCOMPARE(cost::oneLine(edp),
                 std::string("energy-delay product = 773,760,000 pJ\u00b7s = 31,200,000,000 pJ x 0.0248 s"));
        QCOMPARE(cost::oneLine(edp.parts[1]),
                 std::string("latency = 0.0248 s = 12,400,000 cycles / 500,000,000 cycles/s"));
    }

    void aLongSumIsCutOffInItsCell()
    {
        cost::Formula sum = sampleFormula();
        while (sum.parts.size() < 100)
            sum.parts.push_back(cost::Formula(sum.parts.front()));
        FormulaModel model({sum});
        const QModelIndex how = model.index(0, FormulaModel::How);
        const QString text = model.data(how, Qt::DisplayRole).toString();
        QVERIFY2(text.size() == 240 && text.endsWith(QChar(0x2026)), qPrintable(text));
        QVERIFY(model.data(how, Qt::ToolTipRole).toString().size() > text.size());
    }

    void anEmptyModelHasNoRows()
    {
        FormulaModel model({});
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        QCOMPARE(model.rowCount(), 0);
    }

    void theDialogCopiesWhatIsSelectedWithItsParts()
    {
        ExplainDialog dialog(u"conv"_s, {sampleFormula()}, 0);
        dialog.copy();
        const QString text = QApplication::clipboard()->text();
        QVERIFY2(text.startsWith(u"cycles = "_s), qPrintable(text.left(80)));
        QVERIFY(text.contains(u"read bandwidth of one DRAM = 10 B/cycle (accelerator)"_s));
        QVERIFY(text.contains(u"loop of the mapping"_s));
    }

    void aColumnIsAsWideAsItsRowsInSight()
    {
        cost::Formula sum = sampleFormula();
        while (sum.parts.size() < 200)
            sum.parts.push_back(cost::given("short", 1, sum.unit, "the accelerator"));
        const auto widthOfNames = [&sum] {
            ExplainDialog dialog(u"conv"_s, {sum}, 0);
            dialog.show();
            return dialog.findChild<QTreeView*>()->columnWidth(FormulaModel::Name);
        };
        const int usual = widthOfNames();
        const std::string longName(200, 'x');
        sum.parts.back().name = longName; // far below
        QCOMPARE(widthOfNames(), usual);
        sum.parts.front().name = longName;
        QVERIFY2(widthOfNames() > usual, qPrintable(QString::number(usual)));
    }

    void nothingIsShownWithoutFigures() { QVERIFY(!explainFigures(nullptr, u"x"_s, {})); }

    void figuresOfALayerAndOfALevel()
    {
        QWidget parent;
        ExplainDialog* layer =
            explainLayer(&parent, simba::accelerator(), simba::layer(), simba::solved(), Figure::Energy);
        QVERIFY(layer);
        auto* tree = layer->findChild<QTreeView*>();
        QCOMPARE(tree->currentIndex().data().toString(), u"energy"_s);
        QCOMPARE(tree->model()->rowCount(), 6); // with the gap, because there is a bound
        schedule::LayerResult unbounded = simba::solved();
        unbounded.lowerBoundCycles.reset();
        ExplainDialog* gap = explainLayer(&parent, simba::accelerator(), simba::layer(), unbounded, Figure::Gap);
        QVERIFY(gap); // of an objective other than the latency
        QVERIFY2(gap->asText().contains(u"figure of the objective"_s), qPrintable(gap->asText()));
        unbounded.objectiveBound.reset();
        unbounded.gap.reset();
        QVERIFY(!explainLayer(&parent, simba::accelerator(), simba::layer(), unbounded, Figure::Gap));
        ExplainDialog* level = explainLevel(&parent, simba::accelerator(), simba::layer(), simba::solved(), 1);
        QVERIFY(level);
        QCOMPARE(level->findChild<QTreeView*>()->model()->index(0, 0).data().toString(), u"tiles in GlobalBuffer"_s);
        QVERIFY(!explainLevel(&parent, simba::accelerator(), simba::layer(), simba::solved(), 9));
    }

    void theSummaryExplainsCellsAndHeadlines()
    {
        WindowFixture f;
        const JobId job = f.window.workbench().startRun(realRequest());
        f.session.finishLayer(job, simba::solved());
        f.session.end(job, JobState::End::Finished);
        QTRY_VERIFY(f.run().totals().solved == 1);
        auto* table = f.find<CopyableTable>("layerTable");
        const QModelIndex energy = table->model()->index(0, LayerTableModel::Energy);
        table->setCurrentIndex(energy);
        auto* action = table->findChild<QAction*>(u"explainCell"_s);
        QVERIFY(action);
        action->trigger();
        auto* dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QTreeView*>()->currentIndex().data().toString(), u"energy"_s);
        delete dialog;
        f.window.activateWindow();
        auto* card = f.find<HeadlineCard>("cyclesCard");
        QTest::keyClick(card, Qt::Key_Return);
        dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        QVERIFY(dialog->asText().contains(QString::fromStdString(simba::layer().name)));
        delete dialog;
        f.window.activateWindow();
        QTest::mouseClick(card, Qt::LeftButton);
        QVERIFY(f.window.findChild<ExplainDialog*>());
    }

    void runsAreExplainedWithoutBeingShown()
    {
        WindowFixture f;
        RunSummary row = sample::historyRow(7), plan = sample::historyRow(8);
        plan.kind = records::RunKind::Memory;
        f.session.history.setRows({plan, row});
        RunRecord record{row, {simba::accelerator(), realRequest().network, {}}, {simba::solved()}};
        f.session.reader.records[7] = record;
        record.summary = plan;
        f.session.reader.records[8] = record;
        f.window.showTab(MainWindow::Tab::Runs);
        auto* table = f.find<CopyableTable>("runsTable");
        auto* explain = f.window.findChild<QAction*>(u"runs.explain"_s);
        QVERIFY(explain && table->actions().contains(explain));
        const auto ask = [&](int row, int column) {
            table->setCurrentIndex(table->model()->index(row, column));
            explain->trigger();
            f.session.reader.answerAll();
        };
        ask(0, RunListModel::Energy); // the newer one first
        QVERIFY(!f.window.findChild<ExplainDialog*>());
        ask(1, RunListModel::Energy);
        auto* dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        const QString about = dialog->findChild<QLabel*>()->text();
        QVERIFY2(about.startsWith(u"run 7, "_s), qPrintable(about));
        QCOMPARE(dialog->findChild<QTreeView*>()->currentIndex().data().toString(), u"energy"_s);
        QVERIFY(f.session.loads.empty() && f.run().isEmpty());
        delete dialog;
        f.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&f.window));
        table->setFocus();
        f.window.findChild<QAction*>(u"explainFigures"_s)->trigger(); // of what has the focus
        f.session.reader.answerAll();
        dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog && dialog->findChild<QLabel*>()->text().startsWith(u"run 7, "_s));
    }

    /// Not of the run that is shown.
    void comparedFiguresAreThoseOfTheirRun()
    {
        WindowFixture f;
        std::vector<RunId> runs{7, 8};
        for (const RunId id : runs) {
            RunRecord record{
                sample::historyRow(id), {simba::accelerator(), realRequest().network, {}}, {simba::solved()}};
            record.summary.id = id;
            f.session.reader.records[id] = record;
        }
        f.session.history.setRows({sample::historyRow(8), sample::historyRow(7)});
        f.window.showTab(MainWindow::Tab::Compare);
        f.window.workbench().comparison().compare(runs);
        f.session.reader.answerAll();
        auto* table = f.find<CopyableTable>("compareTotals");
        const auto* totals = f.find<QWidget>("comparePage")->findChild<TotalsModel*>();
        auto* explain = f.window.findChild<QAction*>(u"explainFigures"_s);
        f.window.setFocus();
        explain->trigger(); // nothing is chosen
        QVERIFY(!f.window.findChild<ExplainDialog*>());
        table->setCurrentIndex(table->model()->index(totals->rowOf(u"Energy"_s), TotalsModel::valueColumn(1)));
        explain->trigger();
        auto* dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        const QString about = dialog->findChild<QLabel*>()->text();
        QVERIFY2(about.startsWith(u"run 8, "_s), qPrintable(about));
        QCOMPARE(dialog->findChild<QTreeView*>()->currentIndex().data().toString(), u"energy"_s);
    }

    /// What the page Tiles shows without a run of it has no figures of another run.
    void pagesExplainWhatTheyShow()
    {
        WindowFixture f;
        f.window.showTab(MainWindow::Tab::Tiles);
        f.window.setFocus();
        auto* explain = f.window.findChild<QAction*>(u"explainFigures"_s);
        explain->trigger();
        QVERIFY(!f.window.findChild<ExplainDialog*>());
        auto* pages = f.find<SwitchedPages>("schedulePages");
        pages->setCurrentIndex(1); // nodes, where nothing is scheduled yet
        explain->trigger();
        QVERIFY(!f.window.findChild<ExplainDialog*>());
    }

    void sizesOfALayerAndFiguresOfAnAcceleratorAreExplained()
    {
        WindowFixture f;
        f.window.showTab(MainWindow::Tab::Network);
        auto* table = f.find<CopyableTable>("networkTable");
        table->setCurrentIndex(table->model()->index(0, NetworkLayerModel::Weights));
        f.window.findChild<QAction*>(u"explainSizes"_s)->trigger();
        auto* dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QTreeView*>()->currentIndex().data().toString(), u"weights"_s);
        delete dialog;
        f.window.activateWindow();
        auto* derived = f.window.findChild<DerivedValues*>();
        QVERIFY(!explainAccelerator(&f.window, {}));
        derived->show(simba::accelerator());
        for (const QString& name : {u"explainAccelerator"_s, u"explainDerived"_s}) {
            f.window.findChild<QAction*>(name)->trigger();
            dialog = f.window.findChild<ExplainDialog*>();
            QVERIFY(dialog);
            QVERIFY2(dialog->asText().contains(u"peak rate"_s), qPrintable(dialog->asText()));
            delete dialog;
        }
    }

    /// Of run 3 while run 4 is shown, and two on top of each other, they would be taken for something else.
    void thereIsOneExplanationAndItSaysOfWhat()
    {
        WindowFixture f;
        const JobId job = f.window.workbench().startRun(realRequest());
        f.session.finishLayer(job, simba::solved());
        f.session.end(job, JobState::End::Finished);
        QTRY_VERIFY(f.run().run() != 0);
        QPointer<ExplainDialog> first = explainTotal(&f.window, f.run(), Figure::Cycles);
        first->setGeometry(40, 50, 700, 400);
        QVERIFY2(first->windowTitle().endsWith(u", run %1"_s.arg(f.run().run())), qPrintable(first->windowTitle()));
        ExplainDialog* second = explainTotal(&f.window, f.run(), Figure::Energy);
        QTRY_VERIFY(first.isNull());
        QCOMPARE(second->geometry(), QRect(40, 50, 700, 400));
        f.window.workbench().leaveRun();
        QVERIFY2(second->windowTitle().endsWith(u"(not what is shown any more)"_s), qPrintable(second->windowTitle()));
    }

    void theLayerPageLeadsToItsFigures()
    {
        WindowFixture f;
        const JobId job = f.window.workbench().startRun(realRequest());
        f.session.finishLayer(job, simba::solved());
        f.session.end(job, JobState::End::Finished);
        QTRY_VERIFY(f.run().totals().solved == 1);
        f.window.workbench().selection().selectLayer(std::size_t(0));
        f.window.showTab(MainWindow::Tab::LoopNest);
        auto* numbers = f.find<QLabel>("layerNumbers");
        QVERIFY2(numbers->text().contains(u"href=\"utilisation\""_s), qPrintable(numbers->text()));
        QVERIFY(f.find<ElidedLabel>("layerBoundBy")->text().startsWith(u"bound by "_s));
        Q_EMIT numbers->linkActivated(u"utilisation"_s);
        auto* dialog = f.window.findChild<ExplainDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QTreeView*>()->currentIndex().data().toString(), u"utilisation"_s);
        auto* whole = dialog->findChild<QPlainTextEdit*>(u"wholeFormula"_s); // whatever the columns have room for
        QVERIFY2(whole->toPlainText().startsWith(u"utilisation = "_s), qPrintable(whole->toPlainText()));
        QTest::keyClick(dialog->findChild<QTreeView*>(), Qt::Key_Down);
        QVERIFY(!whole->toPlainText().startsWith(u"utilisation = "_s));
    }
};

QTEST_MAIN(ExplainTest)
#include "tst_explain.moc"
