// SPDX-License-Identifier: GPL-3.0-or-later
// The numbers of a table of energies as an item model, and what an accelerator would get from it.
#include "tests/ui/support/fake_session.h"
#include "ui/features/technology/technology_effect_model.h"
#include "ui/features/technology/technology_library.h"
#include "ui/features/technology/technology_model.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QtTest>

namespace nestloom::ui {

namespace {

using Model = TechnologyModel;

struct Numbers {
    Numbers() { model.setTable(QStringLiteral("relative")); }

    FakeSession session;
    FakeTechnologyFiles files;
    TechnologyLibrary library{files};
    Model model{library, session};
    QAbstractItemModelTester tester{&model, QAbstractItemModelTester::FailureReportingMode::QtTest};

    QModelIndex cell(NumberKind kind, int column, std::size_t index = 0) const
    {
        return model.index(model.rowOf({kind, index}), column);
    }
    QString text(NumberKind kind, int column, std::size_t index = 0) const
    {
        return cell(kind, column, index).data().toString();
    }
    bool set(NumberKind kind, int column, const QString& text, std::size_t index = 0)
    {
        return model.setData(cell(kind, column, index), text);
    }
    const hardware::Technology& own() const { return library.own().front(); }
};

} // namespace

class TestTechnologyModels : public QObject {
    Q_OBJECT
private slots:
    void everyNumberHasItsSizeUnitAndSource()
    {
        Numbers f;
        QCOMPARE(f.text(NumberKind::Mac, Model::Size), QStringLiteral("16 bit"));
        QCOMPARE(f.text(NumberKind::Sram, Model::Size), QStringLiteral("1 KiB"));
        QCOMPARE(f.text(NumberKind::Dram, Model::Value), QStringLiteral("200 pJ"));
        QCOMPARE(f.text(NumberKind::Dram, Model::PerBit), QStringLiteral("12.5 pJ/bit"));
        QCOMPARE(f.text(NumberKind::Dram, Model::Source), QStringLiteral("a paper"));
        QCOMPARE(f.text(NumberKind::Sram, Model::Source), QStringLiteral("a test")); // that of the table
        QCOMPARE(f.text(NumberKind::Hop, Model::Value), QStringLiteral("not stated"));
        QCOMPARE(f.cell(NumberKind::Dram, Model::Value).data(TableModel::ExportRole).toDouble(), 200.0);
    }
    void aChangedNumberIsAValueOfOnesOwn()
    {
        Numbers f;
        QSignalSpy moved(&f.model, &Model::moved);
        QVERIFY(f.set(NumberKind::Dram, Model::Value, QStringLiteral("150 pJ")));
        QCOMPARE(moved.first().first().toString(), QStringLiteral("my relative"));
        QCOMPARE(f.own().dram->energy.count, 150.0);
        QCOMPARE(f.own().dram->source, std::string("own value"));
        f.model.setTable(QStringLiteral("my relative"));
        QVERIFY(f.set(NumberKind::Dram, Model::Source, QStringLiteral("data sheet")));
        f.model.setKeepsSources(true);
        QVERIFY(f.set(NumberKind::Dram, Model::Value, QStringLiteral("10 pJ/bit")));
        QCOMPARE(f.own().dram->energy.count, 160.0);
        QCOMPARE(f.own().dram->source, std::string("data sheet"));
    }
    void whatIsNotStatedCanBeStatedAndTakenOut()
    {
        Numbers f;
        QVERIFY(f.set(NumberKind::MacArea, Model::Value, QStringLiteral("400 um2")));
        f.model.setTable(QStringLiteral("my relative"));
        QCOMPARE(f.own().areas.mac->area.count, 400.0);
        QVERIFY(f.set(NumberKind::MacArea, Model::Value, QString()));
        QVERIFY(!f.own().areas.mac);
        QVERIFY(f.set(NumberKind::Dram, Model::Value, QString())); // needed: refused
        QVERIFY(f.own().dram);
        QCOMPARE(f.text(NumberKind::Dram, Model::Value), QString());
        QVERIFY(
            f.cell(NumberKind::Dram, Model::Value).data(Qt::ToolTipRole).toString().contains(QStringLiteral("DRAM")));
    }
    void aTextThatIsNoValueStaysInItsCell()
    {
        Numbers f;
        QSignalSpy refused(&f.model, &Model::refused);
        QVERIFY(f.set(NumberKind::Sram, Model::Value, QStringLiteral("3 apples")));
        QCOMPARE(refused.count(), 1);
        QCOMPARE(f.text(NumberKind::Sram, Model::Value), QStringLiteral("3 apples"));
        QVERIFY(f.cell(NumberKind::Sram, Model::Value).data(Qt::ForegroundRole).isValid());
        QVERIFY(f.library.own().empty());
        QVERIFY(f.set(NumberKind::Sram, Model::Value, QStringLiteral("6 pJ"))); // as it was
        QCOMPARE(f.text(NumberKind::Sram, Model::Value), QStringLiteral("6 pJ"));
        QVERIFY(f.library.own().empty());
    }
    void sizesAscendAndAreUnique()
    {
        Numbers f;
        QVERIFY(f.library.change(QStringLiteral("relative"),
                                 withAnother(*f.library.find(QStringLiteral("relative")), NumberKind::Sram),
                                 QStringLiteral("Add")));
        f.model.setTable(QStringLiteral("my relative"));
        QCOMPARE(f.text(NumberKind::Sram, Model::Size, 1), QStringLiteral("2 KiB"));
        QVERIFY(f.set(NumberKind::Sram, Model::Size, QStringLiteral("512 B"), 1));
        QCOMPARE(f.own().sram[0].capacity.count, 512);
        QVERIFY(f.set(NumberKind::Sram, Model::Size, QStringLiteral("1 KiB"))); // the other has it
        QCOMPARE(f.own().sram[0].capacity.count, 512);
        QCOMPARE(f.text(NumberKind::Sram, Model::Size), QStringLiteral("1 KiB")); // still to be mended
    }
    void aFormulaStandsInPlaceOfNumbers()
    {
        Numbers f;
        hardware::Technology formula = *f.library.find(QStringLiteral("relative"));
        formula.name = "pat";
        formula.formula = hardware::EnergySource::TimeloopPat;
        QVERIFY(f.library.add(formula, QStringLiteral("Import")));
        f.model.setTable(QStringLiteral("pat"));
        QCOMPARE(f.text(NumberKind::Sram, Model::Value), QStringLiteral("by formula"));
        QVERIFY(!f.cell(NumberKind::Sram, Model::Value).flags().testFlag(Qt::ItemIsEditable));
        QVERIFY(f.cell(NumberKind::Mac, Model::Value).flags().testFlag(Qt::ItemIsEditable));
        QVERIFY(!f.set(NumberKind::Dram, Model::Value, QStringLiteral("3 pJ")));
    }
    void tellsWhatAnAcceleratorWouldGet()
    {
        TechnologyEffectModel model;
        QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
        Numbers f;
        const hardware::Accelerator simba =
            *f.session.parseAccelerator(f.session.accelerators().front().yaml, QStringLiteral("simba"));
        const hardware::Technology& table = *f.library.find(QStringLiteral("relative"));
        model.show(simba, table);
        QCOMPARE(model.rowCount(), 8); // six levels, MAC, area
        QVERIFY(model.changes() > 0);
        QCOMPARE(model.index(6, TechnologyEffectModel::Change).data().toString(),
                 QStringLiteral("=")); // 0.25 pJ of 8 bit
        QCOMPARE(model.index(0, TechnologyEffectModel::WithTable).data(TableModel::ExportRole).toDouble(), 6400.0);
        model.show(hardware::withEnergies(simba, table), table);
        QCOMPARE(model.changes(), 0);
        model.clear();
        QCOMPARE(model.rowCount(), 0);
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestTechnologyModels)
#include "tst_technology_models.moc"
