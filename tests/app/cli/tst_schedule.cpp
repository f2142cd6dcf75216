// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/app/support/command_line.h"
#include "tests/app/support/small_inputs.h"
#include "tests/places.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QtTest>

#include <cmath>

#include <sys/resource.h>

using namespace nestloom::testing;

namespace {

QJsonObject parse(const QString& text) { return QJsonDocument::fromJson(text.toUtf8()).object(); }
QJsonObject resultOf(const QString& text) { return parse(text)[QStringLiteral("result")].toObject(); }

/// simba with an accumulation buffer that is too small for one 24-bit partial sum.
QByteArray tooSmallSimba()
{
    QFile file(QStringLiteral(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml"));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return file.readAll().replace("capacity: 192 B", "capacity: 2 B");
}

/// A solver whose first process is killed, as if from outside; the later ones are the real program.
/// Is killed at its first starts, as many as there are marks, and works from then on.
QByteArray solverThatDiesAtFirst(const QStringList& marks)
{
    QByteArray script;
    for (const QString& mark : marks)
        script +=
            "if [ ! -e '" + mark.toUtf8() + "' ]; then touch '" + mark.toUtf8() + "'; sleep 0.05; kill -9 $$; fi\n";
    return script + "exec '" NESTLOOM_BIN_DIR "/nestloom-solver'\n";
}

} // namespace

class TestSchedule : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsATableWithUnitsAndStoresTheRun()
    {
        const CommandLine cli;
        const auto result = cli.run(words("schedule --accelerator simba --network alexnet"));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.err, QString());
        for (const char* part : {"cycles", "lower bound", "gap", "energy", "bound by", "utilisation", "features.0",
                                 "classifier.6", "J\u00b7s", "8 of 8 layers", "stored as run 1"})
            QVERIFY2(result.out.contains(QString::fromUtf8(part)), part);
        const auto runs = cli.run(words("runs"));
        QCOMPARE(runs.exitCode, 0);
        QVERIFY(runs.out.contains(
            QRegularExpression(QStringLiteral("1  .* finished +cosa +own +simba +alexnet +1 +8/8 "))));
        QCOMPARE(
            cli.run(words("run --accelerator simba --network alexnet --layer features.3 --engine random")).exitCode,
            0); // a part says so in the list
        QVERIFY(cli.run(words("runs"))
                    .out.contains(QRegularExpression(
                        QStringLiteral("2  .* random +own +simba +alexnet \\(1 of 8 layers\\) +1 +1/1 "))));
    }

    void aWeightedObjectiveNeedsAPriceAndNoOtherTakesOne()
    {
        const CommandLine cli;
        const std::string small = "schedule --accelerator simba --network alexnet --layer classifier.6 --no-store ";
        const auto weighted = cli.run(words((small + "--objective weighted --cycle-price 0.5nJ").c_str()));
        QCOMPARE(weighted.exitCode, 0);
        QVERIFY2(weighted.out.contains(QStringLiteral("objective weighted, 500 pJ per cycle")),
                 qPrintable(weighted.out));
        QVERIFY2(weighted.out.contains(QStringLiteral("lower bound of weighted")), qPrintable(weighted.out));
        for (const char* wrong : {"--objective weighted", "--objective weighted --cycle-price 0pJ",
                                  "--objective weighted --cycle-price 5", "--objective energy --cycle-price 5pJ"}) {
            const auto refused = cli.run(words((small + wrong).c_str()));
            QVERIFY2(refused.exitCode != 0 && refused.err.contains(QStringLiteral("--cycle-price")), wrong);
        }
        const auto latency = cli.run(words((small + "--objective latency").c_str()));
        QVERIFY2(
            latency.out.contains(QStringLiteral(
                "energy is proven least among mappings of a layer's own sizes that are as fast: 1 of 1 layer; proven "
                "in ")),
            qPrintable(latency.out));
    }

    void printsJsonWithEveryFieldThatScriptsNeed()
    {
        const CommandLine cli;
        const auto result =
            cli.run(words("schedule --accelerator simba --network deepbench --engine cosa --json --no-store"));
        QCOMPARE(result.exitCode, 0);
        const QJsonObject run = resultOf(result.out);
        const QJsonArray layers = run[QStringLiteral("layers")].toArray();
        QCOMPARE(layers.size(), 9);
        for (const QJsonValue& value : layers) {
            const QJsonObject layer = value.toObject();
            for (const char* key : {"name", "status", "verified", "cycles", "energy_pj", "lower_bound_cycles",
                                    "solve_cpu_ms", "solve_wall_ms"})
                QVERIFY2(layer.contains(QString::fromUtf8(key)), key);
            QVERIFY(layer[QStringLiteral("verified")].toBool());
            QVERIFY(layer[QStringLiteral("cycles")].toDouble()
                    >= layer[QStringLiteral("lower_bound_cycles")].toDouble() - 1);
        }
        QVERIFY(run[QStringLiteral("totals")].toObject()[QStringLiteral("cycles")].toDouble() > 0);
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("data")))); // --no-store leaves nothing behind
    }

    void tracesSchedulesOfTiles()
    {
        const CommandLine cli;
        const auto result = cli.run(
            words("schedule --accelerator flexer-arch5 --network alexnet --engine flexer --layer features.0 features.3 "
                  "--max-operations 64 --tilings 2 --trace out.json --no-store"));
        QCOMPARE(result.err, QString());
        QCOMPARE(result.exitCode, 0);
        for (const char* part : {"above bounds", "best static", "tiling"})
            QVERIFY2(result.out.contains(QString::fromUtf8(part)), part);
        QFile file(cli.path(QStringLiteral("out.json")));
        QVERIFY(file.open(QIODevice::ReadOnly));
        const QString text = QString::fromUtf8(file.readAll());
        QVERIFY(!parse(text)[QStringLiteral("traceEvents")].toArray().isEmpty());
        for (const char* part : {"features.0: ", "features.3: ", "NPU 3", "DMA", "in the scratchpad"})
            QVERIFY2(text.contains(QString::fromUtf8(part)), part);
    }

    void jsonSaysHowFarTiledSchedulesAreAboveTheirBounds()
    {
        const CommandLine cli;
        const auto result =
            cli.run(words("schedule --accelerator flexer-arch1 --network alexnet --engine flexer --layer features.3 "
                          "--max-operations 64 --tilings 2 --json --no-store"));
        QCOMPARE(result.exitCode, 0);
        const QJsonObject tiled =
            resultOf(result.out)[QStringLiteral("layers")].toArray()[0].toObject()[QStringLiteral("tiled")].toObject();
        const QJsonObject headroom = tiled[QStringLiteral("headroom")].toObject();
        const double bytes = tiled[QStringLiteral("chosen")]
                                 .toObject()[QStringLiteral("transfer_bytes")]
                                 .toObject()[QStringLiteral("total")]
                                 .toDouble();
        QVERIFY(bytes > 0);
        QVERIFY(std::abs(headroom[QStringLiteral("transfer")].toDouble() + 1
                         - bytes / tiled[QStringLiteral("transfer_bound_bytes")].toDouble())
                < 1e-6);
        QVERIFY(headroom[QStringLiteral("latency")].toDouble() >= 0
                && headroom[QStringLiteral("metric")].toDouble() >= 0);
    }

    void onlySchedulesOfTilesHaveATrace()
    {
        const CommandLine cli;
        const auto result = cli.run(
            words("schedule --accelerator simba --network alexnet --layer features.0 --trace out.json --no-store"));
        QVERIFY(result.exitCode != 0);
        QVERIFY(result.err.contains(QStringLiteral("--engine flexer")));
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("out.json"))));
    }

    void writesTheOutputFileWhole()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("out.json"), "old");
        const auto result = cli.run(words(
            "schedule --accelerator simba --network alexnet --layer features.0 --json --output out.json --no-store"));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.out, QString());
        QCOMPARE(resultOf(QString::fromUtf8(cli.read(QStringLiteral("out.json"))))[QStringLiteral("layers")]
                     .toArray()
                     .size(),
                 1);
    }

    void equalSeedsGiveEqualResultsOnAnyNumberOfThreads()
    {
        const CommandLine cli;
        QList<QStringList> answers;
        for (const char* threads : {"1", "3"}) {
            const auto result =
                cli.run(words("schedule --accelerator simba --network deepbench --json --no-store --seed 7 --threads")
                        << QString::fromUtf8(threads));
            QCOMPARE(result.exitCode, 0);
            QStringList answer;
            for (const QJsonValue& layer : resultOf(result.out)[QStringLiteral("layers")].toArray())
                answer << QString::fromUtf8(QJsonDocument(layer[QStringLiteral("mapping")].toArray()).toJson());
            QVERIFY(answer.size() == 9 && answer[0].contains(QStringLiteral("DRAM")));
            answers << answer;
        }
        QCOMPARE(answers[0], answers[1]);
    }

    void aLayerThatCannotFitSaysWhichLevelLacksHowMuch()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("nofit.yaml"), tooSmallSimba());
        const auto result = cli.run(
            words("schedule --accelerator nofit.yaml --network deepbench --layer db_15_Face_Recognition --no-store"));
        QCOMPARE(result.exitCode, 1);
        QVERIFY2(result.err.contains(
                     QStringLiteral("layer db_15_Face_Recognition: infeasible: level AccumulationBuffer needs 3 B")),
                 qPrintable(result.err));
        QVERIFY(result.err.contains(QStringLiteral("raise its capacity to 3 B")));
        QVERIFY(result.out.contains(QStringLiteral("infeasible")));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
    }

    void aSolverKilledOnceCostsNothing()
    {
        CommandLine cli;
        cli.setVariable(
            QStringLiteral("NESTLOOM_SOLVER"),
            cli.writeProgram(QStringLiteral("solver"), solverThatDiesAtFirst({cli.path(QStringLiteral("mark"))})));
        const auto result = cli.run(words("schedule --accelerator simba --network deepbench --threads 1 --no-proof"));
        QCOMPARE(result.exitCode, 0);
        QCOMPARE(result.err, QString());
        QVERIFY(result.out.contains(QStringLiteral("9 of 9 layers")));
    }

    void fewDescriptorsAreEnoughForManyThreads()
    {
        CommandLine cli;
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit few{16, 16};
            setrlimit(RLIMIT_NOFILE, &few);
        });
        cli.start(process, words("schedule --accelerator simba --network deepbench --threads 16 --no-proof"));
        const auto result = CommandLine::finish(process);
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY(result.out.contains(QStringLiteral("9 of 9 layers")));
    }

    /// Of KAPLA, among schedules in segments; nor is one of fewer chains.
    void aRunForAnotherObjectiveIsNotBetter()
    {
        const auto totals = [](const QString& network, const QString& options) {
            const auto result = CommandLine().run(
                words(qPrintable(QStringLiteral("run --engine kapla --accelerator kapla-16x16 --batch 16 --json "
                                                "--no-store --network %1 %2")
                                     .arg(network, options))));
            return QJsonDocument::fromJson(result.out.toUtf8())
                .object()[QStringLiteral("result")][QStringLiteral("totals")];
        };
        const auto least = totals(QStringLiteral("mobilenet_v2"), QStringLiteral("--objective energy"));
        const auto other = totals(QStringLiteral("mobilenet_v2"), QStringLiteral("--objective edp"));
        const auto energy = [](const QJsonValue& of) { return of[QStringLiteral("energy_pj")].toDouble(); };
        const auto edp = [](const QJsonValue& of) { return of[QStringLiteral("edp_pj_cycles")].toDouble(); };
        QVERIFY(energy(least) > 0 && energy(least) <= energy(other) * (1 + 1e-9));
        QVERIFY(edp(other) > 0 && edp(other) <= edp(least) * (1 + 1e-9));
        const auto few = totals(QStringLiteral("resnet50"), QStringLiteral("--chains 1"));
        const auto more = totals(QStringLiteral("resnet50"), QStringLiteral("--chains 4"));
        QVERIFY(energy(few) > 0 && energy(more) <= energy(few) * 1.002); // 1.6 % more, before
    }

    void oneGigabyteAndFewFilesAreEnough_data()
    {
        QTest::addColumn<QString>("line");
        QTest::newRow("cosa") << "schedule --accelerator simba --network resnet50";
        QTest::newRow("kapla") << "run --engine kapla --accelerator kapla-16x16 --network resnet50 --batch 1";
        QTest::newRow("cosma") << "run --engine cosma --accelerator simba --network resnet50 --scratchpad M_H";
        QTest::newRow("flexer") << "run --engine flexer --accelerator flexer-arch1 --network alexnet";
        QTest::newRow("sweep") << "sweep --accelerator simba --network alexnet --axis clock=1GHz,2GHz";
    }

    void oneGigabyteAndFewFilesAreEnough()
    {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
        QSKIP("the sanitizer takes terabytes of addresses");
#endif
        QFETCH(QString, line);
        CommandLine cli;
        QProcess process;
        process.setChildProcessModifier([] {
            const rlimit few{32, 32}, little{1'000'000'000, 1'000'000'000};
            setrlimit(RLIMIT_NOFILE, &few);
            setrlimit(RLIMIT_AS, &little);
        });
        cli.start(process, words(qPrintable(line)));
        const auto result = CommandLine::finish(process);
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY2(result.out.contains(QStringLiteral("stored as")), qPrintable(result.out));
    }

    void aSolverThatNeverStartsIsAFailureOfTheSolver()
    {
        CommandLine cli;
        cli.setVariable(QStringLiteral("NESTLOOM_SOLVER"), cli.writeProgram(QStringLiteral("solver"), "exit 7\n"));
        const auto result = cli.run(words("schedule --accelerator simba --network deepbench --threads 1 --no-store"));
        QCOMPARE(result.exitCode, 3);
        QVERIFY(result.err.contains(QStringLiteral("ended with exit code 7")));
    }

    void aSolverKilledFromOutsideFailsItsLayerOnlyAndTheNextRunWorks()
    {
        CommandLine cli;
        cli.setVariable(
            QStringLiteral("NESTLOOM_SOLVER"),
            cli.writeProgram(QStringLiteral("solver"), solverThatDiesAtFirst({cli.path(QStringLiteral("mark")),
                                                                              cli.path(QStringLiteral("again"))})));
        const QStringList arguments = words("schedule --accelerator simba --network deepbench --threads 1 --json");
        const auto first = cli.run(arguments);
        QCOMPARE(first.exitCode, 3);
        QVERIFY2(first.err.contains(QStringLiteral("layer db_07_OCR: failed: the solver process")),
                 qPrintable(first.err));
        const QJsonArray layers = resultOf(first.out)[QStringLiteral("layers")].toArray();
        QCOMPARE(layers.size(), 9);
        for (int i = 0; i < layers.size(); ++i)
            QCOMPARE(layers[i].toObject()[QStringLiteral("verified")].toBool(), i != 0);
        const auto second = cli.run(arguments);
        QCOMPARE(second.exitCode, 0);
        QVERIFY(cli.run(words("runs")).out.contains(QStringLiteral("9/9")));
    }

    void saysWhereItLookedWhenThereIsNoSolver()
    {
        CommandLine cli;
        cli.setVariable(QStringLiteral("NESTLOOM_SOLVER"), cli.path(QStringLiteral("nosuch")));
        const auto result =
            cli.run(words("schedule --accelerator simba --network alexnet --layer features.0 --no-store"));
        QVERIFY(result.exitCode == 1 || result.exitCode == 3);
        QVERIFY2(result.err.contains(QStringLiteral("solver")), qPrintable(result.err));
    }

    void anUnusableDefaultPlaceCostsALineAndNotTheResults()
    {
        CommandLine cli;
        QVERIFY(QDir().mkpath(cli.path(QStringLiteral("data"))));
        cli.write(QStringLiteral("data/runs.sqlite"), "garbage garbage garbage");
        const auto result = cli.run(words("schedule --accelerator simba --network alexnet --layer features.0"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY2(result.err.startsWith(QStringLiteral("nestloom-cli: this run will not be stored: ")),
                 qPrintable(result.err));
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
        QVERIFY(result.out.contains(QStringLiteral("1 of 1 layer")));
        QCOMPARE(cli.read(QStringLiteral("data/runs.sqlite")), QByteArray("garbage garbage garbage"));
    }
};

QTEST_GUILESS_MAIN(TestSchedule)
#include "tst_schedule.moc"
