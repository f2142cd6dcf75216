// SPDX-License-Identifier: GPL-3.0-or-later
// The palette in the window: what it finds, and that the keyboard is enough.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/palette/command_palette.h"

#include <QAction>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>

namespace nestloom::ui {

class TestCommandPalette : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void bothShortcutsOpenIt_data();
    void bothShortcutsOpenIt();
    void escapeClosesAndGivesTheFocusBack();
    void enterFocusesTheFieldThatWasTyped();
    void aPartThatTheAcceleratorLacksIsFound();
    void enterSelectsALayerOfTheShownRun();
    void enterChoosesAnEngine();
    void runsAreFoundByNumber();
    void anActionThatIsNotPossibleSaysWhy();
    void whatWasUsedLatelyComesFirstAtTheNextStart();
    void upFromTheFirstGoesToTheLast();

private:
    static void open(WindowFixture& f)
    {
        f.window.activateWindow();
        f.find<QAction>("findAnything")->trigger();
    }
    static void type(WindowFixture& f, const QString& text)
    {
        open(f);
        QTest::keyClicks(f.find<QLineEdit>("paletteField"), text);
    }
    static QString first(WindowFixture& f)
    {
        return f.find<QListView>("paletteList")->model()->index(0, 0).data().toString();
    }
    static void press(WindowFixture& f, Qt::Key key) { QTest::keyClick(f.find<QLineEdit>("paletteField"), key); }
};

void TestCommandPalette::bothShortcutsOpenIt_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<int>("modifiers");
    QTest::newRow("Ctrl+K") << int(Qt::Key_K) << int(Qt::ControlModifier);
    QTest::newRow("Ctrl+Shift+P") << int(Qt::Key_P) << int(Qt::ControlModifier | Qt::ShiftModifier);
}

void TestCommandPalette::bothShortcutsOpenIt()
{
    QFETCH(int, key);
    QFETCH(int, modifiers);
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.window.actions().editYaml->trigger(); // also while a text is being edited
    auto* yaml = editorIn(f.window)->findChild<QPlainTextEdit*>(QStringLiteral("yamlEdit"));
    yaml->setFocus();
    const QString before = yaml->toPlainText();
    QTest::keyClick(yaml, Qt::Key(key), Qt::KeyboardModifiers(modifiers));
    QVERIFY(f.find<CommandPalette>("commandPalette")->isVisible());
    QCOMPARE(yaml->toPlainText(), before);
}

void TestCommandPalette::escapeClosesAndGivesTheFocusBack()
{
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    QVERIFY(showField(f.window, QStringLiteral("levels[1].capacity")));
    QWidget* before = f.window.focusWidget();
    open(f);
    QVERIFY(f.find<QLineEdit>("paletteField")->hasFocus());
    press(f, Qt::Key_Escape);
    QVERIFY(!f.find<CommandPalette>("commandPalette")->isVisible());
    QCOMPARE(f.window.focusWidget(), before);
}

void TestCommandPalette::enterFocusesTheFieldThatWasTyped()
{
    WindowFixture f;
    type(f, QStringLiteral("glob cap"));
    QCOMPARE(first(f), QStringLiteral("GlobalBuffer: Capacity"));
    press(f, Qt::Key_Return);
    QVERIFY(!f.find<CommandPalette>("commandPalette")->isVisible());
    QCOMPARE(f.window.focusWidget()->objectName(), QStringLiteral("field:levels[1].capacity"));
}

void TestCommandPalette::aPartThatTheAcceleratorLacksIsFound()
{
    WindowFixture f;
    QVERIFY(!f.window.workbench().document().value().vectorUnit);
    type(f, QStringLiteral("vector unit"));
    QCOMPARE(first(f), QStringLiteral("Vector unit: Section"));
}

void TestCommandPalette::enterSelectsALayerOfTheShownRun()
{
    WindowFixture f;
    f.start();
    type(f, QStringLiteral("features.6"));
    QCOMPARE(first(f), QStringLiteral("features.6"));
    press(f, Qt::Key_Return);
    QCOMPARE(f.window.workbench().selection().layer(), std::optional<std::size_t>(2));
}

void TestCommandPalette::enterChoosesAnEngine()
{
    WindowFixture f;
    type(f, QStringLiteral("engine hybrid"));
    press(f, Qt::Key_Return);
    QCOMPARE(f.window.workbench().engine(), std::string("hybrid"));
}

void TestCommandPalette::runsAreFoundByNumber()
{
    WindowFixture f;
    RunSummary run;
    run.id = 4711;
    run.acceleratorName = "simba";
    run.networkName = "alexnet";
    f.session.setRuns({run});
    type(f, QStringLiteral("4711"));
    press(f, Qt::Key_Return);
    QCOMPARE(f.session.loads, std::vector<RunId>{4711});
}

void TestCommandPalette::anActionThatIsNotPossibleSaysWhy()
{
    const ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.show();
    auto* palette = window.findChild<CommandPalette*>();
    palette->open();
    palette->field()->setText(QStringLiteral("map the network onto"));
    QCOMPARE(palette->list()->model()->rowCount(), 1);
    QTest::keyClick(palette->field(), Qt::Key_Return);
    QVERIFY(palette->isVisible());
    QVERIFY(window.findChild<QLabel*>(QStringLiteral("paletteNote"))
                ->text()
                .contains(QStringLiteral("Choose an accelerator")));
}

void TestCommandPalette::whatWasUsedLatelyComesFirstAtTheNextStart()
{
    WindowFixture f;
    type(f, QStringLiteral("reset layout"));
    press(f, Qt::Key_Return);
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    auto* palette = next.findChild<CommandPalette*>();
    palette->open();
    QCOMPARE(palette->list()->model()->index(0, 0).data().toString(), QStringLiteral("Reset layout"));
}

void TestCommandPalette::upFromTheFirstGoesToTheLast()
{
    WindowFixture f;
    open(f);
    auto* list = f.find<QListView>("paletteList");
    press(f, Qt::Key_Up);
    QCOMPARE(list->currentIndex().row(), list->model()->rowCount() - 1);
    press(f, Qt::Key_Down);
    QCOMPARE(list->currentIndex().row(), 0);
    press(f, Qt::Key_PageDown);
    QCOMPARE(list->currentIndex().row(), 12);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestCommandPalette)
#include "tst_command_palette.moc"
