// SPDX-License-Identifier: Apache-2.0
// What every engine owes its users, on the same instances for all of them. A new engine is a new row of `engines()`.
#include "engine/cost/evaluate.h"
#include "engine/mapping/verify.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/baselines/baselines.h"
#include "engine/schedule/explain_layer.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "engine/schedule/mesh/mesh_engine.h"
#include "engine/schedule/network_run.h"
#include "tests/places.h"
#include "tests/support/builders.h"
#include "tests/support/patience.h"

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

/// Two NPUs of 16 x 16 MACs around 32 KiB, for engines that schedule tiles.
hardware::Accelerator twoNpus()
{
    using enum hardware::LevelKind;
    hardware::Accelerator accelerator;
    accelerator.name = "two-npus";
    accelerator.macEnergy = {1};
    accelerator.levels = {tests::level("DRAM", Dram, {}, TensorSet::all(), 1),
                          tests::level("Scratchpad", Sram, Bytes{32768}, TensorSet::all(), 2),
                          tests::level("NpuWeights", Registers, Bytes{512}, tests::kWeights, 16, 16)};
    accelerator.levels[0].readBandwidth = BytesPerCycle{8};
    accelerator.levels[0].writeBandwidth = BytesPerCycle{8};
    return accelerator;
}

bool schedulesTiles(const ScheduleOptions& options) { return options.engine == "flexer"; }

hardware::Accelerator acceleratorFor(const ScheduleOptions& options)
{
    hardware::Accelerator accelerator = schedulesTiles(options) ? twoNpus() : tests::simba();
    if (options.engine == kMeshEngine)
        accelerator.interconnect = {"GlobalBuffer", Bits{64}};
    return accelerator;
}

/// What was found, judged and counted again.
void judgeAgain(const hardware::Accelerator& accelerator, const workload::Layer& layer, const ScheduleOptions& options,
                const LayerResult& result)
{
    QVERIFY2(result.verified, (result.name + ": " + result.reason).c_str());
    if (!schedulesTiles(options)) {
        QVERIFY(mapping::verify(accelerator, layer, *result.mapping).empty());
        const auto cost = cost::evaluate(accelerator, layer, *result.mapping, costModelOf(options.engine));
        QVERIFY(cost);
        QCOMPARE(cost->cycles, result.cost->cycles);
        return;
    }
    QVERIFY(result.tiled.has_value());
    const auto again =
        flexer::rebuild(layer, *flexer::machineOf(accelerator), options.flexer, result.tiled->chosen.recipe);
    QVERIFY(again && flexer::verify(*again).empty());
    QCOMPARE(again->latency, result.cost->cycles);
    QCOMPARE(again->traffic, result.tiled->chosen.traffic);
}

} // namespace

class TestContract : public QObject {
    Q_OBJECT

    static void everyCombination()
    {
        QTest::addColumn<QString>("engine");
        QTest::addColumn<int>("objective");
        for (const EngineInfo& engine : engines())
            for (const Objective objective :
                 {Objective::Latency, Objective::Energy, Objective::Edp, Objective::Weighted, Objective::CosaPaper})
                if (objective != Objective::CosaPaper
                    || engine.id == "cosa") // Eq. 12 is an objective of programs; others refuse it
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
        result.cosa.cyclePrice = 500;
        result.cosa.evaluations = 4000;
        result.flexer.maxOperations = 64;
        return result;
    }

private slots:
    void everyMappingIsVerifiedAndNoBoundIsBeaten_data() { everyCombination(); }
    void everyMappingIsVerifiedAndNoBoundIsBeaten()
    {
        QFETCH(int, objective);
        const auto network = instances();
        const auto accelerator = acceleratorFor(options());
        const auto results = scheduleNetwork(accelerator, network, options(), makeSolver, {});
        QVERIFY2(results, results ? "" : results.error().text().c_str());
        QCOMPARE(results->size(), network.layers.size());
        for (const LayerResult& result : *results) {
            if (options().engine == "exhaustive" && result.status == LayerStatus::Failed) {
                QVERIFY2(result.reason.find("candidates") != std::string::npos,
                         result.reason.c_str()); // too large for it
                continue;
            }
            judgeAgain(accelerator, network.layers[result.index], options(), result);
            if (QTest::currentTestFailed())
                return;
            for (const auto& [figure, value] : {std::pair(Figure::Energy, result.cost->energy.count),
                                                std::pair(Figure::Cycles, double(result.cost->cycles.count))}) {
                const auto why = explain(accelerator, network.layers[result.index], result, figure);
                QVERIFY(why && std::abs(why->value - value) <= 1e-9 * value);
                QVERIFY(std::abs(cost::computed(*why) - value) <= 1e-9 * value);
            }
            QVERIFY(result.lowerBoundCycles.has_value());
            QVERIFY(double(result.cost->cycles.count) >= *result.lowerBoundCycles * (1 - 1e-9));
            QVERIFY(result.status == LayerStatus::Proven || result.status == LayerStatus::BestFound);
            if (!schedulesTiles(options()) && Objective(objective) == Objective::Latency
                && result.status == LayerStatus::Proven)
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
        const auto a = scheduleNetwork(acceleratorFor(one), network, one, makeSolver, {});
        const auto b = scheduleNetwork(acceleratorFor(four), network, four, makeSolver, {});
        QVERIFY(a && b);
        for (std::size_t i = 0; i < a->size(); ++i) {
            QCOMPARE((*a)[i].mapping, (*b)[i].mapping);
            QVERIFY((*a)[i].tiled == (*b)[i].tiled);
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
        patient.flexer.maxOperations = 100'000;
        patient.flexer.tilings = 0;
        workload::Network network = instances();
        network.layers = {tests::convolution("conv", 5, 27, 96, 256), tests::convolution("next", 3, 13, 256, 384)};
        std::stop_source source;
        QElapsedTimer sinceStop;
        std::jthread stopper([&] {
            std::this_thread::sleep_for(std::chrono::milliseconds(400));
            sinceStop.start();
            source.request_stop();
        });
        const auto results = scheduleNetwork(acceleratorFor(patient), network, patient, makeSolver, source.get_token());
        stopper.join();
        QVERIFY(results);
        if (sinceStop.isValid())
            QVERIFY2(sinceStop.elapsed() < 1000 * tests::kSlowness, qPrintable(QString::number(sinceStop.elapsed())));
        if (patient.cosa.objective == Objective::CosaPaper)
            return; // its model may have been solved before the stop
        if (isBaseline(patient.engine) && patient.engine != "annealing")
            return; // done, or refused, before the stop
        QCOMPARE((*results)[0].cause, StopCause::Cancelled);
        QVERIFY(((*results)[0].mapping || (*results)[0].tiled) && (*results)[0].verified);
        QCOMPARE((*results)[1].status, LayerStatus::Cancelled);
        QVERIFY(!(*results)[1].mapping && !(*results)[1].tiled);
    }

    void aLayerThatCannotFitIsAnAnswerAndTheOthersGoOn_data() { everyCombination(); }
    void aLayerThatCannotFitIsAnAnswerAndTheOthersGoOn()
    {
        auto accelerator = acceleratorFor(options());
        accelerator.levels[schedulesTiles(options()) ? 1 : 4].capacity =
            Bytes{2}; // 24-bit partial sums need 3, one operation's tiles more
        const auto results = scheduleNetwork(accelerator, instances(), options(), makeSolver, {});
        QVERIFY(results);
        for (const LayerResult& result : *results) {
            QCOMPARE(result.status, LayerStatus::Infeasible);
            const char* expected =
                schedulesTiles(options()) ? "B of scratchpad, but there are 2 B" : "AccumulationBuffer needs 3 B";
            QVERIFY2(result.reason.find(expected) != std::string::npos, result.reason.c_str());
            QVERIFY2(result.reason.find("raise its capacity to") != std::string::npos, result.reason.c_str());
        }
    }
};

QTEST_GUILESS_MAIN(TestContract)
#include "tst_contract.moc"
