// SPDX-License-Identifier: Apache-2.0
#include "engine/mapping/verify.h"
#include "engine/schedule/layer_sizes.h"
#include "tests/support/builders.h"

#include <QTest>

using namespace nestloom;
using namespace nestloom::schedule;
using enum workload::LoopDimension;

namespace {

/// A product of m x 16 and 16 x n, on 4 x 4 PEs.
workload::Layer product(std::int64_t m, std::int64_t n)
{
    auto layer = tests::convolution("product", 1, 1, 16, n);
    layer.bounds[P] = m;
    return layer;
}

hardware::Accelerator sixteenPes()
{
    hardware::Accelerator accelerator = tests::twoLevels();
    accelerator.levels[1].fanout = {4, 4};
    return accelerator;
}

using List = std::vector<std::int64_t>;

} // namespace

class TestLayerSizes : public QObject {
    Q_OBJECT
private slots:
    void sizesAreEvenOrFillTheChildren()
    {
        const LayerSizes sizes = promisingSizes(sixteenPes(), product(57, 4), Objective::Energy);
        // evens 58, 60, 64; 15 turns of 4 children are 60, 4 turns of 16 are 64; 15 turns of even shares 60, 4 turns 60
        QCOMPARE(sizes[P], (List{57, 58, 60, 64}));
        QCOMPARE(sizes[K], (List{4}));
        QCOMPARE(sizes[R], (List{1}));
        QVERIFY(!isOwnOnly(sizes));
        QCOMPARE(describe(sizes), std::string("perfect factors of sizes P 57, 58, 60 and 64"));
    }

    /// With 7 of 14 children for one dimension and 2 for another, 385 is the better size of the two: 55 turns of 7.
    void forLatencyAPartOfTheChildrenMayBeFilled()
    {
        hardware::Accelerator accelerator = tests::twoLevels();
        accelerator.levels[1].fanout = {14, 1};
        const auto layer = tests::convolution("layer", 3, 13, 256, 384);
        const auto has = [&](Objective objective, std::int64_t size) {
            return std::ranges::count(promisingSizes(accelerator, layer, objective)[K], size) == 1;
        };
        QVERIFY(has(Objective::Latency, 385) && has(Objective::Latency, 392));
        QVERIFY(!has(Objective::Energy, 385) && has(Objective::Energy, 392));
    }

    void aRoundSizeHasNoLargerOneNearby()
    {
        const LayerSizes sizes = promisingSizes(sixteenPes(), product(64, 16), Objective::Energy);
        QVERIFY(isOwnOnly(sizes));
        QVERIFY(largerLayers(product(64, 16), sizes).empty());
        QCOMPARE(describe(sizes), std::string("perfect factors of the layer's own sizes"));
        QCOMPARE(describe(LayerSizes{}), describe(ownSizes(product(64, 16))));
    }

    void largerLayersAddAQuarterAtMost()
    {
        const workload::Layer layer = product(57, 58);
        const LayerSizes sizes = promisingSizes(sixteenPes(), layer, Objective::Energy);
        const auto larger = largerLayers(layer, sizes);
        QVERIFY(larger.size() > sizes[P].size());
        for (const workload::Layer& one : larger) {
            QVERIFY(one.bounds != layer.bounds);
            QVERIFY(double(workload::macs(one)) <= double(workload::macs(layer)) * (1 + kMostExtra));
        }
        // 64 x 64 of 57 x 58 are 24 % more; of 57 x 57 it would be 26 %
        const auto has = [](const std::vector<workload::Layer>& list, std::int64_t m, std::int64_t n) {
            return std::ranges::any_of(list, [&](const auto& one) { return one.bounds[P] == m && one.bounds[K] == n; });
        };
        QVERIFY(has(larger, 64, 64));
        QVERIFY(!has(largerLayers(product(57, 57), promisingSizes(sixteenPes(), product(57, 57), Objective::Energy)),
                     64, 64));
    }

    void theNumberOfCombinationsIsLimited()
    {
        auto layer = product(2039, 2039);
        for (const auto d : {Q, C, N})
            layer.bounds[d] = 1021;
        const LayerSizes sizes = promisingSizes(sixteenPes(), layer, Objective::Energy);
        std::size_t count = 1;
        for (const auto& list : sizes.values)
            count *= list.size();
        QVERIFY(count <= kMostSizes && count > kMostSizes / 4);
        QCOMPARE(sizes[P].front(), std::int64_t(2039));
    }

    void roundSizesComeFirst()
    {
        QCOMPARE(roughness(64), 1.0);
        QCOMPARE(roughness(7 * 128), 1.0);
        QVERIFY(roughness(2039) > roughness(2050) && roughness(2050) > roughness(2080) && roughness(2080) > 1);
        // the multiple of 64 stays, whatever is left out
        const LayerSizes sizes = promisingSizes(sixteenPes(), product(2049, 2049), Objective::Energy);
        for (const auto d : {P, K})
            QVERIFY(std::ranges::count(sizes[d], 2112) == 1 && sizes[d].front() == 2049);
    }

    void withoutWasteTheVerifierAccepts()
    {
        const auto layer = product(13, 5);
        mapping::LayerMapping nest;
        nest.levels = {{{{P, 8}, {K, 5}, {C, 16}}, {}, TensorSet::all()}, {{}, {{P, 2}}, TensorSet::all()}};
        QCOMPARE(mapping::verify(tests::twoLevels(), layer, nest).front().rule, mapping::Rule::Waste);
        const auto least = withoutWaste(layer, nest);
        QVERIFY(mapping::verify(tests::twoLevels(), layer, least).empty());
        QCOMPARE(least.levels[0].temporal.front().bound, std::int64_t(7));
        QCOMPARE(withoutWaste(layer, least), least);
        LayerSizes sizes = ownSizes(layer);
        addSizes(sizes, mapping::coveredLayer(layer, least));
        QCOMPARE(sizes[P], (List{13, 14}));
        QCOMPARE(sizes[K], (List{5}));
    }
};

QTEST_APPLESS_MAIN(TestLayerSizes)
#include "tst_layer_sizes.moc"
