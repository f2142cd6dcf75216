// SPDX-License-Identifier: GPL-3.0-or-later
// What a start finds as the last one left it, broken settings, and panels that take the whole window.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/palette/command_palette.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/dock_maximiser.h"
#include "ui/window/page_panes.h"
#include "ui/workbench/comparison.h"
#include "ui/workbench/live_preview.h"

#include <QAction>
#include <QDockWidget>
#include <QHeaderView>
#include <QMouseEvent>
#include <QSplitter>
#include <QTabWidget>

namespace nestloom::ui {

class TestViewState : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void pageSplitterAndOptionsComeBack();
    void pagesBesideEachOther();
    void columnsSizedByTheUserComeBackAndStay();
    void theShownRunAndItsLayerComeBack();
    void aRunOfAnotherStoreIsNotShown();
    void theLiveSwitchComesBack();
    void comparedRunsComeBack();
    void anythingInTheSettingsLetsTheWindowStart_data();
    void anythingInTheSettingsLetsTheWindowStart();
    void aLayoutOfOtherDocksIsNotUsed();
    void aLayoutOfAMuchWiderWindowIsNotUsed();
    void doubleClickOnATitleMaximisesAndRestores();
    void theLayoutIsStoredAsItWasBefore();
    void theThemeColoursEverythingAtOnce();

private:
    static RunRecord record(MainWindow& window)
    {
        Workbench& workbench = window.workbench();
        RunRecord made;
        made.summary.id = 41;
        made.summary.startedAt = std::chrono::sys_days(std::chrono::year(2025) / 3 / 1) + std::chrono::hours(12);
        made.summary.status = RunStatus::Finished;
        made.inputs.accelerator = workbench.document().value();
        made.inputs.network = workbench.network();
        return made;
    }
    static void doubleClickTitle(QDockWidget* dock)
    {
        const QPoint at(20, 6);
        QMouseEvent event(QEvent::MouseButtonDblClick, at, dock->mapToGlobal(at), Qt::LeftButton, Qt::LeftButton,
                          Qt::NoModifier);
        QApplication::sendEvent(dock, &event);
    }
};

void TestViewState::pageSplitterAndOptionsComeBack()
{
    WindowFixture f;
    f.start();
    QCoreApplication::processEvents();
    auto* splitter = f.find<QSplitter>("summarySplitter");
    splitter->setSizes({120, splitter->height() - 120});
    const QList<int> sizes = splitter->sizes();
    f.window.showTab(MainWindow::Tab::Buffers);
    schedule::ScheduleOptions options = f.window.workbench().options();
    options.cosa.objective = schedule::Objective::Weighted;
    options.cosa.cyclePrice = 1234.5;
    options.seed = 77;
    options.threads = 1;
    options.cosa.gap = 0.05;
    f.window.workbench().setOptions(options);
    f.session.end(f.window.workbench().run().job(), JobState::End::Cancelled);
    QVERIFY(f.window.close());

    WholeWindow next(f.session);
    next.show();
    next.finish();
    QVERIFY(next.workbench().options() == options);
    QVERIFY(next.currentTab() == MainWindow::Tab::Buffers);
    QCOMPARE(next.findChild<QSplitter*>(QStringLiteral("summarySplitter"))->saveState(), splitter->saveState());
    QCOMPARE(sizes.size(), 2);
}

void TestViewState::pagesBesideEachOther()
{
    WindowFixture f;
    f.start();
    using Tab = MainWindow::Tab;
    PagePanes& panes = f.window.panes();
    QWidget *nest = f.window.page(Tab::LoopNest), *runs = f.window.page(Tab::Runs);
    f.window.showTab(Tab::LoopNest);
    QVERIFY(!f.window.actions().beside->isChecked());
    f.window.actions().beside->trigger();
    QVERIFY(panes.isBeside(nest) && f.window.actions().beside->isChecked());
    QVERIFY(f.window.currentTab() == Tab::LoopNest); // still the one worked in
    f.window.showTab(Tab::Buffers);
    QVERIFY(nest->isVisible() && f.window.page(Tab::Buffers)->isVisible());
    QVERIFY(f.window.currentTab() == Tab::Buffers && !f.window.actions().beside->isChecked());
    panes.setBeside(runs, true);
    QVERIFY(runs->isVisible() && !nest->isVisible());
    QCOMPARE(panes.pagesBeside(), QList({nest, runs})); // in the order of the tabs
    f.window.showTab(Tab::LoopNest);
    QVERIFY(nest->isVisible() && f.window.page(Tab::Buffers)->isVisible());
    f.session.end(f.window.workbench().run().job(), JobState::End::Cancelled);
    QVERIFY(f.window.close());

    WholeWindow next(f.session);
    next.show();
    next.finish();
    QCOMPARE(next.panes().pagesBeside().size(), 2);
    for (QWidget* page : next.pages())
        next.panes().setBeside(page, true);
    QCOMPARE(next.panes().pagesBeside().size(), next.pages().size() - 1); // one stays
    next.actions().resetLayout->trigger();
    QVERIFY(next.panes().pagesBeside().isEmpty());
    QCOMPARE(next.findChild<QTabWidget*>(QStringLiteral("tabs"))->count(), 13);
}

void TestViewState::columnsSizedByTheUserComeBackAndStay()
{
    WindowFixture f;
    f.window.showTab(MainWindow::Tab::Network);
    QCoreApplication::processEvents();
    auto* table = f.find<CopyableTable>("networkTable");
    QVERIFY(table->columnState().isEmpty()); // fits itself
    QHeaderView* header = table->horizontalHeader();
    const QPoint edge(header->sectionPosition(0) + header->sectionSize(0) - 1, header->height() / 2);
    QTest::mouseMove(header->viewport(), edge);
    QMouseEvent hover(QEvent::MouseMove, edge, header->viewport()->mapToGlobal(edge), Qt::NoButton, Qt::NoButton,
                      Qt::NoModifier);
    QApplication::sendEvent(header->viewport(), &hover);
    QTest::mousePress(header->viewport(), Qt::LeftButton, {}, edge);
    const QPoint to = edge + QPoint(61, 0);
    QMouseEvent drag(QEvent::MouseMove, to, header->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton,
                     Qt::NoModifier);
    QApplication::sendEvent(header->viewport(), &drag);
    QTest::mouseRelease(header->viewport(), Qt::LeftButton, {}, to);
    const int width = header->sectionSize(0);
    QVERIFY(!table->columnState().isEmpty());
    f.window.workbench().chooseNetwork(f.session.networks()[1]); // would fit them anew
    QCOMPARE(header->sectionSize(0), width);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    next.show();
    next.finish();
    QCOMPARE(next.findChild<CopyableTable*>(QStringLiteral("networkTable"))->horizontalHeader()->sectionSize(0), width);
}

void TestViewState::theShownRunAndItsLayerComeBack()
{
    WindowFixture f;
    const RunRecord run = record(f.window);
    f.session.setRuns({run.summary});
    f.window.workbench().openRun(41);
    f.session.answerLoad(run);
    f.window.workbench().selection().selectLayer(2);
    QVERIFY(f.window.close());

    f.session.loads.clear();
    f.session.setRuns({});
    WholeWindow next(f.session);
    next.show();
    next.finish();
    QVERIFY(f.session.loads.empty()); // not listed yet
    f.session.setRuns({run.summary});
    QCOMPARE(f.session.loads, std::vector<RunId>{41});
    f.session.answerLoad(run);
    QTRY_COMPARE(next.workbench().selection().layer(), std::optional<std::size_t>(2));
    QCOMPARE(next.workbench().run().run(), RunId(41));
}

void TestViewState::aRunOfAnotherStoreIsNotShown()
{
    WindowFixture f;
    const RunRecord run = record(f.window);
    f.session.setRuns({run.summary});
    f.window.workbench().openRun(41);
    f.session.answerLoad(run);
    QVERIFY(f.window.close());
    f.session.loads.clear();
    RunSummary other = run.summary;
    other.startedAt += std::chrono::days(1);
    f.session.setRuns({other});
    const WholeWindow next(f.session);
    QVERIFY(f.session.loads.empty());
}

void TestViewState::theLiveSwitchComesBack()
{
    WindowFixture f;
    QVERIFY(f.window.workbench().live().isOn());
    f.window.workbench().live().setOn(false);
    f.window.workbench().live().setScope(LivePreview::Scope::SelectedLayer);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QVERIFY(!next.workbench().live().isOn());
    QVERIFY(next.workbench().live().scope() == LivePreview::Scope::SelectedLayer);
}

void TestViewState::comparedRunsComeBack()
{
    WindowFixture f;
    std::vector<RunSummary> runs(3, record(f.window).summary);
    for (std::size_t i = 0; i < runs.size(); ++i)
        runs[i].id = RunId(41 + i);
    f.session.setRuns(runs);
    for (const RunId run : {43, 41})
        f.window.workbench().comparison().add(run);
    QVERIFY(f.window.close());
    f.session.setRuns({});
    WholeWindow next(f.session);
    QVERIFY(next.workbench().comparison().runs().empty()); // not listed yet
    runs[0].startedAt += std::chrono::days(1);             // another run by now
    f.session.setRuns(runs);
    QCOMPARE(next.workbench().comparison().runs().size(), std::size_t(1));
    QCOMPARE(next.workbench().comparison().runs().front().run, RunId(43));
}

void TestViewState::anythingInTheSettingsLetsTheWindowStart_data()
{
    QTest::addColumn<QVariant>("junk");
    QTest::newRow("text") << QVariant(QStringLiteral("\x01 nonsense \xff"));
    QTest::newRow("number") << QVariant(-987654);
    QTest::newRow("large number") << QVariant(1e300);
    QTest::newRow("bytes") << QVariant(QByteArray("\x00\x00\x00\xff\x00\xfd\x7f\xff\xff\xff", 10));
    QTest::newRow("list") << QVariant(QStringList{QStringLiteral("a"), QStringLiteral("b c")});
    QTest::newRow("map") << QVariant(QVariantMap{{QStringLiteral("/a"), 3}});
    QTest::newRow("nothing") << QVariant();
}

void TestViewState::anythingInTheSettingsLetsTheWindowStart()
{
    QFETCH(QVariant, junk);
    WindowFixture f;
    QVERIFY(f.window.close());
    QSettings settings;
    const QStringList keys = settings.allKeys();
    QVERIFY(keys.size() > 12);
    for (const QString& key : keys)
        settings.setValue(key, junk);
    settings.sync();
    WholeWindow next(f.session);
    next.show();
    next.finish();
    QCoreApplication::processEvents();
    QVERIFY(next.isVisible());
    QVERIFY(next.workbench().chooseAccelerator(f.session.accelerators().front()));
    for (const char* dock : {"projectDock", "acceleratorDock", "jobsDock"})
        QVERIFY(next.findChild<QDockWidget*>(QLatin1String(dock)) != nullptr);
    QVERIFY(next.close());
}

void TestViewState::aLayoutOfOtherDocksIsNotUsed()
{
    WindowFixture f;
    QSettings settings;
    QMainWindow other; // as from another version of the program
    auto* dock = new QDockWidget(&other);
    dock->setObjectName(QStringLiteral("projectDock"));
    other.addDockWidget(Qt::BottomDockWidgetArea, dock);
    settings.setValue(QStringLiteral("layout/run"), other.saveState(1));
    WholeWindow next(f.session);
    next.show();
    next.finish();
    for (const char* name : {"projectDock", "runDock", "acceleratorDock"})
        QVERIFY2(next.findChild<QDockWidget*>(QLatin1String(name))->isVisible(), name);
    QCOMPARE(next.dockWidgetArea(next.findChild<QDockWidget*>(QStringLiteral("projectDock"))), Qt::LeftDockWidgetArea);
}

void TestViewState::aLayoutOfAMuchWiderWindowIsNotUsed()
{
    const auto isShown = [](WindowFixture& f) {
        WholeWindow next(f.session);
        next.fitToScreen();
        next.show();
        next.finish();
        return next.findChild<QDockWidget*>(QStringLiteral("projectDock"))->isVisible();
    };
    WindowFixture f;
    f.window.show();
    f.window.findChild<QDockWidget*>(QStringLiteral("projectDock"))->hide();
    QVERIFY(f.window.close());
    const QString width = QStringLiteral("window/width");
    QVERIFY(QSettings().value(width).toInt() > 0);
    QSettings().setValue(width, 100);
    QVERIFY(!isShown(f)); // as it was left
    QSettings().setValue(width, 10'000);
    QVERIFY(isShown(f));
}

void TestViewState::doubleClickOnATitleMaximisesAndRestores()
{
    WindowFixture f;
    auto* editor = f.find<QDockWidget>("acceleratorDock");
    auto* project = f.find<QDockWidget>("projectDock");
    const int width = editor->width();
    doubleClickTitle(editor);
    QCoreApplication::processEvents();
    QVERIFY(!editor->isFloating());
    QVERIFY(!project->isVisible());
    QVERIFY(editor->width() > f.window.width() - 20);
    doubleClickTitle(editor);
    QCoreApplication::processEvents();
    QVERIFY(project->isVisible());
    QVERIFY(f.window.centralWidget()->isVisible());
    QCOMPARE(editor->width(), width);

    doubleClickTitle(editor);
    editor->close(); // nothing would be left
    QTRY_VERIFY(project->isVisible());
    QVERIFY(!editor->isVisible());
}

void TestViewState::theLayoutIsStoredAsItWasBefore()
{
    WindowFixture f;
    auto* maximiser = f.window.findChild<DockMaximiser*>();
    maximiser->toggle(nullptr); // the pages
    QVERIFY(maximiser->isMaximised());
    QVERIFY(!f.find<QDockWidget>("projectDock")->isVisible());
    f.window.actions().design->trigger();
    QVERIFY(!maximiser->isMaximised());
    QVERIFY(f.find<QDockWidget>("projectDock")->isVisible());
    maximiser->toggle(f.find<QDockWidget>("runDock"));
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    next.show();
    next.finish();
    QVERIFY(next.findChild<QDockWidget*>(QStringLiteral("projectDock"))->isVisible());
    QVERIFY(next.centralWidget()->isVisible());
}

void TestViewState::theThemeColoursEverythingAtOnce()
{
    WindowFixture f;
    for (const auto& [kind, action, theme] :
         {std::tuple{ThemeKind::Dark, f.window.actions().themeDark, &darkTheme()},
          std::tuple{ThemeKind::Light, f.window.actions().themeLight, &lightTheme()}}) {
        action->trigger();
        QCoreApplication::processEvents();
        f.find<CommandPalette>("commandPalette")->open();
        const QImage image = f.window.grab().toImage();
        f.find<CommandPalette>("commandPalette")->dismiss();
        int own = 0;
        int other = 0;
        const QRgb background = theme->window.rgb();
        const QRgb card = theme->card.rgb();
        const Theme& opposite = kind == ThemeKind::Dark ? lightTheme() : darkTheme();
        for (int y = 0; y < image.height(); y += 3)
            for (int x = 0; x < image.width(); x += 3) {
                const QRgb pixel = image.pixel(x, y);
                own += pixel == background || pixel == card ? 1 : 0;
                other += pixel == opposite.window.rgb() || pixel == opposite.alternate.rgb() ? 1 : 0;
            }
        QVERIFY2(own > image.width() * image.height() / 9 / 2, "most of the window is background");
        QVERIFY2(other < own / 200, qPrintable(QString::number(other)));
    }
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestViewState)
#include "tst_view_state.moc"
