// SPDX-License-Identifier: GPL-3.0-or-later
// The sheet, the editor, and that every action can be reached.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/shortcuts/shortcut_editor.h"
#include "ui/features/shortcuts/shortcut_sheet.h"
#include "ui/window/window_actions.h"

#include <QAction>
#include <QKeySequenceEdit>
#include <QLabel>
#include <QMenu>
#include <QMenuBar>
#include <QPushButton>
#include <QTextBrowser>

namespace nestloom::ui {

class TestShortcuts : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyActionHasANameOfItsOwnInTheMenus();
    void mnemonicsDoNotClash();
    void theSheetShowsTheShortcutsOfTheActions();
    void theSheetFollowsAChange();
    void theSheetIsPrintedAsPdf();
    void aTakenShortcutIsToldAndGoesToTheNewOwner();
    void keysThatWriteAreRefused_data();
    void keysThatWriteAreRefused();
    void aChangeComesBackAtTheNextStartAndCanBeReset();
    void resetTakesTheKeysBackFromWhoHasThem();

private:
    static ShortcutBook* book(WindowFixture& f) { return f.window.findChild<ShortcutBook*>(); }
    static void checkMnemonics(const QList<QAction*>& actions, const QString& where)
    {
        QHash<QChar, QString> seen;
        for (const QAction* action : actions) {
            if (action->menu() != nullptr)
                checkMnemonics(action->menu()->actions(), where + QLatin1Char('>') + action->text());
            const QString text = action->text();
            const auto at = text.indexOf(QLatin1Char('&'));
            if (at < 0 || at + 1 >= text.size() || text[at + 1] == QLatin1Char('&'))
                continue;
            const QChar letter = text[at + 1].toLower();
            QVERIFY2(!seen.contains(letter),
                     qPrintable(QStringLiteral("%1: %2 and %3").arg(where, seen.value(letter), text)));
            seen[letter] = text;
        }
    }
};

void TestShortcuts::everyActionHasANameOfItsOwnInTheMenus()
{
    WindowFixture f;
    QHash<QString, QAction*> names;
    for (const MenuAction& found : menuActions(f.window)) {
        QVERIFY2(!names.contains(found.action->objectName()), qPrintable(found.action->objectName()));
        names[found.action->objectName()] = found.action;
    }
    for (QAction* action : f.window.findChildren<QAction*>(QString(), Qt::FindDirectChildrenOnly))
        if (action->menu() == nullptr && !action->isSeparator() && !action->text().isEmpty())
            QVERIFY2(names.value(action->objectName()) == action, qPrintable(action->text()));
    QVERIFY(names.size() > 30);
}

void TestShortcuts::mnemonicsDoNotClash()
{
    WindowFixture f;
    checkMnemonics(f.window.menuBar()->actions(), QStringLiteral("menu bar"));
}

void TestShortcuts::theSheetShowsTheShortcutsOfTheActions()
{
    WindowFixture f;
    f.window.actions().shortcuts->trigger();
    const auto* sheet = f.find<ShortcutSheet>("shortcutSheet");
    QVERIFY(sheet->isVisible());
    const QString text = sheet->findChild<QTextBrowser*>()->toPlainText();
    for (const ShortcutBook::Entry& entry : book(f)->entries())
        if (!entry.action->shortcuts().isEmpty()) {
            QVERIFY2(text.contains(plainText(entry.action)), qPrintable(plainText(entry.action)));
            QVERIFY2(text.contains(keysText(entry.action)), qPrintable(keysText(entry.action)));
        }
    QVERIFY(!text.contains(QStringLiteral("Revert"))); // has none
}

void TestShortcuts::theSheetFollowsAChange()
{
    WindowFixture f;
    f.window.actions().shortcuts->trigger();
    book(f)->assign(f.window.actions().revert, QKeySequence(Qt::Key_F7));
    const QString text = f.find<ShortcutSheet>("shortcutSheet")->findChild<QTextBrowser*>()->toPlainText();
    QVERIFY(text.contains(QStringLiteral("Revert")) && text.contains(QStringLiteral("F7")));
}

void TestShortcuts::theSheetIsPrintedAsPdf()
{
    WindowFixture f;
    const ShortcutSheet sheet(*book(f));
    const QString path = f.settings.path(QStringLiteral("keys.pdf"));
    QVERIFY(sheet.savePdf(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly) && file.read(5) == "%PDF-" && file.size() > 5000);
    QVERIFY(!sheet.savePdf(QStringLiteral("/nowhere/keys.pdf")));
}

void TestShortcuts::aTakenShortcutIsToldAndGoesToTheNewOwner()
{
    WindowFixture f;
    f.find<QAction>("changeShortcuts")->trigger();
    auto* editor = f.find<ShortcutEditor>("shortcutEditor");
    QVERIFY(editor->choose(f.window.actions().revert));
    auto* words = editor->findChild<QLabel*>(QStringLiteral("shortcutWords"));
    auto* assign = editor->findChild<QPushButton*>(QStringLiteral("assignShortcut"));
    QVERIFY(!assign->isEnabled());
    editor->findChild<QKeySequenceEdit*>()->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_R));
    QCOMPARE(words->text(), QStringLiteral("Ctrl+R belongs to \"Run: Run\", which would lose it."));
    assign->click();
    QCOMPARE(f.window.actions().revert->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
    QVERIFY(f.window.actions().run->shortcuts().isEmpty());
    editor->findChild<QKeySequenceEdit*>()->setKeySequence(QKeySequence(Qt::CTRL | Qt::Key_F12));
    QCOMPARE(words->text(), QStringLiteral("Ctrl+F12 is free."));
}

void TestShortcuts::keysThatWriteAreRefused_data()
{
    QTest::addColumn<QKeySequence>("keys");
    QTest::addColumn<bool>("refused");
    QTest::newRow("letter") << QKeySequence(Qt::Key_R) << true;
    QTest::newRow("capital") << QKeySequence(Qt::SHIFT | Qt::Key_R) << true;
    QTest::newRow("arrow") << QKeySequence(Qt::Key_Down) << true;
    QTest::newRow("function key") << QKeySequence(Qt::Key_F8) << false;
    QTest::newRow("with Ctrl") << QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_F8) << false;
}

void TestShortcuts::keysThatWriteAreRefused()
{
    QFETCH(QKeySequence, keys);
    QFETCH(bool, refused);
    WindowFixture f;
    const ShortcutBook::Objection objection = book(f)->objection(f.window.actions().revert, keys);
    QCOMPARE(!objection.sentence.isEmpty(), refused);
    QVERIFY(objection.holder == nullptr);
}

void TestShortcuts::aChangeComesBackAtTheNextStartAndCanBeReset()
{
    WindowFixture f;
    book(f)->assign(f.window.actions().run, QKeySequence(Qt::Key_F9));
    book(f)->assign(f.window.actions().redo, {});
    QVERIFY(f.window.close());
    WholeWindow next(f.session);
    QCOMPARE(next.actions().run->shortcut(), QKeySequence(Qt::Key_F9));
    QVERIFY(next.actions().redo->shortcuts().isEmpty());
    next.findChild<ShortcutBook*>()->resetAll();
    QCOMPARE(next.actions().run->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
    QCOMPARE(next.actions().redo->shortcuts().size(), 2);
    QVERIFY(next.close());
    QVERIFY(QSettings().allKeys().filter(QStringLiteral("shortcuts/")).isEmpty());
}

void TestShortcuts::resetTakesTheKeysBackFromWhoHasThem()
{
    WindowFixture f;
    book(f)->assign(f.window.actions().revert, QKeySequence(Qt::CTRL | Qt::Key_R));
    book(f)->reset(f.window.actions().run);
    QCOMPARE(f.window.actions().run->shortcut(), QKeySequence(Qt::CTRL | Qt::Key_R));
    QVERIFY(f.window.actions().revert->shortcuts().isEmpty());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestShortcuts)
#include "tst_shortcuts.moc"
