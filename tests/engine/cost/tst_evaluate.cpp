// SPDX-License-Identifier: Apache-2.0
#include "engine/cost/evaluate.h"
#include "tests/support/builders.h"

#include <QTest>

#include <cmath>

using namespace nestloom;
using enum workload::LoopDimension;

namespace {

/// 8 MACs per output channel; 2 spatial, so 8 compute cycles.
workload::Layer layer() { return tests::convolution("x", 1, 2, 2, 2); }
mapping::LayerMapping nest()
{
    mapping::LayerMapping mapping;
    mapping.levels = {{{{C, 2}}, {}, TensorSet::all()}, {{{P, 2}, {Q, 2}}, {{K, 2}}, TensorSet::all()}};
    return mapping;
}

} // namespace

class TestEvaluate : public QObject {
    Q_OBJECT
private slots:
    void countsByHand()
    {
        const auto cost = cost::evaluate(tests::twoLevels(), layer(), nest(), cost::Model::Nestloom);
        QVERIFY(cost);
        QCOMPARE(cost->macs, 16);
        QCOMPARE(cost->computeCycles, Cycles{8});
        QCOMPARE(cost->macUnitsUsed, 2);
        const auto& dram = cost->levels[0];
        QCOMPARE(dram.tensors[TensorRole::Weights]->reads, 4.0);
        QCOMPARE(dram.tensors[TensorRole::Inputs]->reads, 8.0);
        QCOMPARE(dram.tensors[TensorRole::Outputs]->updates, 8.0);
        QCOMPARE(dram.tensors[TensorRole::Outputs]->reads, 0.0);
        QCOMPARE(dram.readCycles, Cycles{3});  // 12 B at 4 B/cycle
        QCOMPARE(dram.writeCycles, Cycles{4}); // 8 B at 2 B/cycle
        QCOMPARE(cost->cycles, Cycles{8});
        QCOMPARE(cost->bottleneck.text, std::string("compute"));
        QCOMPARE(cost->utilization, 16.0 / (4 * 8));
        // DRAM 20 elements; Buffer: weights 4 fills + 16 reads, inputs 8 + 8, outputs 16 updates + 8 read back + 8
        // drained
        QCOMPARE(cost->levels[1].energy, Picojoules{4 + 16 + 8 + 8 + 16 + 8 + 8});
        QCOMPARE(cost->energy, Picojoules{16 + 20 + 68});
    }

    void readsAndWritesOfOnePortTakeTurns()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[0].ports = 1;
        const auto cost = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
        QVERIFY(cost);
        QCOMPARE(cost->levels[0].readCycles, Cycles{10}); // 12 B and 8 B at 2 B/cycle, the smaller bandwidth
        QCOMPARE(cost->levels[0].writeCycles, Cycles{10});
        QCOMPARE(cost->cycles, Cycles{10});
        QCOMPARE(cost->bottleneck.text, std::string("DRAM transfers"));
        const auto timeloop = cost::evaluate(accelerator, layer(), nest(), cost::Model::Timeloop2022);
        QCOMPARE(timeloop->levels[0].readCycles, Cycles{6}); // 12 B alone
        accelerator.levels[0].ports = 2;                     // as when nothing is stated
        QCOMPARE(cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom)->cycles, Cycles{8});
    }

    void theSlowestPortSetsTheCycles()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[0].writeBandwidth = BytesPerCycle{0.5};
        const auto cost = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
        QVERIFY(cost);
        QCOMPARE(cost->cycles, Cycles{16});
        QCOMPARE(cost->bottleneck.text, std::string("DRAM write"));
        QCOMPARE(cost->bottleneck.level, std::size_t(0));
        // What keeps up with the MACs does not bound them.
        const double compute = double(cost->computeCycles.count);
        accelerator.levels[0].readBandwidth = BytesPerCycle{12 / compute};
        accelerator.levels[0].writeBandwidth = BytesPerCycle{8 / compute};
        const auto even = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
        QCOMPARE(even->levels[0].readCycles, even->computeCycles);
        QCOMPARE(even->levels[0].writeCycles, even->computeCycles);
        QVERIFY((even->bottleneck == cost::Bottleneck{cost::Bottleneck::Kind::Compute, 0, "compute"}));
    }

    void bandwidthsInASecondAreTheSameMachineAsTheirBytesACycle()
    {
        auto accelerator = tests::twoLevels();
        accelerator.levels[0].writeBandwidth = BytesPerSecond{500e6};
        for (const double clock : {1e9, 4e9}) {
            accelerator.clock = Hertz{clock};
            const auto cost = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
            QVERIFY(cost);
            QCOMPARE(cost->cycles, Cycles{clock == 1e9 ? 16 : 64}); // 8 B at 500 MB/s are 16 ns
            cost::Evaluator evaluator(accelerator, layer());
            cost::Nest flat;
            cost::flatten(accelerator, nest(), flat);
            QCOMPARE(evaluator.score(flat).cycles, clock == 1e9 ? 16.0 : 64.0);
        }
    }

    // L1 reads, is filled and updated; all 2 of its instances leak, and 2 MAC units, in every cycle.
    void chargesReadsFillsAndUpdatesApartAndWhatLeaks()
    {
        auto accelerator = tests::twoLevels();
        accelerator.clock = Hertz{1e9};
        const auto before = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
        QVERIFY(before);
        accelerator.levels[1].accessEnergy = Picojoules{2};
        accelerator.levels[1].fillEnergy = Picojoules{3};
        accelerator.levels[1].updateEnergy = Picojoules{5};
        accelerator.levels[1].leakage = Watts{7e-3}; // 7 pJ a cycle
        accelerator.macLeakage = Watts{1e-3};
        const auto cost = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
        QVERIFY(cost);
        const double cycles = double(cost->cycles.count), instances = double(accelerator.instances(1));
        double expected = 7 * cycles * instances;
        for (const auto& tensor : cost->levels[1].tensors.values)
            expected +=
                tensor ? double(tensor->instances) * (2 * tensor->reads + 3 * tensor->fills + 5 * tensor->updates) : 0;
        QVERIFY(std::abs(cost->levels[1].energy.count - expected) < 1e-9 * expected);
        QVERIFY(std::abs(cost->levels[1].leakage.count - 7 * cycles * instances) < 1e-9 * expected);
        QVERIFY(std::abs((cost->macEnergy - before->macEnergy).count - cycles * double(accelerator.macUnits()))
                < 1e-9 * expected);
        const auto sum = cost->macEnergy.count + cost->levels[0].energy.count + cost->levels[1].energy.count;
        QVERIFY(std::abs(cost->energy.count - sum) < 1e-9 * sum);
        accelerator.clock = Hertz{2e9}; // half a cycle's time leaks half
        const auto faster = cost::evaluate(accelerator, layer(), nest(), cost::Model::Nestloom);
        QVERIFY(faster
                && std::abs(faster->levels[1].leakage.count - cost->levels[1].leakage.count / 2) < 1e-9 * expected);
        const auto old = cost::evaluate(accelerator, layer(), nest(), cost::Model::Timeloop2022);
        QVERIFY(old && old->levels[1].leakage.count == 0);
    }

    void refusesAMappingThatTheVerifierRefuses()
    {
        const auto cost = cost::evaluate(tests::twoLevels(Bytes{3}), layer(), nest(), cost::Model::Nestloom);
        QVERIFY(!cost);
        QCOMPARE(cost.error().code, ErrorCode::InvalidInput);
        QVERIFY(cost.error().message.find("capacity is 3 B") != std::string::npos);
    }

    void refusesToCountAMappingAsATiledSchedule()
    {
        QVERIFY(!cost::evaluate(tests::twoLevels(), layer(), nest(), cost::Model::TiledSchedule));
    }

    void theSearchEvaluatorAgreesWithEvaluate()
    {
        Rng rng(21);
        for (int i = 0; i < 200; ++i) {
            const auto small = tests::convolution("x", 1 + std::int64_t(rng.below(3)), 4 + std::int64_t(rng.below(5)),
                                                  8, 6, 1 + std::int64_t(rng.below(2)), 1 + std::int64_t(rng.below(3)));
            auto accelerator = tests::withBandwidths(tests::simba());
            if (i % 2 > 0) {
                accelerator.levels[1].fillEnergy = Picojoules{3};
                accelerator.levels[4].updateEnergy = Picojoules{0.1};
                accelerator.levels[1].leakage = accelerator.macLeakage = Watts{1e-3};
            }
            if (i % 3 > 0) { // memory bounds: two bytes each, half a byte a cycle, on one port or two
                accelerator.levels[0].elementBits = {{{{16}, {16}, {16}}}};
                accelerator.levels[0].readBandwidth = accelerator.levels[0].writeBandwidth = BytesPerCycle{0.5};
                accelerator.levels[0].ports = i % 3;
            }
            if (i % 4 > 2)
                accelerator.levels[1].leakage = accelerator.macLeakage = Watts{1e-7}; // far less than 1 pJ a cycle
            const auto mapping = tests::randomMapping(rng, accelerator, small);
            const auto cost = cost::evaluate(accelerator, small, mapping, cost::Model::Nestloom);
            QVERIFY(cost);
            cost::Nest flat;
            cost::flatten(accelerator, mapping, flat);
            const cost::Score score = cost::Evaluator(accelerator, small).score(flat);
            QCOMPARE(Cycles{std::int64_t(std::ceil(score.cycles - 1e-9))}, cost->cycles);
            QVERIFY(std::abs(score.energy - cost->energy.count) <= 1e-9 * cost->energy.count);
        }
    }

    /// What is computed beyond the layer's own sizes is charged like the rest.
    void theSearchEvaluatorChargesAllThatIsCovered()
    {
        using enum workload::LoopDimension;
        Rng rng(23);
        int larger = 0;
        for (int i = 0; i < 60; ++i) {
            auto small = tests::convolution("x", 3, 6, 4, 8);
            auto accelerator = tests::withBandwidths(tests::simba());
            accelerator.macEnergy = Picojoules{100};
            const auto mapping = tests::randomMapping(rng, accelerator, small);
            for (const auto d : {P, Q, C, K})
                small.bounds[d] -= 1;
            const auto cost = cost::evaluate(accelerator, small, mapping, cost::Model::Nestloom);
            if (!cost)
                continue; // a loop could be smaller: refused
            ++larger;
            cost::Nest flat;
            cost::flatten(accelerator, mapping, flat);
            const cost::Score score = cost::Evaluator(accelerator, small).score(flat);
            QCOMPARE(Cycles{std::int64_t(std::ceil(score.cycles - 1e-9))}, cost->cycles);
            QVERIFY(std::abs(score.energy - cost->energy.count) <= 1e-9 * cost->energy.count);
        }
        QVERIFY(larger > 0);
    }

    void everyCountIsConserved()
    {
        Rng rng(8);
        for (int i = 0; i < 200; ++i) {
            const auto small = tests::convolution("x", 3, 6, 4, 8, 1 + std::int64_t(rng.below(2)));
            const auto accelerator = tests::simba();
            const auto mapping = tests::randomMapping(rng, accelerator, small);
            const auto cost = cost::evaluate(accelerator, small, mapping, cost::Model::Nestloom);
            QVERIFY(cost);
            QVERIFY(cost->utilization <= 1.0);
            for (const auto& level : cost->levels)
                for (const TensorRole role : kTensorRoles)
                    if (const auto& t = level.tensors[role]) {
                        QVERIFY(t->reads >= 0 && t->fills >= 0 && t->updates >= 0);
                        QVERIFY(t->energy.count >= 0);
                    }
            // Every weight and input is read from DRAM at least once, every output written.
            const auto& dram = cost->levels.front().tensors;
            QVERIFY(dram[TensorRole::Weights]->reads >= double(workload::elements(small, TensorRole::Weights)));
            QVERIFY(dram[TensorRole::Outputs]->updates >= double(workload::elements(small, TensorRole::Outputs)));
        }
    }
};

QTEST_GUILESS_MAIN(TestEvaluate)
#include "tst_evaluate.moc"
