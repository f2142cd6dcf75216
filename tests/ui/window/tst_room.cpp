// SPDX-License-Identifier: GPL-3.0-or-later
// What the window does with little room, and with much text.
#include "tests/ui/support/window_fixture.h"
#include "ui/parts/headline_card.h"
#include "ui/style/theme.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/page_area.h"
#include "ui/widgets/rich_label.h"
#include "ui/window/screen_bounds.h"

#include <QAction>
#include <QDialog>
#include <QDockWidget>
#include <QLabel>
#include <QMetaEnum>
#include <QScreen>
#include <QSplitter>
#include <QTabBar>
#include <QToolButton>

#include <algorithm>

namespace nestloom::ui {

class TestRoom : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, ThemeKind::Light); } // the font that decides what fits
    void noPageMakesTheWindowLarger_data();
    void noPageMakesTheWindowLarger();
    void aPageThatNeedsMoreRoomScrolls();
    void pagesJoinTheWindowOneByOneAfterItIsPainted();
    void aPageThatIsShownJoinsAtOnce();
    void aWindowThatWasNeverShownKeepsTheViewsOfItsPages();
    void noWordsMakeTheWindowLarger();
    void noWordsMakeTheSummaryWider();
    void controlsScrollOnlyOnASmallScreen();
    void runAndCancelAreAlwaysInSight();
    void aDockAtTheFootGivesTheRoomBack();
    void aStackNeedsTheRoomOfWhatItShows();
    void noPanelMakesTheWindowLargerThanTheScreen();
    void aDialogOpensOnTheScreen();
    void allTabsAreSeenInEveryPerspective_data();
    void allTabsAreSeenInEveryPerspective();
};

void TestRoom::noPageMakesTheWindowLarger_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("1024x700") << QSize(1024, 700);
    QTest::newRow("1366x768") << QSize(1366, 768);
}

void TestRoom::noPageMakesTheWindowLarger()
{
    QFETCH(QSize, size);
    WindowFixture f;
    QVERIFY(f.ready);
    f.window.resize(size);
    const QMetaEnum tabs = QMetaEnum::fromType<MainWindow::Tab>();
    for (int i = 0; i < tabs.keyCount(); ++i) {
        f.window.showTab(MainWindow::Tab(tabs.value(i)));
        QCoreApplication::processEvents();
        QVERIFY2(f.window.size() == size, tabs.key(i));
    }
}

void TestRoom::aPageThatNeedsMoreRoomScrolls()
{
    auto* page = new QWidget;
    page->setMinimumSize(900, 700);
    PageArea area(page);
    area.resize(400, 300);
    area.show();
    QCOMPARE(page->size(), QSize(900, 700));
    QVERIFY(area.minimumSizeHint().width() < 200);
    area.resize(1000, 800);
    QCOMPARE(page->size(), QSize(1000, 800));
}

void TestRoom::pagesJoinTheWindowOneByOneAfterItIsPainted()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    const auto joined = [&window] {
        const QList<QWidget*> pages = window.pages();
        return std::count_if(pages.begin(), pages.end(),
                             [&](const QWidget* page) { return window.isAncestorOf(page); });
    };
    QCOMPARE(joined(), 0);
    window.show();
    QVERIFY(joined() <= 1);
    for (int turn = 0; turn < 1000 && joined() <= 1; ++turn)
        QCoreApplication::processEvents(); // not QTRY_VERIFY: on a busy machine it looks too late
    QVERIFY(joined() > 1 && joined() < 13);
    QTRY_COMPARE(joined(), 13);
}

void TestRoom::aPageThatIsShownJoinsAtOnce()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.show();
    QWidget* page = window.page(MainWindow::Tab::Sweep);
    QVERIFY(!window.isAncestorOf(page));
    window.showTab(MainWindow::Tab::Sweep);
    QVERIFY(window.isAncestorOf(page) && page->isVisible());
    QVERIFY(!window.isAncestorOf(window.page(MainWindow::Tab::Pareto)));
    QCOMPARE(window.currentTab(), MainWindow::Tab::Sweep);
    window.finish();
    QVERIFY(window.isAncestorOf(window.page(MainWindow::Tab::Pareto)));
}

void TestRoom::aWindowThatWasNeverShownKeepsTheViewsOfItsPages()
{
    WindowFixture f; // somebody sized a splitter
    f.window.showTab(MainWindow::Tab::MemoryMap);
    f.find<QSplitter>("memoryFoot")->setSizes({150, 600});
    QVERIFY(f.window.close());
    const QByteArray kept = QSettings().value(QStringLiteral("views/memoryFoot")).toByteArray();
    QVERIFY(!kept.isEmpty());
    WholeWindow next(f.session);
    QVERIFY(next.findChild<QSplitter*>(QStringLiteral("memoryFoot")) == nullptr); // not yet
    QVERIFY(next.close());
    QCOMPARE(QSettings().value(QStringLiteral("views/memoryFoot")).toByteArray(), kept);
}

void TestRoom::noWordsMakeTheWindowLarger()
{
    WindowFixture f;
    const QString words =
        QStringLiteral("simba has no level 'GlobalBufer'; its levels are DRAM, GlobalBuffer ").repeated(6);
    for (ElidedLabel* label : f.window.findChildren<ElidedLabel*>())
        label->setText(words);
    for (int i = 0; i < 4; ++i)
        f.window.addBanner(new Banner(words));
    for (QDockWidget* dock : f.window.findChildren<QDockWidget*>())
        dock->show();
    QCoreApplication::processEvents();
    QCOMPARE(f.window.size(), QSize(1366, 768));
    QVERIFY(f.find<ElidedLabel>("liveProgress") != nullptr); // of the bar below the pages
}

void TestRoom::noWordsMakeTheSummaryWider()
{
    WindowFixture f;
    const JobId job = f.start();
    f.session.finishLayer(job, solvedLayer(f.session.requests[job], 0, 1234));
    f.window.actions().design->trigger(); // where the page has the least room
    f.window.showTab(MainWindow::Tab::Summary);
    QCoreApplication::processEvents();
    QWidget* page = f.window.page(MainWindow::Tab::Summary);
    auto* sentence = page->findChild<QLabel*>(QStringLiteral("bottleneck"));
    sentence->setText(QStringLiteral("operands of encoder_layer have elements of up to 32 bit, ").repeated(4));
    QVERIFY(sentence->minimumSizeHint().width() < page->width());
    sentence->setWordWrap(false);
    QVERIFY(sentence->minimumSizeHint().width() > page->width());
    HeadlineCard card(QStringLiteral("Against the proven bound of every layer")); // gives way to what changed
    const int title = card.fontMetrics().horizontalAdvance(QStringLiteral("Against the proven bound of every layer"));
    card.showDelta({QStringLiteral("+0.0002 pp"), Delta::Verdict::Worse, {}}, {});
    QVERIFY(card.minimumSizeHint().width() < title);
    card.show(QStringLiteral("the value itself does not, however long it is"), {});
    QVERIFY(card.minimumSizeHint().width() > title);
}

void TestRoom::controlsScrollOnlyOnASmallScreen()
{
    auto* controls = new QWidget;
    controls->setMinimumSize(120, 90);
    ControlArea area(controls);
    QCOMPARE(area.minimumSizeHint(), QSize(120, 90));
    controls->setMinimumSize(120, 10'000);
    const int least = area.minimumSizeHint().height();
    QVERIFY(least < area.screen()->availableGeometry().height() / 2);
    QFont larger = area.font();
    larger.setPixelSize(2 * area.fontInfo().pixelSize());
    area.setFont(larger); // what stands around it takes more room too
    QVERIFY(area.minimumSizeHint().height() < least);
}

void TestRoom::runAndCancelAreAlwaysInSight()
{
    WindowFixture f;
    auto* dock = f.find<QDockWidget>("runDock");
    f.window.resizeDocks({f.find<QDockWidget>("projectDock"), dock}, {500, 100}, Qt::Vertical);
    f.find<QDockWidget>("jobsDock")->show();
    auto* run = f.find<QPushButton>("runButton");
    QTRY_COMPARE(run->visibleRegion().boundingRect(), run->rect());
    f.find<QDockWidget>("jobsDock")->hide();
    f.find<QDockWidget>("projectDock")->hide();
    auto* area = dock->findChild<ControlArea*>();
    QTRY_VERIFY(area->height() >= area->page()->height());                    // nothing scrolls where there is room
    QVERIFY(run->mapTo(dock, QPoint()).y() < area->geometry().bottom() + 80); // and nothing lies between
}

void TestRoom::aStackNeedsTheRoomOfWhatItShows()
{
    FittingStack stack;
    auto* wide = new QWidget;
    wide->setMinimumSize(2000, 10);
    stack.addWidget(new QLabel(QStringLiteral("none")));
    stack.addWidget(wide);
    QVERIFY(stack.minimumSizeHint().width() < 500);
    stack.setCurrentWidget(wide);
    QCOMPARE(stack.minimumSizeHint().width(), 2000);
}

void TestRoom::aDockAtTheFootGivesTheRoomBack()
{
    WindowFixture f;
    auto* tree = f.find<QDockWidget>("projectDock");
    auto* problems = f.find<QDockWidget>("problemsDock");
    QVERIFY(tree != nullptr && problems != nullptr && !problems->isVisible());
    f.window.resizeDocks({tree, f.find<QDockWidget>("runDock")}, {250, 400}, Qt::Vertical);
    QCoreApplication::processEvents();
    const int before = tree->height();
    problems->show();
    QTRY_VERIFY(tree->height() < before);
    problems->hide();
    QTRY_COMPARE(tree->height(), before);
}

void TestRoom::noPanelMakesTheWindowLargerThanTheScreen()
{
    WindowFixture f;
    const QSize room = ScreenBounds::room(f.window).size();
    f.window.resize(room);
    QCoreApplication::processEvents();
    f.find<QDockWidget>("projectDock")->widget()->setMinimumHeight(3 * room.height()); // as words of any size would
    QTRY_VERIFY(f.window.minimumSizeHint().height() > room.height());
    QTest::qWait(50);
    QCOMPARE(f.window.height(), room.height());
}

void TestRoom::aDialogOpensOnTheScreen()
{
    WindowFixture f;
    QDialog dialog(&f.window);
    dialog.resize(400, 3 * f.window.screen()->availableGeometry().height());
    dialog.show();
    QTRY_VERIFY(f.window.screen()->availableGeometry().contains(dialog.geometry()));
}

void TestRoom::allTabsAreSeenInEveryPerspective_data()
{
    QTest::addColumn<QSize>("size");
    QTest::addColumn<bool>("isTight");
    QTest::newRow("1366x768") << QSize(1366, 768) << true;
    QTest::newRow("2560x1440") << QSize(2560, 1440) << false;
}

void TestRoom::allTabsAreSeenInEveryPerspective()
{
    QFETCH(QSize, size);
    QFETCH(bool, isTight);
    WindowFixture f;
    f.window.resize(size);
    const WindowActions& actions = f.window.actions();
    for (QAction* action : {actions.design, actions.runView, actions.compareView}) {
        action->trigger();
        QCoreApplication::processEvents();
        const QByteArray name = action->text().toUtf8();
        auto* tabs = f.find<QTabWidget>("tabs");
        QCOMPARE(tabs->count(), 13);
        const int end = tabs->tabBar()->tabRect(tabs->count() - 1).right();
        QVERIFY2(end <= tabs->width(),
                 (name + ": " + QByteArray::number(end) + " of " + QByteArray::number(tabs->width())).constData());
        for (const QToolButton* arrow : tabs->tabBar()->findChildren<QToolButton*>())
            QVERIFY2(!arrow->isVisible(), name.constData());
        const bool tight = tabs->tabBar()->property("tight").toBool();
        QVERIFY2(isTight || !tight, name.constData());
        QVERIFY2(!isTight || action != actions.design || tight, name.constData());
    }
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestRoom)
#include "tst_room.moc"
