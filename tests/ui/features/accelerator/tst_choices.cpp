// SPDX-License-Identifier: GPL-3.0-or-later
// Fields of the accelerator form that are chosen from a list: kind of a level, what it keeps, where energies come from.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"

#include <QAction>
#include <QComboBox>
#include <QLineEdit>

namespace nestloom::ui {

class TestChoices : public QObject {
    Q_OBJECT
private slots:
    void aLevelsKindIsChosen();
    void whatALevelKeepsIsChosenAndItsWordsFollow();
    void theOutermostLevelKeepsAll();
    void theEnergySourceIsChosen();
    void aChoiceIsOneUndoStep();
    void theFieldKeepsTheFocus();
    void itFollowsOtherEdits();
    void energiesOfATableAreOneUndoStep();
    void nodesAreDescribedAndEdited();

private:
    static void makeRows(WindowFixture& f, const QString& key)
    {
        editorIn(f.window)->findChild<AcceleratorForm*>()->makeRowsOf(key);
    }
    static QLineEdit* weightsField(WindowFixture& f)
    {
        makeRows(f, QStringLiteral("levels[1].kind"));
        return editorIn(f.window)->findChild<QLineEdit*>(QStringLiteral("field:levels[1].element.weights"));
    }
    static QComboBox* choice(WindowFixture& f, const char* key)
    {
        makeRows(f, QLatin1String(key));
        const auto all = editorIn(f.window)->findChildren<QComboBox*>(QStringLiteral("choice:") + QLatin1String(key));
        return all.isEmpty() ? nullptr : all.back(); // the form may have been built anew
    }
    static void choose(QComboBox* box, int index)
    {
        box->setCurrentIndex(index);
        Q_EMIT box->textActivated(box->itemText(index));
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    static const hardware::Accelerator& value(WindowFixture& f) { return f.window.workbench().document().value(); }
};

void TestChoices::aLevelsKindIsChosen()
{
    WindowFixture f;
    QCOMPARE(choice(f, "levels[1].kind")->currentText(), QStringLiteral("SRAM"));
    choose(choice(f, "levels[1].kind"), 2);
    QVERIFY(value(f).levels[1].kind == hardware::LevelKind::Registers);
    QCOMPARE(choice(f, "levels[1].kind")->currentText(), QStringLiteral("registers"));
}

void TestChoices::whatALevelKeepsIsChosenAndItsWordsFollow()
{
    WindowFixture f;
    QVERIFY(!weightsField(f));
    QCOMPARE(choice(f, "levels[1].keeps")->currentText(), QStringLiteral("inputs, outputs"));
    choose(choice(f, "levels[1].keeps"), 0);
    QVERIFY(value(f).levels[1].keeps == TensorSet::all());
    QVERIFY(weightsField(f));
    choose(choice(f, "levels[1].keeps"), 4);
    QVERIFY(value(f).levels[1].keeps == TensorSet::of(TensorRole::Weights));
    QCOMPARE(choice(f, "levels[1].keeps")->currentText(), QStringLiteral("weights"));
}

void TestChoices::theOutermostLevelKeepsAll()
{
    WindowFixture f;
    QVERIFY(!choice(f, "levels[0].keeps"));
    QVERIFY(choice(f, "levels[0].kind"));
}

void TestChoices::theEnergySourceIsChosen()
{
    WindowFixture f;
    QVERIFY(value(f).energySource == hardware::EnergySource::BankedPat);
    QCOMPARE(choice(f, "energy_source")->currentText(), QStringLiteral("banked"));
    choose(choice(f, "energy_source"), 0);
    QVERIFY(value(f).energySource == hardware::EnergySource::Explicit);
    QVERIFY(!f.window.workbench().whyNotRun().isEmpty()); // no level states its energy
    choose(choice(f, "energy_source"), 1);
    QVERIFY(value(f).energySource == hardware::EnergySource::TimeloopPat);
    QVERIFY(f.window.workbench().whyNotRun().isEmpty());
    choose(choice(f, "energy_source"), 2);
    QVERIFY(value(f).energySource == hardware::EnergySource::BankedPat);
    QVERIFY(f.window.workbench().whyNotRun().isEmpty());
}

void TestChoices::aChoiceIsOneUndoStep()
{
    WindowFixture f;
    const hardware::Accelerator before = value(f);
    choose(choice(f, "levels[2].kind"), 2);
    choose(choice(f, "levels[2].keeps"), 0);
    QCOMPARE(f.window.workbench().document().history().count(), 2);
    f.window.workbench().document().history().undo();
    QVERIFY(value(f).levels[2].keeps == before.levels[2].keeps);
    QVERIFY(value(f).levels[2].kind == hardware::LevelKind::Registers);
    f.window.workbench().document().history().undo();
    QVERIFY(value(f) == before);
}

void TestChoices::theFieldKeepsTheFocus()
{
    WindowFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    choice(f, "levels[1].keeps")->setFocus();
    choose(choice(f, "levels[1].keeps"), 0);
    QTRY_COMPARE(f.window.focusWidget(), choice(f, "levels[1].keeps"));
}

void TestChoices::itFollowsOtherEdits()
{
    WindowFixture f;
    hardware::Accelerator changed = value(f);
    changed.energySource = hardware::EnergySource::Explicit;
    for (hardware::BufferLevel& level : changed.levels)
        level.accessEnergy = Picojoules{1};
    f.window.workbench().document().replaceValue(QStringLiteral("test"), changed);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCOMPARE(choice(f, "energy_source")->currentIndex(), 0);
}

void TestChoices::energiesOfATableAreOneUndoStep()
{
    WindowFixture f;
    const hardware::Accelerator before = value(f);
    auto* action = f.window.findChild<QAction*>(QStringLiteral("energies:relative"));
    QVERIFY(action && action->toolTip().contains(QStringLiteral("a test")));
    action->trigger();
    QVERIFY(value(f).energySource == hardware::EnergySource::Explicit);
    QCOMPARE(value(f).macEnergy.count, 0.25);                 // 8 of 16 bit
    QCOMPARE(value(f).levels[0].accessEnergy->count, 6400.0); // 64 words of 8 bit
    f.window.workbench().document().history().undo();
    QVERIFY(value(f) == before);
}

void TestChoices::nodesAreDescribedAndEdited()
{
    WindowFixture f;
    QVERIFY(choice(f, "nodes.buffer_sharing") == nullptr);
    choose(choice(f, "nodes"), 1);
    QVERIFY(value(f).nodes.has_value());
    QCOMPARE(value(f).nodes->hopEnergy.count, 4.88); // 0.61 pJ a bit, 8 bit
    choose(choice(f, "nodes.buffer_sharing"), 0);
    QVERIFY(!value(f).nodes->bufferSharing);
    choose(choice(f, "nodes.pe_mapping"), 1);
    QVERIFY(value(f).nodes->peMapping == hardware::NodeArray::PeMapping::Systolic);
    auto* hop = editorIn(f.window)->findChild<QLineEdit*>(QStringLiteral("field:nodes.hop"));
    hop->selectAll();
    QTest::keyClicks(hop, QStringLiteral("7 pJ"));
    QTest::keyClick(hop, Qt::Key_Return);
    QCOMPARE(value(f).nodes->hopEnergy.count, 7.0);
    choose(choice(f, "nodes"), 0);
    QVERIFY(!value(f).nodes.has_value());
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestChoices)
#include "tst_choices.moc"
