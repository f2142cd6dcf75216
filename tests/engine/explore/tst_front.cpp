// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/explore/front.h"
#include "engine/explore/point_bound.h"
#include "engine/io/read_accelerator.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/exact/exact.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

using namespace nestloom;
using namespace nestloom::explore;

namespace {

const auto makeSolver = milp::processSolvers({NESTLOOM_BIN_DIR "/nestloom-solver"});

hardware::Accelerator presetNamed(const std::string& name)
{
    return *io::readAccelerator(NESTLOOM_SOURCE_DIR "/presets/accelerators/" + name + ".yaml");
}

/// 48 accelerators.
SweepInputs buffers()
{
    SweepInputs inputs;
    inputs.space = {tests::twoLevels(),
                    {{"levels.Buffer.capacity", {}}, {"levels.DRAM.read_bandwidth", {2, 4, 8, 16}}}};
    for (int i = 1; i <= 12; ++i)
        inputs.space.axes[0].values.push_back(64.0 * i);
    inputs.networks = {{"one", "", {}, {tests::convolution("a", 3, 8, 8, 8), tests::convolution("b", 1, 8, 8, 8)}},
                       {"two", "", {}, {tests::convolution("x", 1, 8, 16, 8)}}};
    inputs.options.cosa.evaluations = 400;
    inputs.options.threads = 1;
    return inputs;
}

/// The figures of a front, each once.
std::set<std::vector<double>> figuresOf(const std::vector<PointResult>& results,
                                        const std::vector<Objective>& objectives, const std::vector<Limit>& limits = {})
{
    std::set<std::vector<double>> figures;
    for (const std::size_t i : paretoFront(results, objectives, limits)) {
        std::vector<double> row{double(results[i].network)};
        for (const Objective each : objectives)
            row.push_back(valueOf(results[i], each));
        figures.insert(std::move(row));
    }
    return figures;
}

std::vector<std::size_t> solvedIn(const std::vector<PointResult>& results)
{
    std::vector<std::size_t> solved;
    for (std::size_t i = 0; i < results.size(); ++i)
        if (results[i].status != PointStatus::Cancelled)
            solved.push_back(i);
    return solved;
}

/// Whether every point of the whole space is worse than `room` times some solved one.
bool isWithin(const std::vector<PointResult>& whole, const std::vector<PointResult>& solved,
              const std::vector<Objective>& objectives, double room)
{
    return std::ranges::all_of(whole, [&](const PointResult& any) {
        return !any.cost || std::ranges::any_of(solved, [&](const PointResult& result) {
            return result.cost && result.network == any.network && std::ranges::all_of(objectives, [&](Objective each) {
                       return valueOf(result, each) <= room * valueOf(any, each);
                   });
        });
    });
}

} // namespace

class TestFront : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void noMappingIsBelowTheBound_data();
    void noMappingIsBelowTheBound();
    void noOptimumIsBelowTheBound();
    void theBoundIsAsTightAsItWas();
    void isThatOfTheWholeSpace_data();
    void isThatOfTheWholeSpace();
    void ofAWholeSweepNothingIsUnknown();
    void solvesTheSameWithAnyNumberOfThreads();
    void pointsBeyondALimitAreNotSolved();
    void aLimitOnPowerLeavesPointsOut();
    void aLimitOnPowerAsksForTime();
    void theKneeIsThatOfTheWholeFront();
    void aNearlyExactOneSolvesLess();
    void aStoppedOneSaysHowFarItCanBe();
    void comesNearerStepByStep();
    void refusesWhatHasNoBound();
};

void TestFront::noMappingIsBelowTheBound_data()
{
    QTest::addColumn<QString>("preset");
    for (const char* name : {"simba", "eyeriss", "edge-systolic", "simba-8x8"})
        QTest::newRow(name) << name;
}

void TestFront::noMappingIsBelowTheBound()
{
    QFETCH(QString, preset);
    const hardware::Accelerator read = presetNamed(preset.toStdString());
    Rng rng(11);
    const std::vector<workload::Layer> layers{
        tests::convolution("plain", 3, 14, 32, 32), tests::convolution("strided", 1, 14, 64, 16, 2),
        tests::convolution("grouped", 3, 12, 2, 2, 2, 12), tests::convolution("batch", 5, 6, 12, 8, 4, 1, 4)};
    for (int i = 0; i < 200; ++i) {
        hardware::Accelerator accelerator = read;
        if (i % 2 == 0)
            accelerator = tests::withBandwidths(accelerator, 0.5);
        if (i % 3 == 0)
            accelerator.levels[1].leakage = Watts{1e-2};
        if (i % 5 == 0)
            accelerator.levels[0].ports = 1;
        workload::Network network;
        network.layers = {layers[std::size_t(i) % layers.size()]};
        network.layers[0].dilationR = 1 + i % 3;
        const auto mapping = tests::randomMapping(rng, accelerator, network.layers[0]);
        for (const cost::Model model : {cost::Model::Nestloom, cost::Model::Mesh}) {
            schedule::ScheduleOptions options;
            options.engine = model == cost::Model::Mesh ? "cosa-mesh" : "cosa";
            if (model == cost::Model::Mesh && accelerator.interconnect.below.empty())
                continue;
            const auto costs = cost::evaluate(accelerator, network.layers[0], mapping, model);
            QVERIFY(costs);
            const PointCost least = PointBounds(network, options).of(accelerator);
            QVERIFY2(
                least.cycles <= costs->cycles && least.cycles.count > 0,
                qPrintable(
                    QStringLiteral("%1 cycles, a mapping takes %2").arg(least.cycles.count).arg(costs->cycles.count)));
            QVERIFY2(least.energy <= costs->energy && least.energy.count > 0,
                     qPrintable(
                         QStringLiteral("%1 pJ, a mapping takes %2").arg(least.energy.count).arg(costs->energy.count)));
            QVERIFY(least.utilization >= costs->utilization);
            options.bypass = true; // any level may keep less: less is certain
            const PointCost less = PointBounds(network, options).of(accelerator);
            QVERIFY(less.cycles <= least.cycles && less.energy <= least.energy);
        }
    }
}

/// Of small layers on machines with so little room that tiles are small: what is found by looking everywhere.
void TestFront::noOptimumIsBelowTheBound()
{
    Rng rng(5);
    double closest = 0;
    int compared = 0;
    const std::vector<hardware::Accelerator> machines{tests::twoLevels(), presetNamed("simba"), presetNamed("eyeriss")};
    for (int i = 0; i < 120; ++i) {
        hardware::Accelerator accelerator = machines[std::size_t(i) % machines.size()];
        for (std::size_t level = 1; level < accelerator.levels.size(); ++level)
            accelerator.levels[level].capacity = Bytes{std::int64_t(4) << rng.below(7)};
        if (i % 3 == 0)
            accelerator.levels[0].readBandwidth = Bandwidth{BytesPerCycle{0.25}};
        const int size = 2 + int(rng.below(7)), taps = 1 + int(rng.below(3));
        workload::Network network;
        network.layers = {
            tests::convolution("a", taps, size, 1 + int(rng.below(8)), 1 + int(rng.below(8)), 1 + int(rng.below(2)))};
        network.layers[0].dilationR = 1 + std::int64_t(rng.below(2));
        schedule::ScheduleOptions options;
        options.largerSizes = false;
        const PointCost least = PointBounds(network, options).of(accelerator);
        const auto energy = schedule::exact::searchExactly(accelerator, network.layers[0],
                                                           schedule::Goal(schedule::Objective::Energy), 1e15);
        const auto latency = schedule::exact::searchExactly(accelerator, network.layers[0],
                                                            schedule::Goal(schedule::Objective::Latency), 1e15);
        if (!energy.mapping || !latency.mapping)
            continue; // nothing fits
        ++compared;
        QVERIFY2(least.energy.count <= energy.value * (1 + 1e-9),
                 qPrintable(
                     QStringLiteral("%1: %2 pJ, a mapping takes %3").arg(i).arg(least.energy.count).arg(energy.value)));
        QVERIFY2(double(least.cycles.count) <= std::ceil(latency.value * (1 - 1e-9)),
                 qPrintable(QStringLiteral("%1: %2 cycles").arg(i).arg(least.cycles.count)));
        closest += least.energy.count / energy.value;
    }
    QVERIFY2(compared > 80 && closest / compared > 0.7,
             qPrintable(QStringLiteral("%1 of %2").arg(closest).arg(compared)));
}

/// No mapping tells when a bound loses what it had, and few when it is a little too high. Figures of this version.
void TestFront::theBoundIsAsTightAsItWas()
{
    Rng rng(8);
    double cycles = 0, energy = 0, utilization = 0;
    int bounds = 0;
    for (const char* preset : {"simba", "eyeriss", "edge-systolic", "simba-8x8"})
        for (int i = 0; i < 60; ++i) {
            hardware::Accelerator accelerator = presetNamed(preset);
            for (std::size_t level = 1; level < accelerator.levels.size(); ++level)
                if (rng.below(2) == 0)
                    accelerator.levels[level].capacity = Bytes{std::int64_t(16) << rng.below(8)};
            if (rng.below(2) == 0)
                accelerator = tests::withBandwidths(accelerator, 0.2 + rng.unit());
            if (rng.below(3) == 0)
                accelerator.levels[1].leakage = Watts{1e-2};
            if (rng.below(3) == 0)
                accelerator.levels[0].ports = 1;
            workload::Network network;
            for (int k = 0; k < 3; ++k) {
                const std::array<int, 7> drawn{1 + int(rng.below(4)),  3 + int(rng.below(12)), 1 + int(rng.below(40)),
                                               1 + int(rng.below(90)), 1 + int(rng.below(2)),  1 + int(rng.below(3)),
                                               1 + int(rng.below(3))};
                auto& layer = network.layers.emplace_back(
                    tests::convolution("l", drawn[0], drawn[1], drawn[2], drawn[3], drawn[4], drawn[5]));
                layer.bounds[workload::LoopDimension::S] = drawn[6];
                layer.dilationR = 1 + std::int64_t(rng.below(2));
                layer.dilationS = 1 + std::int64_t(rng.below(2));
            }
            schedule::ScheduleOptions options;
            options.engine = accelerator.interconnect.below.empty() || i % 2 == 0 ? "cosa" : "cosa-mesh";
            options.largerSizes = rng.below(2) == 0;
            options.bypass = rng.below(3) == 0;
            const PointCost least = PointBounds(network, options).of(accelerator);
            cycles += std::log(double(least.cycles.count));
            energy += std::log(least.energy.count);
            utilization += least.utilization;
            ++bounds;
        }
    const auto figures = QStringLiteral("%1 %2 %3")
                             .arg(cycles / bounds, 0, 'f', 9)
                             .arg(energy / bounds, 0, 'f', 9)
                             .arg(utilization / bounds, 0, 'f', 9);
    QVERIFY2(std::abs(cycles / bounds - 9.911601882) < 1e-8 && std::abs(energy / bounds - 16.609777301) < 1e-8
                 && std::abs(utilization / bounds - 0.225025271) < 1e-8,
             qPrintable(figures));
}

void TestFront::isThatOfTheWholeSpace_data()
{
    using enum Objective;
    QTest::addColumn<std::vector<Objective>>("objectives");
    QTest::addColumn<std::size_t>("most"); // results that are solved, of 96
    QTest::newRow("cycles and bytes") << std::vector{Cycles, OnChipBytes} << std::size_t(60);
    QTest::newRow("energy and bytes") << std::vector{Energy, OnChipBytes} << std::size_t(96);
    QTest::newRow("edp") << std::vector{Edp} << std::size_t(96);
    QTest::newRow("three") << std::vector{Cycles, Energy, OnChipBytes} << std::size_t(96);
    QTest::newRow("utilisation") << std::vector{Utilization, OnChipBytes} << std::size_t(60);
}

void TestFront::isThatOfTheWholeSpace()
{
    QFETCH(std::vector<Objective>, objectives);
    QFETCH(std::size_t, most);
    const SweepInputs inputs = buffers();
    const auto whole = *runSweep(inputs, makeSolver, {});
    const auto found = runFront(inputs, {objectives, {}}, makeSolver, {});
    QVERIFY(found);
    QVERIFY(figuresOf(found->results, objectives) == figuresOf(whole, objectives));
    const auto solved = solvedIn(found->results);
    QVERIFY2(solved.size() <= most, qPrintable(QString::number(solved.size())));
    QCOMPARE(solved.size() + found->counts.dominated, whole.size());
    for (const std::size_t i : solved)
        QVERIFY(found->results[i] == whole[i]);
    QCOMPARE(*found->counts.distance, 0.0);
}

void TestFront::ofAWholeSweepNothingIsUnknown()
{
    const SweepInputs inputs = buffers();
    const auto whole = *runSweep(inputs, makeSolver, {});
    SweepEvents events;
    events.known = [&](std::size_t point, std::size_t network) {
        return std::optional(whole[point * inputs.networks.size() + network]);
    };
    const auto found = runFront(inputs, {{Objective::Energy, Objective::OnChipBytes}, {}}, makeSolver, {}, events);
    QVERIFY(found && found->results == whole && found->counts.notNeeded() == 0);
    QVERIFY(found->counts.distance && *found->counts.distance == 0);
}

void TestFront::solvesTheSameWithAnyNumberOfThreads()
{
    SweepInputs inputs = buffers();
    const FrontSearch front{{Objective::Cycles, Objective::OnChipBytes}, {}};
    const auto one = runFront(inputs, front, makeSolver, {});
    inputs.options.threads = 3;
    const auto three = runFront(inputs, front, makeSolver, {});
    QVERIFY(one->results == three->results);
}

void TestFront::pointsBeyondALimitAreNotSolved()
{
    const SweepInputs inputs = buffers();
    const std::vector<Limit> limits{{Objective::OnChipBytes, 256}};
    const FrontSearch front{{Objective::Cycles, Objective::OnChipBytes}, limits};
    const auto found = runFront(inputs, front, makeSolver, {});
    QCOMPARE(found->counts.beyondLimits, std::size_t(2 * 4 * 8));
    for (const std::size_t i : solvedIn(found->results))
        QVERIFY(found->results[i].status == PointStatus::Infeasible || keeps(found->results[i], limits));
    const auto whole = *runSweep(inputs, makeSolver, {});
    QVERIFY(figuresOf(found->results, front.objectives, limits) == figuresOf(whole, front.objectives, limits));
}

/// Of 48 accelerators, some of which leak more than the limit, and others of which would have to be slower to keep it.
void TestFront::aLimitOnPowerLeavesPointsOut()
{
    SweepInputs inputs = buffers();
    inputs.space.base.levels[1].leakage = Watts{0.2};
    inputs.space.axes[1] = {"levels.Buffer.leakage", {0.1, 0.3, 0.5, 2.5}};
    const auto whole = *runSweep(inputs, makeSolver, {});
    const std::vector<Objective> objectives{Objective::Cycles, Objective::OnChipBytes};
    std::vector<double> powers;
    for (const PointResult& result : whole)
        if (result.cost)
            powers.push_back(valueOf(result, Objective::Power));
    std::ranges::sort(powers);
    for (const double part : {0.2, 0.5, 0.7}) {
        const std::vector<Limit> limits{{Objective::Power, powers[std::size_t(double(powers.size()) * part)]}};
        const auto found = runFront(inputs, {objectives, limits}, makeSolver, {});
        QVERIFY(found->counts.beyondLimits > 0);
        QVERIFY(figuresOf(found->results, objectives, limits) == figuresOf(whole, objectives, limits));
        QVERIFY(solvedIn(found->results).size() < whole.size());
        PointBounds bounds(inputs.networks[0], inputs.options);
        for (const PointResult& result : whole) {
            if (result.network > 0 || !keeps(result, limits))
                continue;
            const hardware::Accelerator accelerator = point(inputs.space, result.point).accelerator;
            const auto least = leastWithin({limits[0].value}, bounds.of(accelerator), accelerator);
            QVERIFY(least && least->cycles <= result.cost->cycles && least->energy <= result.cost->energy);
        }
    }
}

/// What needs more power than it may takes so many more cycles, in which it leaks.
void TestFront::aLimitOnPowerAsksForTime()
{
    hardware::Accelerator accelerator = presetNamed("simba"); // at 1 GHz a watt is 1,000 pJ in a cycle
    accelerator.levels[1].leakage = Watts{0.2};
    PointCost cost;
    cost.cycles = Cycles{100};
    cost.energy = Picojoules{500'000};
    cost.utilization = 0.6;
    const auto least = leastWithin(Watts{1}, cost, accelerator);
    QVERIFY(least);
    QCOMPARE(least->cycles.count, 600); // 480,000 pJ besides what leaks, 800 in a cycle
    QVERIFY(std::abs(least->energy.count - 600'000) < 600);
    QVERIFY(std::abs(least->utilization - 0.1) < 1e-9);
    QCOMPARE(leastWithin(Watts{6}, cost, accelerator)->cycles.count, 100);
    QVERIFY(!leastWithin(Watts{0.19}, cost, accelerator));
}

void TestFront::theKneeIsThatOfTheWholeFront()
{
    const SweepInputs inputs = buffers();
    const auto whole = *runSweep(inputs, makeSolver, {});
    using enum Objective;
    std::size_t found = 0, solved = 0, solvedForAll = 0;
    FrontSearch front;
    for (const auto& pair :
         {std::vector{Cycles, OnChipBytes}, {Cycles, Energy}, {Energy, OnChipBytes}, {Cycles, Edp}}) {
        front = {pair, {}};
        const auto all = runFront(inputs, front, makeSolver, {});
        front.kneeOnly = true;
        const auto knee = runFront(inputs, front, makeSolver, {});
        QVERIFY(all && knee);
        const auto figures = [&](const std::vector<PointResult>& results) {
            std::vector<std::array<double, 2>> figuresOfAll;
            for (const std::size_t i : knees(results, pair))
                figuresOfAll.push_back({valueOf(results[i], pair[0]), valueOf(results[i], pair[1])});
            return figuresOfAll;
        };
        QCOMPARE(figures(knee->results), figures(whole));
        QCOMPARE(solvedIn(knee->results).size() + knee->counts.dominated + knee->counts.notKnee, whole.size());
        found += figures(whole).size();
        solved += solvedIn(knee->results).size();
        solvedForAll += solvedIn(all->results).size();
    }
    QVERIFY(found > 0);
    QVERIFY2(solved <= solvedForAll, qPrintable(QStringLiteral("%1 of %2").arg(solved).arg(solvedForAll)));
    front.objectives.push_back(Objective::Energy);
    QVERIFY(!runFront(inputs, front, makeSolver, {}));
}

void TestFront::aNearlyExactOneSolvesLess()
{
    const SweepInputs inputs = buffers();
    FrontSearch front{{Objective::Cycles, Objective::Energy}, {}};
    const auto exact = runFront(inputs, front, makeSolver, {});
    front.within = 0.8;
    const auto nearly = runFront(inputs, front, makeSolver, {});
    QVERIFY(solvedIn(nearly->results).size() < solvedIn(exact->results).size());
    QVERIFY(*nearly->counts.distance > 0 && *nearly->counts.distance <= front.within);
}

void TestFront::aStoppedOneSaysHowFarItCanBe()
{
    const SweepInputs inputs = buffers();
    std::stop_source stop;
    SweepEvents events;
    int heard = 0;
    events.onPoint = [&](const PointResult& result) {
        if (result.cost && ++heard == 5)
            stop.request_stop();
    };
    const FrontSearch front{{Objective::Energy, Objective::OnChipBytes}, {}};
    const auto found = runFront(inputs, front, makeSolver, stop.get_token(), events);
    QVERIFY(found && found->counts.distance);
    QVERIFY(*found->counts.distance > 0);
    const auto whole = *runSweep(inputs, makeSolver, {});
    QVERIFY(isWithin(whole, found->results, front.objectives, 1 + *found->counts.distance + 1e-9));
}

void TestFront::comesNearerStepByStep()
{
    SweepInputs inputs = buffers();
    inputs.space.axes = {{"levels.DRAM.fanout.columns", {}}};
    for (int i = 1; i <= 64; ++i)
        inputs.space.axes[0].values.push_back(i);
    const auto whole = *runSweep(inputs, makeSolver, {});
    const FrontSearch front{{Objective::Cycles, Objective::OnChipBytes}, {}};
    std::vector<PointResult> solved;
    std::vector<double> distances;
    bool holds = true;
    SweepEvents events;
    events.onPoint = [&](const PointResult& result) { solved.push_back(result); };
    events.onProgress = [&](const SweepProgress& progress) {
        if (!progress.within || (!distances.empty() && distances.back() == *progress.within))
            return;
        distances.push_back(*progress.within);
        holds = holds && isWithin(whole, solved, front.objectives, 1 + *progress.within + 1e-9);
    };
    QVERIFY(runFront(inputs, front, makeSolver, {}, events));
    QVERIFY2(distances.size() > 2, qPrintable(QString::number(distances.size())));
    QVERIFY(std::ranges::is_sorted(distances, std::greater()));
    QVERIFY(holds);
    QVERIFY(!isWithin(whole, {solved.front()}, front.objectives, 1.0)); // the check can fail
}

void TestFront::refusesWhatHasNoBound()
{
    SweepInputs inputs = buffers();
    const auto refusal = [&](std::vector<Objective> objectives) {
        const auto found = runFront(inputs, {std::move(objectives), {}}, makeSolver, {});
        return found ? std::string() : found.error().message;
    };
    QCOMPARE(refusal({}), std::string("a front needs a figure that points are compared by"));
    QCOMPARE(refusal({Objective::Power}), std::string("no bound is known of power; compare by energy and cycles"));
    QCOMPARE(refusal({Objective::Area}),
             std::string("the area of two-levels is not known: its area table does not say it all"));
    inputs.space.axes.push_back({"clock", {1e9, 2e9}});
    QVERIFY(refusal({Objective::Cycles}).find("compare by time") != std::string::npos);
    QCOMPARE(refusal({Objective::Time}), std::string());
    inputs.options.engine = "flexer";
    QCOMPARE(refusal({Objective::Cycles}),
             std::string("bounds are known of mappings only, not of what engine flexer makes"));
}

QTEST_APPLESS_MAIN(TestFront)
#include "tst_front.moc"
