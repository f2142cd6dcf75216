// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/blocks.h"
#include "engine/schedule/flexer/flexer.h"
#include "engine/schedule/flexer/tiled_summary.h"
#include "engine/schedule/flexer/verify_schedule.h"
#include "tests/engine/schedule/flexer/sample_layers.h"

#include <QTest>

#include <set>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

class TestBlocks : public QObject {
    Q_OBJECT
private slots:
    void aBlockIsFinishedBeforeTheNextBegins()
    {
        const TiledLayer tiled(tests::convolution("c", 3, 12, 24, 40), tests::npuMachine(2, 20000), {1, 4, 4, 1, 8, 8});
        for (const Dataflow& flow : blockedDataflows()) {
            const OperationOrder order(tiled, flow, {2, 3});
            QCOMPARE(order.operations.size(), std::size_t(tiled.operations()));
            std::set<std::pair<std::int32_t, std::int32_t>> begun;
            std::pair<std::int32_t, std::int32_t> block{-1, -1};
            for (const Operation& op : order.operations) {
                const std::pair<std::int32_t, std::int32_t> here{op.p / 2, op.o / 3};
                if (here != block)
                    QVERIFY(begun.insert(here).second);
                block = here;
            }
            QCOMPARE(begun.size(), std::size_t(5 * 2)); // 9 pixel tiles by 2, 5 output tiles by 3
            QCOMPARE(order.stepEnds.back(), std::int32_t(order.operations.size()));
        }
    }

    void theirSchedulesAreSound()
    {
        Rng rng(41);
        int runs = 0;
        for (int i = 0; i < 80 && runs < 400; ++i) {
            const workload::Layer layer = tests::randomLayer(rng);
            const Machine machine = tests::randomMachine(rng);
            FlexerParams params;
            params.maxOperations = 96;
            const auto wanted = tilings(layer, machine, params);
            for (const BlockedTiling& blocked : blockedTilings(layer, machine, params, wanted, 1e300)) {
                const Tiling& tiling = wanted[blocked.candidate].tiling;
                const TiledLayer tiled(layer, machine, tiling);
                const auto flows = blockedDataflows();
                const Dataflow& flow = flows[rng.below(flows.size())];
                const auto recipes = blockedRecipes(tiled, tiling, flow, blocked.block,
                                                    OperationOrder(tiled, flow, blocked.block), true);
                if (recipes.empty())
                    continue;
                const Recipe& recipe = recipes[rng.below(recipes.size())];
                QVERIFY(blockOf(recipe) == blocked.block);
                const auto schedule = rebuild(layer, machine, params, recipe);
                if (!schedule) // LRU order leaves no room for a step whose tiles were met long ago
                    continue;
                const auto violations = verify(*schedule);
                QVERIFY2(violations.empty(), violations.empty() ? "" : violations.front().message.c_str());
                ++runs;
            }
        }
        QVERIFY2(runs > 100, qPrintable(QString::number(runs)));
    }

    void theyMoveLessWhereTheyFit()
    {
        const workload::Layer layer = tests::convolution("c", 3, 28, 256, 512); // VGG-16, conv4_1
        const Machine machine = tests::npuMachine(1, 256 * 1024, 32, 32);
        const auto outcome = solve(layer, machine, {}, {});
        QVERIFY(outcome && outcome->solution);
        const TiledSummary& summary = outcome->solution->summary;
        QVERIFY(blockOf(summary.chosen.recipe));
        QVERIFY(!isBestStaticKept(summary));
        QVERIFY(describe(summary.chosen.recipe).find("block after block") != std::string::npos);
        QVERIFY(verify(outcome->solution->schedule).empty());
        const double ours = double(summary.chosen.latency.count) * double(summary.chosen.traffic.total().count);
        QVERIFY(ours
                < 0.9 * double(summary.bestStatic->latency.count) * double(summary.bestStatic->traffic.total().count));
        const Headroom headroom = headroomOf({}, summary);
        QVERIFY(headroom.metric >= 0 && headroom.metric < 0.2);
        FlexerParams published;
        published.extensions = kPublished;
        const auto plain = solve(layer, machine, published, {});
        QVERIFY(plain && plain->solution && !blockOf(plain->solution->summary.chosen.recipe));
    }

    void aRegionHoldsWholeBlocks()
    {
        const Recipe recipe{true, {1, 4, 4, 1, 8, 8}, dataflow(0), 0, false, false, {4, 4, 5}, true, 2};
        const auto schedule = rebuild(tests::convolution("c", 3, 8, 32, 24), tests::npuMachine(1, 80000), {}, recipe);
        QVERIFY(!schedule);
        QVERIFY(schedule.error().message.find("is not a block") != std::string::npos);
        QVERIFY(!blockOf(
            {false, {1, 4, 4, 1, 8, 8}, dataflow(0), 2, false, false, {0, 0, 0}, true})); // out of order: a window
    }
};

QTEST_APPLESS_MAIN(TestBlocks)
#include "tst_blocks.moc"
