// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "engine/cost/roofline.h"
#include "tests/engine/traffic/small_mesh.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::cost;

class TestRoofline : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void everyPortWithABandwidthIsARoof()
    {
        hardware::Accelerator accelerator = tests::meshAccelerator(2, 2, 2);
        for (hardware::BufferLevel& level : accelerator.levels)
            level.readBandwidth = level.writeBandwidth = std::nullopt;
        QVERIFY(roofs(accelerator).empty());
        hardware::BufferLevel& dram = accelerator.levels.front();
        dram.readBandwidth = Bandwidth(BytesPerCycle{8});
        dram.writeBandwidth = Bandwidth(BytesPerCycle{4});
        dram.ports = 2;
        QCOMPARE(roofs(accelerator), (std::vector<Roof>{{0, true, false, dram.name + " read", 8},
                                                        {0, false, true, dram.name + " write", 4}}));
        dram.ports = 1; // both at the smaller bandwidth
        QCOMPARE(roofs(accelerator), (std::vector<Roof>{{0, true, true, dram.name, 4}}));
    }

    /// A layer that a port bounds lies on its roof, and none lies above any.
    void noLayerIsAboveARoof()
    {
        Rng rng(5);
        int onRoof = 0;
        for (int i = 0; i < 200; ++i) {
            hardware::Accelerator accelerator = tests::meshAccelerator(2, 2, 2);
            for (hardware::BufferLevel& level : accelerator.levels) {
                level.readBandwidth = Bandwidth(BytesPerCycle{double(1 + rng.below(8))});
                level.writeBandwidth = Bandwidth(BytesPerCycle{double(1 + rng.below(8))});
                level.ports = 1 + std::int64_t(rng.below(2));
            }
            const workload::Layer layer = tests::convolution("layer", 3, 6, 8, 12);
            const auto cost =
                evaluate(accelerator, layer, tests::randomMapping(rng, accelerator, layer), Model::Nestloom);
            if (!cost)
                continue;
            for (const Roof& roof : roofs(accelerator)) {
                const auto point = rooflinePoint(accelerator, *cost, roof);
                if (!point)
                    continue;
                QVERIFY(point->macsPerCycle <= double(accelerator.macUnits()));
                const double share = point->macsPerCycle / (point->macsPerByte * roof.bytesPerCycle);
                QVERIFY(share <= 1 + 1e-9);
                const bool bounds = cost->bottleneck.kind != Bottleneck::Kind::Compute
                                    && cost->bottleneck.level == roof.level
                                    && ((roof.reads && roof.writes)
                                        || roof.reads == (cost->bottleneck.kind == Bottleneck::Kind::ReadPort));
                if (bounds) {
                    ++onRoof;
                    QVERIFY(share > 1 - 2.0 / double(cost->cycles.count)); // cycles are whole
                }
            }
        }
        QVERIFY(onRoof > 20);
    }

    /// By the cycles of the layers that it bounds; what the MACs bound, or a port of another level, counts for none.
    void theBusiestRoofBoundsMostCycles()
    {
        using Kind = Bottleneck::Kind;
        Rng rng(7);
        hardware::Accelerator accelerator = tests::meshAccelerator(2, 2, 2);
        for (hardware::BufferLevel& level : accelerator.levels)
            level.readBandwidth = level.writeBandwidth = std::nullopt;
        accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = Bandwidth(BytesPerCycle{8});
        accelerator.levels[0].ports = 2;
        const workload::Layer layer = tests::convolution("layer", 3, 6, 8, 12);
        const auto cost = evaluate(accelerator, layer, tests::randomMapping(rng, accelerator, layer), Model::Nestloom);
        QVERIFY(cost);
        const auto bound = [&](Kind kind, std::size_t level, std::int64_t cycles) {
            LayerCost made = *cost;
            made.bottleneck = {kind, level, ""};
            made.cycles = {cycles};
            return made;
        };
        const LayerCost byMacs = bound(Kind::Compute, 0, 1000), byReading = bound(Kind::ReadPort, 0, 20),
                        byWriting = bound(Kind::WritePort, 0, 30), elsewhere = bound(Kind::ReadPort, 1, 1000);
        const std::vector<Roof> all = roofs(accelerator); // read, write
        QVERIFY(!busiestRoof(accelerator, {}));
        QVERIFY(busiestRoof(accelerator, {&byMacs, &elsewhere}) == all[0]); // none bounds anything
        QVERIFY(busiestRoof(accelerator, {&byMacs, &byReading, &byWriting, &elsewhere}) == all[1]);
        QVERIFY(busiestRoof(accelerator, {&byReading, &byWriting, &byReading}) == all[0]);
        const LayerCost none = bound(Kind::Compute, 0, 0);
        QVERIFY(!busiestRoof(accelerator, {&none})); // without cycles it has no point
    }

    void aScheduleOfTilesHasNoPoint()
    {
        LayerCost cost;
        cost.cycles = {10};
        cost.levels.resize(2);
        QVERIFY(!rooflinePoint(tests::meshAccelerator(2, 2, 2), cost, {0, true, false, "DRAM read", 8}));
    }
};

QTEST_APPLESS_MAIN(TestRoofline)
#include "tst_roofline.moc"
