// SPDX-License-Identifier: GPL-3.0-or-later
// The frame: files, docks, perspectives, closing.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/run/project_tree.h"
#include "ui/widgets/toast.h"
#include "ui/window/problems_line.h"

#include <QAction>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>

namespace nestloom::ui {

class TestWindow : public QObject {
    Q_OBJECT
private slots:
    void anAcceleratorDroppedOnTheWindowIsOpened();
    void aNetworkIsRecognisedByItsContent();
    void aBadFileIsOneSentenceAndChangesNothing_data();
    void aBadFileIsOneSentenceAndChangesNothing();
    void enterInTheProjectTreeLoadsARun();
    void fieldsLeaveReportsToTheWindow();
    void aSweepCanBeReportedWithoutARun();
    void theEmptyStateSaysWhatToDoNext();
    void aNetworkWithoutLayersIsNamedAsTheReason();
    void everyActionHasAShortcutOrAMenu();
    void perspectivesRememberTheirLayout();
    void theLayoutComesBackAtTheNextStart();
    void unsavedEditsComeBackAtTheNextStart();
    void resetLayoutBringsClosedPanelsBack();
    void aKeyGoesToAPanelThatIsASingleView();
    void closingWithRunningJobsAsksOnce();
    void theQuestionOfClosingKnowsThatJobsHaveEnded();
    void nothingIsClippedAt1366x768();

private:
    static QString write(const WindowFixture& f, const QString& name, const QByteArray& text)
    {
        QFile file(f.settings.path(name));
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write(text);
        return file.fileName();
    }
    static void drop(MainWindow& window, const QString& path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter(QPoint(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &enter); // makes the window the target of the drag
        QDropEvent event(QPointF(10, 10), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(&window, &event);
    }
};

void TestWindow::anAcceleratorDroppedOnTheWindowIsOpened()
{
    WindowFixture f;
    QByteArray yaml = f.session.accelerators().front().yaml.toUtf8();
    drop(f.window, write(f, QStringLiteral("mine.yaml"), yaml.replace("name: simba", "name: mine")));
    QCOMPARE(f.window.workbench().document().value().name, std::string("mine"));
    QCOMPARE(f.window.problems()->count(), 0);
    QVERIFY(f.window.workbench().library().findAccelerator(QStringLiteral("mine")).has_value());
}

void TestWindow::aNetworkIsRecognisedByItsContent()
{
    WindowFixture f;
    QVERIFY(f.window.workbench().openFile(write(f, QStringLiteral("a.yaml"), f.session.networks()[1].yaml.toUtf8())));
    QCOMPARE(f.window.workbench().network().name, std::string("resnet50"));
    QCOMPARE(f.window.workbench().document().value().name, std::string("simba"));
}

void TestWindow::aBadFileIsOneSentenceAndChangesNothing_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("expected");
    QTest::newRow("wrong key") << QByteArray("network:\n  nam: x\n") << QStringLiteral("bad.yaml:2");
    QTest::newRow("list for a map") << QByteArray("- a\n- b\n") << QStringLiteral("bad.yaml:1");
    QTest::newRow("network, no layers") << QByteArray("network:\n  name: x\n  layers: 3\n")
                                        << QStringLiteral("bad.yaml:3");
    QTest::newRow("deep") << QByteArray(200, '[') << QStringLiteral("bad.yaml:1");
    QTest::newRow("empty") << QByteArray() << QStringLiteral("bad.yaml");
}

void TestWindow::aBadFileIsOneSentenceAndChangesNothing()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, expected);
    WindowFixture f;
    const hardware::Accelerator accelerator = f.window.workbench().document().value();
    const workload::Network network = f.window.workbench().network();
    const std::size_t listed = f.window.workbench().library().accelerators().size();
    drop(f.window, write(f, QStringLiteral("bad.yaml"), text));
    QCOMPARE(f.window.problems()->count(), 1);
    QVERIFY2(f.window.problems()->text().contains(expected), qPrintable(f.window.problems()->text()));
    QVERIFY(!f.window.problems()->text().contains(QLatin1Char('\n')));
    QVERIFY(f.window.workbench().document().value() == accelerator);
    QVERIFY(f.window.workbench().network() == network);
    QCOMPARE(f.window.workbench().library().accelerators().size(), listed);
}

void TestWindow::fieldsLeaveReportsToTheWindow()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 1000));
    f.session.end(job, JobState::End::Finished);
    QAction* report = f.window.actions().exportReport;
    QVERIFY(report->isEnabled() && QTest::qWaitForWindowActive(&f.window));
    int asked = 0;
    disconnect(report, &QAction::triggered, nullptr, nullptr);
    connect(report, &QAction::triggered, this, [&asked] { ++asked; });
    struct Emacs : QLineEdit { // as fields on X11, where Ctrl+E is the end of the line
        using QLineEdit::QLineEdit;
        bool event(QEvent* event) override
        {
            if (event->type() != QEvent::ShortcutOverride)
                return QLineEdit::event(event);
            event->accept();
            return true;
        }
    } field(&f.window);
    field.setText(QStringLiteral("64 KiB"));
    field.setCursorPosition(0);
    field.show();
    field.setFocus();
    QTest::keyClick(&field, Qt::Key_E, Qt::ControlModifier);
    QCOMPARE(asked, 1);
    QCOMPARE(field.cursorPosition(), 0);
    QTest::keyClick(&field, Qt::Key_End);
    QCOMPARE(field.cursorPosition(), 6);
}

void TestWindow::enterInTheProjectTreeLoadsARun()
{
    WindowFixture f;
    RunSummary run;
    run.id = 41;
    run.acceleratorName = "simba";
    run.networkName = "alexnet";
    run.status = RunStatus::Finished;
    f.session.setRuns({run});
    ProjectTree* tree = f.window.findChild<ProjectTree*>();
    QTreeWidgetItem* item = tree->topLevelItem(2)->child(0);
    QVERIFY(item->text(0).startsWith(QStringLiteral("41")));
    tree->setCurrentItem(item);
    QTest::keyClick(tree, Qt::Key_Return);
    QCOMPARE(f.session.loads, std::vector<RunId>{41});
    RunRecord record;
    record.summary = run;
    record.inputs.accelerator = f.window.workbench().document().value();
    record.inputs.network = f.window.workbench().network();
    ScheduleRequest request{record.inputs.accelerator, record.inputs.network, {}};
    record.layers = {solvedLayer(request, 0, 99)};
    f.session.answerLoad(record);
    QCOMPARE(f.find<QTableView>("layerTable")->model()->index(0, 2).data().toString(), QStringLiteral("99"));
    QVERIFY(f.window.actions().exportReport->isEnabled());
}

void TestWindow::aSweepCanBeReportedWithoutARun()
{
    WindowFixture f;
    QVERIFY(!f.window.actions().exportReport->isEnabled());
    f.window.showTab(MainWindow::Tab::Sweep);
    QVERIFY(f.window.actions().exportReport->isEnabled());
    const QSignalSpy problem(&f.window.workbench(), &Workbench::problem);
    f.window.actions().exportReport->trigger();
    QVERIFY(f.find<Toast>("said")->text().contains(QStringLiteral("Neither a sweep nor a run is shown")));
    QVERIFY(problem.isEmpty()); // which would stay in the list of problems
}

void TestWindow::theEmptyStateSaysWhatToDoNext()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.show();
    window.finish();
    auto* text = window.findChild<QLabel*>(QStringLiteral("emptyText"));
    QVERIFY(text->text().contains(QStringLiteral("Choose an accelerator")));
    QVERIFY(!window.actions().run->isEnabled());
    QVERIFY(!window.actions().undo->isEnabled());
    QVERIFY(
        !window.findChild<QLabel*>(QStringLiteral("runReason"))->property("warning").toBool()); // nothing is wrong yet
    window.workbench().chooseAccelerator(session.accelerators().front());
    QVERIFY(text->text().contains(QStringLiteral("Choose a network")));
    window.workbench().chooseNetwork(session.networks().front());
    QVERIFY(text->text().contains(QStringLiteral("maps the 8 layers of alexnet onto simba")));
    QVERIFY(window.actions().run->isEnabled());
}

void TestWindow::aNetworkWithoutLayersIsNamedAsTheReason()
{
    WindowFixture f;
    NetworkEntry entry;
    entry.name = QStringLiteral("pools");
    entry.yaml =
        QStringLiteral("network: {name: pools, operators: [{name: x, type: input, output: {shape: [3, 8, 8]}}, "
                       "{name: r, type: relu, inputs: [x], output: {shape: [3, 8, 8]}}]}");
    QVERIFY(f.window.workbench().chooseNetwork(entry));
    QVERIFY(f.window.workbench().network().layers.empty());
    QVERIFY(!f.window.actions().run->isEnabled());
    QCOMPARE(f.window.workbench().whyNotRun(), QStringLiteral("pools has no layers to map."));
    QVERIFY(f.find<QLabel>("runReason")->property("warning").toBool());
    for (const auto* label : f.window.findChildren<QLabel*>())
        QVERIFY2(!label->text().contains(QStringLiteral("Choose a network"))
                     && !label->text().contains(QStringLiteral("No network is chosen")),
                 qPrintable(label->objectName()));
}

void TestWindow::everyActionHasAShortcutOrAMenu()
{
    WindowFixture f;
    for (QAction* action : f.window.findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly)) {
        const auto objects = action->associatedObjects();
        const bool inMenu =
            std::any_of(objects.begin(), objects.end(), [](QObject* o) { return o->inherits("QMenu"); });
        QVERIFY2(inMenu, qPrintable(action->text()));
    }
    QHash<QKeySequence, QString> seen;
    for (QAction* action : f.window.findChildren<QAction*>())
        for (const QKeySequence& keys : action->shortcuts()) {
            if (action->shortcutContext() == Qt::WidgetShortcut
                || action->shortcutContext() == Qt::WidgetWithChildrenShortcut)
                continue; // its own widget only: Ctrl+C copies what has the focus
            QVERIFY2(!seen.contains(keys) || seen[keys] == action->text(),
                     qPrintable(keys.toString() + action->text()));
            seen[keys] = action->text();
        }
}

void TestWindow::perspectivesRememberTheirLayout()
{
    WindowFixture f;
    auto* run = f.find<QDockWidget>("runDock");
    run->hide();
    f.window.actions().design->trigger();
    QVERIFY(run->isVisible());
    f.window.actions().runView->trigger();
    QVERIFY(!run->isVisible());
}

void TestWindow::theLayoutComesBackAtTheNextStart()
{
    const ScratchSettings settings;
    FakeSession session;
    {
        WholeWindow window(session);
        window.show();
        window.findChild<QDockWidget*>(QStringLiteral("runDock"))->hide();
        window.showTheme(ThemeKind::Dark);
        QVERIFY(window.close());
    }
    WholeWindow window(session);
    window.show();
    QVERIFY(!window.findChild<QDockWidget*>(QStringLiteral("runDock"))->isVisible());
    QVERIFY(window.actions().themeDark->isChecked());
    window.showTheme(ThemeKind::Light);
    WholeWindow given(session, ThemeKind::Light); // as --theme light
    QVERIFY(given.actions().themeLight->isChecked());
    QVERIFY(!themeFor(given.palette()).dark);
}

void TestWindow::unsavedEditsComeBackAtTheNextStart()
{
    const ScratchSettings settings;
    FakeSession session;
    {
        WholeWindow window(session);
        window.workbench().chooseAccelerator(session.accelerators().front());
        window.workbench().chooseNetwork(session.networks().front());
        window.workbench().document().setYaml(QString(window.workbench().document().state().yaml)
                                                  .replace(QStringLiteral("64 KiB"), QStringLiteral("80 KiB")));
        QVERIFY(window.close());
    }
    WholeWindow window(session);
    QCOMPARE(window.workbench().document().value().levels[1].capacity->count, 80 * 1024);
    QVERIFY(window.workbench().document().isDirty());
    QCOMPARE(window.workbench().network().name, std::string("alexnet"));
    window.actions().undo->trigger();
    QCOMPARE(window.workbench().document().value().levels[1].capacity->count, 64 * 1024);
}

void TestWindow::aKeyGoesToAPanelThatIsASingleView()
{
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.find<QWidget>("layerTable")->setFocus();
    QTest::keyClick(f.find<QWidget>("layerTable"), Qt::Key_1, Qt::AltModifier);
    QVERIFY(f.find<QWidget>("projectDock")->isVisible());
    QCOMPARE(QApplication::focusWidget(), f.find<QWidget>("projectTree"));
}

void TestWindow::resetLayoutBringsClosedPanelsBack()
{
    WindowFixture f;
    for (const char* name : {"projectDock", "runDock", "acceleratorDock"})
        f.find<QDockWidget>(name)->hide();
    f.find<QDockWidget>("jobsDock")->show();
    f.find<QDockWidget>("projectDock")->setFloating(true);
    f.window.actions().resetLayout->trigger();
    QVERIFY(!f.find<QDockWidget>("jobsDock")->isVisible()); // until the user opens it
    for (const char* name : {"projectDock", "runDock", "acceleratorDock"}) {
        QVERIFY2(f.find<QDockWidget>(name)->isVisible(), name);
        QVERIFY2(!f.find<QDockWidget>(name)->isFloating(), name);
    }
}

void TestWindow::closingWithRunningJobsAsksOnce()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 5));
    QVERIFY(!f.window.close());
    auto* question = f.find<QMessageBox>("closeQuestion");
    QVERIFY(question != nullptr && question->isVisible());
    question->button(QMessageBox::NoButton);
    for (QAbstractButton* button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::AcceptRole)
            button->click();
    QTRY_VERIFY(!f.window.isVisible());

    WindowFixture idle;
    QVERIFY(idle.window.close());
}

void TestWindow::theQuestionOfClosingKnowsThatJobsHaveEnded()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 5));
    QVERIFY(!f.window.close());
    auto* question = f.find<QMessageBox>("closeQuestion");
    QVERIFY(question->text().startsWith(QStringLiteral("1 job has not ended")));
    f.session.end(job, JobState::End::Finished);
    QVERIFY(question->isVisible()); // nothing goes away under the mouse
    QVERIFY(question->text().startsWith(QStringLiteral("All jobs have ended")));
    QCOMPARE(question->buttons().front()->text(), QStringLiteral("Close"));
}

void TestWindow::nothingIsClippedAt1366x768()
{
    WindowFixture f;
    QCoreApplication::processEvents();
    QCOMPARE(f.window.size(), QSize(1366, 768)); // nothing forces it to be larger
    for (const QLabel* label : f.window.findChildren<QLabel*>()) {
        if (!label->isVisible() || label->wordWrap() || label->text().isEmpty())
            continue;
        QVERIFY2(label->width() >= label->sizeHint().width(), qPrintable(label->text()));
    }
    for (const QPushButton* button : f.window.findChildren<QPushButton*>())
        if (button->isVisible())
            QVERIFY2(button->width() >= button->minimumSizeHint().width(), qPrintable(button->text()));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestWindow)
#include "tst_window.moc"
