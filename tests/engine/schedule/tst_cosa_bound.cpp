// SPDX-License-Identifier: Apache-2.0
// No mapping may beat a proven bound: random ones, good ones, and good ones with their loops in every order.
#include "engine/cost/evaluate.h"
#include "engine/mapping/mapping_text.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/cosa/latency_model.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/schedule/exact/exact.h"
#include "engine/schedule/objective_prover.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule::cosa;

namespace {

workload::Layer randomLayer(Rng& rng)
{
    const auto pick = [&](std::initializer_list<std::int64_t> values) {
        return *(values.begin() + rng.below(values.size()));
    };
    auto layer = tests::convolution("random", 1, 1, 1, 1);
    layer.bounds = {{pick({1, 2, 3, 4, 5}), pick({1, 2, 3, 5}), pick({1, 2, 4, 6, 7, 8, 12}), pick({1, 2, 4, 7, 8}),
                     pick({1, 2, 3, 4, 8, 16}), pick({1, 2, 4, 6, 16}), pick({1, 1, 2, 3}), pick({1, 1, 1, 2, 4})}};
    layer.strideP = pick({1, 2, 3, 4});
    layer.strideQ = pick({1, 2, 3});
    layer.dilationR = pick({1, 1, 2, 3});
    layer.dilationS = pick({1, 1, 2});
    return layer;
}

hardware::Accelerator randomAccelerator(Rng& rng)
{
    const Bytes small{static_cast<std::int64_t>(16 + rng.below(400))};
    if (rng.below(4) == 0) {
        auto plane = tests::withBandwidths(tests::twoLevels(small), 0.2 + rng.unit());
        plane.levels[1].fanout = {std::int64_t(2 + rng.below(13)), std::int64_t(2 + rng.below(11))};
        return plane;
    }
    if (rng.below(3) == 0) { // several buffers, which may share out taps
        auto several = tests::withBandwidths(tests::twoLevels(small), 0.2 + rng.unit());
        several.levels.push_back(several.levels[1]);
        several.levels[0].fanout = {std::int64_t(2 + rng.below(5)), std::int64_t(1 + rng.below(3))};
        several.levels[1].fanout = {};
        several.levels[2].name = "Registers";
        return several;
    }
    switch (rng.below(4)) {
    case 0: return tests::simba();
    case 1: return tests::withBandwidths(tests::simba(), 0.3 + rng.unit());
    case 2: return tests::twoLevels(small);
    default: return tests::withBandwidths(tests::twoLevels(small), 0.2 + rng.unit());
    }
}

/// Reads and writes of some levels take turns.
hardware::Accelerator withPortsDrawn(hardware::Accelerator accelerator, Rng& rng)
{
    for (hardware::BufferLevel& level : accelerator.levels)
        if (rng.below(2) == 0)
            level.ports = std::int64_t(1 + rng.below(2));
    return accelerator;
}

/// Some levels multicast no weights, no inputs or add no outputs on the way.
hardware::Accelerator withMulticastDrawn(hardware::Accelerator accelerator, Rng& rng)
{
    for (hardware::BufferLevel& level : accelerator.levels)
        for (const TensorRole role : kTensorRoles)
            level.multicast = rng.below(4) > 0 ? level.multicast : level.multicast.without(role);
    return accelerator;
}

mapping::LayerMapping withLoopsShuffled(mapping::LayerMapping mapping, Rng& rng)
{
    for (auto& level : mapping.levels) {
        std::vector<mapping::Loop> primes;
        for (const auto& loop : level.temporal)
            for (const PrimeFactor& f : primeFactors(loop.bound))
                primes.insert(primes.end(), std::size_t(f.multiplicity), {loop.dimension, f.prime});
        rng.shuffle(std::span(primes));
        level.temporal = primes;
    }
    return mapping;
}

} // namespace

class TestCosaBound : public QObject {
    Q_OBJECT
private slots:
    void noMappingBeatsTheBound_data()
    {
        QTest::addColumn<bool>("relaxation");
        QTest::newRow("root relaxation") << true;
        QTest::newRow("branch and bound") << false;
    }
    void noMappingBeatsTheBound()
    {
        QFETCH(bool, relaxation);
        Rng rng(relaxation ? 1 : 2);
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        double closest = 1e9;
        for (int i = 0; i < (relaxation ? 80 : 20); ++i) {
            const auto layer = randomLayer(rng);
            const auto accelerator = withMulticastDrawn(withPortsDrawn(randomAccelerator(rng), rng), rng);
            const MappingSpace space(accelerator, layer);
            LatencyModel model(space, Side::Bound);
            if (!relaxation)
                model.log().addLayouts();
            RunControl control;
            control.workLimit = relaxation ? -1 : 500;
            const auto answer = solver.solve(model.model(), {.relaxationOnly = relaxation}, control);
            QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
            QVERIFY(answer->stats.bound.has_value());
            const double bound = LatencyModel::cycles(*answer->stats.bound);

            LocalSearch search(space, schedule::Objective::Latency, std::uint64_t(i) + 1);
            search.run(1500, {}, [](const LocalSearch::Best&) { return false; });
            const auto good = space.toMapping(search.best()->candidate);
            for (int k = 0; k < 60; ++k) {
                const auto mapping = k == 0   ? good
                                     : k < 40 ? withLoopsShuffled(good, rng)
                                              : tests::randomMapping(rng, accelerator, layer);
                const auto cost = cost::evaluate(accelerator, layer, mapping, cost::Model::Nestloom);
                QVERIFY2(cost, cost ? "" : cost.error().text().c_str());
                const double cycles = double(cost->cycles.count);
                closest = std::min(closest, cycles / bound);
                QVERIFY2(cycles >= bound * (1 - 1e-6), mapping::print(accelerator, layer, mapping).c_str());
            }
        }
        QVERIFY2(closest < 1.01, "the bound is never tight, so this test would miss a weak one");
    }

    /// No mapping tells when a bound loses what it had, and few when it is a little too high. Figures of this version.
    void theBoundsAreAsTightAsTheyWere_data()
    {
        QTest::addColumn<int>("objective");
        QTest::addColumn<double>("mean"); // of the logarithms
        using enum schedule::Objective;
        QTest::newRow("latency") << int(Latency) << 5.931321;
        QTest::newRow("energy") << int(Energy) << 9.496209;
        QTest::newRow("edp") << int(Edp) << 15.434760;
    }
    void theBoundsAreAsTightAsTheyWere()
    {
        QFETCH(int, objective);
        QFETCH(double, mean);
        const schedule::Goal goal(static_cast<schedule::Objective>(objective));
        constexpr int kCases = 40;
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        schedule::ObjectiveProver prover(solver, {});
        Rng rng(3);
        double sum = 0;
        for (int i = 0; i < kCases; ++i) {
            const auto layer = randomLayer(rng);
            auto accelerator = withMulticastDrawn(withPortsDrawn(randomAccelerator(rng), rng), rng);
            accelerator.macLeakage = Watts{i % 3 == 0 ? 1e-3 : 0};
            const MappingSpace space(accelerator, layer);
            LocalSearch search(space, goal, 1);
            search.run(500, {}, [](const LocalSearch::Best&) { return false; });
            const double found = goal.figure(search.best()->score.cycles, search.best()->score.energy);
            const auto bound = prover.relaxedBound(space, goal, 1, found);
            QVERIFY(bound && *bound > 0 && *bound <= found * (1 + 1e-9));
            sum += std::log(*bound);
        }
        QVERIFY2(std::abs(sum / kCases - mean) < 1e-5, qPrintable(QString::number(sum / kCases, 'f', 9)));
    }

    /// Where instances share out the taps of a pixel, none of them sees all of its inputs.
    void tapsThatAreSpreadOutsideAreShared()
    {
        auto accelerator = tests::withBandwidths(tests::twoLevels(Bytes{4096}), 1);
        accelerator.levels[0].fanout = {3, 2};
        accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{1000};
        accelerator.levels[1].readBandwidth = BytesPerCycle{0.25};
        accelerator.levels.push_back(accelerator.levels[1]);
        accelerator.levels[1].fanout = {};
        accelerator.levels[2].name = "Registers";
        accelerator.levels[2].readBandwidth = accelerator.levels[2].writeBandwidth = std::nullopt;
        auto layer = tests::convolution("strided", 1, 1, 1, 1);
        layer.bounds = {{3, 2, 1, 31, 1, 1, 1, 1}}; // R, S, P, Q
        layer.strideP = layer.strideQ = 3;
        const MappingSpace space(accelerator, layer);
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        schedule::ObjectiveProver prover(solver, {});
        for (const auto objective : {schedule::Objective::Latency, schedule::Objective::Energy}) {
            const auto bound = prover.relaxedBound(space, objective, 1, 0);
            const auto best = schedule::exact::searchExactly(accelerator, layer, objective, 1e12);
            QVERIFY(bound && best.mapping && best.complete);
            QVERIFY2(*bound <= best.value * (1 + 1e-9),
                     qPrintable(QStringLiteral("%1 above %2").arg(*bound).arg(best.value)));
        }
    }

    /// 64 K and 2 C would fill 128 of 168 children; no columns and rows take them.
    /// The search holds three orders of a level; where inputs overlap, another one may be faster.
    void theFastestMappingIsTakenWhateverItsOrder()
    {
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        using enum hardware::LevelKind;
        constexpr TensorRole inputs = TensorRole::Inputs;
        hardware::Accelerator accelerator;
        accelerator.levels = {tests::level("L0", Dram, {}, TensorSet::all(), 2, 1),
                              tests::level("L1", Sram, Bytes{4}, TensorSet().with(inputs), 1, 1),
                              tests::level("L2", Sram, Bytes{6}, TensorSet::all(), 2, 2)};
        accelerator.name = "halo";
        auto& levels = accelerator.levels;
        levels[0].multicast = TensorSet().with(TensorRole::Weights);
        levels[1].multicast = TensorSet();
        levels[0].elementBits[inputs] = levels[1].elementBits[inputs] = Bits{4};
        levels[2].elementBits[inputs] = Bits{16};
        for (hardware::BufferLevel& level : levels)
            level.readBandwidth = BytesPerCycle{2};
        levels[1].writeBandwidth = BytesPerCycle{2};
        levels[2].writeBandwidth = BytesPerCycle{1.5};
        levels[0].ports = levels[2].ports = 2;
        levels[1].ports = 1;
        workload::Layer layer = tests::convolution("x", 1, 1, 2, 1, 2);
        layer.bounds[workload::LoopDimension::R] = 4;
        layer.bounds[workload::LoopDimension::P] = 3;
        const auto found = solve(layer, accelerator, {}, solver, {});
        QVERIFY2(found, found ? "" : found.error().text().c_str());
        const auto cost = cost::evaluate(accelerator, layer, *found->solution, cost::Model::Nestloom);
        QCOMPARE(cost->cycles.count, std::int64_t(29)); // 32 in the orders of the search
        QVERIFY(found->status == SolveStatus::Optimal);
    }

    void designsCanBeLaidOut()
    {
        auto accelerator = tests::twoLevels(Bytes{100'000});
        accelerator.levels[1].fanout = {14, 12};
        const auto layer = tests::convolution("x", 1, 1, 2, 64);
        const MappingSpace space(accelerator, layer);
        QCOMPARE(space.mostChildren(1), 64);
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        for (const std::int64_t k : {64, 13 * 13, 49 * 8, 27 * 5}) {
            const auto wide = tests::convolution("x", 1, 1, 2, k);
            const MappingSpace wideSpace(accelerator, wide);
            LatencyModel model(wideSpace, Side::Design);
            model.log().addLayouts();
            const auto answer = solver.solve(model.model(), {}, {});
            QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
            QVERIFY(answer->solution.has_value());
            QVERIFY(wideSpace.fitsFanout(model.decode(*answer->solution), 1));
        }
    }

    void designsDecodeToMappingsNearTheirValue()
    {
        const auto layer = tests::convolution("x", 3, 14, 64, 64);
        const MappingSpace space(tests::simba(), layer);
        const LatencyModel model(space, Side::Design);
        milp::ProcessSolver solver({NESTLOOM_BIN_DIR "/nestloom-solver"});
        RunControl control;
        control.workLimit = 2000;
        const auto answer = solver.solve(model.model(), {.absoluteGap = 0.014}, control);
        QVERIFY2(answer, answer ? "" : answer.error().text().c_str());
        QVERIFY(answer->solution.has_value());
        LocalSearch search(space, schedule::Objective::Latency, 1);
        const auto mapping = space.toMapping(search.repaired(model.decode(*answer->solution)));
        const auto cost = cost::evaluate(space.accelerator(), layer, mapping, cost::Model::Nestloom);
        QVERIFY2(cost, cost ? "" : cost.error().text().c_str());
        QVERIFY(double(cost->cycles.count) < 2 * double(workload::macs(layer)) / 1024);
    }
};

QTEST_GUILESS_MAIN(TestCosaBound)
#include "tst_cosa_bound.moc"
