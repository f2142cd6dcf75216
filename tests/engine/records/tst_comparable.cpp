// SPDX-License-Identifier: Apache-2.0
#include "engine/records/comparable.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::records;

namespace {

RunSummary finished(RunId id, const std::string& engine)
{
    RunSummary run;
    run.id = id;
    run.status = RunStatus::Finished;
    run.networkName = "alexnet";
    run.engine = engine;
    run.kind = kindOf(engine);
    run.layerCount = run.layersDone = 8;
    if (run.kind == RunKind::Memory) {
        run.memory.emplace();
        return run;
    }
    run.totals.emplace();
    run.totals->layers = run.totals->solved = 8;
    run.batch = 1;
    if (run.kind == RunKind::Nodes)
        run.nodes.emplace();
    return run;
}

RunSummary cancelled()
{
    RunSummary run = finished(3, "cosa");
    run.status = RunStatus::Cancelled;
    run.totals->solved = 5;
    return run;
}

RunSummary lacking(int layers)
{
    RunSummary run = finished(3, "cosa");
    run.totals->solved -= std::size_t(layers);
    return run;
}

RunSummary ended(RunStatus status)
{
    RunSummary run = finished(3, "cosa");
    run.status = status;
    return run;
}

RunSummary of(RunSummary run, const std::string& network)
{
    run.networkName = network;
    return run;
}

RunSummary batched(RunSummary run, std::optional<std::int64_t> batch)
{
    run.batch = batch;
    return run;
}

RunSummary counting(RunSummary run, int layers)
{
    run.layerCount = layers;
    run.totals->solved = std::size_t(layers);
    return run;
}

RunSummary multiplying(RunSummary run, std::int64_t macs)
{
    run.totals->macs = macs;
    return run;
}

RunSummary training(RunSummary run)
{
    run.nodes->training = true;
    return run;
}

} // namespace

class TestComparable : public QObject {
    Q_OBJECT
private slots:
    void comparesWhatOneModelSaysOfTheSameWork_data()
    {
        QTest::addColumn<RunSummary>("a");
        QTest::addColumn<RunSummary>("b");
        QTest::newRow("an engine and its baseline") << finished(1, "cosa") << finished(2, "random");
        QTest::newRow("nodes and their baseline") << finished(1, "kapla") << finished(2, "kapla-random");
        QTest::newRow("two plans, by their bytes") << finished(1, "cosma") << finished(2, "cosma-ilp");
        QTest::newRow("a batch that is not known") << finished(1, "cosa") << batched(finished(2, "cosa"), {});
    }

    void comparesWhatOneModelSaysOfTheSameWork()
    {
        QFETCH(RunSummary, a);
        QFETCH(RunSummary, b);
        QCOMPARE(whyNotComparable(a, b), std::string());
        QCOMPARE(whyNotComparable(b, a), std::string());
    }

    void saysWhyNothingElseIsCompared_data()
    {
        QTest::addColumn<RunSummary>("a");
        QTest::addColumn<RunSummary>("b");
        QTest::addColumn<QString>("why");
        const RunSummary cosa = finished(1, "cosa"), kapla = finished(2, "kapla");
        QTest::newRow("running") << cosa << ended(RunStatus::Running) << "run 3 is not done";
        QTest::newRow("failed") << cosa << ended(RunStatus::Failed) << "run 3 failed";
        QTest::newRow("cancelled") << cosa << cancelled() << "run 3 was cancelled after 5 of 8 layers";
        QTest::newRow("the first is not whole") << cancelled() << cosa << "run 3 was cancelled after 5 of 8 layers";
        QTest::newRow("a layer failed") << cosa << lacking(1) << "run 3 has figures of 7 of 8 layers";
        QTest::newRow("networks") << cosa << of(finished(3, "cosa"), "vgg11")
                                  << "run 1 is of network alexnet, run 3 of vgg11";
        QTest::newRow("models") << cosa << finished(3, "flexer")
                                << "the figures of run 1 are of model 'own', those of run 3 of model 'tiles'";
        QTest::newRow("nodes") << kapla << cosa
                               << "the figures of run 2 are of model 'nodes', those of run 1 of model 'own'";
        QTest::newRow("no cycles") << cosa << finished(3, "cosma")
                                   << "run 3 plans memory and has neither cycles nor energy";
        QTest::newRow("batches") << kapla << batched(finished(3, "kapla"), 64)
                                 << "run 2 is for a batch of 1, run 3 for one of 64";
        QTest::newRow("training") << kapla << training(finished(3, "kapla"))
                                  << "run 3 trains the network, run 2 does not";
        QTest::newRow("layers") << cosa << counting(finished(3, "cosa"), 11) << "run 1 counts 8 layers, run 3 11";
        QTest::newRow("edited") << cosa << multiplying(finished(3, "cosa"), 7)
                                << "network alexnet has changed: 0 MACs in run 1, 7 in run 3";
        QTest::newRow("live") << cosa << counting(finished(0, "cosa"), 1)
                              << "run 1 counts 8 layers, the cosa run that is not kept 1";
    }

    void saysWhyNothingElseIsCompared()
    {
        QFETCH(RunSummary, a);
        QFETCH(RunSummary, b);
        QFETCH(QString, why);
        QCOMPARE(QString::fromStdString(whyNotComparable(a, b)), why);
        QVERIFY(!whyNotComparable(b, a).empty());
    }
};

QTEST_GUILESS_MAIN(TestComparable)
#include "tst_comparable.moc"
