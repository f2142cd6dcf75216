// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/verify.h"
#include "engine/schedule/cosa/local_search.h"
#include "engine/schedule/exact/exact.h"
#include "engine/schedule/exact/tile_lattice.h"
#include "tests/engine/schedule/exact/all_nests.h"
#include "tests/engine/schedule/exact/small_cases.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;

namespace {

using enum workload::LoopDimension;

using tests::figure;
using tests::mayMix;
using tests::oddMachine;
using tests::scoreOf;
using tests::smallLayer;

} // namespace

class TestExact : public QObject {
    Q_OBJECT
private slots:
    void agreesWithAllMappingsOfSmallLayers_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 120; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    void agreesWithAllMappingsOfSmallLayers()
    {
        QFETCH(int, seed);
        Rng rng(std::uint64_t(seed) * 7919);
        hardware::Accelerator accelerator = oddMachine(rng);
        const workload::Layer layer = smallLayer(rng);
        if (rng.below(2) > 0) {
            accelerator.levels[0].readBandwidth = BytesPerCycle{double(1 + rng.below(8))};
            accelerator.levels[0].writeBandwidth = BytesPerCycle{double(1 + rng.below(8))};
        } else if (seed % 3 > 0) {
            accelerator = tests::withBandwidths(accelerator, 0.1 * double(1 + rng.below(12)));
        }
        if (seed % 4 == 0)
            tests::stateEnergiesByKind(accelerator);
        tests::drawPorts(accelerator, rng);
        const tests::AllNests all(accelerator, layer, 100'000);
        if (!all.isWhole() || all.count() == 0)
            return; // too many to walk through, or none
        const Goal weighted(Objective::Weighted, all.energy / all.cycles);
        const std::array<std::pair<Goal, double>, 4> least{{{Objective::Latency, all.cycles},
                                                            {Objective::Energy, all.energy},
                                                            {Objective::Edp, tests::leastOf(all, Objective::Edp)},
                                                            {weighted, tests::leastOf(all, weighted)}}};
        for (const auto& [objective, value] : least)
            for (const double above : {1.0001, 1.5}) {
                const auto outcome = exact::searchExactly(accelerator, layer, objective, value * above);
                QVERIFY(outcome.complete);
                QVERIFY2(outcome.bound <= value * (1 + 1e-12),
                         qPrintable(QStringLiteral("%1 > %2").arg(outcome.bound, 0, 'g', 12).arg(value, 0, 'g', 12)));
                if (!mayMix(layer)) {
                    QVERIFY2(
                        outcome.bound >= value * (1 - 1e-8),
                        qPrintable(QStringLiteral("%1 < %2").arg(outcome.bound, 0, 'g', 12).arg(value, 0, 'g', 12)));
                    QVERIFY(outcome.mapping);
                }
                if (!outcome.mapping)
                    continue;
                QVERIFY(mapping::verify(accelerator, layer, *outcome.mapping).empty());
                QCOMPARE(figure(objective, scoreOf(accelerator, layer, *outcome.mapping)), outcome.value);
                QVERIFY(outcome.value >= value * (1 - 1e-12));
                QVERIFY(mayMix(layer) || outcome.value <= value * (1 + 1e-8));
            }
    }

    void noRandomMappingIsBelowABound_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 12; ++seed)
            QTest::addRow("seed %d", seed) << seed;
    }
    /// On machines with limits at every port, replicated ones too, and from incumbents of any quality.
    void noRandomMappingIsBelowABound()
    {
        QFETCH(int, seed);
        Rng rng(std::uint64_t(seed) * 31);
        auto accelerator =
            seed % 2 > 0 ? tests::withBandwidths(tests::simba()) : tests::withBandwidths(tests::twoLevels(Bytes{64}));
        tests::drawPorts(accelerator, rng);
        workload::Layer layer = smallLayer(rng);
        layer.bounds[K] *= 8;
        layer.bounds[P] *= 3;
        for (const Goal objective :
             {Goal(Objective::Latency), Goal(Objective::Energy), Goal(Objective::Edp), Goal(Objective::Weighted, 40)}) {
            std::vector<double> figures;
            for (int i = 0; i < 500; ++i)
                figures.push_back(
                    figure(objective, scoreOf(accelerator, layer, tests::randomMapping(rng, accelerator, layer))));
            const double best = *std::min_element(figures.begin(), figures.end());
            const auto outcome = exact::searchExactly(accelerator, layer, objective, best);
            QVERIFY(outcome.complete);
            QVERIFY(outcome.bound > 0 && outcome.bound <= best);
        }
    }

    void isNoWorseThanTheLocalSearchOnSimba_data()
    {
        QTest::addColumn<int>("objective");
        for (const Objective objective : {Objective::Latency, Objective::Energy, Objective::Edp})
            QTest::addRow("%s", std::string(name(objective)).c_str()) << int(objective);
    }
    void isNoWorseThanTheLocalSearchOnSimba()
    {
        QFETCH(int, objective);
        const auto layer = tests::convolution("3x3", 3, 14, 32, 64);
        const cosa::MappingSpace space(tests::simba(), layer);
        cosa::LocalSearch search(space, Objective(objective), 1);
        search.run(2000, {}, [](const auto&) { return false; });
        const double incumbent = figure(Objective(objective), search.best()->score);
        std::vector<double> bounds;
        const auto outcome = exact::searchExactly(tests::simba(), layer, Objective(objective), incumbent, {}, {},
                                                  [&](double bound) { bounds.push_back(bound); });
        QVERIFY(outcome.complete);
        QVERIFY(std::is_sorted(bounds.begin(), bounds.end()));
        QCOMPARE(bounds.back(), outcome.bound);
        const double best = outcome.mapping ? outcome.value : incumbent;
        QVERIFY2(best <= outcome.bound * (1 + 1e-6), "the gap is closed");
        const auto again = exact::searchExactly(tests::simba(), layer, Objective(objective), best);
        QVERIFY2(again.complete && !again.mapping, "nothing is better than the best");
        QVERIFY(again.bound >= best * (1 - 1e-8));
    }

    void figuresBelowOneAreSearchedAsOthers()
    {
        hardware::Accelerator frugal = tests::simba();
        frugal.macEnergy = {1e-12};
        for (hardware::BufferLevel& level : frugal.levels)
            level.accessEnergy = Picojoules{1e-12};
        const auto layer = tests::convolution("3x3", 3, 14, 32, 64);
        const auto whole = exact::searchExactly(frugal, layer, Objective::Energy, 1e12);
        QVERIFY(whole.complete && whole.mapping && whole.value < 0.5);
        const auto again = exact::searchExactly(frugal, layer, Objective::Energy, whole.value * 1.2);
        QVERIFY(again.complete && again.mapping);
        QVERIFY(std::abs(again.value - whole.value) <= 1e-9 * whole.value);
        const auto within = exact::searchLeastEnergyWithin(frugal, layer, 1e12, whole.value * 1.2);
        QVERIFY(within.complete && within.mapping);
    }

    void limitsAndStopsLeaveASoundBound()
    {
        const auto layer = tests::convolution("3x3", 3, 14, 32, 64);
        const auto whole = exact::searchExactly(tests::simba(), layer, Objective::Energy, 1e12);
        QVERIFY(whole.complete && whole.mapping);
        const auto small =
            exact::searchExactly(tests::simba(), layer, Objective::Energy, whole.value * 1.2, {.partials = 50});
        QVERIFY(!small.complete && !small.mapping);
        QVERIFY(small.bound > 0 && small.bound <= whole.bound);
        const auto none = exact::searchExactly(tests::simba(), layer, Objective::Energy, 1e12, {.tiles = 10});
        QVERIFY(!none.complete && none.bound == 0);
        int asked = 0;
        const auto stopped = exact::searchExactly(tests::simba(), layer, Objective::Energy, whole.value * 1.2, {},
                                                  [&] { return ++asked > 40; });
        QVERIFY(!stopped.complete && stopped.bound <= whole.bound);
        QVERIFY(!exact::searchExactly(tests::simba(), layer, Objective::CosaPaper, 1e12).complete);
        const auto large = exact::searchLeastEnergyWithin(tests::simba(), layer, 1e12, 1e12, {.tiles = 10});
        QVERIFY(!large.complete && large.bound == 0 && large.partials == 0);
        QVERIFY(exact::searchLeastEnergyWithin(tests::simba(), layer, 1e12, 0).partials == 0);
    }

    void theFrontIsThatOfAllMappings_data()
    {
        QTest::addColumn<int>("seed");
        for (int seed = 1; seed <= 40; ++seed)
            QTest::addRow("seed %d", seed) << seed;
        QTest::newRow("nothing is known to be needed at first") << 180;
        QTest::newRow("what shares too much replaced what is better") << 2735;
    }
    void theFrontIsThatOfAllMappings()
    {
        QFETCH(int, seed);
        Rng rng(std::uint64_t(seed) * 104729);
        hardware::Accelerator accelerator = oddMachine(rng);
        accelerator.levels[0].readBandwidth = BytesPerCycle{double(1 + rng.below(8))};
        tests::drawPorts(accelerator, rng);
        const workload::Layer layer = smallLayer(rng);
        const tests::AllNests all(accelerator, layer, 100'000);
        if (!all.isWhole() || all.count() == 0)
            return;
        const auto front = exact::latencyEnergyFront(accelerator, layer, 1e-9);
        QVERIFY(front.complete || mayMix(layer));
        if (!front.complete)
            return;
        const auto whole = tests::wholeFront(all);
        QCOMPARE(front.points.size(), whole.size());
        auto expected = whole.begin();
        for (const exact::FrontPoint& point : front.points) {
            QVERIFY(mapping::verify(accelerator, layer, point.mapping).empty());
            QVERIFY(std::abs(point.cycles - expected->first) <= 1e-8 * point.cycles
                    && std::abs(point.energy - expected->second) <= 1e-8 * point.energy);
            ++expected;
        }
        QVERIFY(exact::latencyEnergyFront(accelerator, layer, 1e-9, {.tiles = 0}).points.empty());
        for (const auto& [cycles, energy] : all.front()) { // what decides among mappings as fast as these
            const auto found = exact::searchLeastEnergyWithin(accelerator, layer, cycles, energy * 1.5);
            QVERIFY(found.complete && found.bound <= energy * (1 + 1e-8));
            if (mayMix(layer))
                continue;
            QVERIFY(found.mapping && std::abs(found.value - energy) <= 1e-8 * energy);
            const auto again = exact::searchLeastEnergyWithin(accelerator, layer, cycles, found.value);
            QVERIFY(again.complete && !again.mapping && std::abs(again.bound - energy) <= 1e-8 * energy);
        }
    }

    /// Stride 3 and dilation 2 leave nothing to share between pixels and taps, of which the search knows less.
    void theFrontIsRightWherePixelsAndTapsAreBothSpread()
    {
        hardware::Accelerator accelerator = tests::twoLevels(Bytes{256});
        accelerator.levels.insert(accelerator.levels.begin() + 1, accelerator.levels.back());
        accelerator.levels[1].name = "between";
        accelerator.levels[1].capacity = Bytes{64};
        accelerator.levels[0].fanout = {2, 1};
        accelerator.levels[1].fanout = {3, 5};
        accelerator.levels[2].fanout = {3, 1};
        for (const std::size_t i : {0, 1, 2})
            accelerator.levels[i].accessEnergy = Picojoules{i == 1 ? 13.5 : 1.0};
        workload::Layer layer;
        layer.name = "spread";
        layer.bounds[S] = layer.bounds[P] = 3;
        layer.bounds[Q] = layer.bounds[K] = 2;
        layer.strideP = layer.strideQ = 3;
        layer.dilationS = 2;
        const tests::AllNests all(accelerator, layer, 2'000'000);
        QVERIFY(all.isWhole() && all.count() > 0);
        const auto front = exact::latencyEnergyFront(accelerator, layer, 0);
        QVERIFY(front.complete);
        const auto whole = tests::wholeFront(all);
        QCOMPARE(front.points.size(), whole.size());
        auto expected = whole.begin();
        for (const exact::FrontPoint& point : front.points) {
            QCOMPARE(point.cycles, expected->first);
            QCOMPARE(point.energy, (expected++)->second);
        }
    }

    void tilesOfAxesWithoutHaloAreCountedOnce()
    {
        const auto pointwise = tests::convolution("1x1", 1, 14, 8, 8);
        QCOMPARE(exact::TileLattice::countNodes(pointwise), 3.0 * 3 * 4 * 4); // 2^2 7^2 pixels, 2^3 C, 2^3 K
        const auto filter = tests::convolution("3x3", 3, 14, 8, 8);
        QCOMPARE(exact::TileLattice::countNodes(filter), 4.0 * 4 * 2 * 2 * 4 * 4);
        QCOMPARE(exact::TileLattice(tests::simba(), filter).size(), 1024u);
    }
};

QTEST_GUILESS_MAIN(TestExact)
#include "tst_exact.moc"
