// SPDX-License-Identifier: GPL-3.0-or-later
// The command `energies`: tables, and accelerators with their energies.
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"

#include <QtTest>

using namespace nestloom::testing;

class TestEnergies : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void listsTheTables()
    {
        const auto result = CommandLine().run(words("energies"));
        QCOMPARE(result.exitCode, 0);
        for (const char* name : {"timeloop-pat", "pat-banked", "kapla", "eyeriss-relative"})
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
    void takesTablesThatTheWindowKept()
    {
        CommandLine cli;
        const QByteArray table = "energies:\n  name: my 45 nm\n  source: a test\n  formula: timeloop-pat\n  mac: "
                                 "{energy: 8 pJ, source: own value}\n";
        QVERIFY(QDir(cli.path(QString())).mkpath(QStringLiteral("data/runs.sqlite-technologies")));
        QVERIFY(!cli.write(QStringLiteral("data/runs.sqlite-technologies/any.yaml"), table).isEmpty());
        QVERIFY(cli.run(words("energies")).out.contains(QStringLiteral("my 45 nm")));
        const auto given = cli.run({QStringLiteral("energies"), QStringLiteral("my 45 nm"),
                                    QStringLiteral("--accelerator"), QStringLiteral("simba")});
        QVERIFY2(given.exitCode == 0, qPrintable(given.err));
        QVERIFY(given.out.contains(QStringLiteral("mac: {energy: 2 pJ, width: 8 bit}")));
        QVERIFY(!cli.write(QStringLiteral("data/runs.sqlite-technologies/broken.yaml"), "energies: {}\n").isEmpty());
        QCOMPARE(cli.run(words("energies")).exitCode, 1);
        const auto list = cli.run(words("energies --json"));
        QCOMPARE(list.exitCode, 1);
        QCOMPARE(JsonSchema(QStringLiteral("energies.schema.json")).complaint(list.out), QString());
        const QJsonArray tables = QJsonDocument::fromJson(list.out.toUtf8()).array();
        QCOMPARE(tables.at(tables.size() - 2)[QStringLiteral("name")].toString(), QStringLiteral("my 45 nm"));
        QVERIFY(tables.last()[QStringLiteral("error")].toString().contains(QStringLiteral("broken.yaml")));
    }
    void refusesWhatItDoesNotKnow()
    {
        QCOMPARE(CommandLine().run(words("energies nothing --accelerator simba")).exitCode, 2);
        QCOMPARE(CommandLine().run(words("energies kapla --accelerator nothing")).exitCode, 2);
        QCOMPARE(CommandLine().run(words("energies kapla")).exitCode, 2);
        QCOMPARE(CommandLine().run(words("energies kapla --accelerator simba --json")).exitCode, 2);
    }
};

QTEST_GUILESS_MAIN(TestEnergies)
#include "tst_energies.moc"
