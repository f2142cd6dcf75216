// SPDX-License-Identifier: GPL-3.0-or-later
// Opening files of every kind, the recent ones, and the welcome page.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/files/file_drop.h"
#include "ui/features/welcome/welcome_page.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/toast.h"
#include "ui/window/problems_line.h"
#include "ui/workbench/file_opener.h"
#include "ui/workbench/recent_files.h"

#include <QAction>
#include <QDragEnterEvent>
#include <QDragLeaveEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>

namespace nestloom::ui {

class TestFiles : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void kindsAreToldByContent_data();
    void kindsAreToldByContent();
    void severalFilesAreSummedUp();
    void aBrokenAcceleratorIsMendedInTheEditor();
    void oneFileThatIsRefusedIsToldAboveTheStatusBar();
    void aDatabaseOfRunsGetsAWindowOfItsOwn();
    void theDatabaseOfThisWindowIsNotRead();
    void filesCanBeDroppedOnAnyWidget();
    void theOverlayGoesWhenTheDragLeaves();
    void whatIsNoFileIsRefused();
    void recentFilesComeBackAtTheNextStart();
    void aRecentFileThatIsGoneLeavesTheList();
    void brokenRecentFilesAreLeftOut();
    void welcomeShowsWhileNothingIsOpen();
    void anExampleRunsWithOneClick();
    void welcomeListsRunsAndFiles();

private:
    static QString write(const QString& path, const QByteArray& text)
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write(text) == text.size() ? path : QString();
    }
    static QByteArray sqlite(const QByteArray& schema)
    {
        return QByteArray("SQLite format 3\0", 16) + QByteArray(100, '\0') + schema;
    }
    static const QByteArray kRuns;
};

const QByteArray TestFiles::kRuns = "CREATE TABLE runs (id INTEGER, accelerator_yaml TEXT)";

void TestFiles::kindsAreToldByContent_data()
{
    QTest::addColumn<QByteArray>("content");
    QTest::addColumn<int>("kind");
    QTest::addColumn<bool>("tried");
    const auto row = [](const char* name, const QByteArray& content, FileKind kind, bool tried) {
        QTest::newRow(name) << content << int(kind) << tried;
    };
    row("accelerator", "# mine\naccelerator:\n  name: x\n", FileKind::Accelerator, true);
    row("network", "network:\n  name: x\n", FileKind::Network, true);
    row("text that is nothing", "hello", FileKind::Accelerator, true);
    row("empty", "", FileKind::Accelerator, true);
    row("runs", sqlite(kRuns), FileKind::Runs, true);
    row("other database", sqlite("CREATE TABLE cats (id INTEGER)"), FileKind::OtherDatabase, false);
    row("onnx",
        QByteArray("\x08\x07\x12\x07pytorch\x1a\x03"
                   "1.9\x3a",
                   16),
        FileKind::Onnx, false);
    row("timeloop architecture", "architecture:\n  version: 0.3\n", FileKind::TimeloopYaml, false);
    row("timeloop include", "{{include_text('x.yaml')}}\nproblem:\n", FileKind::TimeloopYaml, false);
    row("timeloop energies", "ERT:\n  version: 0.4\n", FileKind::TimeloopYaml, false);
    row("accelforge architecture", "arch:\n  nodes:\n  - !Memory\n    name: a\n", FileKind::AccelforgeYaml, false);
    row("accelforge workload", "{% set A = 1 %}\nworkload:\n", FileKind::AccelforgeYaml, false);
    row("arch of timeloop", "arch:\n  storage: []\n", FileKind::TimeloopYaml, false);
    row("convolutions", "Layer name, IFMAP Height, IFMAP Width, Filter Height,\n", FileKind::Topology, false);
    row("products", "Layer,M,N,K,\na,1,2,3,\n", FileKind::Topology, false);
    row("timeloop problem", "problem:\n  instance: {C: 3}\n", FileKind::TimeloopYaml, false);
    row("exported run", "{\n  \"schema\": 1,\n  \"summary\": {\"run\": 7}\n}\n", FileKind::Exported, false);
    row("timeloop recording", "{\"name\": \"a\", \"arch\": \"simba\", \"mapping\": []}\n", FileKind::TimeloopRecording,
        false);
    row("mapping", "[\n {\"level\": \"DRAM\", \"temporal\": []}]\n", FileKind::Mapping, false);
    row("another list", "[1, 2]\n", FileKind::Accelerator, true);
    row("picture", QByteArray("\x89PNG\r\n\x1a\n\0\0\0\rIHDR", 16), FileKind::Binary, false);
}

void TestFiles::kindsAreToldByContent()
{
    QFETCH(QByteArray, content);
    QFETCH(int, kind);
    QFETCH(bool, tried);
    QCOMPARE(int(detectFileKind(content)), kind);
    QCOMPARE(whyNotOpened(FileKind(kind), QStringLiteral("/a/x.bin")).isEmpty(), tried);
    if (!tried)
        QVERIFY(whyNotOpened(FileKind(kind), QStringLiteral("/a/x.bin")).startsWith(QStringLiteral("x.bin is ")));
}

void TestFiles::severalFilesAreSummedUp()
{
    WindowFixture f;
    // What is like nothing that is known goes to the reader that its name asks for.
    QVERIFY(detectFile(write(f.settings.path(QStringLiteral("damaged.onnx")), "\x01\x04 no")) == FileKind::Onnx);
    QVERIFY(detectFile(write(f.settings.path(QStringLiteral("odd.csv")), "a,b\n1,2\n")) == FileKind::Topology);
    QVERIFY(detectFile(write(f.settings.path(QStringLiteral("mine.csv")), "accelerator:\n")) == FileKind::Accelerator);
    QByteArray yaml = f.session.accelerators().front().yaml.toUtf8();
    const QStringList paths{
        write(f.settings.path(QStringLiteral("chip.txt")), yaml.replace("name: simba", "name: chip")),
        write(f.settings.path(QStringLiteral("bad.yaml")), "accelerator:\n  nam: x\n"),
        write(f.settings.path(QStringLiteral("net.onnx")),
              f.session.networks()[1].yaml.toUtf8()), // a network by content
        write(f.settings.path(QStringLiteral("t.yaml")), "{\"name\": \"a\", \"arch\": \"simba\", \"mapping\": []}\n"),
        f.settings.path(QStringLiteral("nowhere.yaml"))};
    const std::vector<OpenedFile> files = f.window.files().open(paths);
    QCOMPARE(f.window.workbench().document().value().name, std::string("chip"));
    QCOMPARE(f.window.workbench().network().name, std::string("resnet50"));
    QCOMPARE(f.window.problems()->count(), 3);
    const QString words = openedWords(files);
    QVERIFY2(
        words.startsWith(QStringLiteral("2 files opened: chip.txt (accelerator), net.onnx (network).\nNot opened:")),
        qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("bad.yaml:2")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("t.yaml is a recording of Timeloop")), qPrintable(words));
    QVERIFY2(words.contains(QStringLiteral("nowhere.yaml")), qPrintable(words));
    const QString handedOn = openedWords({{QStringLiteral("/a/net.onnx"), FileKind::Onnx, {}, true}});
    QVERIFY2(handedOn.startsWith(QStringLiteral("To be imported: net.onnx (")), qPrintable(handedOn)); // not opened yet
    auto* banner = f.find<Banner>("filesBanner");
    QVERIFY(banner != nullptr && banner->isVisible());
    QCOMPARE(banner->text(), words);
    delete banner;
    QCOMPARE(f.window.files().open(paths.mid(0, 1) + paths.mid(2, 1)).size(), std::size_t(2));
    QVERIFY(f.find<Banner>("filesBanner") == nullptr); // all is well: said, and gone by itself
    QVERIFY(f.window.findChild<Toast*>()->text().startsWith(QStringLiteral("2 files opened: chip.txt")));
}

void TestFiles::aBrokenAcceleratorIsMendedInTheEditor()
{
    WindowFixture f;
    QByteArray yaml = f.session.accelerators().front().yaml.toUtf8();
    yaml.replace("clock: 1 GHz", "clock: fast").replace("kind: sram", "kind: srm");
    const QString path = write(f.settings.path(QStringLiteral("bad.yaml")), yaml);
    f.window.files().open({path});
    const AcceleratorDocument& document = f.window.workbench().document();
    QCOMPARE(document.path(), path);
    QVERIFY(document.isEmpty() && document.state().yamlError && !document.state().furtherErrors.empty());
    auto* text = editorIn(f.window)->findChild<QPlainTextEdit*>(QStringLiteral("yamlEdit"));
    QVERIFY(text->isVisible());
    QCOMPARE(text->toPlainText(), QString::fromUtf8(yaml));
    auto* errors = editorIn(f.window)->findChild<QLabel*>(QStringLiteral("yamlError"));
    QVERIFY2(errors->text().count(QStringLiteral("Go to line")) > 1, qPrintable(errors->text()));
    QVERIFY(!f.window.actions().run->isEnabled());
    QVERIFY2(f.window.actions().run->toolTip().contains(QStringLiteral("fast")),
             qPrintable(f.window.actions().run->toolTip()));
    text->setPlainText(f.session.accelerators().front().yaml);
    QCOMPARE(document.value().name, std::string("simba"));
    f.window.actions().saveAccelerator->trigger(); // to its own file, without a question
    QVERIFY(!document.isDirty());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), f.session.accelerators().front().yaml);
}

void TestFiles::oneFileThatIsRefusedIsToldAboveTheStatusBar()
{
    WindowFixture f;
    f.window.files().open({write(f.settings.path(QStringLiteral("net.yaml")), "network:\n  nam: x\n")});
    auto* banner = f.find<Banner>("filesBanner");
    QVERIFY(banner != nullptr && banner->isVisible());
    QVERIFY2(banner->text().contains(QStringLiteral("net.yaml:2")), qPrintable(banner->text()));
    QCOMPARE(f.window.problems()->count(), 1);
    f.window.files().open({write(f.settings.path(QStringLiteral("good.yaml")), f.session.networks()[1].yaml.toUtf8())});
    QCOMPARE(f.window.problems()->count(), 0); // that was another file
}

void TestFiles::theDatabaseOfThisWindowIsNotRead()
{
    WindowFixture f;
    const QString path = write(f.settings.path(QStringLiteral("own.sqlite")), sqlite(kRuns));
    const QString link = f.settings.path(QStringLiteral("link.sqlite"));
    QVERIFY(QFile::link(path, link));
    setOwnStore(path);
    int shown = 0;
    f.window.files().setShowRuns([&shown](const QString&) { return ++shown > 0; });
    for (const QString& name : {path, link, write(path + QStringLiteral("-wal"), "log")}) {
        const auto files = f.window.files().open({name});
        QVERIFY2(files.front().whyNot.contains(QStringLiteral("database of this window")), qPrintable(name));
    }
    QCOMPARE(shown, 0);
    setOwnStore({});
}

void TestFiles::aDatabaseOfRunsGetsAWindowOfItsOwn()
{
    WindowFixture f;
    const QString path = write(f.settings.path(QStringLiteral("a.txt")), sqlite(kRuns));
    QStringList shown;
    f.window.files().setShowRuns([&shown](const QString& store) {
        shown << store;
        return true;
    });
    f.window.files().open({path});
    QCOMPARE(shown, QStringList{path});
    QCOMPARE(f.window.problems()->count(), 0);
    f.window.files().setShowRuns([](const QString&) { return false; });
    f.window.files().open({path});
    QVERIFY(f.window.problems()->text().contains(QStringLiteral("nestloom --store")));
}

void TestFiles::filesCanBeDroppedOnAnyWidget()
{
    WindowFixture f;
    QByteArray yaml = f.session.accelerators().front().yaml.toUtf8();
    const QString path = write(f.settings.path(QStringLiteral("mine.yaml")), yaml.replace("name: simba", "name: mine"));
    editorIn(f.window)->findChild<AcceleratorForm*>()->makeRowsOf(QStringLiteral("levels[1].capacity"));
    auto* field = f.find<QLineEdit>("field:levels[1].capacity");
    const QString before = field->text();
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(path)});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(field, &enter);
    auto* overlay = f.find<FileDrop>("fileDrop");
    QVERIFY(enter.isAccepted() && overlay->isVisible());
    QCOMPARE(overlay->lines(), QStringList{QStringLiteral("mine.yaml: accelerator")});
    QCOMPARE(overlay->size(), f.window.size());
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(overlay, &drop);
    QVERIFY(!overlay->isVisible());
    QCOMPARE(f.window.workbench().document().value().name, std::string("mine"));
    QCOMPARE(field->text(), before);
}

void TestFiles::theOverlayGoesWhenTheDragLeaves()
{
    WindowFixture f;
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(QStringLiteral("/nowhere"))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&f.window, &enter);
    auto* overlay = f.find<FileDrop>("fileDrop");
    QVERIFY(overlay->isVisible());
    QDragLeaveEvent leave;
    QApplication::sendEvent(overlay, &leave);
    QVERIFY(!overlay->isVisible());
    QMimeData text; // no file: fields may have it
    text.setText(QStringLiteral("64 KiB"));
    QDragEnterEvent other(QPoint(5, 5), Qt::CopyAction, &text, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&f.window, &other);
    QVERIFY(!overlay->isVisible());
}

void TestFiles::whatIsNoFileIsRefused()
{
    WindowFixture f;
    QMimeData data;
    data.setUrls({QUrl(QStringLiteral("https://example.org/a.yaml"))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&f.window, &enter);
    QDropEvent drop(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(f.find<FileDrop>("fileDrop"), &drop);
    QVERIFY(f.window.problems()->text().contains(QStringLiteral("not a file on this computer")));
}

void TestFiles::recentFilesComeBackAtTheNextStart()
{
    WindowFixture f;
    const QString path = write(f.settings.path(QStringLiteral("my net.yaml")), f.session.networks()[1].yaml.toUtf8());
    f.window.files().open({path});
    f.window.files().open({QStringLiteral("/nowhere.yaml")}); // was not opened
    RecentFiles stored;
    stored.load(QSettings());
    QCOMPARE(stored.files().size(), 1u); // whatever becomes of the window
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    const auto& files = next.findChild<RecentFiles*>()->files();
    QCOMPARE(files.size(), 1u);
    QCOMPARE(files.front().path, path);
    QVERIFY(files.front().kind == FileKind::Network);
    auto* menu = next.findChild<QMenu*>(QStringLiteral("recentMenu"));
    Q_EMIT menu->aboutToShow();
    QStringList texts;
    for (const QAction* action : menu->actions())
        texts << action->text();
    QVERIFY2(texts.contains(path), qPrintable(texts.join(QLatin1Char('|'))));
}

void TestFiles::aRecentFileThatIsGoneLeavesTheList()
{
    WindowFixture f;
    auto* recent = f.window.findChild<RecentFiles*>();
    recent->add(QStringLiteral("/nowhere/a.yaml"), FileKind::Network);
    auto* menu = f.find<QMenu>("recentMenu");
    Q_EMIT menu->aboutToShow();
    for (QAction* action : menu->actions())
        if (action->text() == QStringLiteral("/nowhere/a.yaml"))
            action->trigger();
    QVERIFY(recent->files().empty());
    QVERIFY(f.window.problems()->text().contains(QStringLiteral("no longer there")));
}

void TestFiles::brokenRecentFilesAreLeftOut()
{
    const ScratchSettings scratch;
    QSettings settings;
    settings.setValue(
        QStringLiteral("files/recent"),
        QStringList{QStringLiteral("network /a.yaml"), QStringLiteral("what /b"), QString(), QStringLiteral("x")});
    RecentFiles recent;
    recent.load(settings);
    QCOMPARE(recent.files().size(), 1u);
    for (int i = 0; i < 40; ++i)
        recent.add(QString::number(i), FileKind::Accelerator);
    QCOMPARE(recent.files().size(), RecentFiles::kKept);
    QCOMPARE(recent.files().front().path, QStringLiteral("39"));
}

void TestFiles::welcomeShowsWhileNothingIsOpen()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.show();
    auto* page = window.findChild<WelcomePage*>();
    QVERIFY(page->isVisible());
    window.workbench().chooseNetwork(session.networks().front());
    QVERIFY(!page->isVisible());
    for (const auto& [text, name] :
         {std::pair{u"New accelerator", u"newAccelerator"}, {u"New network...", u"newNetwork"}}) {
        QSignalSpy asked(window.findChild<QAction*>(QStringView(name).toString()), &QAction::triggered);
        for (QPushButton* button : page->findChildren<QPushButton*>())
            if (button->text() == text)
                button->click();
        QCOMPARE(asked.size(), 1);
    }
    window.findChild<QAction*>(QStringLiteral("welcome"))->trigger();
    QVERIFY(page->isVisible());
    auto* back = page->findChild<QPushButton*>(QStringLiteral("backToPages"));
    QCOMPARE(back->isVisible(), true); // something is open
    back->click();
    QVERIFY(!page->isVisible());
    window.showCover(true);
    QVERIFY(page->isVisible());
    window.showTab(MainWindow::Tab::Network);
    QVERIFY(!page->isVisible());
}

void TestFiles::anExampleRunsWithOneClick()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.show();
    window.findChild<QPushButton*>(QStringLiteral("example:simba"))->click();
    QCOMPARE(session.requests.size(), 1u);
    QCOMPARE(session.requests.begin()->second.accelerator.name, std::string("simba"));
    QCOMPARE(session.requests.begin()->second.network.name, std::string("resnet50"));
    QVERIFY(!window.findChild<WelcomePage*>()->isVisible());
    QVERIFY(window.findChild<QPushButton*>(QStringLiteral("example:eyeriss")) == nullptr); // not in this library
}

void TestFiles::welcomeListsRunsAndFiles()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.show();
    window.findChild<RecentFiles*>()->add(QStringLiteral("/a/mine.yaml"), FileKind::Network);
    RunSummary run;
    run.id = 7;
    run.networkName = "alexnet";
    run.acceleratorName = "simba";
    session.setRuns({run});
    QStringList texts;
    QLabel* runLabel = nullptr;
    for (QLabel* label : window.findChild<WelcomePage*>()->findChildren<QLabel*>()) {
        texts << label->text();
        if (label->text().contains(QStringLiteral("7  alexnet on simba")))
            runLabel = label;
    }
    QVERIFY(texts.join(QLatin1Char(' ')).contains(QStringLiteral("mine.yaml")));
    QVERIFY(runLabel != nullptr);
    Q_EMIT runLabel->linkActivated(QStringLiteral("run"));
    QCOMPARE(session.loads, std::vector<RunId>{7});
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestFiles)
#include "tst_files.moc"
