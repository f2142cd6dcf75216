// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using nestloom::testing::CommandLine;
using nestloom::testing::words;

namespace {

const QStringList kAlexnet = words("schedule --accelerator kapla-4x4 --network alexnet --batch 4 --engine");

} // namespace

class TestNodeRuns : public QObject {
    Q_OBJECT
private slots:
    void schedulesAreStoredListedShownComparedAndDeleted()
    {
        const CommandLine cli;
        const auto scheduled = cli.run(QStringList(kAlexnet) << QStringLiteral("kapla"));
        QVERIFY2(scheduled.exitCode == 0, qPrintable(scheduled.err));
        QVERIFY(scheduled.out.contains(QStringLiteral("stored as schedule on nodes 1")));
        QVERIFY(cli.run(QStringList(kAlexnet) << words("kapla-random --keep 0.5"))
                    .out.contains(QStringLiteral("stored as schedule on nodes 2")));
        QVERIFY(cli.run(QStringList(kAlexnet) << QStringLiteral("kapla"))
                    .out.contains(QStringLiteral("stored as schedule on nodes 1"))); // the same
        QVERIFY(!cli.run(QStringList(kAlexnet) << words("kapla --no-store")).out.contains(QStringLiteral("stored")));
        const auto listed = cli.run(words("node-runs"));
        QVERIFY2(listed.exitCode == 0, qPrintable(listed.err));
        QCOMPARE(listed.out.count(QStringLiteral("alexnet")), 2);
        QVERIFY(listed.out.contains(QStringLiteral("kapla-random"))
                && listed.out.contains(QStringLiteral("inference")));
        const auto shown = cli.run(words("node-runs show 1"));
        QCOMPARE(shown.exitCode, 0);
        const auto total = [](const QString& text) {
            return text.mid(text.indexOf(QStringLiteral("\ntotal "))).section(QLatin1Char('\n'), 1, 1);
        };
        QVERIFY(!total(shown.out).isEmpty());
        QCOMPARE(total(shown.out), total(scheduled.out)); // the same figures, from a new evaluation
        const auto json = QJsonDocument::fromJson(cli.run(words("node-runs show 1 --json")).out.toUtf8()).object();
        QCOMPARE(json[QStringLiteral("engine")].toString(), QStringLiteral("kapla"));
        QVERIFY(json[QStringLiteral("verified")].toBool());
        QVERIFY(json[QStringLiteral("layers")].toArray().size() > 8);
        const auto compared = cli.run(words("node-runs compare 1 2"));
        QCOMPARE(compared.exitCode, 0);
        for (const char* figure : {"energy", "dram", "cycles", "segments", "search"})
            QVERIFY2(compared.out.contains(QLatin1String(figure)), figure);
        QCOMPARE(cli.run(words("node-runs delete 1")).exitCode, 0);
        QCOMPARE(cli.run(words("node-runs")).out.count(QStringLiteral("alexnet")), 1);
    }

    void whatIsNotThereIsSaid_data()
    {
        QTest::addColumn<QString>("arguments");
        for (const char* arguments : {"show 7", "compare 7 8", "delete 7"})
            QTest::newRow(arguments) << QString::fromUtf8(arguments);
    }
    void whatIsNotThereIsSaid()
    {
        QFETCH(const QString, arguments);
        const CommandLine cli;
        const QStringList command = QStringList{QStringLiteral("node-runs")} + arguments.split(QLatin1Char(' '));
        QVERIFY(cli.run(command).err.contains(QStringLiteral("no such database")));
        const QString network =
            cli.write(QStringLiteral("tiny.yaml"),
                      "network:\n  name: tiny\n  layers:\n    - {name: a, P: 2, Q: 2, C: 2, K: 2}\n");
        QCOMPARE(cli.run(words("schedule --accelerator simba --network") << network).exitCode, 0);
        const auto refused = cli.run(command);
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(QStringLiteral("there is no schedule on nodes 7")), qPrintable(refused.err));
    }
};

QTEST_GUILESS_MAIN(TestNodeRuns)
#include "tst_node_runs.moc"
