// SPDX-License-Identifier: GPL-3.0-or-later
// The problems panel: what is listed, and where a click leads.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/problems/problems_panel.h"
#include "ui/widgets/copyable_table.h"
#include "ui/widgets/yaml_edit.h"
#include "ui/workbench/file_opener.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QDockWidget>
#include <QToolButton>

namespace nestloom::ui {

class TestProblems : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theModelIsAProperModel();
    void nothingWrongIsSaidSo();
    void aBrokenFieldIsListedAndAClickFocusesIt();
    void aYamlErrorLeadsToItsLine();
    void aLayerWithoutMappingLeadsToIt();
    void aRefusedFileIsListedUntilItOpens();
    void messagesAreDismissed();
    void whatStoodInTheWayOfARunGoesWithIt();
    void theCountInTheStatusBarOpensThePanel();
    void diagnosticsNameEveryProblemAndTheInputs();

private:
    static ProblemsPanel* panel(WindowFixture& f)
    {
        auto* found = f.find<ProblemsPanel>("problemsPanel");
        found->refresh();
        return found;
    }
    static void choose(ProblemsPanel* panel, int row)
    {
        panel->table()->setCurrentIndex(panel->table()->model()->index(row, 0));
        Q_EMIT panel->table()->clicked(panel->table()->currentIndex());
    }
    static void breakCapacity(WindowFixture& f)
    {
        hardware::Accelerator broken = f.window.workbench().document().value();
        broken.levels[1].capacity = Bytes{0};
        f.window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), broken);
    }
};

void TestProblems::theModelIsAProperModel()
{
    ProblemModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setProblems({{Problem::Source::File, QStringLiteral("a.yaml"), QStringLiteral("Bad.")}});
    QCOMPARE(model.index(0, ProblemModel::In).data().toString(), QStringLiteral("file"));
    QCOMPARE(model.index(0, ProblemModel::Text).data().toString(), QStringLiteral("Bad."));
    model.setProblems({});
    QCOMPARE(model.rowCount(), 0);
}

void TestProblems::nothingWrongIsSaidSo()
{
    WindowFixture f;
    QVERIFY(panel(f)->problems().empty());
    QVERIFY(!f.find<QToolButton>("problemCount")->isVisible());
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow nothingOpen(session);
    QVERIFY(nothingOpen.findChild<ProblemsPanel*>()->problems().empty());
}

void TestProblems::aBrokenFieldIsListedAndAClickFocusesIt()
{
    WindowFixture f;
    breakCapacity(f);
    QVERIFY(!panel(f)->problems().empty());
    const Problem& problem = panel(f)->problems().front();
    QCOMPARE(problem.field, QStringLiteral("levels[1].capacity"));
    QVERIFY2(problem.where.contains(QStringLiteral("GlobalBuffer")), qPrintable(problem.where));
    choose(panel(f), 0);
    QCOMPARE(f.window.focusWidget()->objectName(), QStringLiteral("field:levels[1].capacity"));
    f.window.actions().undo->trigger();
    QVERIFY(panel(f)->problems().empty());
}

void TestProblems::aYamlErrorLeadsToItsLine()
{
    WindowFixture f;
    QString yaml = f.window.workbench().document().state().yaml;
    yaml.replace(QStringLiteral("capacity"), QStringLiteral("capacityx"));
    const auto line = yaml.left(yaml.indexOf(QStringLiteral("capacityx"))).count(QLatin1Char('\n')) + 1;
    f.window.workbench().document().setYaml(yaml);
    const Problem problem = panel(f)->problems().front();
    QCOMPARE(problem.line, line);
    QVERIFY2(problem.where.contains(QStringLiteral("simba.yaml:%1").arg(line)), qPrintable(problem.where));
    choose(panel(f), 0);
    auto* text = editorIn(f.window)->findChild<YamlEdit*>();
    QVERIFY(text->isVisible());
    QCOMPARE(text->textCursor().blockNumber() + 1, line);
    QCOMPARE(f.window.focusWidget(), text);
}

void TestProblems::aLayerWithoutMappingLeadsToIt()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, failedLayer(f.session.requests[job], 3, "level PEBuffer needs 9 B but holds 8 B"));
    f.session.end(job, JobState::End::Finished);
    QTRY_COMPARE(panel(f)->problems().size(), 1u);
    QCOMPARE(panel(f)->problems().front().text, QStringLiteral("Level PEBuffer needs 9 B but holds 8 B."));
    QCOMPARE(panel(f)->problems().front().where, QStringLiteral("layer features.8"));
    f.window.showTab(MainWindow::Tab::Network);
    choose(panel(f), 0);
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(3));
    QVERIFY(f.window.currentTab() == MainWindow::Tab::Summary);
}

void TestProblems::aRefusedFileIsListedUntilItOpens()
{
    WindowFixture f;
    const QString path = f.settings.path(QStringLiteral("mine.yaml"));
    const auto write = [&path](const QByteArray& text) {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size();
    };
    QVERIFY(write("network:\n  name: x\n  layers: 3\n"));
    f.window.files().open({path});
    QCOMPARE(panel(f)->problems().size(), 1u); // not a second time as a message
    QCOMPARE(panel(f)->problems().front().path, path);
    QVERIFY2(panel(f)->problems().front().text.contains(QStringLiteral("mine.yaml:3")),
             qPrintable(panel(f)->problems().front().text));
    QVERIFY(write(f.session.networks()[1].yaml.toUtf8()));
    f.window.files().open({path});
    QVERIFY(panel(f)->problems().empty());
}

void TestProblems::whatStoodInTheWayOfARunGoesWithIt()
{
    WindowFixture f;
    Q_EMIT f.window.workbench().problem(QStringLiteral("The scratchpad is no size."));
    QCOMPARE(panel(f)->table()->model()->rowCount(), 1);
    QVERIFY(f.window.workbench().startRun() != 0);
    QCOMPARE(panel(f)->table()->model()->rowCount(), 0);
}

void TestProblems::messagesAreDismissed()
{
    WindowFixture f;
    Q_EMIT f.session.failed(QStringLiteral("Runs are not stored: the disk is full."));
    QCOMPARE(panel(f)->problems().size(), 1u);
    f.window.actions().clearProblems->trigger();
    QVERIFY(panel(f)->problems().empty());
}

void TestProblems::theCountInTheStatusBarOpensThePanel()
{
    WindowFixture f;
    auto* dock = f.find<QDockWidget>("problemsDock");
    dock->hide();
    breakCapacity(f);
    const auto found = panel(f)->problems().size();
    auto* count = f.find<QToolButton>("problemCount");
    QVERIFY(count->isVisible());
    QVERIFY2(count->text().startsWith(QString::number(found)), qPrintable(count->text()));
    count->click();
    QVERIFY(dock->isVisible());
    QTRY_VERIFY(dock->height() >= 120);
}

void TestProblems::diagnosticsNameEveryProblemAndTheInputs()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, failedLayer(f.session.requests[job], 0, "nothing fits"));
    f.session.end(job, JobState::End::Finished);
    breakCapacity(f);
    QTRY_VERIFY(panel(f)->problems().size() >= 2);
    f.find<QAction>("copyDiagnostics")->trigger();
    const QString text = QApplication::clipboard()->text();
    for (const Problem& problem : panel(f)->problems())
        QVERIFY2(text.contains(problem.text), qPrintable(problem.text));
    for (const char* part : {"nestloom ", "commit 0123abcd", "accelerator: simba", "network: alexnet",
                             "bounds: ", "engine: cosa", "end of the log:\nopened a.yaml"})
        QVERIFY2(text.contains(QLatin1String(part)), part);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestProblems)
#include "tst_problems.moc"
