// SPDX-License-Identifier: GPL-3.0-or-later
// Constraints as text: completion, what is wrong, and what becomes of edits in accelerator and run.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/problems/problem.h"
#include "ui/features/run/run_control.h"
#include "ui/parts/constraints_group.h"
#include "ui/words/constraint_words.h"

#include <QAction>
#include <QCompleter>
#include <QLabel>

namespace nestloom::ui {

class TestConstraintsGroup : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void wordsGoOnFromWhatIsTyped_data()
    {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<QStringList>("words");
        const auto row = [](const char* before, const char* typed, const QStringList& words) {
            QTest::newRow(before) << QString::fromUtf8(before) << QString::fromUtf8(typed) << words;
        };
        row("gl", "gl", {QStringLiteral("GlobalBuffer: ")});
        row("dataf", "dataf", {QStringLiteral("dataflow: ")});
        row("dataflow: ro", "ro", {QStringLiteral("row stationary")});
        row("GlobalBuffer: sp", "sp", {QStringLiteral("spatial ")});
        row("GlobalBuffer: spatial o", "o", {QStringLiteral("only ")});
        row("GlobalBuffer: stationary ", "",
            {QStringLiteral("weights"), QStringLiteral("inputs"), QStringLiteral("outputs")});
        row("GlobalBuffer: bypass weights in", "in", {QStringLiteral("inputs")});
        row("GlobalBuffer: tile R = a", "a", {QStringLiteral("all")});
        row("GlobalBuffer: K = 4 # sp", "", {});
    }
    void wordsGoOnFromWhatIsTyped()
    {
        QFETCH(QString, before);
        QFETCH(QString, typed);
        QFETCH(QStringList, words);
        WindowFixture f;
        const auto completion = constraintCompletion(f.window.workbench().document().value(), before);
        QCOMPARE(completion.typed, typed);
        QCOMPARE(completion.words, words);
    }

    void keysTakeAWord()
    {
        WindowFixture f;
        ConstraintsGroup group(QStringLiteral("Constraints"));
        group.setAccelerator(f.window.workbench().document().value());
        group.show();
        group.takeFocus();
        auto* text = group.findChild<ConstraintText*>();
        QTest::keyClicks(text, QStringLiteral("gl"));
        auto* popup = text->findChild<QCompleter*>()->popup();
        QTRY_VERIFY(popup->isVisible());
        QTest::keyClick(popup, Qt::Key_Return);
        QCOMPARE(text->toPlainText(), QStringLiteral("GlobalBuffer: "));
        QTest::keyClicks(text, QStringLiteral("K = 4"));
        QCOMPARE(group.lines(), std::vector<std::string>{"GlobalBuffer: K = 4"});
    }

    void saysWhatIsWrongAndWhatADataflowMeans()
    {
        WindowFixture f;
        ConstraintsGroup group(QStringLiteral("Constraints"));
        group.setAccelerator(f.window.workbench().document().value());
        group.setLines({"GlobalBuffer: K = 4", "GlobalBufer: K = 4"});
        auto* problem = group.findChild<QLabel*>(QStringLiteral("constraintProblem"));
        QVERIFY(problem->text().startsWith(QStringLiteral("Line 2: ")));
        QVERIFY(problem->text().contains(QStringLiteral("no level 'GlobalBufer'")));
        QCOMPARE(group.findChild<ConstraintText*>()->extraSelections().size(), 1);
        group.setLines({"dataflow: row stationary"});
        QVERIFY(problem->text().isEmpty());
        QVERIFY(group.findChild<ConstraintText*>()->extraSelections().isEmpty());
        const auto labels = group.findChildren<QLabel*>();
        QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
            return label->text().startsWith(
                QStringLiteral("dataflow: row stationary means GlobalBuffer: spatial only S Q C K; "));
        }));
    }

    void theFormEditsThoseOfTheAccelerator()
    {
        WindowFixture f;
        AcceleratorDocument& document = f.window.workbench().document();
        auto* form = editorIn(f.window)->findChild<AcceleratorForm*>();
        auto* text = form->findChild<ConstraintText*>();
        text->setPlainText(QStringLiteral("# fixed\nGlobalBuffer: K = 4\n"));
        QCOMPARE(document.value().constraints, std::vector<std::string>{"GlobalBuffer: K = 4"});
        QVERIFY(document.problems().empty());
        text->setPlainText(QStringLiteral("Nowhere: K = 4"));
        QCOMPARE(document.problems().size(), 1u);
        QCOMPARE(document.problems().front().key, QStringLiteral("constraints[0]"));
        QVERIFY(!f.window.workbench().whyNotRun().isEmpty());
        document.history().undo();
        QVERIFY(document.problems().empty());
        QVERIFY(form->focusField(QStringLiteral("constraints[0]")));
    }

    /// The panel Run said "none" where the accelerator had some of its own.
    void theRunControlNamesThoseOfTheAccelerator()
    {
        WindowFixture f;
        auto* group = f.window.findChild<RunControl*>()->findChild<ConstraintsGroup*>();
        QCOMPARE(group->note(), QStringLiteral("none"));
        f.window.workbench().document().setValue(QStringLiteral("constraints"), [&f] {
            hardware::Accelerator constrained = f.window.workbench().document().value();
            constrained.constraints = {"# fixed", "GlobalBuffer: K = 4"};
            return constrained;
        }());
        QCOMPARE(group->note(), QStringLiteral("none, and 1 of the accelerator"));
        group->findChild<ConstraintText*>()->setPlainText(QStringLiteral("dataflow: weight stationary"));
        QCOMPARE(group->note(), QStringLiteral("1, and 1 of the accelerator"));
    }

    void theRunControlEditsThoseOfTheRun()
    {
        WindowFixture f;
        Workbench& workbench = f.window.workbench();
        auto* control = f.window.findChild<RunControl*>();
        control->findChild<ConstraintText*>()->setPlainText(QStringLiteral("dataflow: weight stationary"));
        QCOMPARE(workbench.options().constraints, std::vector<std::string>{"dataflow: weight stationary"});
        control->findChild<ConstraintText*>()->setPlainText(QStringLiteral("GlobalBuffer: K four"));
        QVERIFY(workbench.whyNotRun().startsWith(QStringLiteral("Constraint of the run: ")));
        QVERIFY(!f.window.actions().run->isEnabled());
        const auto problems = runProblems(workbench);
        QVERIFY(std::any_of(problems.begin(), problems.end(),
                            [](const Problem& p) { return p.where == QStringLiteral("constraint of the run"); }));
        schedule::ScheduleOptions options = workbench.options();
        options.constraints.clear();
        workbench.setOptions(options);
        QVERIFY(control->findChild<ConstraintText*>()->toPlainText().isEmpty());
        QVERIFY(f.window.actions().run->isEnabled());
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestConstraintsGroup)
#include "tst_constraints_group.moc"
