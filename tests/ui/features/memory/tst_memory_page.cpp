// SPDX-License-Identifier: GPL-3.0-or-later
#include "engine/explore/serving.h"
#include "engine/zoo/zoo.h"
#include "tests/ui/features/memory/page_fixture.h"
#include "tests/ui/support/shown_words.h"
#include "ui/features/memory/memory_controls.h"
#include "ui/features/memory/memory_map.h"
#include "ui/features/memory/memory_words.h"
#include "ui/features/memory/schedule_model.h"
#include "ui/parts/model_badge.h"
#include "ui/style/format.h"
#include "ui/style/theme.h"
#include "ui/widgets/copyable_table.h"

#include <QAbstractItemModelTester>
#include <QFile>
#include <QLineEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>
#include <QTemporaryDir>
#include <QToolButton>

using namespace nestloom;
using namespace nestloom::ui;
using Page = MemoryPageFixture;
using State = ShownPlan::State;

class MemoryPageTest : public QObject {
    Q_OBJECT
private slots:
    void theSizeComesFromTheSharedBuffer()
    {
        Page f;
        const auto& accelerator = f.window.workbench().document().value();
        const auto buffer = explore::sharedBuffer(accelerator);
        QVERIFY(buffer);
        QCOMPARE(f.page.findChild<ModelBadge*>()->text(), QStringLiteral("memory"));
        QCOMPARE(accelerator.levels[buffer->value].name, std::string("GlobalBuffer"));
        QCOMPARE(f.page.plan().scratchpad(), *accelerator.levels[buffer->value].capacity);
    }

    void whatMovesIsSeenWithoutScrollingAt1366x768()
    {
        applyTheme(*qApp, ThemeKind::Light); // the font that decides what fits
        Page f;
        f.window.resize(1366, 768);
        f.choose(f.page.plan().budgets()->least);
        const CopyableTable* table = f.page.table();
        const auto end = [table](int column) {
            return table->columnViewportPosition(column) + table->columnWidth(column);
        };
        QTRY_VERIFY(end(ScheduleModel::Step) > 0);
        f.page.table()->fitColumns();
        for (const int column :
             {ScheduleModel::Used, ScheduleModel::Spilled, ScheduleModel::Retrieved, ScheduleModel::Created})
            QVERIFY2(end(column) <= table->viewport()->width(), qPrintable(QString::number(column)));
    }

    void theChosenSizeLeavesWithWhatItWasChosenFor()
    {
        Page f;
        const auto choosePeak = [&f] {
            f.page.controls()->chip(2)->click();
            return f.page.plan().scratchpad() == f.page.plan().budgets()->peak;
        };
        QVERIFY(choosePeak());
        auto changed = f.window.workbench().document().value();
        changed.macEnergy = Picojoules{7};
        f.page.setAccelerator(changed);
        QCOMPARE(f.page.plan().scratchpad(), f.page.plan().budgets()->peak); // nothing that it is about
        changed.levels[1].capacity = Bytes{12345};
        f.page.setAccelerator(changed);
        QCOMPARE(f.page.plan().scratchpad().count, 12345);
        f.answer();
        QVERIFY(choosePeak());
        changed.name = "another";
        f.page.setAccelerator(changed);
        QCOMPARE(f.page.plan().scratchpad().count, 12345);
        f.answer();
        QVERIFY(choosePeak());
        workload::Network other = f.network;
        other.name = "another";
        f.page.setNetwork(other);
        QCOMPARE(f.page.plan().scratchpad().count, 12345);
    }

    void aPlanIsKeptAsARunAndOpenedAgain()
    {
        Page f;
        const Bytes least = f.page.plan().budgets()->least;
        f.choose(least);
        auto* button = f.page.findChild<QToolButton*>(QStringLiteral("keepPlan"));
        QVERIFY(button->isEnabled());
        button->click();
        QCOMPARE(f.session.edited.keeps.size(), std::size_t(1));
        QVERIFY(!button->isEnabled()); // it is on its way
        const KeptRun kept = f.session.edited.keeps.front();
        QCOMPARE(kept.request.kind(), records::RunKind::Memory);
        QCOMPARE(kept.request.memory->scratchpad, least);
        QVERIFY(f.page.plan().usesWords()); // its elements are as wide as the words of the accelerator, which it names
        QCOMPARE(kept.request.accelerator.name, std::string("simba"));
        QVERIFY(kept.request.network.notes.back().find("as the words of simba") != std::string::npos);
        QVERIFY(kept.memory->figures.traffic == f.page.plan().plan().traffic);
        f.session.edited.tellKept(7);
        QCOMPARE(f.page.plan().storedAs(), RunId(7));
        const Bytes traffic = f.page.plan().plan().traffic;
        f.choose(f.page.plan().budgets()->peak);
        QCOMPARE(f.page.plan().storedAs(), RunId(0));
        QVERIFY(f.page.plan().plan().traffic < traffic);
        const auto requests = f.session.memory.last;
        RunRecord record;
        record.summary.id = 7;
        record.inputs = kept.request;
        record.memory = kept.memory;
        f.page.showRun(record);
        QCOMPARE(f.page.plan().plan().traffic, traffic);
        QCOMPARE(f.page.plan().scratchpad(), least);
        QVERIFY(f.page.plan().storedAs() == 7 && !f.page.plan().isBusy());
        QVERIFY(!button->isEnabled());             // it is kept already
        QCOMPARE(f.session.memory.last, requests); // nothing was planned
    }

    void theCurveOfAPlanStaysWhenItIsKept()
    {
        Page f;
        f.choose(f.page.plan().budgets()->peak);
        const std::size_t steps = f.page.plan().curve().size();
        QVERIFY(steps > 0);
        f.page.keep();
        const KeptRun kept = f.session.edited.keeps.front();
        f.session.edited.tellKept(7);
        RunRecord record; // the run opens
        record.summary.id = 7;
        record.inputs = kept.request;
        record.memory = kept.memory;
        f.page.setNetwork(record.inputs.network);
        f.page.showRun(record);
        QCOMPARE(f.page.plan().storedAs(), RunId(7));
        QCOMPARE(f.page.plan().curve().size(), steps);
        QCOMPARE(f.page.plan().scratchpad(), f.page.plan().budgets()->peak);
        f.page.setNetwork(f.network); // back to the editor
        QCOMPARE(f.page.plan().storedAs(), RunId(0));
    }

    void whatAStoredPlanWasAskedForLeavesWithIt()
    {
        Page f;
        f.choose(f.page.plan().budgets()->peak);
        f.page.keep();
        const KeptRun kept = f.session.edited.keeps.front();
        RunRecord record;
        record.summary.id = 7;
        record.inputs = kept.request;
        record.inputs.memory->parameters = !kept.request.memory->parameters;
        record.inputs.memory->fused = true;
        record.memory = kept.memory;
        f.page.showRun(record);
        QVERIFY(f.page.plan().question().fused);
        QCOMPARE(f.page.plan().question().parameters, !kept.request.memory->parameters);
        f.page.setNetwork(f.network); // back to the editor
        QVERIFY(!f.page.plan().question().fused);
        QCOMPARE(f.page.plan().question().parameters, kept.request.memory->parameters);
        QCOMPARE(f.page.plan().storedAs(), RunId(0));
    }

    void aStoredPlanStaysUntilThePageAsksSomethingElse()
    {
        Page f;
        f.choose(f.page.plan().budgets()->peak);
        f.page.keep();
        const KeptRun kept = f.session.edited.keeps.front();
        RunRecord record;
        record.summary.id = 7;
        record.inputs = kept.request;
        record.memory = kept.memory;
        ShownPlan& plan = f.page.plan();
        f.page.showRun(record);
        plan.followChoices({.fused = true}); // of the next run
        QVERIFY(!plan.question().fused);
        QCOMPARE(plan.storedAs(), RunId(7));
        plan.choose({.parameters = false}); // by the user
        QCOMPARE(plan.storedAs(), RunId(0));
        plan.followChoices({.parameters = false, .fused = true});
        QVERIFY(plan.question().fused && !plan.question().parameters);
        f.page.setNetwork(f.network);
        QVERIFY(plan.question().fused && !plan.question().parameters);
    }

    void aPlanForTheBufferIsARunOfItsAccelerator()
    {
        Page f;
        f.page.controls()->chip(3)->click(); // the size of the accelerator's buffer
        f.page.keep();
        QCOMPARE(f.session.edited.keeps.front().request.accelerator.name, f.window.workbench().document().value().name);
        QVERIFY(!f.session.edited.keeps.front().request.edited);
    }

    void aPlanOfAnEditedAcceleratorIsMarked()
    {
        Page f;
        f.page.setAccelerator(f.window.workbench().document().value(), true);
        f.page.controls()->chip(3)->click();
        f.page.keep();
        QVERIFY(f.session.edited.keeps.front().request.edited);
    }

    void onlyTheLastWordIsKept()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least - Bytes{1});
        f.page.keep();
        QVERIFY(f.session.edited.keeps.empty());
    }

    void theHeadLineSaysTrafficProofAndReduction()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least);
        const QString line = shownWords(f.page);
        QVERIFY2(line.contains(QStringLiteral("proven least")), qPrintable(line));
        QVERIFY2(line.contains(QStringLiteral("best baseline")), qPrintable(line));
    }

    void tooSmallSaysWhoNeedsWhatAndWhatHelps()
    {
        Page f;
        const Bytes least = f.page.plan().budgets()->least;
        f.choose(least - Bytes{1});
        QCOMPARE(f.page.plan().state(), State::Infeasible);
        const QString words = infeasibleSentence(f.page.plan().answer());
        QVERIFY2(words.contains(QStringLiteral("1 B too little")), qPrintable(words));
        QVERIFY2(words.contains(sizeText(least)), qPrintable(words));
        f.page.controls()->chip(0)->click(); // the chips stay, and help
        f.answer();
        QCOMPARE(f.page.plan().state(), State::Planned);
    }

    void tooSmallOffersTheLeastThatRuns()
    {
        Page f;
        const Bytes least = f.page.plan().budgets()->least;
        auto* button = f.page.findChild<QPushButton*>(QStringLiteral("planLeast"));
        f.choose(least);
        QVERIFY(button->isHidden()); // it runs
        f.choose(least - Bytes{1});
        QVERIFY(!button->isHidden());
        const QString words = QStringLiteral("Plan with %1 (M_R, the least that runs)");
        QCOMPARE(button->text(), words.arg(format::exactBytes(least))); // rounded, it would be the same size
        f.choose({least.count / 2});
        QCOMPARE(button->text(), words.arg(sizeText(least)));
        QVERIFY(f.page.map()->rect().contains(button->geometry()));
        f.page.map()->resize(f.page.map()->width(), 90); // with large fonts there is no room for the reason above it
        QVERIFY2(button->text().startsWith(u"Whole tensors do not fit in this scratchpad. Plan with"),
                 qPrintable(button->text()));
        QVERIFY(button->focusPolicy() & Qt::TabFocus);
        QTest::keyClick(button, Qt::Key_Return);
        QCOMPARE(f.page.plan().scratchpad(), least);
        QCOMPARE(f.page.controls()->field()->text(), f.session.quantityText(QuantityKind::Bytes, double(least.count)));
        f.answer();
        QCOMPARE(f.page.plan().state(), State::Planned);
        QVERIFY(button->isHidden());
        f.page.setAccelerator(f.window.workbench().document().value()); // chosen by the user: it stays
        QCOMPARE(f.page.plan().scratchpad(), least);
    }

    void sizesAreTypedWithTheirUnit()
    {
        Page f;
        QLineEdit* field = f.page.controls()->field();
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("37 KiB"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.page.plan().scratchpad().count, 37 * 1024);
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("37,889 B"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.page.plan().scratchpad().count, 37'889);
        QCOMPARE(field->text(), QStringLiteral("37,889 B")); // no whole number of KiB
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("36.9 KiB")); // as sizes are shown: 37,785.6 B
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.page.plan().scratchpad().count, 37'785);
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("37888 B"));
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(f.page.plan().scratchpad().count, 37 * 1024);
        QCOMPARE(field->text(), QStringLiteral("37 KiB"));
        field->selectAll();
        QTest::keyClicks(field, QStringLiteral("3,78 KiB")); // no group of three digits
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->property("invalid").toBool());
        field->selectAll();
        for (const QString& wrong :
             {QStringLiteral("36.9 cats"), QStringLiteral("99999999.9 TiB"), QStringLiteral("0.9 B")}) {
            QTest::keyClicks(field, wrong);
            QTest::keyClick(field, Qt::Key_Return);
            QVERIFY2(field->property("invalid").toBool(), qPrintable(wrong));
            field->selectAll();
        }
        QTest::keyClicks(field, QStringLiteral("much"));
        QTest::keyClick(field, Qt::Key_Return);
        QVERIFY(field->property("invalid").toBool());
        QCOMPARE(f.page.plan().scratchpad().count, 37 * 1024);
        f.page.controls()->chip(0)->click(); // another size by other means
        QVERIFY(!field->property("invalid").toBool());
        QVERIFY(!field->text().contains(QStringLiteral("much")));
    }

    void theSliderReachesTheSizesThatMatter()
    {
        Page f;
        const auto budgets = *f.page.plan().budgets();
        QSlider* slider = f.page.controls()->slider();
        f.choose(budgets.half);
        const int half = slider->value();
        slider->setValue(slider->maximum());
        QVERIFY(f.page.plan().scratchpad() > budgets.peak);
        slider->setValue(half);
        QCOMPARE(f.page.plan().scratchpad(), budgets.half);
    }

    void tableMapAndCursorFollowEachOther()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least);
        f.page.planFocus().setStep(7);
        QCOMPARE(f.page.table()->currentRow(), 7);
        f.page.table()->setFocus();
        QTest::keyClick(f.page.table(), Qt::Key_Down);
        QCOMPARE(f.page.planFocus().step(), 8);
        QVERIFY(f.page.planFocus().selection().op == f.page.plan().steps()[8].op);
    }

    void aSizeInWhichNothingRunsKeepsThePlaceInTheTable()
    {
        Page f;
        const Bytes least = f.page.plan().budgets()->least;
        f.choose(least);
        f.page.planFocus().setStep(7);
        f.choose(least - Bytes{1});
        QCOMPARE(f.page.table()->currentRow(), -1); // no plan, no rows
        f.choose(least);
        QCOMPARE(f.page.planFocus().step(), 7);
        QCOMPARE(f.page.table()->currentRow(), 7);
    }

    void aMarkedRangeKeepsTheCursorsRow()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least);
        PlanFocus& focus = f.page.planFocus();
        for (const int step : {4, 5, 6}) { // as a drag does: the cursor first, at a step that is still out of the range
            focus.setStep(step);
            focus.extendRange(step);
        }
        QCOMPARE(focus.step(), 6);
        QCOMPARE(f.page.table()->currentRow(), 6);
        auto* chip = f.page.findChild<QToolButton*>(QStringLiteral("stepRange"));
        QVERIFY(!chip->isHidden());
        QCOMPARE(chip->text(), QStringLiteral("steps 4 to 6  \u2715"));
        chip->click();
        QVERIFY(!focus.range());
        QVERIFY(chip->isHidden());
        QCOMPARE(focus.step(), 6);
        QCOMPARE(f.page.table()->currentRow(), 6);
    }

    void anOperatorChosenElsewhereMovesTheCursor()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least);
        f.page.planFocus().setStep(2);
        const OperatorId op = f.page.plan().steps()[9].op;
        f.page.selectOperator(op);
        QCOMPARE(f.page.planFocus().step(), 9);
        QCOMPARE(f.page.table()->currentRow(), 9);
        QVERIFY(f.page.planFocus().selection().op == op);
        f.page.selectOperator(OperatorId{1000}); // of no step: nothing happens
        QCOMPARE(f.page.planFocus().step(), 9);
    }

    void aLayerChosenBeforeThereIsAPlanIsShownInIt()
    {
        Page f;
        workload::Network network = spillingNetwork();
        network.graph.operators[5].layers.push_back({.name = "the layer"});
        f.page.setNetwork(network);
        f.answer();
        const Bytes least = f.page.plan().budgets()->least;
        f.choose(least - Bytes{1});
        f.page.selectLayer("the layer");
        QVERIFY(f.page.planFocus().selection().isEmpty());
        f.choose(least);
        QVERIFY(f.page.planFocus().selection().op == OperatorId{5});
        QVERIFY(f.page.plan().steps()[std::size_t(f.page.planFocus().step())].op == OperatorId{5});
        f.page.planFocus().select({}); // given up: the next plan does not bring it back
        f.choose(f.page.plan().budgets()->peak);
        QVERIFY(f.page.planFocus().selection().isEmpty());
    }

    void theStepIsToldNumbersFirst()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least);
        const QString words = stepSentence(f.page.plan(), 3);
        const auto& op = f.page.plan().graph().operators[f.page.plan().steps()[3].op.value];
        const QString name = QString::fromStdString(op.name);
        QVERIFY2(words.startsWith(QStringLiteral("Step 3: ")), qPrintable(words));
        QVERIFY2(words.indexOf(QStringLiteral(" used")) < words.indexOf(name), qPrintable(words));
        QVERIFY(stepSentence(f.page.plan(), 1000).isEmpty());
    }

    void aNetworkWithoutGraphSaysWhatToDo()
    {
        Page f;
        workload::Network layersOnly = f.window.workbench().network();
        layersOnly.graph = {};
        f.page.setNetwork(layersOnly);
        QCOMPARE(f.page.plan().state(), State::NoGraph);
        QVERIFY(f.page.map()->chartName().isEmpty());
        (void)f.page.grab(); // paints the message
    }

    void otherGraphsForgetTheSelection()
    {
        Page f;
        f.choose(f.page.plan().budgets()->least);
        f.page.planFocus().select({OperatorId{15}, TensorId{15}});
        f.page.plan().choose({.fused = true});
        QVERIFY(f.page.planFocus().selection().isEmpty()); // until there is a plan
        f.page.setNetwork(*zoo::build("squeezenet1_1"));
        f.answer();
        QVERIFY(f.page.planFocus().selection().isEmpty()); // another network: for good
        (void)f.page.grab();
    }
};

QTEST_MAIN(MemoryPageTest)
#include "tst_memory_page.moc"
