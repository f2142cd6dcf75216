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
