// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/access_counts.h"
#include "tests/support/builders.h"
#include "tests/support/walked_elements.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using enum workload::LoopDimension;
using tests::boxElements;
using tests::Element;
using tests::Elements;
using workload::LoopDimension;

namespace {

/// On an accelerator whose levels multicast these tensors.
cost::Nest flat(const mapping::LayerMapping& mapping, TensorSet multicast = TensorSet::all())
{
    hardware::Accelerator accelerator;
    accelerator.levels.resize(mapping.levels.size());
    for (hardware::BufferLevel& level : accelerator.levels)
        level.multicast = multicast;
    cost::Nest nest;
    cost::flatten(accelerator, mapping, nest);
    return nest;
}

/// Runs the loops for real and counts what one instance of `level` has to fetch: the elements its last tile did not
/// hold.
double walkedFetches(const workload::Layer& layer, const cost::Nest& nest, TensorRole role, std::size_t level)
{
    std::vector<cost::NestLoop> outside; // outer to inner
    for (auto loop = nest.temporal().rbegin(); loop != nest.temporal().rend(); ++loop)
        if (loop->level < level)
            outside.push_back(*loop);
    std::vector<std::int64_t> at(outside.size(), 0);
    Elements held;
    double fetched = 0;
    while (true) {
        workload::Extents first{};
        for (std::size_t i = 0; i < outside.size(); ++i)
            first[outside[i].dimension] += at[i] * outside[i].step;
        Elements wanted = boxElements(layer, role, first, nest.tile(level));
        for (const Element& element : wanted)
            fetched += held.count(element) == 0 ? 1 : 0;
        held = std::move(wanted);
        std::size_t i = outside.size();
        while (i > 0 && ++at[i - 1] == outside[i - 1].bound)
            at[--i] = 0;
        if (i == 0)
            return fetched;
    }
}

} // namespace

class TestAccessCounts : public QObject {
    Q_OBJECT
private slots:
    void closedFormEqualsTheWalkedNest()
    {
        Rng rng(11);
        int compared = 0;
        for (int i = 0; i < 150; ++i) {
            auto layer = tests::convolution("x", 1, 1, 1, 1);
            for (const LoopDimension d : {R, S, P, Q, C, K})
                layer.bounds[d] = 1 + std::int64_t(rng.below(4));
            layer.strideP = 1 + std::int64_t(rng.below(3));
            layer.strideQ = 1 + std::int64_t(rng.below(3));
            layer.dilationR = 1 + std::int64_t(rng.below(2));
            const auto accelerator = tests::twoLevels(Bytes{60});
            const auto mapping = tests::randomMapping(rng, accelerator, layer);
            const cost::Nest nest = flat(mapping);
            cost::AccessCounts counts;
            cost::countAccesses(layer, nest, counts);
            for (const TensorRole role : {TensorRole::Weights, TensorRole::Inputs}) {
                QCOMPARE(counts[1][role].fills, walkedFetches(layer, nest, role, 1));
                QCOMPARE(counts[0][role].reads, counts[1][role].fills);
                ++compared;
            }
            // Outputs: every visit leaves again; what comes back is what had been there before.
            const double left = walkedFetches(layer, nest, TensorRole::Outputs, 1);
            QCOMPARE(counts[0][TensorRole::Outputs].updates, left);
            QCOMPARE(counts[0][TensorRole::Outputs].reads,
                     left - double(workload::elements(layer, TensorRole::Outputs)));
            QCOMPARE(counts[1][TensorRole::Outputs].fills, counts[0][TensorRole::Outputs].reads);
        }
        QCOMPARE(compared, 300);
    }

    void stationaryLoopsCostNothing()
    {
        // for K { for P } with K inside the inputs: outputs move, inputs of a 1x1 layer move with P only
        const auto layer = tests::convolution("x", 1, 4, 1, 2);
        mapping::LayerMapping mapping;
        mapping.levels = {{{{P, 4}, {K, 2}}, {}, TensorSet::all()}, {{{Q, 4}}, {}, TensorSet::all()}};
        const cost::Nest nest = flat(mapping);
        cost::AccessCounts counts;
        cost::countAccesses(layer, nest, counts);
        QCOMPARE(counts[1][TensorRole::Inputs].fills, 16.0);     // each row once, K re-uses it
        QCOMPARE(counts[1][TensorRole::Weights].fills, 2.0 * 4); // K alternates under P
        QCOMPARE(counts[0][TensorRole::Outputs].updates, 32.0);
        QCOMPARE(counts[0][TensorRole::Outputs].reads, 0.0); // no partial sums leave
    }

    void multicastAndSpatialReductionCountOnce()
    {
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        mapping::LayerMapping mapping;
        mapping.levels = {{{}, {}, TensorSet::all()}, {{{P, 2}, {Q, 2}}, {{K, 2}, {C, 2}}, TensorSet::all()}};
        const cost::Nest nest = flat(mapping);
        cost::AccessCounts counts;
        cost::countAccesses(layer, nest, counts);
        QCOMPARE(counts[1][TensorRole::Inputs].reads, 4.0 * 2);    // K children share an input
        QCOMPARE(counts[1][TensorRole::Weights].reads, 4.0 * 4);   // all children differ
        QCOMPARE(counts[1][TensorRole::Outputs].updates, 4.0 * 2); // C children are summed on the way
    }

    void withoutMulticastEachChildHasItsOwnCopy()
    {
        const auto layer = tests::convolution("x", 1, 2, 2, 2);
        mapping::LayerMapping mapping;
        mapping.levels = {{{}, {}, TensorSet::all()}, {{{P, 2}, {Q, 2}}, {{K, 2}, {C, 2}}, TensorSet::all()}};
        cost::AccessCounts all, weightsOnly;
        cost::countAccesses(layer, flat(mapping), all);
        cost::countAccesses(layer, flat(mapping, TensorSet::of(TensorRole::Weights)), weightsOnly);
        QCOMPARE(weightsOnly[1][TensorRole::Inputs].reads, 4.0 * 4); // one read for each of the 4 children
        QCOMPARE(weightsOnly[1][TensorRole::Weights].reads, all[1][TensorRole::Weights].reads);
        QCOMPARE(weightsOnly[1][TensorRole::Outputs].updates, 4.0 * 4);
        // Each of the 8 outputs gets two sums in its one cycle; the second is added to the first.
        QCOMPARE(weightsOnly[1][TensorRole::Outputs].reads, all[1][TensorRole::Outputs].reads + 8);
    }

    void tapsOfALevelWithoutMulticastDoNotMeetPixelsOfAnother()
    {
        // P over children of the outer level, R over those of the inner one: p + r are 3 different rows.
        auto layer = tests::convolution("x", 1, 1, 1, 1);
        layer.bounds[P] = layer.bounds[R] = 2;
        mapping::LayerMapping mapping;
        mapping.levels = {{{}, {{P, 2}}, TensorSet::all()}, {{}, {{R, 2}}, {}}};
        hardware::Accelerator accelerator;
        accelerator.levels.resize(2);
        for (const bool isShared : {true, false}) {
            accelerator.levels[1].multicast = isShared ? TensorSet::all() : TensorSet();
            cost::Nest nest;
            cost::flatten(accelerator, mapping, nest);
            QCOMPARE(cost::distinctChildren(layer, nest, TensorRole::Inputs, 0, 2), isShared ? 3.0 : 4.0);
        }
    }

    void sumsThatComeBackFillAllChildrenThatShareThem()
    {
        // DRAM: for C 2, for K 2; C 2 over two children; each: for C 2. Both children hold a sum for each of the 2
        // outputs, which leaves twice and comes back once: 2 x 2 fills; what the children read, 20, was filled, 4, or
        // updated before, 16.
        const auto layer = tests::convolution("x", 1, 1, 8, 2);
        mapping::LayerMapping mapping;
        mapping.levels = {{{{C, 2}, {K, 2}}, {{C, 2}}, TensorSet::all()}, {{{C, 2}}, {}, TensorSet::all()}};
        const cost::Nest nest = flat(mapping);
        cost::AccessCounts counts;
        cost::countAccesses(layer, nest, counts);
        const cost::Counts& inner = counts[1][TensorRole::Outputs];
        QCOMPARE(inner.instances * inner.reads, 20.0);
        QCOMPARE(inner.instances * inner.fills, 4.0);
        QCOMPARE(inner.instances * inner.updates, 16.0);
        QCOMPARE(counts[0][TensorRole::Outputs].reads,
                 2.0); // one of two children goes on from the sum, the other from zero
        QCOMPARE(counts[0][TensorRole::Outputs].updates, 4.0);
    }

    void halvesThatOverlapSpatiallyAreCountedExactly()
    {
        // P and R both spread over children: inputs p + r for p, r in {0, 1} are 3 different rows, not 4
        auto layer = tests::convolution("x", 1, 1, 1, 1);
        layer.bounds[P] = 2;
        layer.bounds[R] = 2;
        mapping::LayerMapping mapping;
        mapping.levels = {{{}, {}, TensorSet::all()}, {{}, {{P, 2}, {R, 2}}, TensorSet::all()}};
        const cost::Nest nest = flat(mapping);
        cost::AccessCounts counts;
        cost::countAccesses(layer, nest, counts);
        QCOMPARE(counts[1][TensorRole::Inputs].reads, 3.0);
        QCOMPARE(counts[1][TensorRole::Weights].reads, 2.0);
    }

    void asManyLevelsAsThereCanBeAreCounted()
    {
        hardware::Accelerator accelerator;
        accelerator.name = "deep";
        for (std::size_t i = 0; i < cost::kMaxLevels; ++i)
            accelerator.levels.push_back(
                tests::level("L" + std::to_string(i), hardware::LevelKind::Sram, {}, TensorSet::all(), 1));
        const auto layer = tests::convolution("x", 1, 4, 8, 8);
        cost::AccessCounts counts;
        cost::countAccesses(layer, flat(mapping::outermostMapping(accelerator, layer)), counts);
        QCOMPARE(counts[cost::kMaxLevels - 1][TensorRole::Weights].fills, 1024.0);
        QCOMPARE(counts[0][TensorRole::Outputs].updates, 1024.0);
    }

    void bypassedLevelsPassTrafficThrough()
    {
        auto accelerator = tests::simba();
        const auto layer = tests::convolution("x", 1, 4, 8, 8);
        const auto mapping = mapping::outermostMapping(accelerator, layer);
        const cost::Nest nest = flat(mapping);
        cost::AccessCounts counts;
        cost::countAccesses(layer, nest, counts);
        QVERIFY(!counts[1][TensorRole::Weights].kept);
        QCOMPARE(counts[0][TensorRole::Weights].reads, counts[3][TensorRole::Weights].fills);
    }
};

QTEST_GUILESS_MAIN(TestAccessCounts)
#include "tst_access_counts.moc"
