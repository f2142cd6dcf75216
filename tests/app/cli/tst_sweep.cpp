// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/store/database.h"
#include "app/store/sweep_store.h"
#include "engine/explore/accelerator_fields.h"
#include "engine/io/read_accelerator.h"
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"
#include "tests/app/support/small_inputs.h"
#include "tests/support/patience.h"

#include <QElapsedTimer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRegularExpression>
#include <QtTest>

#include <array>
#include <csignal>
#include <cstdio>

using namespace nestloom;
using namespace nestloom::testing;

namespace {

/// 24 accelerators whose points take some 10 ms each.
const char* const kSweep =
    "sweep --accelerator simba --network net.yaml --axis levels.GlobalBuffer.capacity=16KiB..128KiB:x2 "
    "--axis levels.DRAM.read_bandwidth=4..24:4 --evaluations 3000 --no-proof --threads 1";
constexpr int kPoints = 24;

void writeNetwork(const CommandLine& cli)
{
    cli.write(QStringLiteral("net.yaml"),
              "network:\n  name: net\n  layers:\n    - {name: b, P: 28, Q: 28, C: 64, K: 64}\n");
}

std::filesystem::path storeFile(const CommandLine& cli)
{
    return cli.path(QStringLiteral("data/runs.sqlite")).toStdString();
}

store::SweepPoints storedPoints(const CommandLine& cli) { return *store::SweepStore::open(storeFile(cli))->points(1); }

/// All that is stored of sweeps but their numbers and times, digit by digit.
std::vector<std::string> contents(const CommandLine& cli)
{
    auto database = *store::openDatabase(storeFile(cli));
    std::vector<std::string> lines;
    auto sweeps = *database.prepare(
        "SELECT identity, accelerator_name, accelerator_yaml, axes_json, networks_json, options_json, "
        "engine_version, point_count FROM sweep ORDER BY identity");
    while (*sweeps.step())
        for (int i = 0; i < 8; ++i)
            lines.push_back(sweeps.text(i));
    auto points = *database.prepare(
        "SELECT point_index, network_index, status, reason, cycles, energy_pj, edp_js, on_chip_bytes, "
        "utilization, lower_bound_cycles FROM sweep_point ORDER BY sweep_id, point_index, network_index");
    while (*points.step()) {
        std::string line;
        for (int i = 0; i < 10; ++i) {
            std::array<char, 64> number{};
            std::snprintf(number.data(), number.size(), "%a", points.real(i));
            line += points.text(i) + " " + number.data() + "; ";
        }
        lines.push_back(line);
    }
    return lines;
}

bool waitForPoints(const CommandLine& cli, std::size_t wanted)
{
    QElapsedTimer clock;
    for (clock.start(); clock.elapsed() < 30'000; QTest::qWait(2)) {
        if (!std::filesystem::exists(storeFile(cli)))
            continue;
        auto store = store::SweepStore::open(storeFile(cli));
        const auto points = store ? store->points(1) : Result<store::SweepPoints>(store.error());
        if (points && points->size() >= wanted)
            return true;
    }
    return false;
}

QJsonArray pointsOf(const QString& json)
{
    return QJsonDocument::fromJson(json.toUtf8()).object()[QStringLiteral("points")].toArray();
}

} // namespace

class TestSweepCommand : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void printsCountEstimateAndATableWithUnitsAndTheParetoFront()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto result = cli.run(words(kSweep));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        QVERIFY2(result.err.startsWith(QStringLiteral("24 points (24 accelerators x 1 network); about ")),
                 qPrintable(result.err));
        for (const char* part : {"levels.GlobalBuffer.capacity", "levels.DRAM.read_bandwidth", "128 KiB", "24 B/cycle",
                                 "J\u00b7s", " *\n", "24 of 24 points", "latency: ", " proven",
                                 "Pareto-optimal in cycles against on-chip-bytes", "stored as sweep 1"})
            QVERIFY2(result.out.contains(QString::fromUtf8(part)), part);
    }

    void aLimitKeepsPointsOffTheFront()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const QString line = QStringLiteral("sweep --accelerator simba --network net.yaml --no-store --json --axis "
                                            "clock=200MHz,400MHz,800MHz --pareto edp,power");
        const QJsonArray all = pointsOf(cli.run(words(qPrintable(line))).out);
        QCOMPARE(all.size(), 3);
        const double most = all[2][QStringLiteral("power_w")].toDouble();
        for (const QJsonValue& point : all)
            QVERIFY(point[QStringLiteral("power_w")].toDouble() <= most && point[QStringLiteral("pareto")].toBool());
        const QString limit = QStringLiteral(" --limit power=%1W").arg(most * 0.99, 0, 'g', 17);
        const auto within = pointsOf(cli.run(words(qPrintable(line + limit))).out);
        QVERIFY(!within[2][QStringLiteral("within_limits")].toBool() && !within[2][QStringLiteral("pareto")].toBool());
        QVERIFY(within[1][QStringLiteral("within_limits")].toBool() && within[1][QStringLiteral("pareto")].toBool());
        const auto text = cli.run(words(qPrintable(QString(line + limit).remove(QStringLiteral(" --json")))));
        QVERIFY2(text.out.contains(QStringLiteral("1 beyond the limits")), qPrintable(text.out));
    }

    /// Links, conditions and a sample are stored with a sweep: going on with it solves the same points.
    void sizesOfNetworksMakeASurface()
    {
        const CommandLine cli;
        const auto result =
            cli.run(words("sweep --accelerator edge-systolic --network llama_3_8b:tokens=1,2:context=7,100 "
                          "--axis levels.DRAM.read_bandwidth=8,32 --evaluations 300 --json --no-store"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        const QJsonArray points = pointsOf(result.out);
        QCOMPARE(points.size(), 8);
        QCOMPARE(points[1][QStringLiteral("network")].toString(), QStringLiteral("llama_3_8b, context 100, tokens 1"));
        QVERIFY(points[1][QStringLiteral("cycles")].toDouble() > points[0][QStringLiteral("cycles")].toDouble());
        QVERIFY(points[5][QStringLiteral("cycles")].toDouble() < points[1][QStringLiteral("cycles")].toDouble());
        for (const char* wrong : {"alexnet:tokens=1", "llama_3_8b:words=1", "llama_3_8b:tokens=", "llama_3_8b:tokens=x",
                                  "alexnet:batch=2:batch=4", "alexnet:batch=2,2", "alexnet:image=0"})
            QCOMPARE(cli.run({QStringLiteral("sweep"), QStringLiteral("--accelerator"), QStringLiteral("simba"),
                              QStringLiteral("--axis"), QStringLiteral("clock=1GHz"), QStringLiteral("--network"),
                              QLatin1String(wrong)})
                         .exitCode,
                     2);
        const auto missing = cli.run(words("run --accelerator simba --network alexnet:batch"));
        QVERIFY(missing.exitCode == 2 && missing.err.contains(QStringLiteral("the size batch is missing")));
        const auto several = cli.run(words("schedule --accelerator simba --network llama_3_8b:tokens=1,2"));
        QVERIFY(several.exitCode == 2 && several.err.contains(QStringLiteral("several sizes are for sweeps")));
    }

    void linksConditionsAndSamplesAreKept()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto first = cli.run(words(
            "sweep --accelerator simba --network net.yaml --axis levels.GlobalBuffer.capacity=16KiB..256KiB:x2 --axis "
            "levels.DRAM.read_bandwidth=4..32:4 --link levels.InputBuffer.capacity=levels.GlobalBuffer.capacity/4 "
            "--where levels.DRAM.read_bandwidth*8<=192 --sample 9 --sampling sobol --json"));
        QVERIFY2(first.exitCode == 0, qPrintable(first.err));
        const auto sweep = QJsonDocument::fromJson(first.out.toUtf8());
        QCOMPARE(sweep[QStringLiteral("sample")][QStringLiteral("kind")].toString(), QStringLiteral("sobol"));
        QCOMPARE(sweep[QStringLiteral("links")].toArray().size(), 1);
        const QJsonArray points = pointsOf(first.out);
        QVERIFY(!points.isEmpty() && points.size() < 9);
        for (const QJsonValue& point : points) {
            QVERIFY(point[QStringLiteral("values")][1].toDouble() <= 24);
            QCOMPARE(point[QStringLiteral("linked_values")][0].toDouble(),
                     point[QStringLiteral("values")][0].toDouble() / 4);
        }
        const QStringList csv = cli.run(words("sweep --resume 1 --csv")).out.split(QLatin1Char('\n'));
        QVERIFY2(csv[0].contains(QStringLiteral("[B/cycle]\",\"levels.InputBuffer.capacity [B]\",status,"))
                     && csv[0].contains(QStringLiteral("lower bound [cycles],area [um2],power [W],gap")),
                 qPrintable(csv[0]));
        QCOMPARE(csv[1].count(QLatin1Char(',')), csv[0].count(QLatin1Char(',')));
        const auto again = cli.run(words("sweep --resume 1 --json"));
        QCOMPARE(again.out, first.out);
        const QString listed = cli.run(words("sweeps --json")).out;
        QCOMPARE(nestloom::testing::JsonSchema(QStringLiteral("sweeps.schema.json")).complaint(listed), QString());
        QCOMPARE(QJsonDocument::fromJson(listed.toUtf8())[QStringLiteral("sweeps")][0][QStringLiteral("points_done")],
                 QJsonValue(points.size()));
        const auto text = cli.run(words("sweep --resume 1"));
        QVERIFY2(text.out.contains(QStringLiteral("levels.InputBuffer.capacity = levels.GlobalBuffer.capacity/4\n"
                                                  "only where levels.DRAM.read_bandwidth*8<=192\n")),
                 qPrintable(text.out));
    }

    /// The rest stays open: the same sweep without --front goes on with it.
    void solvesOnlyWhatTheFrontNeeds()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const QString line =
            QStringLiteral("sweep --accelerator simba --network net.yaml --axis "
                           "levels.GlobalBuffer.capacity=16KiB..256KiB:x2 --axis clock=1GHz,2GHz --json");
        const auto front = cli.run(words(qPrintable(line + QStringLiteral(" --front"))));
        QVERIFY2(front.exitCode == 0, qPrintable(front.err));
        const auto found = QJsonDocument::fromJson(front.out.toUtf8());
        const int dominated = found[QStringLiteral("front")][QStringLiteral("dominated")].toInt();
        QVERIFY(dominated > 0);
        QCOMPARE(found[QStringLiteral("front")][QStringLiteral("distance")].toDouble(), 0.0);
        const QJsonArray few = pointsOf(front.out);
        QCOMPARE(few.size() + dominated, 10);
        const QString listed = cli.run(words("sweeps")).out;
        QVERIFY2(listed.contains(QStringLiteral("front of time against on-chip-bytes; the others with --resume 1")),
                 qPrintable(listed));
        cli.run(words(qPrintable(line + QStringLiteral(" --front --knee --limit energy=1000mJ"))));
        QVERIFY(cli.run(words("sweeps"))
                    .out.contains(QStringLiteral("  knee of time against on-chip-bytes within limits; ")));
        const auto whole = cli.run(words(qPrintable(line)));
        QVERIFY2(whole.err.contains(QStringLiteral("%1 of them known").arg(few.size())), qPrintable(whole.err));
        const QJsonArray all = pointsOf(whole.out);
        QCOMPARE(all.size(), 10);
        QVERIFY(cli.run(words("sweeps")).out.contains(QStringLiteral("10/10  done")));
        for (const QJsonValue& point : all)
            QVERIFY(!point[QStringLiteral("pareto")].toBool() || few.contains(point));
        const auto refused = cli.run(words(qPrintable(line + QStringLiteral(" --front --pareto time,power"))));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(QStringLiteral("no bound is known of power")), qPrintable(refused.err));
    }

    /// Whatever else is swept, and though its neighbours have found mappings that would do here.
    void aPointIsWhatScheduleSaysOfThatDesign()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto base = *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/simba.yaml");
        const auto points = pointsOf(cli.run(words("sweep --accelerator simba --network net.yaml --no-store --json "
                                                   "--axis levels.GlobalBuffer.capacity=16KiB..64KiB:x2 "
                                                   "--axis levels.DRAM.read_bandwidth=4,8"))
                                         .out);
        QCOMPARE(points.size(), 6);
        for (const QJsonValue& point : points) {
            const QJsonArray values = point[QStringLiteral("values")].toArray();
            auto design = *explore::withField(base, "levels.GlobalBuffer.capacity", values[0].toDouble());
            design = *explore::withField(design, "levels.DRAM.read_bandwidth", values[1].toDouble());
            cli.write(QStringLiteral("design.yaml"), QByteArray::fromStdString(io::writeAccelerator(design)));
            const auto run = cli.run(words("schedule --accelerator design.yaml --network net.yaml --no-store --json"));
            const QJsonValue totals =
                QJsonDocument::fromJson(run.out.toUtf8())[QStringLiteral("result")][QStringLiteral("totals")];
            QVERIFY(totals[QStringLiteral("cycles")].toDouble() > 0);
            QCOMPARE(point[QStringLiteral("cycles")], totals[QStringLiteral("cycles")]);
            QCOMPARE(point[QStringLiteral("energy_pj")], totals[QStringLiteral("energy_pj")]);
            QCOMPARE(point[QStringLiteral("lower_bound_cycles")], totals[QStringLiteral("lower_bound_cycles")]);
        }
    }

    void theParetoMarksAreThoseOfTheNumbers()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto points =
            pointsOf(cli.run(words(kSweep) << QStringLiteral("--json") << QStringLiteral("--no-store")).out);
        QCOMPARE(points.size(), kPoints);
        const auto number = [](const QJsonValue& point, const char* key) {
            return point.toObject()[QString::fromUtf8(key)].toDouble();
        };
        int marked = 0;
        for (const QJsonValue& point : points) {
            bool dominated = false;
            for (const QJsonValue& other : points) {
                const double cycles = number(other, "cycles") - number(point, "cycles");
                const double bytes = number(other, "on_chip_bytes") - number(point, "on_chip_bytes");
                dominated = dominated || (cycles <= 0 && bytes <= 0 && cycles + bytes < 0);
            }
            QCOMPARE(point.toObject()[QStringLiteral("pareto")].toBool(), !dominated);
            marked += dominated ? 0 : 1;
        }
        QVERIFY(marked > 0 && marked < kPoints);
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("data"))));
    }

    void aKilledSweepGoesOnAndStoresWhatAnUninterruptedOneStores_data()
    {
        QTest::addColumn<int>("threads");
        QTest::addColumn<QString>("goOn");
        QTest::newRow("1 thread, the same command") << 1 << kSweep;
        QTest::newRow("1 thread, --resume with 2") << 1 << "sweep --resume 1 --threads 2";
        QTest::newRow("2 threads, --resume") << 2 << "sweep --resume 1 --threads 2";
        QTest::newRow("2 threads, --resume with 1") << 2 << "sweep --resume 1 --threads 1";
    }
    void aKilledSweepGoesOnAndStoresWhatAnUninterruptedOneStores()
    {
        QFETCH(int, threads);
        QFETCH(QString, goOn);
        const CommandLine whole, broken;
        writeNetwork(whole);
        writeNetwork(broken);
        QCOMPARE(whole.run(words(kSweep)).exitCode, 0);
        QProcess process;
        broken.start(process, words(kSweep).replaceInStrings(QRegularExpression(QStringLiteral("^1$")),
                                                             QString::number(threads)));
        QVERIFY(waitForPoints(broken, 5));
        process.kill(); // SIGKILL
        QVERIFY(process.waitForFinished());
        const std::size_t before = storedPoints(broken).size();
        QVERIFY2(before >= 5 && before < kPoints, qPrintable(QString::number(before)));
        const auto resumed = broken.run(goOn.split(QLatin1Char(' ')));
        QVERIFY2(resumed.exitCode == 0, qPrintable(resumed.err));
        QVERIFY2(resumed.err.contains(QStringLiteral("%1 of them known").arg(before)), qPrintable(resumed.err));
        QCOMPARE(storedPoints(broken).size(), std::size_t(kPoints));
        QVERIFY(storedPoints(broken) == storedPoints(whole));
        QVERIFY(contents(broken) == contents(whole));
        QCOMPARE(store::SweepStore::open(storeFile(broken))->list()->size(), std::size_t(1));
        const auto again = broken.run(words(kSweep)); // nothing left to do
        QVERIFY(again.err.contains(QStringLiteral("24 of them known")));
        QCOMPARE(again.out, whole.run(words(kSweep)).out);
    }

    void sweepsTellsHowFarEachIs()
    {
        const CommandLine cli;
        writeNetwork(cli);
        QCOMPARE(cli.run(words("sweeps")).exitCode, 2); // nothing is stored yet
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("data"))));
        QProcess process;
        cli.start(process, words(kSweep));
        QVERIFY(waitForPoints(cli, 3));
        process.kill();
        QVERIFY(process.waitForFinished());
        const std::size_t before = storedPoints(cli).size();
        const auto broken = cli.run(words("sweeps"));
        QCOMPARE(broken.exitCode, 0);
        QVERIFY2(broken.out.contains(QStringLiteral("simba")), qPrintable(broken.out));
        QVERIFY(broken.out.contains(QStringLiteral("levels.GlobalBuffer.capacity, levels.DRAM.read_bandwidth")));
        QVERIFY(broken.out.contains(QStringLiteral("%1/24  goes on with --resume 1").arg(before)));
        QCOMPARE(cli.run(words("sweep --resume 1")).exitCode, 0);
        QVERIFY(cli.run(words("sweeps")).out.contains(QStringLiteral("24/24  done")));
        QCOMPARE(cli.run(words("sweeps delete 1 2")).exitCode, 2); // there is no second: none is deleted
        QVERIFY(cli.run(words("sweeps")).out.contains(QStringLiteral("24/24  done")));
        QCOMPARE(cli.run(words("sweeps delete 1")).exitCode, 0);
        QVERIFY(!cli.run(words("sweeps")).out.contains(QStringLiteral("24/24")));
        QVERIFY(storedPoints(cli).empty());
    }

    void everyPointSaysHowFarItIsFromWhatIsProven()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const QStringList sweep = words("sweep --accelerator simba --network net.yaml --axis clock=1GHz --no-store");
        const QString proven = cli.run(sweep).out;
        QVERIFY2(proven.contains(QStringLiteral("latency: 1 point proven\n"))
                     && !proven.contains(QStringLiteral("undecided")),
                 qPrintable(proven));
        const QStringList hasty = sweep + words("--no-proof --evaluations 1");
        const QString undecided = cli.run(hasty).out;
        QVERIFY2(undecided.contains(QStringLiteral("1 point undecided: further than 1.00 % from what is proven")),
                 qPrintable(undecided));
        const double gap = pointsOf(cli.run(hasty + words("--json")).out)[0][QStringLiteral("gap")].toDouble();
        QVERIFY2(gap > 0.01, qPrintable(QString::number(gap)));
        const QStringList csv = cli.run(hasty + words("--csv")).out.split(u'\n');
        const qsizetype at = csv[0].split(u',').indexOf(QStringLiteral("gap"));
        QVERIFY(at > 0);
        QCOMPARE(csv[1].split(u',')[at].toDouble(), gap);
    }

    void proofsAreMadeUnlessLeftOut()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto proves = [&](const QStringList& more) {
            const auto json =
                cli.run(words("sweep --accelerator simba --network net.yaml --axis clock=1GHz --evaluations 100 "
                              "--no-store --json")
                        + more)
                    .out;
            return QJsonDocument::fromJson(json.toUtf8())
                .object()[QStringLiteral("options")]
                .toObject()[QStringLiteral("cosa")]
                .toObject()[QStringLiteral("prove_with_mip")]
                .toBool();
        };
        QVERIFY(proves({}));
        QVERIFY(!proves({QStringLiteral("--no-proof")}));
    }

    void controlCKeepsWhatWasFound()
    {
        const CommandLine cli;
        writeNetwork(cli);
        QProcess process;
        cli.start(process, words(kSweep));
        QVERIFY(waitForPoints(cli, 3));
        QElapsedTimer clock;
        clock.start();
        ::kill(pid_t(process.processId()), SIGINT);
        const auto result = CommandLine::finish(process);
        QVERIFY2(clock.elapsed() < 2000 * tests::kSlowness,
                 qPrintable(QString::number(clock.elapsed()))); // one more second for a busy machine
        QCOMPARE(result.exitCode, 130);
        QVERIFY2(result.out.contains(QStringLiteral("not begun or not finished")), qPrintable(result.out));
        QVERIFY(storedPoints(cli).size() >= 3);
    }

    /// What will not come to anything is said before the start.
    void theDryRunTellsWhatIsRefusedAndWhereEnergiesAreExtrapolated()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto dry = [&](const char* more) {
            return cli.run(words("sweep --accelerator simba --network net.yaml --dry-run --axis") + words(more));
        };
        const auto capacities = dry("levels.GlobalBuffer.capacity=0,64KiB,4MiB");
        QVERIFY2(capacities.out.contains(QStringLiteral("1 of them refused: levels[1].capacity: the capacity must be")),
                 qPrintable(capacities.out));
        QVERIFY2(capacities.err.contains(QStringLiteral("1 of 3 accelerators take energies beyond")),
                 qPrintable(capacities.err));
        const auto tiles = dry("clock=1GHz,2GHz --engine flexer"); // simba keeps no weights in its scratchpad
        QVERIFY2(tiles.out.contains(QStringLiteral("2 of them refused: Flexer needs")), qPrintable(tiles.out));
        const auto fine = dry("levels.GlobalBuffer.capacity=32KiB,64KiB");
        QVERIFY(!fine.out.contains(QStringLiteral("refused")) && fine.err.isEmpty());
        const auto parts = dry("levels.GlobalBuffer.capacity=1KiB..64KiB:0.3KiB");
        QCOMPARE(parts.exitCode, 2);
        QVERIFY2(parts.err.contains(QStringLiteral("'0.3KiB' is not a whole number of B")), qPrintable(parts.err));
    }

    void refusedAndInfeasiblePointsAreNamedAndTheRestIsDone()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("a.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("n.yaml"), kSmallNetwork);
        const QStringList sweep =
            words("sweep --accelerator a.yaml --network n.yaml --axis levels.Buffer.capacity=0,2,1024");
        const auto table = cli.run(sweep);
        QCOMPARE(table.exitCode, 1);
        QVERIFY(table.out.contains(QStringLiteral("refused: levels[1].capacity: the capacity must be above 0 B")));
        QVERIFY(table.out.contains(QStringLiteral("infeasible: layer first: ")));
        QVERIFY(table.out.contains(QStringLiteral("1 of 3 points, 1 infeasible, 1 refused")));
        const auto lines = cli.run(sweep + words("--csv")).out.split(QLatin1Char('\n'));
        QVERIFY2(lines[0].startsWith(QStringLiteral(
                     "point,network,\"levels.Buffer.capacity [B]\",status,cycles,energy [pJ],EDP [J\u00b7s],time [s]")),
                 qPrintable(lines[0]));
        QVERIFY(lines[1].startsWith(QStringLiteral("0,\"tiny\",0,refused,,,")));
        QVERIFY(lines[3].startsWith(QStringLiteral("2,\"tiny\",1024,finished,")));
        const auto commas = [](const QString& line) {
            return line.left(line.indexOf(QStringLiteral(",\"levels["))).count(QLatin1Char(','));
        };
        QCOMPARE(commas(lines[1]) + 1, lines[0].count(QLatin1Char(','))); // as many cells as titles
        QCOMPARE(lines[3].count(QLatin1Char(',')), lines[0].count(QLatin1Char(',')));
    }

    void aSolverThatNeverStartsIsAFailureOfTheSolver()
    {
        CommandLine cli;
        cli.setVariable(QStringLiteral("NESTLOOM_SOLVER"), cli.writeProgram(QStringLiteral("solver"), "exit 7\n"));
        cli.write(QStringLiteral("a.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("n.yaml"), kSmallNetwork);
        const auto result =
            cli.run(words("sweep --accelerator a.yaml --network n.yaml --axis levels.Buffer.capacity=512,1024"));
        QCOMPARE(result.exitCode, 3);
        QVERIFY2(result.out.contains(QStringLiteral("ended with exit code 7")), qPrintable(result.out));
    }

    void aReportOfAPointThatThereIsNotSaysSo()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("a.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("n.yaml"), kSmallNetwork);
        QCOMPARE(cli.run(words("sweep --accelerator a.yaml --network n.yaml --axis levels.Buffer.capacity=512,1024"))
                     .exitCode,
                 0);
        for (const char* change : {"point_index = 1000 WHERE point_index = 1", "network_index = 7"}) {
            QVERIFY((*store::openDatabase(storeFile(cli))).execute(std::string("UPDATE sweep_point SET ") + change));
            const auto result = cli.run(words("report --sweep 1 --output report.html"));
            QCOMPARE(result.exitCode, 2);
            QVERIFY2(result.err.contains(QStringLiteral("sweep 1: it is damaged: it has no point ")),
                     qPrintable(result.err));
        }
    }

    void namesAreNoFormulasOfASpreadsheet()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("a.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("n.yaml"), "network: {name: \"=1+1\", layers: [{name: a, C: 4, K: 8}]}\n");
        const auto result =
            cli.run(words("sweep --accelerator a.yaml --network n.yaml --axis levels.Buffer.capacity=1024 --csv"));
        QVERIFY2(result.out.contains(QStringLiteral("\n0,\"'=1+1\",1024,")), qPrintable(result.out + result.err));
    }

    void aDryRunSaysHowLongAndStoresNothing()
    {
        const CommandLine cli;
        writeNetwork(cli);
        const auto result = cli.run(words(kSweep) << QStringLiteral("--dry-run"));
        QCOMPARE(result.exitCode, 0);
        QVERIFY(result.out.startsWith(QStringLiteral("24 points (24 accelerators x 1 network); about ")));
        QVERIFY(!QFile::exists(cli.path(QStringLiteral("data"))));
    }

    void severalNetworksAreComparedWithinThemselves()
    {
        const CommandLine cli;
        cli.write(QStringLiteral("a.yaml"), kSmallAccelerator);
        cli.write(QStringLiteral("n.yaml"), kSmallNetwork);
        writeNetwork(cli);
        const auto result = cli.run(
            words("sweep --accelerator a.yaml --network n.yaml --network net.yaml --axis levels.Buffer.capacity=1024 "
                  "--evaluations 300 --json"));
        QVERIFY2(result.exitCode == 0, qPrintable(result.err));
        const auto points = pointsOf(result.out);
        QCOMPARE(points.size(), 2);
        QCOMPARE(points[1].toObject()[QStringLiteral("network")].toString(), QStringLiteral("net"));
        QVERIFY(points[0].toObject()[QStringLiteral("pareto")].toBool()
                && points[1].toObject()[QStringLiteral("pareto")].toBool());
    }

    void wrongAxesAreRefusedInOneSentence_data()
    {
        QTest::addColumn<QString>("axis");
        QTest::addColumn<QString>("part");
        QTest::newRow("unknown path") << "levels.GlobalBufer.capacity=1"
                                      << "did you mean 'levels.GlobalBuffer.capacity'";
        QTest::newRow("no values") << "levels.GlobalBuffer.capacity"
                                   << "PATH=VALUE,VALUE";
        QTest::newRow("no number") << "clock=fast"
                                   << "is not a number";
        QTest::newRow("wrong unit") << "clock=3KiB"
                                    << "unknown unit";
        QTest::newRow("no step") << "levels.DRAM.read_bandwidth=1..8"
                                 << "needs a step";
        QTest::newRow("downwards") << "levels.DRAM.read_bandwidth=8..1:1"
                                   << "smaller to a larger";
        QTest::newRow("step 0") << "levels.DRAM.read_bandwidth=1..8:0"
                                << "step must be above 0";
        QTest::newRow("factor 1") << "levels.DRAM.read_bandwidth=1..8:x1"
                                  << "factor above 1";
        QTest::newRow("too many") << "levels.DRAM.read_bandwidth=1..8:1e-9"
                                  << "more than 1000000 values";
        QTest::newRow("twice") << "clock=1GHz,1000MHz"
                               << "a value twice";
    }
    void wrongAxesAreRefusedInOneSentence()
    {
        QFETCH(QString, axis);
        QFETCH(QString, part);
        const CommandLine cli;
        writeNetwork(cli);
        const auto result = cli.run(words("sweep --accelerator simba --network net.yaml --no-store --axis") << axis);
        QCOMPARE(result.exitCode, 2);
        QCOMPARE(result.err.count(QLatin1Char('\n')), 1);
        QVERIFY2(result.err.contains(part), qPrintable(result.err));
    }

    void wrongUsageIsRefused_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::newRow("nothing") << "sweep";
        QTest::newRow("no axis") << "sweep --accelerator simba --network net.yaml";
        QTest::newRow("resume and axis") << "sweep --resume 1 --axis clock=1GHz";
        QTest::newRow("no such sweep") << "sweep --resume 99";
        QTest::newRow("unknown objective")
            << "sweep --accelerator simba --network net.yaml --axis clock=1GHz --pareto speed";
    }
    void wrongUsageIsRefused()
    {
        QFETCH(QString, arguments);
        const CommandLine cli;
        writeNetwork(cli);
        const auto result = cli.run(arguments.split(QLatin1Char(' ')));
        QCOMPARE(result.exitCode, 2);
        QVERIFY(!result.err.isEmpty());
    }
};

QTEST_GUILESS_MAIN(TestSweepCommand)
#include "tst_sweep.moc"
