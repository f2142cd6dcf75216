// SPDX-License-Identifier: Apache-2.0
#include "engine/milp/process_solver.h"
#include "engine/schedule/kapla/node_run.h"
#include "engine/schedule/network_run.h"
#include "engine/schedule/run_choices.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

using Choice = RunChoice;

const std::vector<std::pair<Choice, const char*>> kChoices{{Choice::Objective, "objective"},
                                                           {Choice::Seed, "seed"},
                                                           {Choice::TimeLimit, "time-limit"},
                                                           {Choice::Gap, "gap"},
                                                           {Choice::Proof, "proof"},
                                                           {Choice::Evaluations, "evaluations"},
                                                           {Choice::Layers, "layers"},
                                                           {Choice::Constraints, "constraints"},
                                                           {Choice::Sizes, "sizes"},
                                                           {Choice::Operators, "operators"},
                                                           {Choice::Bypass, "bypass"},
                                                           {Choice::Tiles, "tiles"},
                                                           {Choice::Nodes, "nodes"},
                                                           {Choice::Chains, "chains"},
                                                           {Choice::Keep, "keep"},
                                                           {Choice::Iterations, "iterations"}};

LayerResult solved(const ScheduleOptions& options)
{
    workload::Network network;
    network.name = "one";
    network.layers = {tests::convolution("a", 1, 6, 4, 6)}; // small enough for an exhaustive search
    hardware::Accelerator accelerator = tests::twoLevels(Bytes{512});
    accelerator.interconnect = {accelerator.levels.back().name, Bits{64}};
    const auto results = scheduleNetwork(accelerator, network, options,
                                         [] {
                                             return std::make_unique<milp::ProcessSolver>(
                                                 milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
                                         },
                                         {});
    if (results)
        return results->front();
    LayerResult refused;
    refused.reason = results.error().text();
    return refused;
}

/// Flexer takes all of them alike: it has none.
bool isTaken(const std::string& engine, Objective objective)
{
    return engine == "flexer" || !whyUnused(Choice::Objective, engine, objective);
}

/// The options with another value for the choice.
ScheduleOptions changed(ScheduleOptions options, Choice choice)
{
    switch (choice) {
    case Choice::Objective:
        options.cosa.objective = options.engine == "flexer" ? Objective::Energy : Objective::CosaPaper;
        break;
    case Choice::Seed: options.seed = 77; break;
    case Choice::Gap: options.cosa.gap = 0.9; break;
    case Choice::Proof: options.cosa.proveWithMip = false; break;
    case Choice::Evaluations: options.cosa.evaluations = 3; break;
    case Choice::Sizes: options.largerSizes = false; break;
    case Choice::Operators: options.fuseOperators = true; break;
    case Choice::Bypass: options.bypass = true; break;
    case Choice::Tiles: options.flexer.tilings = 1; break;
    default: break;
    }
    return options;
}

} // namespace

class TestRunChoices : public QObject {
    Q_OBJECT
private slots:
    void everyEngineListensToItsOwnChoices_data()
    {
        QTest::addColumn<QString>("objective");
        QTest::addColumn<QString>("used");
        const auto row = [](const char* engine, const char* used, const char* objective = "latency") {
            QTest::addRow("%s, %s", engine, objective) << objective << used;
        };
        row("cosa", "objective seed time-limit gap proof evaluations layers constraints sizes operators bypass");
        row("cosa", "objective seed time-limit proof evaluations layers constraints sizes operators bypass", "energy");
        row("cosa", "objective seed time-limit proof evaluations layers constraints sizes operators bypass",
            "weighted");
        row("cosa", "objective time-limit layers constraints operators", "cosa-paper");
        row("random", "objective seed time-limit proof layers constraints operators");
        row("hybrid", "objective seed time-limit proof layers constraints operators", "edp");
        row("annealing", "objective seed time-limit proof evaluations layers constraints operators");
        row("exhaustive", "objective time-limit proof layers constraints operators");
        row("flexer", "time-limit layers operators tiles");
        row("kapla", "objective nodes chains", "energy");
        row("kapla", "nodes chains", "weighted");
        row("kapla-exhaustive", "objective nodes");
        row("kapla-directives", "objective nodes", "edp");
        row("kapla-random", "objective seed nodes keep", "energy");
        row("kapla-annealing", "objective seed nodes iterations", "energy");
    }

    void everyEngineListensToItsOwnChoices()
    {
        QFETCH(QString, objective);
        QFETCH(QString, used);
        const std::string engine =
            std::string(QTest::currentDataTag()).substr(0, std::string(QTest::currentDataTag()).find(','));
        QStringList heard;
        for (const auto& [choice, word] : kChoices)
            if (!whyUnused(choice, engine, *schedule::objective(objective.toStdString())))
                heard << QString::fromLatin1(word);
        QCOMPARE(heard.join(QLatin1Char(' ')), used);
    }

    void noEngineIsForgotten()
    {
        for (const EngineInfo& engine : engines())
            QVERIFY2(whyUnused(Choice::Nodes, engine.id), engine.id.c_str());
        for (const auto& engine : kapla::nodeEngines())
            QVERIFY2(whyUnused(Choice::Tiles, engine.id), engine.id.c_str());
    }

    /// Every engine with every choice that it is said not to hear, under every objective that it takes.
    void whatIsUnusedChangesNothing_data()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("objective");
        QTest::addColumn<int>("choice");
        for (const EngineInfo& engine : engines())
            for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::CosaPaper})
                for (const auto& [choice, word] : kChoices)
                    if (isTaken(engine.id, objective) && whyUnused(choice, engine.id, objective)
                        && choice != Choice::Constraints && choice < Choice::Nodes)
                        QTest::addRow("%s, %s, %s", engine.id.c_str(), name(objective).data(), word)
                            << QString::fromStdString(engine.id) << int(objective) << int(choice);
    }

    void whatIsUnusedChangesNothing()
    {
        QFETCH(QString, engine);
        QFETCH(int, objective);
        QFETCH(int, choice);
        ScheduleOptions options;
        options.engine = engine.toStdString();
        options.cosa.objective = Objective(objective);
        options.threads = 1;
        LayerResult before = solved(options), after = solved(changed(options, Choice(choice)));
        QVERIFY2(before.verified && after.verified, before.reason.c_str());
        QVERIFY(before.mapping == after.mapping);
        QCOMPARE(after.cost->cycles, before.cost->cycles);
        QCOMPARE(after.cost->energy.count, before.cost->energy.count);
        QVERIFY(after.lowerBoundCycles == before.lowerBoundCycles);
        QCOMPARE(after.status, before.status);
    }
};

QTEST_APPLESS_MAIN(TestRunChoices)
#include "tst_run_choices.moc"
