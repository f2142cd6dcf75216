// SPDX-License-Identifier: GPL-3.0-or-later
// A sweep with an engine of every kind: its points are what runs say, and become runs.
#include "tests/app/support/command_line.h"
#include "tests/app/support/json_schema.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using nestloom::testing::CommandLine;
using nestloom::testing::JsonSchema;
using nestloom::testing::words;

namespace {

struct Engine {
    const char* engine;
    const char* options;
    std::vector<const char*> figures; // of a point, and of the summary of a run
};
const std::array<Engine, 4> kEngines{{{"cosa", " --evaluations 2000", {"cycles", "energy_pj"}},
                                      {"flexer", "", {"cycles", "energy_pj"}},
                                      {"kapla", " --batch 1", {"cycles", "energy_pj"}},
                                      {"cosma", " --fused", {"off_chip_bytes", "bound_bytes"}}}};

QJsonObject object(const QString& text) { return QJsonDocument::fromJson(text.toUtf8()).object(); }

} // namespace

class TestSweepEngines : public QObject {
    Q_OBJECT
private slots:
    void initTestCase()
    {
        for (const Engine& engine : kEngines) {
            const auto made =
                m_cli.run(words("sweep --accelerator edge-systolic --network squeezenet1_1 --json --engine")
                          << QLatin1String(engine.engine) << words(engine.options)
                          << words("--axis levels.GlobalBuffer.capacity=2MiB,3MiB"));
            QVERIFY2(made.exitCode == 0, qPrintable(made.err));
            QCOMPARE(m_schema.complaint(made.out), QString());
            m_points.push_back(object(made.out)[QStringLiteral("points")].toArray());
            QCOMPARE(m_points.back().size(), 2);
        }
    }

    void aPointIsKeptAsARunThatSaysTheSame()
    {
        for (std::size_t i = 0; i < kEngines.size(); ++i) {
            const auto kept = m_cli.run(words("sweeps keep") << QString::number(i + 1) << QStringLiteral("1"));
            QVERIFY2(kept.exitCode == 0, qPrintable(kept.err));
            QVERIFY(kept.out.contains(QStringLiteral("stored as run %1\n").arg(i + 1)));
            const QJsonObject run = object(m_cli.run(words("runs show --json") << QString::number(i + 1)).out);
            const QJsonObject summary = run[QStringLiteral("summary")].toObject();
            QCOMPARE(summary[QStringLiteral("engine")].toString(), QLatin1String(kEngines[i].engine));
            QCOMPARE(summary[QStringLiteral("accelerator")].toString(),
                     QStringLiteral("edge-systolic, GlobalBuffer capacity 3 MiB"));
            for (const char* figure : kEngines[i].figures) {
                const double of = m_points[i][1][QLatin1String(figure)].toDouble(-1);
                QVERIFY2(of >= 0, figure);
                // the store adds energies of layers up in another order
                QVERIFY2(std::abs(summary[QLatin1String(figure)].toDouble(-2) - of) <= 1e-9 * of, figure);
            }
        }
    }

    /// As runs do; they were in the window only.
    void mappingsOfAllPointsKeepToConstraintsAndSpaces()
    {
        const CommandLine cli;
        const QStringList line =
            words("sweep --accelerator edge-systolic --network squeezenet1_1 --no-proof --evaluations 500 --axis "
                  "levels.GlobalBuffer.capacity=2MiB,3MiB --json");
        const QStringList kept{QStringLiteral("--constraint"), QStringLiteral("GlobalBuffer: no spatial")};
        const auto cycles = [&cli, this](const QStringList& arguments) {
            const auto made = cli.run(arguments);
            return made.exitCode == 0 && m_schema.complaint(made.out).isEmpty()
                       ? object(made.out)[QStringLiteral("points")][0][QStringLiteral("cycles")].toDouble()
                       : 0.0;
        };
        const double free = cycles(line), constrained = cycles(line + kept),
                     fused = cycles(line + words("--fuse-operators"));
        QVERIFY(fused > 0 && fused < free && constrained > free);
        const QStringList ofOthers =
            words("sweep --accelerator edge-systolic --network squeezenet1_1 --axis clock=1GHz");
        const auto refused = [&cli](const QStringList& arguments, const char* why) {
            const auto result = cli.run(arguments);
            return result.exitCode == 2 && result.err.contains(QLatin1String(why));
        };
        QVERIFY(refused(ofOthers + kept + words("--engine flexer"), "engine flexer decides no loop nests"));
        QVERIFY(refused(ofOthers + words("--engine kapla --bypass"), "--bypass"));
        QVERIFY(refused(line + words("--bypass --axis run.bypass=no,yes"), "the axis 'run.bypass' has its values"));
        QVERIFY(refused(line + words("--constraint Cache:K=2"), "Cache"));
    }

    void clocksAreComparedByTime()
    {
        const CommandLine cli;
        const QString line = QStringLiteral("sweep --accelerator simba --network alexnet --axis clock=500MHz,1GHz "
                                            "--no-proof --json");
        const auto made = cli.run(words(qPrintable(line + QStringLiteral(" --limit time=1s"))));
        QVERIFY2(made.exitCode == 0, qPrintable(made.err));
        QCOMPARE(m_schema.complaint(made.out), QString());
        const QJsonArray points = object(made.out)[QStringLiteral("points")].toArray();
        QCOMPARE(points[0][QStringLiteral("cycles")], points[1][QStringLiteral("cycles")]); // bandwidths in B/cycle
        QCOMPARE(points[0][QStringLiteral("time_s")].toDouble(), 2 * points[1][QStringLiteral("time_s")].toDouble());
        QVERIFY(!points[0][QStringLiteral("pareto")].toBool() && points[1][QStringLiteral("pareto")].toBool());
        const auto byCycles = cli.run(words(qPrintable(line + QStringLiteral(" --pareto cycles,energy"))));
        QCOMPARE(byCycles.exitCode, 2);
        QVERIFY2(byCycles.err.contains(QStringLiteral("compare by time")), qPrintable(byCycles.err));
    }

    void theSchemaKnowsNoPointWithFiguresOfBothKinds()
    {
        QJsonObject point = m_points.back()[0].toObject();
        const auto complaint = [this](const QJsonObject& only) {
            QJsonObject sweep = object(m_cli.run(words("sweep --resume 4 --json")).out);
            sweep[QStringLiteral("points")] = QJsonArray{only};
            return m_schema.complaint(QString::fromUtf8(QJsonDocument(sweep).toJson()));
        };
        QCOMPARE(complaint(point), QString());
        point[QStringLiteral("cycles")] = 0;
        QVERIFY(complaint(point).contains(QStringLiteral("does not know cycles")));
    }

    /// In all forms: bytes, and nothing in the place of cycles and energy.
    void plansHaveBytesOnly()
    {
        const QString sweep =
            QStringLiteral("sweep --accelerator edge-systolic --network squeezenet1_1 --engine cosma --fused "
                           "--axis levels.GlobalBuffer.capacity=1KiB,2MiB,3MiB");
        const auto table = m_cli.run(words(qPrintable(sweep)));
        QCOMPARE(table.exitCode, 1); // of the first point
        for (const char* part :
             {"engine cosma, objective traffic", "off chip", "infeasible: ", "2 of 3 points, 1 infeasible",
              "Pareto-optimal in off-chip-bytes against on-chip-bytes"})
            QVERIFY2(table.out.contains(QLatin1String(part)), part);
        QVERIFY2(!table.out.contains(QStringLiteral("cycles")) && !table.out.contains(QStringLiteral("energy")),
                 qPrintable(table.out));
        const auto again = m_cli.run(words(qPrintable(sweep)) << QStringLiteral("--csv"));
        QVERIFY2(again.err.contains(QStringLiteral("3 of them known")), qPrintable(again.err)); // resumed
        const QStringList lines = again.out.split(u'\n');
        QVERIFY2(lines[0].endsWith(QStringLiteral("status,off chip [B],lower bound [B],on chip [B],gap,pareto,reason")),
                 qPrintable(lines[0]));
        QVERIFY2(lines[1].startsWith(QStringLiteral("0,\"squeezenet1_1\",1024,infeasible,,,,,,")),
                 qPrintable(lines[1]));
        QCOMPARE(lines[2].count(u','), lines[0].count(u','));
        for (const QJsonValue& point : m_points.back()) {
            QVERIFY(!point.toObject().contains(QStringLiteral("cycles")));
            QVERIFY(!point.toObject().contains(QStringLiteral("energy_pj")));
            QVERIFY(point[QStringLiteral("pareto")].isBool());
        }
        const QJsonValue point = m_points.back()[0];
        const auto run = object(m_cli
                                    .run(words("run --accelerator edge-systolic --network squeezenet1_1 --engine cosma "
                                               "--fused --scratchpad 2MiB --json --no-store"))
                                    .out);
        for (const char* figure : {"off_chip_bytes", "bound_bytes"})
            QCOMPARE(run[QStringLiteral("summary")][QLatin1String(figure)], point[QLatin1String(figure)]);
        QCOMPARE(point[QStringLiteral("on_chip_bytes")].toInt(), 2 << 20);
    }

    void aFigureThatPointsDoNotHaveIsNoObjective_data()
    {
        QTest::addColumn<QString>("options");
        QTest::addColumn<QString>("refused");
        QTest::newRow("cycles of plans") << "--engine cosma --pareto cycles"
                                         << "--pareto: points of engine cosma have no cycles";
        QTest::newRow("limit of another engine") << "--engine cosma --limit power=1W"
                                                 << "names no figure";
        QTest::newRow("limit without a unit") << "--engine cosa --limit power=1"
                                              << "--limit power=1";
        QTest::newRow("traffic of mappings") << "--engine cosa --pareto off-chip-bytes"
                                             << "--pareto: points of engine cosa have no off-chip-bytes";
        QTest::newRow("objective") << "--engine cosma --objective energy"
                                   << "--objective: engine cosma";
        QTest::newRow("fused mappings") << "--engine cosa --fused"
                                        << "--fused: ";
        QTest::newRow("no operators") << "--engine cosma --network deepbench"
                                      << "only its layers are known";
    }
    void aFigureThatPointsDoNotHaveIsNoObjective()
    {
        QFETCH(QString, options);
        QFETCH(QString, refused);
        const auto result =
            m_cli.run(words("sweep --accelerator simba --network squeezenet1_1 --no-store --axis clock=1GHz")
                      + options.split(u' '));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(refused), qPrintable(result.err));
    }

    void whatIsNoPointIsNotKept_data()
    {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("refused");
        QTest::newRow("sweep") << "99 0"
                               << "there is no sweep 99";
        QTest::newRow("point") << "1 2"
                               << "point 2: the sweep has 2 points, from 0";
        QTest::newRow("network") << "1 0 --network alexnet"
                                 << "--network: sweep 1 has the networks squeezenet1_1; name one";
    }
    void whatIsNoPointIsNotKept()
    {
        QFETCH(QString, arguments);
        QFETCH(QString, refused);
        const qsizetype before = m_cli.run(words("runs")).out.count(u'\n');
        const auto result = m_cli.run(words("sweeps keep") << arguments.split(u' '));
        QCOMPARE(result.exitCode, 2);
        QVERIFY2(result.err.contains(refused), qPrintable(result.err));
        QCOMPARE(m_cli.run(words("runs")).out.count(u'\n'), before);
    }

    void anAcceleratorThatCannotBeBuiltIsNotKept()
    {
        const CommandLine cli;
        for (const char* name : {"a", "b"})
            cli.write(QStringLiteral("%1.yaml").arg(QLatin1String(name)),
                      QByteArray("network: {name: ") + name + ", layers: [{name: only, C: 4, K: 8}]}\n");
        QVERIFY(cli.run(words("sweep --accelerator simba --network a.yaml --network b.yaml --no-proof --evaluations 1 "
                              "--axis levels.GlobalBuffer.capacity=0,64KiB"))
                    .out.contains(QStringLiteral("refused")));
        const auto several = cli.run(words("sweeps keep 1 1"));
        QVERIFY2(several.err.contains(QStringLiteral("networks a, b; name one")), qPrintable(several.err));
        const auto refused = cli.run(words("sweeps keep 1 0 --network b"));
        QCOMPARE(refused.exitCode, 2);
        QVERIFY2(refused.err.contains(QStringLiteral("the capacity must be above 0")), qPrintable(refused.err));
        const auto kept = cli.run(words("sweeps keep 1 1 --network b --json"));
        QCOMPARE(object(kept.out)[QStringLiteral("summary")][QStringLiteral("network")].toString(),
                 QStringLiteral("b"));
    }

private:
    const CommandLine m_cli;
    const JsonSchema m_schema{QStringLiteral("sweep.schema.json")};
    std::vector<QJsonArray> m_points; // by engine
};

QTEST_GUILESS_MAIN(TestSweepEngines)
#include "tst_sweep_engines.moc"
