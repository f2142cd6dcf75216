// SPDX-License-Identifier: Apache-2.0
// What every engine owes its users, on the same instances for all of them. A new engine is a new row of `engines()`.
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/network_run.h"
#include "tests/support/builders.h"

#include <QElapsedTimer>
#include <QTest>

#include <thread>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

std::unique_ptr<milp::Solver> makeSolver()
{
    return std::make_unique<milp::ProcessSolver>(milp::ProcessSolverOptions{NESTLOOM_BIN_DIR "/nestloom-solver"});
}

workload::Network instances()
{
    workload::Network network;
    network.name = "contract";
    network.layers = {tests::convolution("3x3", 3, 14, 64, 64),
                      tests::convolution("1x1 stride 2", 1, 14, 128, 256, 2),
                      tests::convolution("grouped", 3, 14, 4, 4, 1, 32),
                      tests::convolution("prime pixels", 5, 13, 3, 7),
                      tests::convolution("fully connected", 1, 1, 2048, 1000),
                      tests::convolution("one MAC", 1, 1, 1, 1),
                      tests::convolution("batch", 1, 7, 32, 32, 1, 1, 4)};
    return network;
}

} // namespace

class TestContract : public QObject {
    Q_OBJECT

    static void everyCombination()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("objective");
        for (const EngineInfo& engine : engines())
            for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp, Objective::CosaPaper})
                QTest::addRow("%s %s", engine.id.c_str(), std::string(name(objective)).c_str())
                    << QString::fromStdString(engine.id) << int(objective);
    }
    static ScheduleOptions options()
    {
        QFETCH(QString, engine);
        QFETCH(int, objective);
        ScheduleOptions result;
        result.engine = engine.toStdString();
        result.cosa.objective = Objective(objective);
        result.cosa.evaluations = 4000;
        return result;
    }

private slots:
    void everyMappingIsVerifiedAndNoBoundIsBeaten_data() { everyCombination(); }
    void everyMappingIsVerifiedAndNoBoundIsBeaten()
    {
        QFETCH(int, objective);
        const auto network = instances();
        const auto accelerator = tests::simba();
        const auto results = scheduleNetwork(accelerator, network, options(), makeSolver, {});
        QVERIFY2(results, results ? "" : results.error().text().c_str());
        QCOMPARE(results->size(), network.layers.size());
        for (const LayerResult& result : *results) {
            QVERIFY2(result.mapping.has_value(), (result.name + ": " + result.reason).c_str());
            QVERIFY(result.verified);
            QVERIFY(mapping::verify(accelerator, network.layers[result.index], *result.mapping).empty());
            const auto cost = cost::evaluate(accelerator, network.layers[result.index], *result.mapping, cost::Model::Nestloom);
            QVERIFY(cost);
            QCOMPARE(cost->cycles, result.cost->cycles);
            QVERIFY(result.lowerBoundCycles.has_value());
            QVERIFY(double(cost->cycles.count) >= *result.lowerBoundCycles * (1 - 1e-9));
            QVERIFY(result.status == LayerStatus::Optimal || result.status == LayerStatus::Feasible);
            if (Objective(objective) == Objective::Latency && result.status == LayerStatus::Optimal)
                QVERIFY(*result.gap <= 0.01 + 1e-9);
        }
    }

    void theSameSeedGivesTheSameMappings_data() { everyCombination(); }
    void theSameSeedGivesTheSameMappings()
    {
        const auto network = instances();
        ScheduleOptions one = options(), four = options();
        one.threads = 1;
        four.threads = 4; // nor do threads matter
        const auto a = scheduleNetwork(tests::simba(), network, one, makeSolver, {});
        const auto b = scheduleNetwork(tests::simba(), network, four, makeSolver, {});
        QVERIFY(a && b);
        for (std::size_t i = 0; i < a->size(); ++i) {
            QCOMPARE((*a)[i].mapping, (*b)[i].mapping);
            QCOMPARE((*a)[i].lowerBoundCycles, (*b)[i].lowerBoundCycles);
            QCOMPARE((*a)[i].status, (*b)[i].status);
        }
    }

    void cancelReturnsWithinASecondAndKeepsWhatWasFound_data() { everyCombination(); }
    void cancelReturnsWithinASecondAndKeepsWhatWasFound()
    {
        ScheduleOptions patient = options();
        patient.threads = 1;
        patient.cosa.evaluations = 2'000'000'000; // would take an hour
        patient.cosa.mipNodes = 1'000'000'000;
        workload::Network network = instances();
        network.layers = {tests::convolution("conv", 5, 27, 96, 256), tests::convolution("next", 3, 13, 256, 384)};
        std::stop_source source;
        QElapsedTimer sinceStop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            sinceStop.start();
            source.request_stop();
        });
        const auto results = scheduleNetwork(tests::simba(), network, patient, makeSolver, source.get_token());
        stopper.join();
        QVERIFY(results);
        if (sinceStop.isValid())
            QVERIFY2(sinceStop.elapsed() < 1000, qPrintable(QString::number(sinceStop.elapsed())));
        if (patient.cosa.objective == Objective::CosaPaper)
            return; // its model may have been solved before the stop
        QCOMPARE((*results)[0].cause, StopCause::Cancelled);
        QVERIFY((*results)[0].mapping.has_value() && (*results)[0].verified);
        QCOMPARE((*results)[1].status, LayerStatus::Cancelled);
        QVERIFY(!(*results)[1].mapping);
    }

    void aLayerThatCannotFitIsAnAnswerAndTheOthersGoOn_data() { everyCombination(); }
    void aLayerThatCannotFitIsAnAnswerAndTheOthersGoOn()
    {
        auto accelerator = tests::simba();
        accelerator.levels[4].capacity = Bytes{2}; // 24-bit partial sums need 3
        const auto results = scheduleNetwork(accelerator, instances(), options(), makeSolver, {});
        QVERIFY(results);
        for (const LayerResult& result : *results) {
            QCOMPARE(result.status, LayerStatus::Infeasible);
            QVERIFY(result.reason.find("AccumulationBuffer needs 3 B") != std::string::npos);
        }
    }
};

QTEST_GUILESS_MAIN(TestContract)
#include "tst_contract.moc"
