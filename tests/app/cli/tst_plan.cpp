// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QTest>

using nestloom::testing::CommandLine;

namespace {

QStringList words(const char* line) { return QString::fromUtf8(line).split(QLatin1Char(' '), Qt::SkipEmptyParts); }

QJsonObject resultOf(const QString& json)
{
    return QJsonDocument::fromJson(json.toUtf8())[QStringLiteral("result")].toObject();
}

/// With 12 B `a` has to leave for `c`.
const QByteArray kChain = R"(network:
  name: chain
  operators:
    - {name: input, type: input, output: {size: 2 B}}
    - {name: a, type: conv, inputs: [input], output: {size: 4 B}}
    - {name: b, type: conv, inputs: [a], output: {size: 4 B}}
    - {name: c, type: conv, inputs: [b], output: {size: 8 B}}
    - {name: small, type: conv, inputs: [c], output: {size: 2 B}}
    - {name: d, type: add, inputs: [a, small], output: {size: 4 B}}
)";

qint64 sumOf(const QJsonArray& moves)
{
    qint64 sum = 0;
    for (const auto& move : moves)
        sum += move.toObject()[QStringLiteral("bytes")].toInteger();
    return sum;
}

} // namespace

class TestPlan : public QObject {
    Q_OBJECT
private slots:
    void aPlanIsKeptAndListed()
    {
        const CommandLine cli;
        const QString store = cli.path(QStringLiteral("plans.sqlite"));
        const auto planned = cli.run(words("plan squeezenet1_1 --scratchpad M_P --store") << store);
        QVERIFY2(planned.exitCode == 0, qPrintable(planned.err));
        QVERIFY(planned.out.contains(QStringLiteral("stored as run 1")));
        const auto unkept = cli.run(words("plan squeezenet1_1 --scratchpad M_P --no-store"));
        QVERIFY(!unkept.out.contains(QStringLiteral("stored as")));
        const auto listed = cli.run(words("runs --store") << store);
        QCOMPARE(listed.exitCode, 0);
        QCOMPARE(listed.out.count(QStringLiteral("squeezenet1_1")), 1);
    }

    void anAcceleratorsWordsCount()
    {
        const CommandLine cli;
        const QString store = cli.path(QStringLiteral("plans.sqlite"));
        const auto plain = resultOf(cli.run(words("plan alexnet --scratchpad M_P --parameters --json --no-store")).out);
        const auto wide =
            cli.run(words("plan alexnet --scratchpad M_P --parameters --json --accelerator eyeriss --store") << store);
        QVERIFY2(wide.exitCode == 0, qPrintable(wide.err));
        const auto wideJson = resultOf(wide.out);
        for (const char* size : {"M_R", "M_P"}) // 8 bit as the network states, 16 bit on eyeriss
            QCOMPARE(wideJson[QStringLiteral("budgets")][QLatin1String(size)].toInteger(),
                     2 * plain[QStringLiteral("budgets")][QLatin1String(size)].toInteger());
        QCOMPARE(wideJson[QStringLiteral("elements")].toString(), QStringLiteral("of 16 bit as the words of eyeriss"));
        QVERIFY(
            cli.run(words("runs --store") << store).out.contains(QStringLiteral("alexnet"))); // and can be read again
        const auto bad = cli.run(words("plan alexnet --scratchpad M_P --accelerator nosuch"));
        QCOMPARE(bad.exitCode, 2);
        QVERIFY(bad.err.contains(QStringLiteral("nosuch: there is no accelerator preset")));
    }

    void plansANetworkOfTheZoo()
    {
        const CommandLine cli;
        const auto result = cli.run(words("plan resnet50 --scratchpad M_R --parameters --json"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        const QJsonObject plan = resultOf(result.out);
        const QJsonObject budgets = plan[QStringLiteral("budgets")].toObject();
        QCOMPARE(budgets[QStringLiteral("M_R")].toInteger(), 2484736);
        QCOMPARE(budgets[QStringLiteral("M_H")].toInteger(), 2534912);
        QCOMPARE(budgets[QStringLiteral("M_P")].toInteger(), 2585088);
        QCOMPARE(plan[QStringLiteral("status")].toString(), QStringLiteral("optimal"));
        QCOMPARE(plan[QStringLiteral("traffic_bytes")].toInteger(), 602112);
        QCOMPARE(plan[QStringLiteral("bound_bytes")].toInteger(), 602112);
        QCOMPARE(plan[QStringLiteral("baselines")].toArray().size(), 4);
        const QJsonArray steps = plan[QStringLiteral("steps")].toArray();
        QCOMPARE(steps.size(), 175);
        qint64 moved = 0;
        for (const auto& step : steps)
            moved +=
                sumOf(step[QStringLiteral("spills")].toArray()) + sumOf(step[QStringLiteral("retrieves")].toArray());
        QCOMPARE(moved, 602112);
    }

    void fusedGraphsAreCoarser()
    {
        const CommandLine cli;
        const auto result = cli.run(words("plan resnet50 --scratchpad M_P --fused --order default"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY(
            result.out.startsWith(QStringLiteral("resnet50: 73 operators, fused, activations only, order default")));
        QVERIFY(result.out.contains(QStringLiteral("layer1.0.add")));
        QVERIFY(!result.out.contains(QStringLiteral("batchnorm")));
    }

    void tellsWhatIsMovedWhen()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("chain.yaml"), kChain);
        const auto result = cli.run(words("plan chain.yaml --scratchpad 12B"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY(result.out.contains(QStringLiteral(": 8 B of off-chip traffic beyond the compulsory, proven least")));
        QVERIFY(result.out.contains(QStringLiteral("spills a (4 B)")));
        QVERIFY(result.out.contains(QStringLiteral("retrieves a (4 B)")));
        const auto part =
            cli.run(words("plan chain.yaml --no-store --scratchpad 0.0126kB")); // a part of a byte holds nothing
        QVERIFY2(part.out.contains(QStringLiteral("scratchpad 12 B")), qPrintable(part.out + part.err));
    }

    void theTensorsAreListedWithTheirAddressesWhenAsked()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("chain.yaml"), kChain);
        const auto asked = cli.run(words("plan chain.yaml --scratchpad 12B --tensors --no-store"));
        QVERIFY2(asked.exitCode == 0, qPrintable(asked.err));
        QVERIFY(asked.out.contains(
            QRegularExpression(QStringLiteral("\\ntensor +address +size +first step +last step\\n"))));
        // `a` is spilled: it lies in the scratchpad twice.
        QCOMPARE(asked.out.count(QRegularExpression(QStringLiteral("\\na +\\d+ B +4 B +\\d +\\d *(?=\\n)"))), 2);
        QCOMPARE(asked.out.count(QRegularExpression(QStringLiteral("\\nc +\\d+ B +8 B +3 +4 *(?=\\n)"))), 1);
        const auto plain = cli.run(words("plan chain.yaml --scratchpad 12B --no-store"));
        QVERIFY(!plain.out.contains(QStringLiteral("last step")));
        const auto refused = cli.run(words("plan chain.yaml --scratchpad 11B --tensors --no-store"));
        QVERIFY(!refused.out.contains(QStringLiteral("last step"))); // no plan, no places
    }

    void theIntegerProgramFindsTheSame()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("chain.yaml"), kChain);
        const auto result = cli.run(words("plan chain.yaml --scratchpad 12B --method ilp --json"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        const QJsonObject plan = resultOf(result.out);
        QCOMPARE(plan[QStringLiteral("status")].toString(),
                 QStringLiteral("feasible")); // the solver's word is not checked
        QCOMPARE(plan[QStringLiteral("traffic_bytes")].toInteger(), 8);
        const auto large = cli.run(words("plan nasnet_a_mobile --scratchpad M_R --method ilp"));
        QCOMPARE(large.exitCode, 2);
        QVERIFY2(large.err.contains(QStringLiteral("use the search")), qPrintable(large.err));
    }

    void namesTheOperatorThatLacksRoom()
    {
        const CommandLine cli;
        const auto result = cli.run(words("plan resnet50 --scratchpad 2MiB"));
        QCOMPARE(result.exitCode, 1);
        QVERIFY(result.out.contains(QStringLiteral("M_R  2.30 MiB (2,408,448 B)")));
        QVERIFY(result.out.contains(
            QStringLiteral("scratchpad 2 MiB (2,097,152 B): does not fit: operator layer1.0.add needs "
                           "2.30 MiB (2,408,448 B)")));
        QVERIFY(result.out.contains(
            QStringLiteral("304 KiB (311,296 B) more than the scratchpad holds; raise it to M_R, 2.30 MiB")));
        QVERIFY(!result.out.contains(QStringLiteral("2408448"))); // every size can be read
        const auto fits = cli.run(words("plan resnet50 --scratchpad M_R --no-store"));
        QVERIFY(!fits.out.contains(QStringLiteral("does not fit")));
    }

    void isOneSentenceForBadInput_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char* arguments, const char* expected) {
            QTest::newRow(arguments) << QString::fromUtf8(arguments) << QString::fromUtf8(expected);
        };
        row("plan deepbench --scratchpad 1MiB", "only its layers are known");
        row("plan resnet51 --scratchpad 1MiB", "there is no network preset");
        row("plan resnet50 --scratchpad 100", "B, KiB");
        row("plan resnet50 --scratchpad much", "M_R, M_H, M_P");
        row("plan resnet50", "--scratchpad");
        row("plan resnet50 --scratchpad 1MiB --order best", "best not in");
        row("plan resnet50 --scratchpad M_R --output nosuch/plan.txt", "cannot be written");
    }
    void isOneSentenceForBadInput()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, expected);
        const CommandLine cli;
        const auto result = cli.run(arguments.split(QLatin1Char(' ')));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(expected), qPrintable(result.err));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
    }
};

QTEST_GUILESS_MAIN(TestPlan)
#include "tst_plan.moc"
