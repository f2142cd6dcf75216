// SPDX-License-Identifier: GPL-3.0-or-later
// An option that does nothing is an error: every option with every engine, and what other commands would not look at.
#include "tests/app/support/command_line.h"

#include <QTest>

using namespace nestloom::testing;

namespace {

const QStringList kEngines{
    QStringLiteral("cosa"),         QStringLiteral("flexer"),           QStringLiteral("random"),
    QStringLiteral("hybrid"),       QStringLiteral("annealing"),        QStringLiteral("exhaustive"),
    QStringLiteral("kapla"),        QStringLiteral("kapla-exhaustive"), QStringLiteral("kapla-directives"),
    QStringLiteral("kapla-random"), QStringLiteral("kapla-annealing"),  QStringLiteral("cosma"),
    QStringLiteral("cosma-ilp")};
const QString kNests = QStringLiteral("cosa random hybrid annealing exhaustive");
const QString kNodes = QStringLiteral("kapla kapla-exhaustive kapla-directives kapla-random kapla-annealing");

/// An option of `schedule` and the engines that listen to it.
struct Option {
    QString typed;
    QString heardBy;
};

QList<Option> options()
{
    const QString all = kNests + QStringLiteral(" flexer cosma cosma-ilp ") + kNodes;
    return {
        {QStringLiteral("--objective energy"), kNests + u' ' + kNodes},
        {QStringLiteral("--objective cosa-paper"), QStringLiteral("cosa")},
        {QStringLiteral("--objective weighted --cycle-price 1pJ"), kNests},
        {QStringLiteral("--seed 2"), QStringLiteral("cosa random hybrid annealing kapla-random kapla-annealing cosma")},
        {QStringLiteral("--threads 1"), all},
        {QStringLiteral("--time-limit 1"), kNests + QStringLiteral(" flexer cosma cosma-ilp")},
        {QStringLiteral("--gap 0.02"), QStringLiteral("cosa")},
        {QStringLiteral("--no-proof"), kNests},
        {QStringLiteral("--perfect-factors"), QStringLiteral("cosa")},
        {QStringLiteral("--fuse-operators"), kNests + QStringLiteral(" flexer")},
        {QStringLiteral("--bypass"), QStringLiteral("cosa")},
        {QStringLiteral("--layer a"), kNests + QStringLiteral(" flexer")},
        {QStringLiteral("--metric latency"), QStringLiteral("flexer")},
        {QStringLiteral("--transfer-weight 2"), QStringLiteral("flexer")},
        {QStringLiteral("--priority least-spill"), QStringLiteral("flexer")},
        {QStringLiteral("--spill-policy first-fit"), QStringLiteral("flexer")},
        {QStringLiteral("--max-operations 9"), QStringLiteral("flexer")},
        {QStringLiteral("--tilings 3"), QStringLiteral("flexer")},
        {QStringLiteral("--as-published"), QStringLiteral("flexer")},
        {QStringLiteral("--trace t.json"), QStringLiteral("flexer")},
        {QStringLiteral("--batch 64"), kNodes},
        {QStringLiteral("--training"), kNodes},
        {QStringLiteral("--alone"), kNodes},
        {QStringLiteral("--chains 2"), QStringLiteral("kapla")},
        {QStringLiteral("--keep 0.2"), QStringLiteral("kapla-random")},
        {QStringLiteral("--iterations 3"), QStringLiteral("kapla-annealing")},
        {QStringLiteral("--scratchpad 1MiB"), QStringLiteral("cosma cosma-ilp")},
        {QStringLiteral("--fused"), QStringLiteral("cosma cosma-ilp")},
        {QStringLiteral("--order default"), QStringLiteral("cosma cosma-ilp")}};
}

QStringList split(const QString& text) { return text.split(u' ', Qt::SkipEmptyParts); }

} // namespace

class TestGivenOptions : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyOptionIsHeardOrRefusedByEveryEngine_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<QString>("typed");
        QTest::addColumn<bool>("isHeard");
        for (const QString& engine : kEngines)
            for (const Option& option : options())
                QTest::newRow(qPrintable(engine + u' ' + option.typed))
                    << engine << option.typed << split(option.heardBy).contains(engine);
    }

    /// The network is not there: whoever gets as far as reading it has taken the option.
    void everyOptionIsHeardOrRefusedByEveryEngine()
    {
        QFETCH(QString, engine);
        QFETCH(QString, typed);
        QFETCH(bool, isHeard);
        const CommandLine cli;
        const auto result =
            cli.run(split(QStringLiteral("schedule --accelerator simba --network nosuch.yaml --engine ") + engine)
                    + split(typed));
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.err.count(u'\n'), 1);
        const QString refusal = QStringLiteral("nestloom-cli: ") + split(typed).front();
        QVERIFY2(isHeard ? result.err.contains(QStringLiteral("nosuch.yaml")) : result.err.startsWith(refusal),
                 qPrintable(result.err));
    }

    void otherCommandsRefuseWhatTheyWouldNotLookAt_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("refused");
        const auto row = [](const char* arguments, const char* refused) {
            QTest::newRow(arguments) << QString::fromUtf8(arguments) << QString::fromUtf8(refused);
        };
        row("report --run 1 --engine random --output r.html", "--engine: a report of what is stored schedules nothing");
        row("report --run 1 --layer a --output r.html", "--layer: a report");
        row("report --compare 1,2 --seed 3 --output r.html", "--seed: a report");
        row("report --sweep 1 --no-store --output r.html", "--no-store: a report");
        row("report --accelerator simba --network nosuch.yaml --engine flexer --gap 0.1 --output r.html",
            "--gap: engine flexer");
        row("sweep --accelerator simba --network nosuch.yaml --axis clock=1GHz --engine flexer --objective energy",
            "--objective: engine flexer");
        row("sweep --accelerator simba --network nosuch.yaml --axis clock=1GHz --engine random --evaluations 9",
            "--evaluations: engine random");
        row("sweep --accelerator simba --network nosuch.yaml --axis clock=1GHz --engine flexer --no-proof",
            "--no-proof: engine flexer");
        row("sweep --accelerator simba --network nosuch.yaml --axis clock=1GHz --dry-run --json", "--dry-run");
        row("sweep --accelerator simba --network nosuch.yaml --axis clock=1GHz --dry-run --output o", "--dry-run");
        row("sweep --accelerator simba --network nosuch.yaml --axis clock=1GHz --dry-run --pareto energy", "--dry-run");
        row("sweep --resume 1 --no-store", "--resume");
        row("converge --accelerator simba --network nosuch.yaml --layer a --engines cosa --evaluations 9",
            "--evaluations: ");
        row("converge --accelerator simba --network nosuch.yaml --layer a --engines exhaustive --seed 9", "--seed: ");
        row("converge --accelerator simba --network nosuch.yaml --layer a --engines cosa,random --objective cosa-paper",
            "--objective: engine random");
        row("evaluate --accelerator simba --network nosuch.yaml --mapping m.json --json --model timeloop", "--model");
        row("plan nosuch.yaml --scratchpad 1MiB --method ilp --seed 3", "--seed: engine cosma-ilp");
        row("plan nosuch.yaml --scratchpad 1MiB --json --tensors", "--tensors");
        row("simulate --accelerator simba --network nosuch.yaml --layer a --store s", "--store requires --run");
        row("export --accelerator simba --out o --store s", "--store requires --run");
        row("export --to scale-sim --network nosuch.yaml --layer a --out o", "a topology is of a whole network");
        row("export --accelerator simba --network nosuch.yaml --out o", "name the --layer");
        row("schedule --accelerator simba --network nosuch.yaml --cycle-price 3pJ", "--cycle-price: ");
        row("schedule --accelerator simba --network nosuch.yaml --engine kapla --cycle-price 3pJ", "--cycle-price: ");
        row("schedule --accelerator simba --network nosuch.yaml --objective energy --gap 0.02",
            "--gap: only a search for latency");
        row("schedule --accelerator simba --network nosuch.yaml --objective cosa-paper --seed 2", "--seed: ");
        row("schedule --accelerator simba --network nosuch.yaml --objective cosa-paper --no-proof", "--no-proof: ");
        row("schedule --accelerator simba --network nosuch.yaml --engine flexer --metric latency --transfer-weight 2",
            "--transfer-weight: ");
        row("schedule --accelerator simba --network nosuch.yaml --engine kapla --training --alone", "--alone: ");
    }

    void otherCommandsRefuseWhatTheyWouldNotLookAt()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, refused);
        const CommandLine cli;
        const auto result = cli.run(split(arguments));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(refused), qPrintable(result.err));
        QVERIFY2(!result.err.contains(QStringLiteral("nosuch.yaml: ")), qPrintable(result.err));
        QCOMPARE(result.err.count(u'\n'), 1);
    }

    void aSeedIsTheNumberThatWasTypedOrAnError_data()
    {
        QTest::addColumn<QString>("seed");
        QTest::addColumn<bool>("isOne");
        for (const char* seed : {"0", "1", "18446744073709551615"})
            QTest::newRow(seed) << QString::fromUtf8(seed) << true;
        for (const char* seed :
             {"99999999999999999999999", "18446744073709551616", "-1", "1.5", "1e3", "0x", "7 ", "seven"})
            QTest::newRow(seed) << QString::fromUtf8(seed) << false;
    }

    void aSeedIsTheNumberThatWasTypedOrAnError()
    {
        QFETCH(QString, seed);
        QFETCH(bool, isOne);
        const CommandLine cli;
        const auto result =
            cli.run(split(QStringLiteral("schedule --accelerator simba --network nosuch.yaml --seed")) << seed);
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(
            result.err.contains(isOne ? QStringLiteral("nosuch.yaml") : QStringLiteral("--seed: '%1' is ").arg(seed)),
            qPrintable(result.err));
    }
};

QTEST_GUILESS_MAIN(TestGivenOptions)
#include "tst_given_options.moc"
