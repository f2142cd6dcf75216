// SPDX-License-Identifier: GPL-3.0-or-later
// Editing the accelerator: fields, YAML text, one history over both, and what keeps a run from starting.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/widgets/rich_label.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QToolButton>

namespace nestloom::ui {

namespace {
const QString kCapacity = QStringLiteral("levels[1].capacity"); // GlobalBuffer, 64 KiB
}

class TestEditing : public QObject {
    Q_OBJECT
private slots:
    void aFieldChangesTheValueAsItIsTyped();
    void anIllegalTextIsMarkedAndDisablesRunWithTheReason_data();
    void anIllegalTextIsMarkedAndDisablesRunWithTheReason();
    void aClockLeavesBandwidthsInASecondAsTheyWereTyped();
    void theRunPanelHidesWhatTheEngineDoesNotListenTo();
    void theSuggestionUnderAFieldCanBeTaken();
    void typingIsOneUndoStepAndUndoWorksFromTheField();
    void undoBringsBackIllegalTextToo();
    void aBrokenRuleIsShownAtItsField();
    void yamlAndFormFollowEachOther();
    void aYamlErrorIsMarkedInItsLineAndUndone();
    void revertForgetsEveryEditAndCanBeUndone();
    void switchingAcceleratorsKeepsTheEdits();
    void savingWritesTheTextAndClearsTheDirtyMark();
    void aLongNameMakesRoomForTheButtons();

private:
    static QLineEdit* field(WindowFixture& f, const QString& key)
    {
        editorIn(f.window)->findChild<AcceleratorForm*>()->makeRowsOf(key);
        return editorIn(f.window)->findChild<QLineEdit*>(QStringLiteral("field:") + key);
    }
    static QLabel* problem(WindowFixture& f, const QString& key)
    {
        editorIn(f.window)->findChild<AcceleratorForm*>()->makeRowsOf(key);
        return editorIn(f.window)->findChild<QLabel*>(QStringLiteral("problem:") + key);
    }
    static void retype(QLineEdit* edit, const QString& text)
    {
        edit->setFocus();
        edit->selectAll();
        QTest::keyClicks(edit, text);
    }
    static std::int64_t capacity(WindowFixture& f)
    {
        return f.window.workbench().document().value().levels[1].capacity->count;
    }
};

void TestEditing::aFieldChangesTheValueAsItIsTyped()
{
    WindowFixture f;
    QVERIFY(f.ready);
    QCOMPARE(field(f, kCapacity)->text(), QStringLiteral("64 KiB"));
    retype(field(f, kCapacity), QStringLiteral("96 KiB"));
    QCOMPARE(capacity(f), 96 * 1024);
    QVERIFY(f.window.workbench().document().isDirty());
    QVERIFY(editorIn(f.window)
                ->findChild<ElidedLabel*>(QStringLiteral("acceleratorTitle"))
                ->text()
                .endsWith(QLatin1Char('*')));
    QVERIFY(f.window.actions().run->isEnabled());
}

void TestEditing::anIllegalTextIsMarkedAndDisablesRunWithTheReason_data()
{
    QTest::addColumn<QString>("key");
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("suggestion");
    QTest::newRow("missing unit") << kCapacity << QStringLiteral("96") << QStringLiteral("96 KiB");
    QTest::newRow("negative") << kCapacity << QStringLiteral("-7 KiB") << QStringLiteral("7 KiB");
    QTest::newRow("words") << kCapacity << QStringLiteral("much") << QStringLiteral("64 KiB");
    QTest::newRow("zero") << kCapacity << QStringLiteral("0 B") << QStringLiteral("1 B");
    QTest::newRow("fan-out") << QStringLiteral("levels[1].fanout") << QStringLiteral("4 by 4")
                             << QStringLiteral("4 x 4");
    QTest::newRow("count") << QStringLiteral("levels[1].access.elements") << QStringLiteral("2.6")
                           << QStringLiteral("3");
    QTest::newRow("bandwidth") << QStringLiteral("levels[0].read_bandwidth") << QStringLiteral("12.8 GB")
                               << QStringLiteral("12.8 B/cycle");
    QTest::newRow("negative bandwidth") << QStringLiteral("levels[0].read_bandwidth") << QStringLiteral("-12.8 GB/s")
                                        << QStringLiteral("12.8 GB/s");
    QTest::newRow("bandwidth of zero") << QStringLiteral("levels[0].read_bandwidth") << QStringLiteral("0 GB/s")
                                       << QStringLiteral("1 GB/s");
    QTest::newRow("clock") << QStringLiteral("clock") << QStringLiteral("2") << QStringLiteral("2 GHz");
}

void TestEditing::anIllegalTextIsMarkedAndDisablesRunWithTheReason()
{
    QFETCH(QString, key);
    QFETCH(QString, typed);
    QFETCH(QString, suggestion);
    WindowFixture f;
    retype(field(f, key), typed);
    QVERIFY(field(f, key)->property("invalid").toBool());
    QVERIFY(problem(f, key)->isVisible());
    QVERIFY2(problem(f, key)->text().contains(QStringLiteral("\"%1\"").arg(suggestion)),
             qPrintable(problem(f, key)->text()));
    QVERIFY(!f.window.actions().run->isEnabled());
    QVERIFY(!f.window.actions().run->toolTip().isEmpty());
    QCOMPARE(f.find<QLabel>("runReason")->text(), f.window.actions().run->toolTip());
    QVERIFY(f.find<QLabel>("runReason")->isVisible());
    QCOMPARE(f.start(), JobId{0});
}

void TestEditing::aClockLeavesBandwidthsInASecondAsTheyWereTyped()
{
    WindowFixture f;
    const QString read = QStringLiteral("levels[0].read_bandwidth"),
                  write = QStringLiteral("levels[0].write_bandwidth");
    retype(field(f, read), QStringLiteral("12.8 GB/s"));
    retype(field(f, write), QStringLiteral("16 B/cycle"));
    retype(field(f, QStringLiteral("clock")), QStringLiteral("800 MHz"));
    const auto& accelerator = f.window.workbench().document().value();
    QCOMPARE(accelerator.readRate(0)->count, 16.0);
    retype(field(f, QStringLiteral("clock")), QStringLiteral("1200 MHz"));
    QCOMPARE(accelerator.readRate(0)->count, 12.8e9 / 1200e6);
    QCOMPARE(accelerator.writeRate(0)->count, 16.0);
    QCOMPARE(field(f, read)->text(), QStringLiteral("12.8 GB/s"));
    const QString yaml = f.window.workbench().session().writeAccelerator(accelerator);
    QVERIFY2(yaml.contains(QStringLiteral("read_bandwidth: 12.8 GB/s")), qPrintable(yaml));
    retype(field(f, read), QString());
    QTest::keyClick(field(f, read), Qt::Key_Backspace);
    QVERIFY(!f.window.workbench().document().value().readRate(0)); // unlimited
}

void TestEditing::theRunPanelHidesWhatTheEngineDoesNotListenTo()
{
    WindowFixture f;
    const auto choose = [&](const char* engine, schedule::Objective objective) {
        schedule::ScheduleOptions options = f.window.workbench().options();
        options.engine = engine;
        options.cosa.objective = objective;
        f.window.workbench().setOptions(options);
    };
    auto* objective = f.find<QComboBox>("objective");
    QVERIFY(!objective->isHidden());
    choose("flexer", schedule::Objective::Latency);
    QVERIFY(objective->isHidden());                   // it ranks by a metric
    choose("random", schedule::Objective::CosaPaper); // it can be changed, but not run
    QVERIFY(!objective->isHidden());
    QVERIFY2(f.window.workbench().whyNotRun().contains(QStringLiteral("Eq. 12")),
             qPrintable(f.window.workbench().whyNotRun()));
    choose("random", schedule::Objective::Edp);
    QCOMPARE(f.window.workbench().whyNotRun(), QString());
}

void TestEditing::theSuggestionUnderAFieldCanBeTaken()
{
    WindowFixture f;
    retype(field(f, kCapacity), QStringLiteral("96"));
    Q_EMIT problem(f, kCapacity)->linkActivated(QStringLiteral("96 KiB"));
    QCOMPARE(capacity(f), 96 * 1024);
    QVERIFY(!field(f, kCapacity)->property("invalid").toBool());
    QVERIFY(f.window.actions().run->isEnabled());
}

void TestEditing::typingIsOneUndoStepAndUndoWorksFromTheField()
{
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    retype(field(f, kCapacity), QStringLiteral("128 KiB"));
    retype(field(f, QStringLiteral("levels[2].capacity")), QStringLiteral("16 KiB"));
    QTest::keyClick(field(f, QStringLiteral("levels[2].capacity")), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(field(f, QStringLiteral("levels[2].capacity"))->text(), QStringLiteral("4 KiB"));
    QCOMPARE(capacity(f), 128 * 1024);
    QTest::keyClick(field(f, kCapacity), Qt::Key_Z, Qt::ControlModifier);
    QCOMPARE(capacity(f), 64 * 1024);
    QVERIFY(!f.window.workbench().document().isDirty());
    QVERIFY(!f.window.actions().undo->isEnabled());
    f.window.actions().redo->trigger();
    QCOMPARE(capacity(f), 128 * 1024);
}

void TestEditing::undoBringsBackIllegalTextToo()
{
    WindowFixture f;
    retype(field(f, kCapacity), QStringLiteral("96"));
    f.window.actions().undo->trigger();
    QCOMPARE(field(f, kCapacity)->text(), QStringLiteral("64 KiB"));
    QVERIFY(f.window.actions().run->isEnabled());
    f.window.actions().redo->trigger();
    QCOMPARE(field(f, kCapacity)->text(), QStringLiteral("96"));
    QVERIFY(!f.window.actions().run->isEnabled());
}

void TestEditing::aBrokenRuleIsShownAtItsField()
{
    WindowFixture f;
    hardware::Accelerator broken = f.window.workbench().document().value();
    broken.levels[3].clusterSize = 0;
    f.window.workbench().document().setValue(QStringLiteral("test"), broken);
    QVERIFY(problem(f, QStringLiteral("levels[3].cluster"))->isVisible());
    QVERIFY(f.window.actions().run->toolTip().contains(QStringLiteral("cluster")));
    QVERIFY(!problem(f, QStringLiteral("levels[2].cluster")));
}

void TestEditing::yamlAndFormFollowEachOther()
{
    WindowFixture f;
    retype(field(f, kCapacity), QStringLiteral("96 KiB"));
    auto* yaml = editorIn(f.window)->findChild<QPlainTextEdit*>(QStringLiteral("yamlEdit"));
    QVERIFY(yaml->toPlainText().contains(QStringLiteral("96 KiB")));
    yaml->setPlainText(yaml->toPlainText().replace(QStringLiteral("96 KiB"), QStringLiteral("32 KiB")));
    QCOMPARE(capacity(f), 32 * 1024);
    QCOMPARE(field(f, kCapacity)->text(), QStringLiteral("32 KiB"));
    f.window.actions().undo->trigger();
    QCOMPARE(capacity(f), 96 * 1024);
    const QString comments = f.window.workbench().document().saved().yaml;
    QVERIFY(comments.contains(QLatin1Char('#')));
    QCOMPARE(yaml->toPlainText(), QString(comments).replace(QStringLiteral("64 KiB #"), QStringLiteral("96 KiB #")));
}

void TestEditing::aYamlErrorIsMarkedInItsLineAndUndone()
{
    WindowFixture f;
    f.window.actions().editYaml->trigger();
    auto* yaml = editorIn(f.window)->findChild<QPlainTextEdit*>(QStringLiteral("yamlEdit"));
    const QString before = yaml->toPlainText();
    const int line =
        static_cast<int>(before.left(before.indexOf(QStringLiteral("clock:"))).count(QLatin1Char('\n'))) + 1;
    yaml->setPlainText(QString(before).replace(QStringLiteral("clock:"), QStringLiteral("clok:")));
    auto* error = editorIn(f.window)->findChild<QLabel*>(QStringLiteral("yamlError"));
    QVERIFY(error->isVisible());
    QVERIFY2(error->text().contains(QStringLiteral("simba.yaml:%1").arg(line)), qPrintable(error->text()));
    std::vector<int> marked;
    for (const QTextEdit::ExtraSelection& mark : yaml->extraSelections())
        marked.push_back(mark.cursor.blockNumber() + 1);
    QCOMPARE(marked.size(), 2U); // the key that is not known, and where the one that is missing belongs
    QCOMPARE(std::count(marked.begin(), marked.end(), line), 1);
    QVERIFY(!f.window.actions().run->isEnabled());
    f.window.actions().undo->trigger();
    QCOMPARE(yaml->toPlainText(), before);
    QVERIFY(!error->isVisible());
    QVERIFY(yaml->extraSelections().isEmpty());
    QVERIFY(f.window.actions().run->isEnabled());
}

void TestEditing::revertForgetsEveryEditAndCanBeUndone()
{
    WindowFixture f;
    retype(field(f, kCapacity), QStringLiteral("96 KiB"));
    f.window.actions().revert->trigger();
    QCOMPARE(capacity(f), 64 * 1024);
    QVERIFY(!f.window.workbench().document().isDirty());
    f.window.actions().undo->trigger();
    QCOMPARE(capacity(f), 96 * 1024);
}

void TestEditing::switchingAcceleratorsKeepsTheEdits()
{
    WindowFixture f;
    retype(field(f, kCapacity), QStringLiteral("96 KiB"));
    const auto& accelerators = f.window.workbench().library().accelerators();
    QVERIFY(f.window.workbench().chooseAccelerator(accelerators[1]));
    QCOMPARE(f.window.workbench().document().value().name, std::string("simba-8x8"));
    QVERIFY(!f.window.actions().undo->isEnabled()); // a history of its own
    QVERIFY(f.window.workbench().chooseAccelerator(accelerators[0]));
    QCOMPARE(capacity(f), 96 * 1024);
    QVERIFY(f.window.actions().undo->isEnabled());
}

void TestEditing::savingWritesTheTextAndClearsTheDirtyMark()
{
    WindowFixture f;
    retype(field(f, kCapacity), QStringLiteral("96 KiB"));
    const QString path = f.settings.path(QStringLiteral("mine.yaml"));
    QVERIFY(f.window.workbench().saveAccelerator(path));
    QVERIFY(!f.window.workbench().document().isDirty());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const auto read = f.session.parseAccelerator(QString::fromUtf8(file.readAll()), path);
    QVERIFY(read);
    QCOMPARE(read->levels[1].capacity->count, 96 * 1024);
    QVERIFY(!f.window.workbench().saveAccelerator(QStringLiteral("/no/such/folder/mine.yaml")));
}

void TestEditing::aLongNameMakesRoomForTheButtons()
{
    WindowFixture f;
    auto* title = editorIn(f.window)->findChild<ElidedLabel*>(QStringLiteral("acceleratorTitle"));
    const auto rename = [&](const QString& name) {
        hardware::Accelerator renamed = f.window.workbench().document().value();
        renamed.name = name.toStdString();
        f.window.workbench().document().setValue(QStringLiteral("name"), renamed);
        QCoreApplication::processEvents();
    };
    rename(QStringLiteral("short"));
    QCOMPARE(title->width(), title->sizeHint().width()); // the note stands right beside it
    const QString name = QStringLiteral("weight-stationary-with-a-second-global-buffer");
    rename(name);
    QVERIFY(title->width() < title->sizeHint().width());
    QVERIFY2(title->toolTip().startsWith(name), qPrintable(title->toolTip()));
    const QToolButton* save = editorIn(f.window)->saveButton();
    QVERIFY(save->width() >= save->sizeHint().width());
    QVERIFY(save->geometry().right() < editorIn(f.window)->width());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestEditing)
#include "tst_editing.moc"
