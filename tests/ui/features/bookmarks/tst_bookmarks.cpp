// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/window_fixture.h"
#include "ui/charts/time_chart.h"
#include "ui/features/bookmarks/bookmarks.h"
#include "ui/features/bookmarks/bookmarks_feature.h"
#include "ui/features/bookmarks/bookmarks_panel.h"
#include "ui/features/memory/memory_page.h"
#include "ui/widgets/copyable_table.h"
#include "ui/window/problems_line.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QDockWidget>
#include <QInputDialog>

namespace nestloom::ui {

namespace {

struct BookmarkFixture : WindowFixture {
    BookmarkFixture() : bookmarks(*window.findChild<Bookmarks*>())
    {
        file = settings.path(QStringLiteral("runs.db-bookmarks.json"));
        bookmarks.start(file);
    }
    RunRecord record(RunId id)
    {
        RunRecord made;
        made.summary.id = id;
        made.summary.startedAt = std::chrono::sys_days(std::chrono::year(2025) / 3 / int(id)) + std::chrono::hours(12);
        made.summary.status = RunStatus::Finished;
        made.inputs.accelerator = window.workbench().document().value();
        made.inputs.network = window.workbench().network();
        return made;
    }
    void show(const RunRecord& run)
    {
        window.workbench().openRun(run.summary.id);
        session.answerLoad(run);
        QCoreApplication::processEvents();
        session.loads.clear();
    }
    /// Keeps what is shown under this name.
    QString keep(const QString& name)
    {
        Bookmark here = bookmarks.here();
        here.name = name;
        bookmarks.keep(here);
        return here.id;
    }
    void trigger(const char* name) { find<QAction>(name)->trigger(); }

    Bookmarks& bookmarks;
    QString file;
};

} // namespace

class TestBookmarks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aPlaceInAnotherRunIsShownAgain();
    void keysJumpWithinARun();
    void aRunThatIsGoneIsTold();
    void aRunOfAnotherStoreIsGone();
    void theNewestJumpWins();
    void theyAreKeptBesideTheStore();
    void twoWindowsKeepBoth();
    void aBrokenFileIsToldAndLeftAlone();
    void theListRenamesAndRemoves();
    void theNameIsAskedFor();
    void theCursorOfAPlanComesBackOnceThePlanIsThere();
    void theCursorOfChartsOverTimeComesBack();
};

void TestBookmarks::aPlaceInAnotherRunIsShownAgain()
{
    BookmarkFixture f;
    const RunRecord first = f.record(1), second = f.record(2);
    f.session.setRuns({second.summary, first.summary});
    f.show(first);
    f.window.workbench().selection().selectLayer(2);
    f.window.showTab(MainWindow::Tab::LoopNest);
    QVERIFY2(f.bookmarks.here().name.contains(QStringLiteral("Loop nest, run 1")), qPrintable(f.bookmarks.here().name));
    const QString id = f.keep(QStringLiteral("here"));
    f.show(second);
    f.window.showTab(MainWindow::Tab::Network);
    f.bookmarks.goTo(id);
    QCOMPARE(f.session.loads, std::vector<RunId>{1});
    f.session.answerLoad(first);
    QTRY_VERIFY(f.window.currentTab() == MainWindow::Tab::LoopNest);
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(2));
    QCOMPARE(f.run().run(), RunId(1));
    QVERIFY(f.window.problems()->text().isEmpty());
}

void TestBookmarks::keysJumpWithinARun()
{
    BookmarkFixture f;
    const RunRecord run = f.record(1);
    f.session.setRuns({run.summary});
    QVERIFY(!f.find<QAction>("bookmark1")->isEnabled());
    f.show(run);
    f.window.workbench().selection().selectLayer(1);
    f.window.showTab(MainWindow::Tab::Buffers);
    f.keep(QStringLiteral("a & b"));
    f.window.showTab(MainWindow::Tab::Summary);
    f.window.workbench().selection().selectLayer(4);
    auto* action = f.find<QAction>("bookmark1");
    QCOMPARE(action->shortcut(), bookmarkKeys(0));
    QCOMPARE(action->text(), QStringLiteral("a && b"));
    QVERIFY(!f.find<QAction>("bookmark2")->isEnabled());
    action->trigger();
    QVERIFY(f.session.loads.empty());
    QVERIFY(f.window.currentTab() == MainWindow::Tab::Buffers);
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(1));
}

void TestBookmarks::aRunThatIsGoneIsTold()
{
    BookmarkFixture f;
    const RunRecord first = f.record(1), second = f.record(2);
    f.session.setRuns({first.summary});
    f.show(first);
    const QString id = f.keep(QStringLiteral("lost"));
    f.show(second);
    f.session.setRuns({second.summary});
    f.window.showTab(MainWindow::Tab::Network);
    f.bookmarks.goTo(id);
    QVERIFY(f.session.loads.empty());
    QVERIFY(f.window.currentTab() == MainWindow::Tab::Network);
    QVERIFY2(f.window.problems()->text().contains(QStringLiteral("Run 1 of the bookmark lost")),
             qPrintable(f.window.problems()->text()));
    QCOMPARE(f.bookmarks.all().size(), std::size_t(1)); // the run may be restored
    const BookmarkModel model(f.bookmarks);
    QCOMPARE(model.index(0, BookmarkModel::Run).data().toString(), QStringLiteral("1, gone"));
    f.session.setRuns({second.summary, first.summary});
    QVERIFY(!f.bookmarks.isRunGone(f.bookmarks.all().front()));
}

void TestBookmarks::aRunOfAnotherStoreIsGone()
{
    BookmarkFixture f;
    const RunRecord first = f.record(1);
    f.session.setRuns({first.summary});
    f.show(first);
    f.keep(QStringLiteral("x"));
    f.show(f.record(2));
    RunSummary other = first.summary;
    other.startedAt += std::chrono::days(1);
    f.session.setRuns({other});
    QVERIFY(f.bookmarks.isRunGone(f.bookmarks.all().front()));
}

void TestBookmarks::theNewestJumpWins()
{
    BookmarkFixture f;
    const RunRecord first = f.record(1), second = f.record(2), third = f.record(3);
    f.session.setRuns({third.summary, second.summary, first.summary});
    f.show(first);
    f.window.showTab(MainWindow::Tab::Buffers);
    const QString one = f.keep(QStringLiteral("one"));
    f.show(second);
    f.window.showTab(MainWindow::Tab::LoopNest);
    const QString two = f.keep(QStringLiteral("two"));
    f.show(third);
    f.bookmarks.goTo(one);
    f.bookmarks.goTo(two);
    f.session.answerLoad(second);
    QTRY_VERIFY(f.window.currentTab() == MainWindow::Tab::LoopNest);
    f.session.answerLoad(first); // too late
    QCoreApplication::processEvents();
    QCOMPARE(f.run().run(), RunId(2));
    QVERIFY(f.window.currentTab() == MainWindow::Tab::LoopNest);
}

void TestBookmarks::theyAreKeptBesideTheStore()
{
    BookmarkFixture f;
    const RunRecord run = f.record(1);
    f.session.setRuns({run.summary});
    f.show(run);
    f.keep(QStringLiteral("kept"));
    const std::vector<Bookmark> before = f.bookmarks.all();
    WholeWindow next(f.session);
    auto* again = next.findChild<Bookmarks*>();
    QVERIFY(again->all().empty());
    again->start(f.file);
    QCOMPARE(again->all().size(), std::size_t(1));
    QVERIFY(again->all() == before);
    QVERIFY(!readBookmarks(f.settings.path(QStringLiteral("no such file"))).value().size());
    QVERIFY(!writeBookmarks(QStringLiteral("/nowhere/bookmarks.json"), before));
}

void TestBookmarks::twoWindowsKeepBoth()
{
    BookmarkFixture f;
    WholeWindow other(f.session);
    auto* theirs = other.findChild<Bookmarks*>();
    theirs->start(f.file);
    f.keep(QStringLiteral("mine"));
    theirs->keep(theirs->here());
    QCOMPARE(theirs->all().size(), std::size_t(2));
    f.keep(QStringLiteral("mine too"));
    QCOMPARE(f.bookmarks.all().size(), std::size_t(3));
}

void TestBookmarks::aBrokenFileIsToldAndLeftAlone()
{
    BookmarkFixture f;
    const QString path = f.settings.path(QStringLiteral("broken.json"));
    {
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write("{ not a list") > 0);
    }
    f.bookmarks.start(path);
    QVERIFY2(f.window.problems()->text().contains(QStringLiteral("broken.json")),
             qPrintable(f.window.problems()->text()));
    f.keep(QStringLiteral("still works"));
    QCOMPARE(f.bookmarks.all().size(), std::size_t(1));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("{ not a list"));
}

void TestBookmarks::theListRenamesAndRemoves()
{
    BookmarkFixture f;
    BookmarkModel model(f.bookmarks);
    const QAbstractItemModelTester tester(&model);
    f.keep(QStringLiteral("first"));
    f.keep(QStringLiteral("second"));
    QCOMPARE(model.rowCount(), 2);
    f.trigger("listBookmarks");
    QVERIFY(f.find<QDockWidget>("bookmarksDock")->isVisible());
    CopyableTable* table = f.window.findChild<BookmarksPanel*>()->table();
    table->setCurrentRow(0);
    f.bookmarks.rename(model.idAt(0), QStringLiteral("new name"));
    QCOMPARE(model.index(0, BookmarkModel::Name).data().toString(), QStringLiteral("new name"));
    table->setCurrentRow(0);
    for (QAction* action : table->actions())
        if (action->shortcut() == QKeySequence(QKeySequence::Delete))
            action->trigger();
    QCOMPARE(f.bookmarks.all().size(), std::size_t(1));
    QCOMPARE(f.bookmarks.all().front().name, QStringLiteral("second"));
    QCOMPARE(readBookmarks(f.file)->size(), std::size_t(1));
}

void TestBookmarks::theNameIsAskedFor()
{
    BookmarkFixture f;
    f.window.showTab(MainWindow::Tab::Network);
    f.trigger("keepPlace");
    auto* dialog = f.find<QInputDialog>("bookmarkName");
    QCOMPARE(dialog->textValue(), QStringLiteral("Network"));
    f.window.showTab(MainWindow::Tab::Summary); // while it is asked for
    dialog->setTextValue(QStringLiteral("  mine "));
    dialog->accept();
    QCOMPARE(f.bookmarks.all().size(), std::size_t(1));
    QCOMPARE(f.bookmarks.all().front().name, QStringLiteral("mine"));
    QCOMPARE(f.bookmarks.all().front().page, QStringLiteral("Network"));
    f.trigger("keepPlace");
    f.window.findChildren<QInputDialog*>(QStringLiteral("bookmarkName")).back()->reject();
    QCOMPARE(f.bookmarks.all().size(), std::size_t(1));
}

void TestBookmarks::theCursorOfAPlanComesBackOnceThePlanIsThere()
{
    BookmarkFixture f;
    f.window.showTab(MainWindow::Tab::MemoryMap);
    auto* page = f.window.findChild<MemoryPage*>();
    page->planFocus().setStepCount(0);
    QVERIFY(!cursorOf(*page));
    moveCursor(*page, 7); // nothing is planned yet
    QCOMPARE(page->planFocus().step(), 0);
    page->planFocus().setStepCount(20);
    QCOMPARE(page->planFocus().step(), 7);
    QCOMPARE(cursorOf(*page), std::optional<qint64>(7));
    moveCursor(*page, 30);
    moveCursor(*page, 3); // the later call holds
    page->planFocus().setStepCount(40);
    QCOMPARE(page->planFocus().step(), 3);
}

void TestBookmarks::theCursorOfChartsOverTimeComesBack()
{
    class Chart : public TimeChart {
    public:
        using TimeChart::TimeChart;

    protected:
        bool hasData() const override { return false; }
        void paintEmpty(QPainter&, const Theme&) override {}
        void paintMarks(QPainter&, const Theme&, bool) override {}
        void paintOver(QPainter&, const Theme&) override {}
        QString hint(QPointF) const override { return {}; }
        QString chartName() const override { return {}; }
        TableValues chartValues() const override { return {}; }
    };
    TimeFocus hidden, shown;
    QWidget page;
    QVERIFY(!cursorOf(page));
    moveCursor(page, 3); // has no axis
    Chart below(hidden), above(shown);
    below.setParent(&page);
    above.setParent(&page);
    page.show();
    below.hide();
    QVERIFY(!cursorOf(page)); // nothing is simulated yet
    moveCursor(page, 300);
    shown.setEnd(200);
    QCOMPARE(shown.cursor(), 0); // not that far
    shown.setEnd(1000);
    QCOMPARE(shown.cursor(), 300);
    QCOMPARE(cursorOf(page), std::optional<qint64>(300));
    shown.setCursor(5); // by the user, later
    shown.setEnd(2000);
    QCOMPARE(shown.cursor(), 5);
    QCOMPARE(hidden.cursor(), 0);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestBookmarks)
#include "tst_bookmarks.moc"
