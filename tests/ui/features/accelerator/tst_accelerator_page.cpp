// SPDX-License-Identifier: GPL-3.0-or-later
// The page with block diagram and level table, editing levels from everywhere, and variants.
#include "tests/ui/support/window_fixture.h"
#include "ui/features/accelerator/accelerator_diagram.h"
#include "ui/features/accelerator/accelerator_editor.h"
#include "ui/features/accelerator/accelerator_feature.h"
#include "ui/features/accelerator/accelerator_form.h"
#include "ui/features/accelerator/accelerator_page.h"
#include "ui/features/accelerator/level_actions.h"
#include "ui/features/accelerator/level_table_model.h"
#include "ui/features/run/project_tree.h"
#include "ui/window/problems_line.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QTableView>

namespace nestloom::ui {

namespace {

using Column = LevelTableModel::ColumnId;

struct PageFixture : WindowFixture {
    PageFixture()
    {
        window.showTab(MainWindow::Tab::Accelerator);
        page = window.findChild<AcceleratorPage*>();
    }
    AcceleratorDocument& document() { return window.workbench().document(); }
    const hardware::Accelerator& value() { return document().value(); }
    QString names()
    {
        QStringList all;
        for (const hardware::BufferLevel& level : value().levels)
            all << QString::fromStdString(level.name);
        return all.join(QLatin1Char(' '));
    }
    QModelIndex cell(int row, int column) { return page->table()->model()->index(row, column); }
    QString text(int row, int column) { return cell(row, column).data().toString(); }
    bool set(int row, int column, const QVariant& value, int role = Qt::EditRole)
    {
        return page->table()->model()->setData(cell(row, column), value, role);
    }
    void undo() { window.actions().undo->trigger(); }
    void clickLevel(std::size_t level)
    {
        QTest::mouseClick(page->diagram()->viewport(), Qt::LeftButton, {},
                          page->diagram()->blockRect(AcceleratorBlock::ofLevel(level)).center());
    }
    QLineEdit* field(const QString& key)
    {
        editorIn(window)->findChild<AcceleratorForm*>()->makeRowsOf(key);
        return editorIn(window)->findChild<QLineEdit*>(QStringLiteral("field:") + key);
    }
    AcceleratorPage* page = nullptr;
};

} // namespace

class TestAcceleratorPage : public QObject {
    Q_OBJECT
private slots:
    void theDesignPerspectiveShowsThePage();
    void diagramTableAndFormPointAtTheSameLevel();
    void enterInTheDiagramEditsTheBlock();
    void theTableIsAModelInGoodOrder();
    void checkBoxesSayWhatALevelKeeps();
    void theOutermostLevelKeepsEverything();
    void widthsKindsAndEnergiesAreEdited();
    void anIllegalCellStaysAsTypedAndUndoes();
    void theEnergySourceIsChosen();
    void energiesSayWhereTheyComeFrom();
    void levelsAreAddedMovedAndRemovedByKeys();
    void aRefusalIsOneSentenceAndNoStep();
    void levelEditsReachTheYamlText();
    void aLevelIsRenamedInTheFormAndTheNetworkFollows();
    void aLevelWhoseFieldHasTheFocusCanVanish();
    void findingsAreMarkedInTheDiagram();
    void areasAreKnownOnlyWithATable();
    void aVariantIsACopyThatHasNoFile();
    void variantsComeBackAtTheNextStart();
    void variantsOfAWindowThatWasKilledComeBack();
    void aSavedVariantIsAFile();
    void aBrokenTextIsNotDuplicated();
};

void TestAcceleratorPage::theDesignPerspectiveShowsThePage()
{
    PageFixture f;
    f.window.showTab(MainWindow::Tab::Summary);
    f.window.actions().design->trigger();
    QVERIFY(f.window.currentTab() == MainWindow::Tab::Accelerator);
    QVERIFY(f.page->isVisible());
}

void TestAcceleratorPage::diagramTableAndFormPointAtTheSameLevel()
{
    PageFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.clickLevel(3);
    QCOMPARE(f.page->table()->currentIndex().row(), 3);
    QCOMPARE(f.page->levelActions()->level(), std::optional<std::size_t>(3));
    QCOMPARE(f.document().lookedAtKey(), QStringLiteral("levels[3]"));
    f.page->table()->setFocus();
    f.page->table()->setCurrentIndex(f.cell(1, 0));
    QCOMPARE(f.page->diagram()->selected(), std::optional(AcceleratorBlock::ofLevel(1)));
    f.field(QStringLiteral("levels[4].capacity"))->setFocus();
    QCOMPARE(f.page->diagram()->selected(), std::optional(AcceleratorBlock::ofLevel(4)));
    QCOMPARE(f.page->table()->currentIndex().row(), 4);
    f.field(QStringLiteral("clock"))->setFocus();
    QVERIFY(!f.page->diagram()->selected());
    QVERIFY(!f.page->levelActions()->remove->isEnabled());
}

void TestAcceleratorPage::enterInTheDiagramEditsTheBlock()
{
    PageFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.page->diagram()->setFocus();
    f.clickLevel(2);
    QTest::keyClick(f.page->diagram(), Qt::Key_Return);
    QTRY_COMPARE(QApplication::focusWidget(), f.field(QStringLiteral("levels[2].capacity")));
}

void TestAcceleratorPage::theTableIsAModelInGoodOrder()
{
    PageFixture f;
    const QAbstractItemModelTester tester(f.page->table()->model(),
                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    QCOMPARE(f.page->table()->model()->rowCount(), 7); // six levels and the MAC units
    f.clickLevel(1);
    f.page->levelActions()->add->trigger();
    QCOMPARE(f.page->table()->model()->rowCount(), 8);
    f.undo();
    f.set(2, Column::Weights, Qt::Checked, Qt::CheckStateRole);
    f.window.workbench().chooseAccelerator(f.window.workbench().library().accelerators()[1]);
    QCOMPARE(f.text(0, Column::Level), QStringLiteral("DRAM"));
}

void TestAcceleratorPage::checkBoxesSayWhatALevelKeeps()
{
    PageFixture f;
    QCOMPARE(f.cell(1, Column::Weights).data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    QCOMPARE(f.text(1, Column::Weights), QStringLiteral("bypass"));
    QVERIFY(f.set(1, Column::Weights, Qt::Checked, Qt::CheckStateRole));
    QVERIFY(f.value().levels[1].keeps == TensorSet::all());
    QCOMPARE(f.text(1, Column::Weights), QStringLiteral("8 bit"));
    QVERIFY(f.set(1, Column::Inputs, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!f.value().levels[1].keeps.contains(TensorRole::Inputs));
    f.undo(); // each click is a step
    QVERIFY(f.value().levels[1].keeps == TensorSet::all());
    f.undo();
    QVERIFY(!f.document().isDirty());
}

void TestAcceleratorPage::theOutermostLevelKeepsEverything()
{
    PageFixture f;
    QVERIFY(!f.cell(0, Column::Weights).flags().testFlag(Qt::ItemIsUserCheckable));
    QVERIFY(!f.set(0, Column::Weights, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(!f.document().isDirty());
    QVERIFY(f.cell(0, Column::Weights).data(Qt::ToolTipRole).toString().contains(QStringLiteral("every tensor")));
}

void TestAcceleratorPage::widthsKindsAndEnergiesAreEdited()
{
    PageFixture f;
    QVERIFY(f.set(4, Column::Outputs, QStringLiteral("32 bit")));
    QCOMPARE(f.value().levels[4].elementBits[TensorRole::Outputs].count, 32);
    QCOMPARE(f.cell(3, Column::Kind).data(Qt::EditRole).toInt(), 1);
    QVERIFY(f.set(3, Column::Kind, 2));
    QCOMPARE(f.text(3, Column::Kind), QStringLiteral("registers"));
    QVERIFY(f.set(2, Column::Energy, QStringLiteral("1.5 pJ")));
    QCOMPARE(f.value().levels[2].accessEnergy->count, 1.5);
    QVERIFY(f.set(6, Column::Energy, QStringLiteral("0.5 pJ")));
    QCOMPARE(f.value().macEnergy.count, 0.5);
    QVERIFY(!f.set(1, Column::Weights, QStringLiteral("16 bit"))); // it bypasses the level
    QVERIFY(!f.set(6, Column::Kind, 1));
    for (int step = 0; step < 4; ++step)
        f.undo();
    QVERIFY(!f.document().isDirty());
}

void TestAcceleratorPage::anIllegalCellStaysAsTypedAndUndoes()
{
    PageFixture f;
    QVERIFY(f.set(1, Column::Inputs, QStringLiteral("eight")));
    QCOMPARE(f.text(1, Column::Inputs), QStringLiteral("eight"));
    QVERIFY(f.cell(1, Column::Inputs).data(Qt::ToolTipRole).toString().contains(QStringLiteral("eight")));
    QCOMPARE(f.field(QStringLiteral("levels[1].element.inputs"))->text(), QStringLiteral("eight"));
    QVERIFY(!f.window.actions().run->isEnabled());
    f.undo();
    QCOMPARE(f.text(1, Column::Inputs), QStringLiteral("8 bit"));
    QVERIFY(f.window.actions().run->isEnabled());
}

void TestAcceleratorPage::theEnergySourceIsChosen()
{
    PageFixture f;
    auto* box = f.page->findChild<QComboBox*>(QStringLiteral("energySource"));
    QCOMPARE(box->count(), 3);
    QCOMPARE(box->currentIndex(), 2); // simba: pat-banked
    Q_EMIT box->activated(0);
    QVERIFY(f.value().energySource == hardware::EnergySource::Explicit);
    QCOMPARE(f.text(1, Column::Origin), QStringLiteral("missing"));
    QVERIFY(!f.window.actions().run->isEnabled());
    f.undo();
    QCOMPARE(box->currentIndex(), 2);
    QVERIFY(f.window.actions().run->isEnabled());
    Q_EMIT box->activated(1);
    QVERIFY(f.value().energySource == hardware::EnergySource::TimeloopPat);
    QCOMPARE(box->currentIndex(), 1);
    QVERIFY(f.window.actions().run->isEnabled());
}

void TestAcceleratorPage::energiesSayWhereTheyComeFrom()
{
    PageFixture f;
    QCOMPARE(f.text(1, Column::Origin), QStringLiteral("formula"));
    const QString computed = f.text(1, Column::Energy);
    QVERIFY(computed.endsWith(QStringLiteral("J")));
    f.set(1, Column::Energy, QStringLiteral("3 pJ"));
    QCOMPARE(f.text(1, Column::Energy), QStringLiteral("3.00 pJ"));
    QCOMPARE(f.text(1, Column::Origin), QStringLiteral("stated, overrides"));
    f.set(1, Column::Energy, QString()); // back to the formula
    QCOMPARE(f.text(1, Column::Energy), computed);
}

void TestAcceleratorPage::levelsAreAddedMovedAndRemovedByKeys()
{
    PageFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.page->diagram()->setFocus();
    const QString before = f.names();
    const std::int64_t macs = f.value().macUnits();
    f.clickLevel(2); // InputBuffer
    QTest::keyClick(f.page->diagram(), Qt::Key_Down, Qt::ControlModifier);
    QCOMPARE(f.names(), QStringLiteral("DRAM GlobalBuffer WeightBuffer InputBuffer AccumulationBuffer Registers"));
    QCOMPARE(f.page->levelActions()->level(), std::optional<std::size_t>(3)); // the selection follows
    QTest::keyClick(f.page->diagram(), Qt::Key_Plus);
    QCOMPARE(f.names(),
             QStringLiteral("DRAM GlobalBuffer WeightBuffer InputBuffer Buffer AccumulationBuffer Registers"));
    QTest::keyClick(f.page->diagram(), Qt::Key_Delete);
    QTest::keyClick(f.page->diagram(), Qt::Key_Up, Qt::ControlModifier);
    QCOMPARE(f.names(), before);
    QCOMPARE(f.value().macUnits(), macs);
    QVERIFY(f.window.actions().run->isEnabled());
    QCOMPARE(f.document().history().count(), 4);
    for (int step = 0; step < 4; ++step)
        f.undo();
    QVERIFY(!f.document().isDirty());
    f.page->table()->setFocus();
    f.page->table()->setCurrentIndex(f.cell(5, 0));
    QTest::keyClick(f.page->table(), Qt::Key_Delete);
    QCOMPARE(f.names(), QStringLiteral("DRAM GlobalBuffer InputBuffer WeightBuffer AccumulationBuffer"));
}

void TestAcceleratorPage::aRefusalIsOneSentenceAndNoStep()
{
    PageFixture f;
    QSignalSpy problems(&f.window.workbench(), &Workbench::problem);
    f.clickLevel(0);
    f.page->levelActions()->remove->trigger();
    QCOMPARE(problems.size(), 1);
    QCOMPARE(problems.front().front().toString(),
             QStringLiteral("DRAM cannot be removed, because GlobalBuffer would break a rule: the outermost level must "
                            "keep weights, inputs and outputs."));
    QCOMPARE(f.document().history().count(), 0);
    QCOMPARE(f.value().levels.size(), std::size_t(6));
}

void TestAcceleratorPage::levelEditsReachTheYamlText()
{
    PageFixture f;
    f.clickLevel(1);
    f.page->levelActions()->duplicate->trigger();
    auto* yaml = editorIn(f.window)->findChild<QPlainTextEdit*>(QStringLiteral("yamlEdit"));
    QVERIFY(yaml->toPlainText().contains(QStringLiteral("GlobalBufferCopy")));
    yaml->setPlainText(yaml->toPlainText().replace(QStringLiteral("GlobalBufferCopy"), QStringLiteral("L2")));
    QCOMPARE(f.text(2, Column::Level), QStringLiteral("L2"));
    QCOMPARE(f.value().interconnect.below, std::string("L2"));
}

void TestAcceleratorPage::aLevelIsRenamedInTheFormAndTheNetworkFollows()
{
    PageFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.clickLevel(1);
    f.page->levelActions()->rename->trigger();
    QLineEdit* name = f.field(QStringLiteral("levels[1].name"));
    QTRY_COMPARE(QApplication::focusWidget(), name);
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("DRAM2")); // "DRAM" on the way is refused, not lost
    QCOMPARE(f.value().levels[1].name, std::string("DRAM2"));
    QCOMPARE(f.value().interconnect.below, std::string("DRAM2"));
    QCOMPARE(f.field(QStringLiteral("levels[1].name")), name); // the form was not built anew under the cursor
    QVERIFY(f.window.actions().run->isEnabled());
    f.undo();
    QCOMPARE(f.value().levels[1].name, std::string("GlobalBuffer"));
    QCOMPARE(f.value().interconnect.below, std::string("GlobalBuffer"));
    f.set(1, Column::Level, QStringLiteral("DRAM"));
    QVERIFY(!f.window.actions().run->isEnabled());
    QCOMPARE(f.value().levels[1].name, std::string("GlobalBuffer"));
}

void TestAcceleratorPage::aLevelWhoseFieldHasTheFocusCanVanish()
{
    PageFixture f;
    f.window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.window));
    f.clickLevel(5);
    f.page->levelActions()->add->trigger(); // the innermost level now
    QLineEdit* name = f.field(QStringLiteral("levels[6].name"));
    name->setFocus();
    QTRY_VERIFY(name->hasFocus());
    f.undo();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    QCoreApplication::processEvents();
    QCOMPARE(f.value().levels.size(), std::size_t(6));
    QVERIFY(f.field(QStringLiteral("levels[6].name")) == nullptr);
}

void TestAcceleratorPage::findingsAreMarkedInTheDiagram()
{
    PageFixture f;
    f.set(3, Column::Weights, Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY2(
        f.window.actions().run->toolTip().startsWith(QStringLiteral("WeightBuffer, keeps: the level keeps no tensor")),
        qPrintable(f.window.actions().run->toolTip()));
    QVERIFY(f.page->diagram()->toolTipOf(AcceleratorBlock::ofLevel(3)).contains(QStringLiteral("keeps no tensor")));
    QVERIFY(f.cell(3, Column::Weights).data(Qt::ToolTipRole).toString().contains(QStringLiteral("keeps no tensor")));
    f.undo();
    QVERIFY(!f.page->diagram()->toolTipOf(AcceleratorBlock::ofLevel(3)).contains(QStringLiteral("keeps no tensor")));
}

void TestAcceleratorPage::areasAreKnownOnlyWithATable()
{
    PageFixture f;
    auto* area = f.page->findChild<QLabel*>(QStringLiteral("chipArea"));
    QCOMPARE(area->text(), QStringLiteral("no area table"));
    QCOMPARE(f.text(1, Column::Area), QStringLiteral("-"));
    hardware::Accelerator changed = f.value();
    changed.area = {SquareMicrometres{1000}, {}, SquareMicrometres{100}, "by hand"};
    f.document().setValue(QStringLiteral("area"), changed);
    QCOMPARE(area->text(), QStringLiteral("area table with gaps"));
    QCOMPARE(f.text(1, Column::Area), QStringLiteral("0.0640 mm\u00b2"));
    changed.area.registersPerKib = SquareMicrometres{1024};
    f.document().setValue(QStringLiteral("area"), changed);
    // 64 + 64 + 2048 + 24 KiB of SRAM, 1024 registers of 1 B, 1024 MAC units
    QCOMPARE(area->text(), QStringLiteral("Chip area 2.30 mm\u00b2"));
    QCOMPARE(f.text(0, Column::Area), QStringLiteral("off chip"));
}

void TestAcceleratorPage::aVariantIsACopyThatHasNoFile()
{
    PageFixture f;
    QVERIFY(duplicateAsVariant(f.window.workbench()));
    QCOMPARE(f.value().name, std::string("simba-variant"));
    QVERIFY(duplicateAsVariant(f.window.workbench()));
    QCOMPARE(f.value().name, std::string("simba-variant-2"));
    const auto& listed = f.window.workbench().library().accelerators();
    QVERIFY(isUnsaved(listed.back()));
    QTreeWidgetItem* section = f.window.findChild<ProjectTree*>()->topLevelItem(0);
    QTreeWidgetItem* item = section->child(1); // own ones stand above the presets
    QCOMPARE(section->child(2)->text(0), QStringLiteral("simba"));
    QCOMPARE(item->text(0), QStringLiteral("simba-variant-2"));
    QCOMPARE(item->text(1), QStringLiteral("unsaved"));
    QVERIFY(f.window.workbench().library().openedFiles().isEmpty());
}

void TestAcceleratorPage::variantsComeBackAtTheNextStart()
{
    ScratchSettings settings;
    FakeSession session;
    {
        WholeWindow window(session);
        window.workbench().chooseAccelerator(window.workbench().library().accelerators().front());
        duplicateAsVariant(window.workbench());
        hardware::Accelerator changed = window.workbench().document().value();
        changed.macEnergy = Picojoules{7};
        window.workbench().document().setValue(QStringLiteral("mac.energy"), changed);
        window.close();
    }
    WholeWindow again(session);
    QCOMPARE(again.workbench().document().value().name, std::string("simba-variant"));
    QCOMPARE(again.workbench().document().value().macEnergy.count, 7.0);
    QVERIFY(again.workbench().document().isDirty());
}

void TestAcceleratorPage::variantsOfAWindowThatWasKilledComeBack()
{
    ScratchSettings settings;
    FakeSession session;
    WholeWindow window(session);
    window.workbench().chooseAccelerator(window.workbench().library().accelerators().front());
    duplicateAsVariant(window.workbench());
    WholeWindow again(session); // the other one was not closed
    QVERIFY(again.workbench().library().findAccelerator(QStringLiteral("simba-variant")));
    duplicateAsVariant(window.workbench());
    QVERIFY(window.workbench().saveAccelerator(settings.path(QStringLiteral("variant.yaml"))));
    WholeWindow third(session); // what has a file is no longer kept here
    const auto& listed = third.workbench().library().accelerators();
    QCOMPARE(std::ranges::count_if(listed, [](const AcceleratorEntry& entry) { return isUnsaved(entry); }), 1);
}

void TestAcceleratorPage::aSavedVariantIsAFile()
{
    PageFixture f;
    duplicateAsVariant(f.window.workbench());
    const std::size_t count = f.window.workbench().library().accelerators().size();
    const QString path = f.settings.path(QStringLiteral("variant.yaml"));
    QVERIFY(f.window.workbench().saveAccelerator(path));
    const auto& listed = f.window.workbench().library().accelerators();
    QCOMPARE(listed.size(), count);
    QCOMPARE(listed.back().path, path);
    QVERIFY(!isUnsaved(listed.back()));
}

void TestAcceleratorPage::aBrokenTextIsNotDuplicated()
{
    PageFixture f;
    f.document().setYaml(QStringLiteral("accelerator: {"));
    QSignalSpy problems(&f.window.workbench(), &Workbench::problem);
    QVERIFY(!duplicateAsVariant(f.window.workbench()));
    QCOMPARE(problems.size(), 1);
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestAcceleratorPage)
#include "tst_accelerator_page.moc"
