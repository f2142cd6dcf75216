// SPDX-License-Identifier: GPL-3.0-or-later
// The command `energies`: tables, and accelerators with their energies.
#include "tests/app/support/command_line.h"

#include <QtTest>

using namespace nestloom::testing;

class TestEnergies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsTheTables()
    {
        const auto result = CommandLine().run(words("energies"));
        QCOMPARE(result.exitCode, 0);
        for (const char* name : {"timeloop-pat", "kapla", "eyeriss-relative"})
            QVERIFY(result.out.contains(QLatin1String(name)));
    }
    void givesAnAcceleratorTheEnergiesOfATable()
    {
        const CommandLine cli;
        const auto result = cli.run(words("energies kapla --accelerator simba --output mine.yaml"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY(cli.read(QStringLiteral("mine.yaml")).contains("mac: {energy: 0.2496 pJ, width: 8 bit}"));
        QCOMPARE(cli.run(words("schedule --accelerator mine.yaml --network mlp_l --no-store")).exitCode, 0);
    }
    void refusesWhatItDoesNotKnow()
    {
        QCOMPARE(CommandLine().run(words("energies nothing --accelerator simba")).exitCode, 2);
        QCOMPARE(CommandLine().run(words("energies kapla --accelerator nothing")).exitCode, 2);
        QCOMPARE(CommandLine().run(words("energies kapla")).exitCode, 2);
    }
};

QTEST_GUILESS_MAIN(TestEnergies)
#include "tst_energies.moc"
