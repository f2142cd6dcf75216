// SPDX-License-Identifier: GPL-3.0-or-later
// The list of undo steps: what they are called, and that a click on one goes there.
#include "tests/ui/support/window_fixture.h"
#include "ui/workbench/accelerator_document.h"

#include <QAction>
#include <QDockWidget>
#include <QUndoView>

namespace nestloom::ui {

class TestHistory : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void stepsAreCalledByFieldAndValues();
    void oneMoveOfASliderIsOneStepFromFirstToLast();
    void editsOfTheTextKeepTheirName();
    void aStepIsGoneTo();
    void theActionShowsThePanel();

private:
    static AcceleratorDocument& document(WindowFixture& f) { return f.window.workbench().document(); }
    static void setCapacity(WindowFixture& f, std::int64_t bytes)
    {
        hardware::Accelerator changed = document(f).value();
        changed.levels[1].capacity = Bytes{bytes};
        document(f).setValue(QStringLiteral("levels[1].capacity"), changed);
    }
};

void TestHistory::stepsAreCalledByFieldAndValues()
{
    WindowFixture f;
    setCapacity(f, 96 * 1024);
    const QString words = document(f).history().undoText();
    QVERIFY2(words.startsWith(QStringLiteral("GlobalBuffer, capacity ")), qPrintable(words));
    QVERIFY2(words.endsWith(QStringLiteral("96 KiB")), qPrintable(words));
}

void TestHistory::oneMoveOfASliderIsOneStepFromFirstToLast()
{
    WindowFixture f;
    setCapacity(f, 96 * 1024);
    const QString first = document(f).history().undoText();
    setCapacity(f, 112 * 1024);
    QCOMPARE(document(f).history().count(), 1);
    QCOMPARE(document(f).history().undoText(), QString(first).replace(QStringLiteral("96"), QStringLiteral("112")));
}

void TestHistory::editsOfTheTextKeepTheirName()
{
    WindowFixture f;
    const QString before = document(f).state().yaml;
    document(f).setYaml(before + QStringLiteral("# a"));
    document(f).setYaml(before + QStringLiteral("# ab"));
    QCOMPARE(document(f).history().undoText(), QStringLiteral("Edit the YAML text"));
}

void TestHistory::aStepIsGoneTo()
{
    WindowFixture f;
    const hardware::Accelerator before = document(f).value();
    setCapacity(f, 96 * 1024);
    document(f).endStep();
    setCapacity(f, 112 * 1024);
    auto* steps = f.find<QUndoView>("historySteps");
    QCOMPARE(steps->model()->rowCount(), 3); // as opened, and two steps
    steps->setCurrentIndex(steps->model()->index(0, 0));
    QCOMPARE(document(f).value(), before);
    steps->setCurrentIndex(steps->model()->index(2, 0));
    QCOMPARE(document(f).value().levels[1].capacity, Bytes{112 * 1024});
}

void TestHistory::theActionShowsThePanel()
{
    WindowFixture f;
    auto* dock = f.find<QDockWidget>("historyDock");
    QVERIFY(!dock->isVisible());
    f.find<QAction>("showHistory")->trigger();
    QVERIFY(dock->isVisible());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestHistory)
#include "tst_history.moc"
