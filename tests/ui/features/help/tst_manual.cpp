// SPDX-License-Identifier: GPL-3.0-or-later
// The manual leads everywhere: every view to its page, every link and picture to what is there, in the program and in
// the repository alike.
#include "engine/records/method.h"
#include "tests/places.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/help/help_feature.h"
#include "ui/features/help/manual_browser.h"
#include "ui/features/help/manual_places.h"
#include "ui/features/help/manual_text.h"
#include "ui/features/help/manual_window.h"
#include "ui/style/words.h"

#include <QAction>
#include <QDir>
#include <QDirIterator>
#include <QDockWidget>
#include <QLineEdit>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextTable>
#include <QTreeWidget>

namespace nestloom::ui {

namespace {

const QString kFolder = QStringLiteral(NESTLOOM_SOURCE_DIR "/resources/manual/");

bool hasAnchor(const QString& markdown, const QString& anchor)
{
    const auto headings = headingsOf(markdown);
    return anchor.isEmpty()
           || std::ranges::any_of(headings, [&](const auto& heading) { return heading.anchor == anchor; });
}

/// What is wrong with a link of a page; empty when it leads somewhere, in the program as well as in the repository.
QString complaint(const QString& page, const QString& target)
{
    if (target.startsWith(QLatin1String("http")))
        return {};
    const QString file =
        QDir::cleanPath(QStringLiteral("resources/manual/")
                        + (target.startsWith(QLatin1Char('#')) ? page : target.section(QLatin1Char('#'), 0, 0)));
    QFile inRepository(QStringLiteral(NESTLOOM_SOURCE_DIR "/") + file),
        inProgram(QStringLiteral(":/repository/") + file);
    if (!inRepository.open(QIODevice::ReadOnly) || !inProgram.open(QIODevice::ReadOnly))
        return QStringLiteral("%1: %2 is not there").arg(page, target);
    const QByteArray content = inProgram.readAll();
    if (content != inRepository.readAll())
        return QStringLiteral("%1: %2 is another one in the program").arg(page, target);
    if (file.endsWith(QLatin1String(".md"))
        && !hasAnchor(QString::fromUtf8(content), target.section(QLatin1Char('#'), 1)))
        return QStringLiteral("%1: %2 has no such section").arg(page, target);
    return {};
}

QStringList linksOf(const QString& page)
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([^)\\s]+)\\)"));
    QStringList links;
    const QString text = manualPage(page);
    for (auto at = link.globalMatch(text); at.hasNext();)
        links << at.next().captured(1);
    return links;
}

ManualWindow* manualOf(WindowFixture& f) { return f.window.findChild<Help*>()->manual(); }

} // namespace

class TestManual : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void f1OpensThePageOfTheFocusedView();
    void f1WorksInADialog();
    void everyPageAndPanelHasAPlaceOfItsOwn();
    void everyFeatureHasAPlace();
    void everyDialogHasAPlace();
    void everyPlaceIsThere();
    void everyPageIsInTheContents();
    void everyLinkAndPictureIsThere();
    void picturesAreSmallAndShown();
    void everyModelIsExplained();
    void everyTestAndBenchIsThere();
    void anchorsAreThoseOfForges_data();
    void anchorsAreThoseOfForges();
    void aMissingLinkIsNoticed();
    void linksAreFollowedAndTakenBack();
    void wordsAreFoundInLaterPages();
    void picturesFollowTheWindow();
    void coloursFollowTheTheme();
    void closesWithTheWindow();
};

void TestManual::f1OpensThePageOfTheFocusedView()
{
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    QVERIFY(manualOf(f) == nullptr);
    f.window.showTab(MainWindow::Tab::Network);
    f.find<QWidget>("networkTable")->setFocus();
    QTest::keyClick(f.find<QWidget>("networkTable"), Qt::Key_F1);
    ManualWindow* manual = manualOf(f);
    QVERIFY(manual != nullptr && manual->isVisible());
    QCOMPARE(manual->browser()->page(), QStringLiteral("network.md"));
    QCOMPARE(manual->browser()->source().fragment(), QStringLiteral("the-layers"));
    QCOMPARE(manual->contents()->currentItem()->text(0), QStringLiteral("The layers"));
    f.find<QAction>("manual")->trigger();
    QCOMPARE(manual->browser()->page(), QStringLiteral("index.md"));
    f.find<QWidget>("projectTree")->setFocus();
    f.find<QAction>("helpOnView")->trigger();
    QCOMPARE(manual->browser()->source().fragment(), QStringLiteral("open-a-file"));
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.window.showTab(MainWindow::Tab::Sweep); // as a click on its tab, which leaves the focus in the tree
    QTRY_VERIFY(f.find<QWidget>("sweepPage")->isVisible());
    QTest::qWait(20);
    f.find<QAction>("helpOnView")->trigger();
    QCOMPARE(manual->browser()->page(), QStringLiteral("sweep.md"));
}

void TestManual::f1WorksInADialog()
{
    WindowFixture f;
    f.window.actions().shortcuts->trigger();
    auto* sheet = f.find<QDialog>("shortcutSheet");
    sheet->activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(sheet));
    QTest::keyClick(sheet, Qt::Key_F1);
    QVERIFY(manualOf(f) != nullptr);
    QCOMPARE(manualOf(f)->browser()->page(), QStringLiteral("keyboard.md"));
}

void TestManual::everyPageAndPanelHasAPlaceOfItsOwn()
{
    WindowFixture f;
    for (const auto& [tab, place] : {std::pair(MainWindow::Tab::LoopNest, "results.md#loop-nest"),
                                     {MainWindow::Tab::Buffers, "results.md#buffers"},
                                     {MainWindow::Tab::Noc, "noc.md#load-of-links"}}) {
        f.window.showTab(tab); // what stands beside the view of a layer is about the view
        QCOMPARE(manualPlaceOf(f.window.page(tab)), QLatin1String(place));
    }
    for (int tab = 0; tab < f.window.pages().size(); ++tab) {
        f.window.showTab(MainWindow::Tab(tab));
        const QWidget* page = f.window.page(MainWindow::Tab(tab));
        QVERIFY2(manualPlaceOf(page) != QLatin1String("index.md"), qPrintable(page->objectName()));
    }
    QCOMPARE(manualPlaceOf(&f.window), QStringLiteral("index.md"));
    for (const QDockWidget* dock : f.window.findChildren<QDockWidget*>())
        QVERIFY2(manualPlaceOf(dock) != QLatin1String("index.md"), qPrintable(dock->objectName()));
    for (const char* name :
         {"cyclesChart", "layerTable", "loopNestView", "bufferUseView", "nocView", "memoryMap", "budgetChart"})
        QVERIFY2(f.find<QWidget>(name) != nullptr && manualPlaceOf(f.find<QWidget>(name)).contains(QLatin1Char('#')),
                 name);
    QCOMPARE(manualPlaceOf(nullptr), QStringLiteral("index.md"));
}

void TestManual::everyFeatureHasAPlace()
{
    QSet<QString> known;
    for (const ManualPlace& place : manualPlaces())
        known << QLatin1String(place.feature);
    const QStringList folders =
        QDir(QStringLiteral(NESTLOOM_SOURCE_DIR "/ui/features")).entryList(QDir::Dirs | QDir::NoDotAndDotDot);
    QVERIFY(folders.size() > 20);
    for (const QString& feature : folders)
        QVERIFY2(known.contains(feature), qPrintable(feature));
    QCOMPARE(known.size(), folders.size());
}

/// Pages, panels and dialogs by the names that the sources give them.
void TestManual::everyDialogHasAPlace()
{
    static const QRegularExpression name(QStringLiteral("\"(\\w+(?:Dialog|Page|Sheet|Editor|Dock))\""));
    QSet<QString> known, found;
    for (const ManualPlace& place : manualPlaces())
        known << QLatin1String(place.view);
    for (QDirIterator files(QStringLiteral(NESTLOOM_SOURCE_DIR "/ui"), {QStringLiteral("*.cpp")}, QDir::Files,
                            QDirIterator::Subdirectories);
         files.hasNext();) {
        QFile file(files.next());
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        for (auto at = name.globalMatch(text); at.hasNext();)
            found << at.next().captured(1);
    }
    QVERIFY(found.size() > 25);
    for (const QString& view : found)
        QVERIFY2(known.contains(view), qPrintable(view));
}

void TestManual::everyPlaceIsThere()
{
    for (const ManualPlace& place : manualPlaces())
        QCOMPARE(complaint(QStringLiteral("manual_places.cpp"), QLatin1String(place.place)), QString());
}

void TestManual::everyPageIsInTheContents()
{
    QStringList files = QDir(kFolder).entryList({QStringLiteral("*.md")}, QDir::Files, QDir::Name);
    QStringList pages = manualPages();
    pages.sort();
    QCOMPARE(pages, files);
    for (const QString& page : pages)
        QVERIFY2(headingsOf(manualPage(page)).front().level == 1, qPrintable(page));
}

void TestManual::everyLinkAndPictureIsThere()
{
    int links = 0;
    for (const QString& page : manualPages())
        for (const QString& target : linksOf(page)) {
            QCOMPARE(complaint(page, target), QString());
            ++links;
        }
    QVERIFY(links > 40);
}

void TestManual::picturesAreSmallAndShown()
{
    QStringList shown;
    for (const QString& page : manualPages())
        for (const QString& target : linksOf(page))
            if (target.startsWith(QLatin1String("pictures/")))
                shown << target.mid(9);
    const QFileInfoList files = QDir(kFolder + QStringLiteral("pictures")).entryInfoList(QDir::Files);
    QVERIFY(files.size() <= 12);
    for (const QFileInfo& file : files) {
        QVERIFY2(file.size() < 100'000, qPrintable(file.fileName()));
        QVERIFY2(shown.contains(file.fileName()), qPrintable(file.fileName()));
    }
}

void TestManual::everyModelIsExplained()
{
    using enum records::CostModel;
    const QString page = manualPage(QStringLiteral("results.md"));
    for (const records::CostModel model : {Own, Mesh, Ideal, Timeloop, Tiles, Nodes, Memory, Simulated}) {
        const QString row = QStringLiteral("| %1 | %2 |").arg(qt(records::name(model)), qt(records::describe(model)));
        QVERIFY2(page.contains(row), qPrintable(row));
    }
}

/// What figures are said to come from.
void TestManual::everyTestAndBenchIsThere()
{
    static const QRegularExpression test(QStringLiteral("`((?:app|engine|ui)/[a-z_/]+)/([a-z_]+)`")),
        bench(QStringLiteral("`((?:bench|fuzz)_[a-z_]+)"));
    const QDir tests(QStringLiteral(NESTLOOM_SOURCE_DIR "/tests"));
    int found = 0;
    for (const QString& page : manualPages()) {
        const QString text = manualPage(page);
        for (auto at = test.globalMatch(text); at.hasNext(); ++found) {
            const QRegularExpressionMatch match = at.next();
            QVERIFY2(
                tests.exists(match.captured(1) + QStringLiteral("/tst_") + match.captured(2) + QStringLiteral(".cpp")),
                qPrintable(page + QStringLiteral(": ") + match.captured(0)));
        }
        for (auto at = bench.globalMatch(text); at.hasNext(); ++found) {
            const QString name = at.next().captured(1);
            QVERIFY2(tests.exists(QStringLiteral("bench/") + name + QStringLiteral(".cpp")), qPrintable(page + name));
        }
    }
    QVERIFY(found > 20);
}

void TestManual::anchorsAreThoseOfForges_data()
{
    QTest::addColumn<QString>("heading");
    QTest::addColumn<QString>("anchor");
    QTest::newRow("words") << "Your own network"
                           << "your-own-network";
    QTest::newRow("number") << "4. Run"
                            << "4-run";
    QTest::newRow("marks") << "Where do I add ..."
                           << "where-do-i-add-";
}

void TestManual::anchorsAreThoseOfForges()
{
    QFETCH(QString, heading);
    QFETCH(QString, anchor);
    QCOMPARE(headingAnchor(heading), anchor);
    QCOMPARE(headingsOf(QStringLiteral("```\n# code\n```\n## `x` y\n")).front().anchor, QStringLiteral("x-y"));
}

void TestManual::aMissingLinkIsNoticed()
{
    const QString page = QStringLiteral("sweep.md");
    for (const char* target : {"nowhere.md", "sweep.md#nowhere", "#nowhere", "pictures/none.png"})
        QVERIFY2(!complaint(page, QLatin1String(target)).isEmpty(), target);
    for (const char* target : {"sweep.md#the-front", "#the-front", "../../GLOSSARY.md", "https://example.org"})
        QCOMPARE(complaint(page, QLatin1String(target)), QString());
}

void TestManual::linksAreFollowedAndTakenBack()
{
    ManualWindow manual;
    manual.resize(900, 600);
    manual.show();
    manual.open(QStringLiteral("tune.md"));
    manual.open(QStringLiteral("sweep.md#the-front"));
    QVERIFY(manual.browser()->verticalScrollBar()->value() > 0);
    manual.browser()->setSource(
        manual.browser()->source().resolved(QUrl(QStringLiteral("../../engine/cost/MODEL.md"))));
    QVERIFY(manual.browser()->toPlainText().contains(QStringLiteral("mesh model")));
    QVERIFY(manual.contents()->currentItem() == nullptr);
    manual.browser()->backward();
    QCOMPARE(manual.browser()->page(), QStringLiteral("sweep.md"));
    manual.browser()->backward();
    QCOMPARE(manual.browser()->page(), QStringLiteral("tune.md"));
    manual.browser()->forward();
    QCOMPARE(manual.browser()->page(), QStringLiteral("sweep.md"));
}

void TestManual::wordsAreFoundInLaterPages()
{
    ManualWindow manual;
    manual.show();
    manual.open(QStringLiteral("index.md"));
    manual.words()->setText(QStringLiteral("Loomis and Whitney")); // of one page
    QTest::keyClick(manual.words(), Qt::Key_Return);
    QCOMPARE(manual.browser()->page(), QStringLiteral("tiles.md"));
    QCOMPARE(manual.browser()->textCursor().selectedText(), QStringLiteral("Loomis and Whitney"));
    manual.words()->setText(QStringLiteral("xyzzy"));
    QTest::keyClick(manual.words(), Qt::Key_Return);
    QCOMPARE(manual.browser()->page(), QStringLiteral("tiles.md"));
}

void TestManual::picturesFollowTheWindow()
{
    ManualWindow manual;
    manual.resize(1000, 600);
    manual.show();
    manual.open(QStringLiteral("sweep.md"));
    const auto width = [&manual] {
        const QUrl picture(QStringLiteral("pictures/pareto.png"));
        const auto image =
            manual.browser()->document()->resource(QTextDocument::ImageResource, picture).value<QImage>();
        return image.width() / image.devicePixelRatio();
    };
    const double before = width();
    QVERIFY2(before > 100 && before < manual.browser()->viewport()->width(),
             qPrintable(QString::number(before) + QStringLiteral(" of ")
                        + QString::number(manual.browser()->viewport()->width())));
    manual.resize(700, 600);
    QTRY_VERIFY(width() < before && width() < manual.browser()->viewport()->width());
}

void TestManual::coloursFollowTheTheme()
{
    ManualWindow manual;
    manual.show();
    manual.open(QStringLiteral("command-line.md#exit-codes"));
    const int at = manual.browser()->verticalScrollBar()->value();
    const auto head = [&manual] {
        for (QTextFrame* frame : manual.browser()->document()->rootFrame()->childFrames())
            if (const auto* table = qobject_cast<QTextTable*>(frame))
                return table->cellAt(0, 0).format().background().color();
        return QColor();
    };
    const QColor light = head();
    QVERIFY(light.isValid());
    applyTheme(*qApp, ThemeKind::Dark);
    QTRY_VERIFY(head() != light);
    QCOMPARE(manual.browser()->verticalScrollBar()->value(), at);
    applyTheme(*qApp, ThemeKind::Light);
}

void TestManual::closesWithTheWindow()
{
    WindowFixture f;
    f.find<QAction>("manual")->trigger();
    ManualWindow* manual = manualOf(f);
    QVERIFY(manual->isVisible());
    f.window.close();
    QVERIFY(!manual->isVisible());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestManual)
#include "tst_manual.moc"
