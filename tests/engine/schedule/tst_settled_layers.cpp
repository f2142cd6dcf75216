// SPDX-License-Identifier: Apache-2.0
#include "engine/base/rng.h"
#include "engine/cost/evaluate.h"
#include "engine/milp/process_solver.h"
#include "engine/schedule/cosa/cosa.h"
#include "engine/schedule/settled_layers.h"
#include "tests/places.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

const SolverFactory kSolver = milp::processSolvers({NESTLOOM_BIN_DIR "/nestloom-solver"});

LayerResult solve(const workload::Layer& layer, const hardware::Accelerator& accelerator,
                  SettledLayers* settled = nullptr)
{
    workload::Network network{"one", {}, {}, {}};
    network.layers.push_back(layer);
    ScheduleOptions options;
    options.threads = 1;
    Hints hints;
    hints.settled = settled;
    return scheduleNetwork(accelerator, network, options, kSolver, {}, {}, hints).value().front();
}

/// simba with energies that no capacity changes.
hardware::Accelerator statedEnergies()
{
    hardware::Accelerator accelerator = tests::simba();
    accelerator.energySource = hardware::EnergySource::Explicit;
    double energy = 200;
    for (hardware::BufferLevel& level : accelerator.levels) {
        level.accessEnergy = Picojoules{energy};
        energy /= 3;
    }
    return accelerator;
}

void setRates(hardware::Accelerator& accelerator, double rate)
{
    accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{rate};
}

} // namespace

class TestSettledLayers : public QObject {
    Q_OBJECT
private slots:
    /// A layer that is mapped as a rounder one teaches what is proven of its own sizes, and of the larger ones.
    void eachSizeIsKnownByItself()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{4096});
        accelerator.levels[1].fanout = {4, 4};
        setRates(accelerator, 64);
        auto layer = tests::convolution("product", 1, 1, 1, 31);
        layer.bounds[workload::LoopDimension::P] = 61;
        auto rounder = layer;
        rounder.bounds[workload::LoopDimension::K] = 32;
        SettledLayers settled;
        const LayerResult result = solve(layer, accelerator, &settled);
        QCOMPARE(result.cost->cycles.count, std::int64_t(61 * 2));
        QCOMPARE(settled.of(layer, accelerator).leastCycles->count, std::int64_t(61 * 31)); // 31 fills no side
        QCOMPARE(settled.of(rounder, accelerator).leastCycles->count, std::int64_t(61 * 2));
        QVERIFY(settled.of(layer, accelerator, SettledLayers::Space::Run).mappings.empty()); // its energy is unproven
        const LayerResult again = solve(layer, accelerator, &settled);
        QVERIFY(again.mapping == result.mapping && again.lowerBoundCycles == result.lowerBoundCycles);
        QCOMPARE(again.cost->energy.count, result.cost->energy.count);
    }

    void whatNothingCanBetterSettlesASmallerAccelerator()
    {
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        hardware::Accelerator large = statedEnergies(), small = large;
        setRates(large, 1000);
        setRates(small, 999);
        SettledLayers settled;
        const LayerResult first = solve(layer, large, &settled);
        QVERIFY(SettledLayers::isSettled(first));
        const LayerResult second = solve(layer, small, &settled);
        QCOMPARE(second.solveCpuMs, 0.0); // nothing was searched for
        QCOMPARE(*second.mapping, *first.mapping);
        QCOMPARE(second.cost->cycles, first.cost->cycles);
        QVERIFY(second.verified && second.status == LayerStatus::Proven && second.name == "a");
        QCOMPARE(second.cost->energy, solve(layer, small).cost->energy);
    }

    void aLargerAcceleratorMayDoBetter()
    {
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        hardware::Accelerator large = statedEnergies(), small = large;
        setRates(large, 1000);
        setRates(small, 1);
        SettledLayers settled;
        solve(layer, small, &settled);
        const SettledLayers::Known known = settled.of(layer, large);
        QVERIFY(known.best.empty() && !known.leastCycles);
        QCOMPARE(known.mappings.size(), std::size_t(1)); // to begin with
    }

    void energiesOfOtherAccessesSettleTheCyclesOnly()
    {
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        const hardware::Accelerator large = tests::simba(); // whose energies follow from capacities
        hardware::Accelerator small = large;
        small.levels[1].capacity->count /= 2;
        SettledLayers settled;
        const LayerResult first = solve(layer, large, &settled);
        const SettledLayers::Known known = settled.of(layer, small);
        QVERIFY(known.best.empty());
        QCOMPARE(*known.leastCycles, first.cost->cycles);
    }

    void whatIsKnownOfALargerAcceleratorProvesTheFastestOfASlowerOne()
    {
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        const hardware::Accelerator large = tests::simba();
        hardware::Accelerator small = large;
        setRates(small, 1);
        const LayerResult first = solve(layer, large), own = solve(layer, small);
        QVERIFY(own.cost->cycles > first.cost->cycles && SettledLayers::isSettled(own));
        const auto settled = cosa::settle(layer, small, {}, first.cost->cycles, {&*first.mapping, 1});
        QVERIFY(settled && settled->status == SolveStatus::Optimal);
        QCOMPARE(*settled->stats.bound, double(own.cost->cycles.count));
        const auto cost = cost::evaluate(small, layer, *settled->solution, cost::Model::Nestloom);
        QCOMPARE(cost->cycles, own.cost->cycles);
        QVERIFY(std::abs(cost->energy.count / own.cost->energy.count - 1) < 1e-8);
    }

    void aBoundHoldsForLessRoomOnly()
    {
        using enum SettledLayers::Space;
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        const hardware::Accelerator large = tests::simba();
        hardware::Accelerator small = large;
        small.levels[1].capacity->count /= 2;
        SettledLayers settled;
        settled.addBound(layer, large, Cycles{77});
        settled.addBound(layer, small, Cycles{99});
        QCOMPARE(*settled.of(layer, large, Refuted).leastCycles, Cycles{77});
        QCOMPARE(*settled.of(layer, small, Refuted).leastCycles, Cycles{99});
        QVERIFY(!settled.of(layer, small).leastCycles); // others may look at this layer for itself
    }

    /// The bounds are not true, which shows who is asked.
    void sizesThatALargerAcceleratorHasRefutedAreNotMapped()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{4096});
        accelerator.levels[1].fanout = {4, 4};
        setRates(accelerator, 64);
        hardware::Accelerator smaller = accelerator;
        setRates(smaller, 63);
        auto layer = tests::convolution("product", 1, 1, 1, 31);
        layer.bounds[workload::LoopDimension::P] = 61;
        for (const bool isSmaller : {false, true}) {
            SettledLayers settled;
            for (const workload::Layer& larger :
                 largerLayers(layer, promisingSizes(accelerator, layer, Objective::Latency)))
                settled.addBound(larger, isSmaller ? smaller : accelerator, Cycles{1'000'000});
            QCOMPARE(solve(layer, accelerator, &settled).cost->cycles.count, std::int64_t(61 * (isSmaller ? 2 : 31)));
        }
    }

    void otherArraysAndLayersKnowNothingOfEachOther()
    {
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        SettledLayers settled;
        solve(layer, tests::simba(), &settled);
        hardware::Accelerator other = tests::simba();
        other.levels[1].fanout.columns *= 2;
        QVERIFY(settled.of(layer, other).mappings.empty());
        QVERIFY(settled.of(tests::convolution("a", 3, 14, 16, 17), tests::simba()).mappings.empty());
    }

    void whatIsNotProvenSettlesNothing()
    {
        const auto layer = tests::convolution("a", 3, 14, 16, 16);
        const hardware::Accelerator accelerator = statedEnergies();
        LayerResult result = solve(layer, accelerator);
        QVERIFY(SettledLayers::isSettled(result));
        LayerResult slow = result, wasteful = result, refused = result;
        slow.lowerBoundCycles = double(result.cost->cycles.count) - 1;
        wasteful.leastEnergy = result.cost->energy.count * 0.999;
        refused.verified = false;
        SettledLayers settled;
        for (const LayerResult& one : {slow, refused}) {
            QVERIFY(!SettledLayers::isSettled(one));
            settled.add(layer, accelerator, one);
        }
        QVERIFY(settled.of(layer, accelerator).mappings.empty());
        QVERIFY(!SettledLayers::isSettled(wasteful));
        settled.add(layer, accelerator, wasteful);
        QVERIFY(settled.of(layer, accelerator).best.empty());
        QCOMPARE(*settled.of(layer, accelerator).leastCycles, result.cost->cycles);
    }

    /// Sizes, rates and energies at random, in any order: what a search of its own proves, and never worse.
    void figuresAreThoseOfASearchOfItsOwn()
    {
        Rng rng(11);
        int settledOnes = 0, inherited = 0;
        for (int family = 0; family < 6; ++family) {
            const int pixels = family % 2 ? 14 : 4 + int(rng.below(12)); // odd sizes are mapped over larger ones
            const auto layer =
                tests::convolution("a", 1 + 2 * int(rng.below(2)), pixels, 8 << rng.below(2), 8 << rng.below(2));
            SettledLayers settled;
            for (int i = 0; i < 8; ++i) {
                hardware::Accelerator accelerator = family % 2 ? statedEnergies() : tests::simba();
                for (std::size_t l = 1; l + 2 < accelerator.levels.size() && family % 2 == 0; ++l)
                    accelerator.levels[l].capacity->count >>= rng.below(4);
                setRates(accelerator,
                         double((family % 2 ? 500 : 1) + rng.below(16))); // at high ones many layers are bound by MACs
                const LayerResult own = solve(layer, accelerator), known = solve(layer, accelerator, &settled);
                QCOMPARE(known.cost.has_value(), own.cost.has_value());
                if (!own.cost)
                    continue;
                QVERIFY(known.verified && known.cost->cycles.count <= own.cost->cycles.count);
                inherited += known.solveCpuMs == 0;
                if (!SettledLayers::isSettled(own))
                    continue;
                ++settledOnes;
                QCOMPARE(known.cost->cycles, own.cost->cycles);
                QVERIFY(std::abs(known.cost->energy.count / own.cost->energy.count - 1) < 1e-8);
                QCOMPARE(known.gap, own.gap);
                QCOMPARE(known.lowerBoundCycles, own.lowerBoundCycles);
            }
        }
        QVERIFY2(settledOnes > 20 && inherited > 5,
                 qPrintable(QString::number(settledOnes) + u' ' + QString::number(inherited)));
    }
};

QTEST_GUILESS_MAIN(TestSettledLayers)
#include "tst_settled_layers.moc"
