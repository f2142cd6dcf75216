// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/support/sample_run.h"
#include "tests/ui/support/stored_run.h"
#include "tests/ui/support/view_probe.h"
#include "tests/ui/support/window_fixture.h"
#include "ui/features/compare/accelerator_diff_model.h"
#include "ui/widgets/table_text.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

namespace nestloom::ui {

namespace {

hardware::Accelerator larger()
{
    hardware::Accelerator a = sample::accelerator();
    a.levels[1].capacity = Bytes{131'072};
    return a;
}

int rowOf(const QAbstractItemModel& model, const QString& title)
{
    for (int row = 0; row < model.rowCount(); ++row)
        if (model.index(row, 0).data().toString() == title)
            return row;
    return -1;
}

QString diffCell(const QAbstractItemModel& model, int row, int column)
{
    return model.index(row, column).data().toString();
}

} // namespace

class TestAcceleratorDiffTable : public QObject {
    Q_OBJECT
private slots:
    void onlyDifferingFieldsAreShownByDefault();
    void everyChangeHasWordsAndSigns();
    void threeAcceleratorsHaveTheirOwnColumns();
    void itCopiesAsText();
    void theDialogComparesEditsWithTheStoredText();
    void theDialogReadsTheAcceleratorOfARun();
};

void TestAcceleratorDiffTable::onlyDifferingFieldsAreShownByDefault()
{
    AcceleratorDiffModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setAccelerators({{QStringLiteral("a"), sample::accelerator()}, {QStringLiteral("b"), sample::accelerator()}});
    QCOMPARE(model.rowCount(), 0);
    model.setAllShown(true);
    QVERIFY(model.rowCount() > 40);
    model.setAllShown(false);
    model.setAccelerators({{QStringLiteral("a"), sample::accelerator()}, {QStringLiteral("b"), larger()}});
    QCOMPARE(model.rowCount(), 2); // the capacity, and the bytes on chip that follow
    const int row = rowOf(model, QStringLiteral("GlobalBuffer, capacity"));
    QCOMPARE(diffCell(model, row, 1), QStringLiteral("64 KiB"));
    QCOMPARE(diffCell(model, row, 2), QStringLiteral("128 KiB"));
    QCOMPARE(diffCell(model, row, 3), QStringLiteral("\u2192 2.00x"));
    QCOMPARE(model.changes(1), std::size_t{1});
}

void TestAcceleratorDiffTable::everyChangeHasWordsAndSigns()
{
    hardware::Accelerator b = sample::accelerator();
    b.levels[0].readBandwidth.reset();
    b.levels[1].keeps = TensorSet::all();
    b.levels.erase(b.levels.begin() + 2); // WeightBuffer
    hardware::BufferLevel shared;
    shared.name = "Shared";
    b.levels.insert(b.levels.begin() + 1, shared);
    AcceleratorDiffModel model;
    model.setAccelerators({{QStringLiteral("a"), sample::accelerator()}, {QStringLiteral("b"), b}});
    const auto change = [&model](const char* title) { return diffCell(model, rowOf(model, QLatin1String(title)), 3); };
    QCOMPARE(change("DRAM, read bandwidth"), QStringLiteral("\u2192 changed"));
    QCOMPARE(diffCell(model, rowOf(model, QStringLiteral("DRAM, read bandwidth")), 2), QStringLiteral("unlimited"));
    QCOMPARE(diffCell(model, rowOf(model, QStringLiteral("GlobalBuffer, keeps")), 2),
             QStringLiteral("weights, inputs, outputs"));
    QCOMPARE(change("level WeightBuffer"), QStringLiteral("\u2212 removed"));
    QCOMPARE(change("level Shared"), QStringLiteral("+ added"));
    QCOMPARE(change("Shared, kind"), QStringLiteral("+ added"));
}

void TestAcceleratorDiffTable::threeAcceleratorsHaveTheirOwnColumns()
{
    AcceleratorDiffModel model;
    const QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setAccelerators({{QStringLiteral("a"), sample::accelerator()},
                           {QStringLiteral("b"), sample::accelerator()},
                           {QStringLiteral("c"), larger()}});
    QCOMPARE(model.columnCount(), 6);
    const int row = rowOf(model, QStringLiteral("GlobalBuffer, capacity"));
    QCOMPARE(diffCell(model, row, AcceleratorDiffModel::changeColumn(1)), QStringLiteral("="));
    QCOMPARE(diffCell(model, row, AcceleratorDiffModel::changeColumn(2)), QStringLiteral("\u2192 2.00x"));
}

void TestAcceleratorDiffTable::itCopiesAsText()
{
    AcceleratorDiffModel model;
    model.setAccelerators({{QStringLiteral("a"), sample::accelerator()}, {QStringLiteral("b"), larger()}});
    QVERIFY(copyTable(model, TableFormat::Tsv)
                .contains(QStringLiteral("GlobalBuffer, capacity\t64 KiB\t128 KiB\t\u2192 2.00x")));
    QVERIFY(copyTable(model, TableFormat::Markdown).contains(QStringLiteral("| 64 KiB")));
}

void TestAcceleratorDiffTable::theDialogComparesEditsWithTheStoredText()
{
    WindowFixture f;
    hardware::Accelerator edited = f.window.workbench().document().value();
    edited.levels[1].capacity = Bytes{131'072};
    f.window.workbench().document().setValue(QStringLiteral("levels[1].capacity"), edited);
    f.find<QAction>("compareAccelerator")->trigger();
    auto* dialog = f.find<QWidget>("acceleratorDiffDialog");
    QVERIFY(dialog != nullptr);
    QCOMPARE(dialog->findChild<QComboBox*>(QStringLiteral("otherAccelerator"))->currentText(),
             QStringLiteral("simba, as stored"));
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("diffSummary"))->text().contains(QStringLiteral("1 difference")));
    const QImage light = render(*dialog, {720, 460}, ThemeKind::Light, QStringLiteral("accelerator-diff"));
    QVERIFY(hasColour(light, lightTheme().accentSoft)); // the marks of what changed
    dialog->findChild<QCheckBox*>(QStringLiteral("allFields"))->click();
    QVERIFY(hasColour(render(*dialog, {720, 460}, ThemeKind::Dark, QStringLiteral("accelerator-diff-all")),
                      darkTheme().accentSoft));
    f.window.actions().undo->trigger();
    QVERIFY(
        dialog->findChild<QLabel*>(QStringLiteral("diffSummary"))->text().contains(QStringLiteral("no difference")));
}

void TestAcceleratorDiffTable::theDialogReadsTheAcceleratorOfARun()
{
    WindowFixture f;
    RunRecord record = storedRun(f.session, 7, 1000);
    record.inputs.accelerator.clock = Hertz{5e8};
    store(f.session, {record});
    f.find<QAction>("compareAccelerator")->trigger();
    auto* dialog = f.find<QWidget>("acceleratorDiffDialog");
    auto* choice = dialog->findChild<QComboBox*>(QStringLiteral("otherAccelerator"));
    const int index = choice->findText(QStringLiteral("run 7: simba"));
    QVERIFY(index >= 0);
    choice->setCurrentIndex(index);
    Q_EMIT choice->activated(index);
    f.session.reader.answerAll();
    QVERIFY(dialog->findChild<QLabel*>(QStringLiteral("diffSummary"))->text().contains(QStringLiteral("1 difference")));
}

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestAcceleratorDiffTable)
#include "tst_accelerator_diff.moc"
