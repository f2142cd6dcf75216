// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/search.h"
#include "engine/schedule/flexer/tilings.h"
#include "engine/schedule/flexer/traffic_bound.h"
#include "tests/engine/schedule/flexer/exact_traffic.h"
#include "tests/engine/schedule/flexer/sample_layers.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

namespace {

constexpr double kAll = 1e300;

using enum workload::LoopDimension;

/// A layer whose tiling has so few tiles that all its schedules can be looked at, on a scratchpad that is too small for
/// it.
struct Tiny {
    workload::Layer layer;
    Tiling tiling;
    Machine machine = tests::npuMachine(2, 1 << 20, 4, 1);
};

std::optional<Tiny> randomTiny(Rng& rng)
{
    const auto upTo = [&](std::int64_t most) { return 1 + std::int64_t(rng.below(std::uint64_t(most))); };
    Tiny tiny;
    workload::Extents& bounds = tiny.layer.bounds;
    bounds[R] = bounds[S] = rng.below(2) == 0 ? 1 : 3;
    bounds[P] = upTo(6);
    bounds[Q] = upTo(3);
    bounds[C] = upTo(6);
    bounds[K] = upTo(6);
    bounds[G] = rng.below(5) == 0 ? 2 : 1;
    tiny.tiling = {1, upTo(bounds[P]), bounds[Q], 1, upTo(bounds[C]), upTo(bounds[K])};
    const TiledLayer tiled(tiny.layer, tiny.machine, tiny.tiling);
    if (!tests::ExactTraffic::isTiny(tiled) || tiled.operations() < 2 || tiled.operations() + tiled.tiles() > 17)
        return std::nullopt;
    std::int64_t all = 0;
    for (const std::int64_t size : tiled.size)
        all += size;
    const std::int64_t least = tiled.largest[0] + tiled.largest[1] + tiled.largest[2];
    tiny.machine.scratchpad = Bytes{least + std::int64_t(rng.below(std::uint64_t((all - least) / 6 + 1)))};
    return tiny;
}

} // namespace

class TestTrafficBound : public QObject {
    Q_OBJECT
private slots:
    void isNeverAboveTheBestOfAllSchedules()
    {
        Rng rng(5);
        int looked = 0, above = 0;
        for (int i = 0; i < 200; ++i) {
            const auto tiny = randomTiny(rng);
            if (!tiny)
                continue;
            const TiledLayer tiled(tiny->layer, tiny->machine, tiny->tiling);
            const double bound = trafficBound(tiny->layer, tiny->machine, tiny->tiling, kAll);
            const std::int64_t exact = tests::ExactTraffic(tiled).bytes();
            QVERIFY2(bound <= double(exact) * (1 + 1e-9),
                     qPrintable(QStringLiteral("%1 B for at least %2 B").arg(exact).arg(bound)));
            QVERIFY(bound >= double(tiled.compulsory) * (1 - 1e-9));
            ++looked;
            above += exact > tiled.compulsory ? 1 : 0;
        }
        QVERIFY2(looked > 40 && above > 3, qPrintable(QStringLiteral("%1 of %2").arg(above).arg(looked)));
    }

    void isReachedWhereTheScratchpadHoldsOneOperation_data()
    {
        QTest::addColumn<std::int64_t>("pixels");
        QTest::addColumn<std::int64_t>("inputs");
        QTest::addColumn<std::int64_t>("outputs");
        QTest::addRow("two reductions") << std::int64_t(3) << std::int64_t(2) << std::int64_t(1);
        QTest::addRow("2 x 2 outputs") << std::int64_t(2) << std::int64_t(1) << std::int64_t(2);
        QTest::addRow("3 x 2 outputs") << std::int64_t(3) << std::int64_t(1) << std::int64_t(2);
        QTest::addRow("four weights") << std::int64_t(1) << std::int64_t(1) << std::int64_t(4);
    }
    void isReachedWhereTheScratchpadHoldsOneOperation()
    {
        QFETCH(std::int64_t, pixels);
        QFETCH(std::int64_t, inputs);
        QFETCH(std::int64_t, outputs);
        workload::Layer layer;
        layer.bounds[P] = pixels;
        layer.bounds[C] = inputs;
        layer.bounds[K] = outputs;
        const Machine machine = tests::npuMachine(1, 3, 4, 1); // one byte each of inputs, weights and outputs
        const TiledLayer tiled(layer, machine, {});
        QCOMPARE(trafficBound(layer, machine, {}, kAll), double(tests::ExactTraffic(tiled).bytes()));
    }

    void growsAsTheScratchpadShrinks()
    {
        const workload::Layer layer = tests::convolution("c", 3, 56, 256, 256);
        double before = 0;
        for (const std::int64_t kib : {4096, 1024, 512, 256, 128, 64}) {
            const double bound =
                trafficBound(layer, tests::npuMachine(4, kib * 1024, 32, 32), {1, 14, 14, 1, 32, 32}, kAll);
            QVERIFY(bound >= before);
            before = bound;
        }
        const double compulsory = boundOf(layer, tests::npuMachine(4, 64 * 1024, 32, 32), {1, 14, 14, 1, 32, 32}).bytes;
        QVERIFY2(before > 1.5 * compulsory, qPrintable(QString::number(before / compulsory)));
        QCOMPARE(trafficBound(layer, tests::withUnlimitedScratchpad(tests::npuMachine(4, 1, 32, 32)),
                              {1, 14, 14, 1, 32, 32}, kAll),
                 compulsory);
    }

    void stopsWhereItIsEnough()
    {
        const workload::Layer layer = tests::convolution("c", 3, 56, 256, 256);
        const Machine machine = tests::npuMachine(4, 128 * 1024, 32, 32);
        const Tiling tiling{1, 14, 14, 1, 32, 32};
        const double all = trafficBound(layer, machine, tiling, kAll),
                     some = trafficBound(layer, machine, tiling, 0.8 * all);
        QVERIFY(some >= 0.8 * all && some <= all);
    }

    /// No schedule that is found is below, whatever makes it: static ones and those out of order, of any tiling.
    void noScheduleIsBelow()
    {
        Rng rng(29);
        int runs = 0, raised = 0;
        for (int i = 0; i < 100; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            Machine machine = tests::randomMachine(rng);
            machine.scratchpad = Bytes{700 + std::int64_t(rng.below(3000))};
            machine.offChip[TensorRole::Inputs] = {rng.below(3) == 0 ? 16 : 8};
            FlexerParams params;
            params.maxOperations = 96;
            const auto candidates = tilings(layer, machine, params);
            if (candidates.empty())
                continue;
            const Tiling tiling = candidates[rng.below(candidates.size())].tiling;
            const TiledLayer tiled(layer, machine, tiling);
            const double bound = trafficBound(layer, machine, tiling, kAll);
            raised += bound > double(tiled.compulsory) * 1.001 ? 1 : 0;
            std::vector<SchedulePoint> points;
            if (const auto point = bestStaticPoint(tiled, tiling, params, kAll))
                points.push_back(*point);
            ListScheduler scheduler(tiled, params);
            const auto variants = variantsOf(tiled, {});
            for (std::size_t v = rng.below(5); v < variants.size(); v += 5) {
                const Variant& variant = variants[v];
                if (const auto point = scheduler.run(OperationOrder(tiled, variant.dataflow),
                                                     outOfOrderRecipe(tiling, variant, true), [] { return kAll; }, {}))
                    points.push_back(*point);
            }
            for (const SchedulePoint& point : points) {
                ++runs;
                QVERIFY2(
                    double(point.traffic.total().count) >= bound * (1 - 1e-9),
                    qPrintable(QStringLiteral("%1 B for at least %2 B").arg(point.traffic.total().count).arg(bound)));
            }
        }
        QVERIFY2(runs > 300 && raised > 8, qPrintable(QStringLiteral("%1 runs, %2 raised").arg(runs).arg(raised)));
    }

    void boundsOfALayerAreThoseOfItsBestTiling()
    {
        const workload::Layer layer = tests::convolution("c", 3, 28, 64, 64);
        for (const Metric metric : {Metric::LatencyTimesTransfer, Metric::Latency, Metric::Transfer}) {
            FlexerParams params;
            params.metric = metric;
            const Machine machine = tests::npuMachine(2, 24 * 1024, 8, 16);
            auto candidates = tilings(layer, machine, params);
            const auto before = candidates;
            const LayerBounds bounds = boundLayer(layer, machine, params, candidates);
            double transfer = kAll, latency = kAll, least = kAll;
            for (const TilingCandidate& candidate : before) {
                const double bytes =
                    std::max(candidate.bound.bytes, trafficBound(layer, machine, candidate.tiling, kAll));
                const double cycles = std::max(candidate.bound.cycles, bytes / machine.mostBytes());
                transfer = std::min(transfer, bytes);
                latency = std::min(latency, cycles);
                least = std::min(least, metricOf(params, cycles, bytes));
            }
            QVERIFY(std::abs(bounds.transfer - transfer) < 1e-9 * transfer);
            QVERIFY(std::abs(bounds.latency - latency) < 1e-9 * latency);
            QVERIFY(std::abs(bounds.metric - least) < 1e-9 * least);
            QCOMPARE(candidates.size(), before.size());
        }
    }
};

QTEST_APPLESS_MAIN(TestTrafficBound)
#include "tst_traffic_bound.moc"
