// SPDX-License-Identifier: GPL-3.0-or-later
// The user's tables of energies: copies of shipped ones, one undo history, files that follow.
#include "tests/ui/support/fake_technology_files.h"
#include "ui/features/technology/technology_library.h"

#include <QSignalSpy>
#include <QtTest>

namespace nestloom::ui {

namespace {

struct Tables {
    FakeTechnologyFiles files;
    TechnologyLibrary library{files};

    hardware::Technology table(const char* name) const { return *library.find(QLatin1String(name)); }
    Result<QString> setDram(const char* name, double energy)
    {
        hardware::Technology changed = table(name);
        changed.dram->energy = {energy};
        return library.change(QLatin1String(name), changed, QStringLiteral("Change"));
    }
};

} // namespace

class TestTechnologyLibrary : public QObject {
    Q_OBJECT
private slots:
    void aChangedPresetIsACopy()
    {
        Tables f;
        const auto name = f.setDram("relative", 150);
        QVERIFY(name);
        QCOMPARE(*name, QStringLiteral("my relative"));
        QCOMPARE(f.table("relative").dram->energy.count, 200.0);
        QCOMPARE(f.files.kept.size(), std::size_t(1));
        QCOMPARE(f.files.kept[0].dram->energy.count, 150.0);
        QCOMPARE(*f.setDram("relative", 140), QStringLiteral("my relative 2"));
    }
    void oneHistoryLeadsBackAndForth()
    {
        Tables f;
        QVERIFY(f.setDram("relative", 150));
        QVERIFY(f.setDram("my relative", 160));
        QCOMPARE(f.library.history().count(), 2);
        f.library.history().undo();
        QCOMPARE(f.table("my relative").dram->energy.count, 150.0);
        f.library.history().undo();
        QVERIFY(f.library.find(QStringLiteral("my relative")) == nullptr && f.files.kept.empty());
        f.library.history().redo();
        QCOMPARE(f.files.kept[0].dram->energy.count, 150.0);
    }
    void brokenTablesAreRefused()
    {
        Tables f;
        const auto refused = f.setDram("relative", -1);
        QVERIFY(!refused && !refused.error().message.empty());
        QVERIFY(f.files.kept.empty() && !f.library.history().canUndo());
        hardware::Technology broken = f.table("relative");
        broken.sram.clear();
        QVERIFY(!f.library.add(broken, QStringLiteral("Import")));
        QVERIFY(!f.library.change(QStringLiteral("nothing"), broken, QStringLiteral("Change")));
    }
    void namesAreUnique()
    {
        Tables f;
        QVERIFY(f.setDram("relative", 150));
        hardware::Technology renamed = f.table("my relative");
        renamed.name = "relative";
        QVERIFY(!f.library.change(QStringLiteral("my relative"), renamed, QStringLiteral("Rename")));
        renamed.name = "45 nm";
        QCOMPARE(*f.library.change(QStringLiteral("my relative"), renamed, QStringLiteral("Rename")),
                 QStringLiteral("45 nm"));
        QVERIFY(f.library.find(QStringLiteral("my relative")) == nullptr);
        QCOMPARE(*f.library.add(renamed, QStringLiteral("Import")), QStringLiteral("45 nm 2"));
    }
    void removingIsAStep()
    {
        Tables f;
        const QString copy = f.library.copy(QStringLiteral("relative"));
        QCOMPARE(copy, QStringLiteral("my relative"));
        f.library.remove(copy);
        QVERIFY(f.files.kept.empty());
        f.library.remove(QStringLiteral("relative")); // shipped
        QVERIFY(f.library.find(QStringLiteral("relative")) != nullptr);
        f.library.history().undo();
        QCOMPARE(f.files.kept.size(), std::size_t(1));
    }
    void tellsWhichTableTookThePlaceOfWhich()
    {
        Tables f;
        QSignalSpy replaced(&f.library, &TechnologyLibrary::replaced),
            shown(&f.library, &TechnologyLibrary::shownRequested);
        f.library.copy(QStringLiteral("relative"));
        QCOMPARE(replaced.count(), 0);
        QVERIFY(f.setDram("my relative", 150));
        QCOMPARE(replaced.count(), 1);
        QCOMPARE(shown.last().first().toString(), QStringLiteral("my relative"));
        f.library.history().undo();
        QCOMPARE(replaced.count(), 2);
    }
    void anAcceleratorThatTellsOfAnotherTableDoesNotFollow()
    {
        Tables f;
        f.library.copy(QStringLiteral("relative"));
        hardware::Accelerator accelerator;
        accelerator.levels.resize(1);
        accelerator = hardware::withEnergies(accelerator, f.table("relative"));
        QVERIFY(takesEnergiesFrom(accelerator, f.table("relative"), f.library));
        QVERIFY(!takesEnergiesFrom(accelerator, f.table("my relative"), f.library)); // the same numbers
        accelerator.notes = {"Energies: something else, elsewhere"};
        QVERIFY(takesEnergiesFrom(accelerator, f.table("my relative"), f.library));
        accelerator.macEnergy.count += 1;
        QVERIFY(!takesEnergiesFrom(accelerator, f.table("relative"), f.library));
    }
};

} // namespace nestloom::ui

QTEST_MAIN(nestloom::ui::TestTechnologyLibrary)
#include "tst_technology_library.moc"
