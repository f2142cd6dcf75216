// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/layer_detail.h"
#include "tests/engine/trace/check_trace.h"
#include "tests/support/tiled_layers.h"

#include <QTest>

#include <numeric>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

namespace {

/// Two operations on one outputs tile, one after the other on two NPUs; the partial sum leaves in between.
TiledSchedule twoOperations()
{
    TiledSchedule schedule;
    schedule.layer.name = "tiny";
    schedule.machine.npus = 2;
    schedule.tiles = {{TensorRole::Inputs, 0, 0, 0, {100}, {100}},
                      {TensorRole::Inputs, 0, 0, 1, {100}, {100}},
                      {TensorRole::Weights, -1, 0, 0, {50}, {50}},
                      {TensorRole::Weights, -1, 0, 1, {50}, {50}},
                      {TensorRole::Outputs, 0, 0, -1, {40}, {20}}};
    const auto tiles = [](std::uint32_t w, std::uint32_t i) { return PerTensor<TileId>{{{{w}, {i}, {4}}}}; };
    schedule.operations = {{tiles(2, 0), 0, 0, 0, {10}, {20}}, {tiles(3, 1), 1, 1, 1, {40}, {50}}};
    schedule.transfers = {{{0}, DataType::Inputs, Direction::Load, 1, 0, {100}, {0}, {7}},
                          {{2}, DataType::Weights, Direction::Load, 1, 100, {50}, {7}, {10}},
                          {{4}, DataType::PartialSums, Direction::Store, 1, 200, {40}, {20}, {23}},
                          {{4}, DataType::PartialSums, Direction::Load, 1, 200, {40}, {30}, {33}},
                          {{4}, DataType::Outputs, Direction::Store, 1, 200, {20}, {50}, {52}}};
    schedule.residencies = {{{0}, 0, {100}, {0}, {20}},
                            {{2}, 100, {50}, {7}, {20}},
                            {{4}, 200, {40}, {10}, {23}},
                            {{4}, 200, {40}, {30}, {52}}};
    schedule.latency = {52};
    return schedule;
}

} // namespace

class LayerDetailTest : public QObject {
    Q_OBJECT
private slots:
    void aTraceHasALaneForEachNpuAndTheChannel()
    {
        const trace::Trace trace = traceOf(twoOperations());
        QVERIFY(bool(trace::check(trace)));
        QCOMPARE(trace.lanes.size(), std::size_t(3));
        QCOMPARE(trace.lanes[2].name, std::string("DMA"));
        QCOMPARE(trace.events.size(), std::size_t(7));
        QCOMPARE(trace.events[1].lane, 1u);
        QCOMPARE(trace.labels[trace.events[0].label], std::string("p0 o0 r0"));
        QCOMPARE(trace.events[4].kind, std::uint16_t(EventKind::StorePartialSums));
        QCOMPARE(trace.events[5].kind, std::uint16_t(EventKind::LoadPartialSums));
        QCOMPARE(trace.events[6].bytes, 20);
        QCOMPARE(trace::end(trace).count, 52);
    }

    void countersSayWhatLiesInTheScratchpad()
    {
        const trace::Trace trace = traceOf(twoOperations());
        QCOMPARE(trace.counters.size(), std::size_t(4));
        const auto& sums = trace.counters[std::size_t(DataType::PartialSums)].samples;
        QCOMPARE(sums.size(), std::size_t(4)); // comes, leaves, comes back, becomes outputs
        QCOMPARE(sums[2], (trace::Counter::Sample{30, 40}));
        QCOMPARE(sums[3], (trace::Counter::Sample{50, 0}));
        const auto& outputs = trace.counters[std::size_t(DataType::Outputs)].samples;
        QCOMPARE(outputs.front(), (trace::Counter::Sample{50, 40}));
    }

    void partialSumsBecomeOutputsAtTheirLastOperation()
    {
        const std::vector<Occupied> boxes = occupied(twoOperations());
        QCOMPARE(boxes.size(), std::size_t(5));
        QCOMPARE(boxes[3].type, DataType::PartialSums);
        QCOMPARE(boxes[3].end.count, 50);
        QCOMPARE(boxes[4].type, DataType::Outputs);
        QCOMPARE(boxes[4].start.count, 50);
        QCOMPARE(boxes[4].residency, 3u);
    }

    void movementsTellTimesApart()
    {
        TiledSchedule schedule = twoOperations();
        schedule.transfers.push_back({{0}, DataType::Inputs, Direction::Load, 2, 0, {100}, {60}, {67}});
        const std::vector<Movement> all = movements(schedule);
        QCOMPARE(all.size(), std::size_t(6));
        QCOMPARE(all[0], (Movement{DataType::Inputs, Direction::Load, 1, {100}, 1}));
        QCOMPARE(all[1], (Movement{DataType::Inputs, Direction::Load, 2, {100}, 1}));
    }

    void operationsOfASetShareTiles()
    {
        TiledSchedule schedule = twoOperations();
        schedule.operations[1].set = 0;
        schedule.operations[1].tiles[TensorRole::Inputs] = {0};
        const std::vector<SetSharing> sets = sharing(schedule);
        QCOMPARE(sets.size(), std::size_t(1));
        QCOMPARE(sets[0].operations, 2);
        QCOMPARE(sets[0].uses[TensorRole::Inputs], (std::vector<std::int32_t>{2}));
        QCOMPARE(sets[0].uses[TensorRole::Weights], (std::vector<std::int32_t>{1, 1}));
        QCOMPARE(sets[0].end.count, 50);
        QCOMPARE(sharing(twoOperations()).size(), std::size_t(2));
    }

    void aRefusedScheduleHasNoDetail()
    {
        const auto detail = detailOf(twoOperations()); // its tiles are no tiling of its layer
        QVERIFY(!detail);
        QVERIFY(QString::fromStdString(detail.error().text()).contains(QStringLiteral("verifier refuses")));
    }

    void everyKindOfScheduleIsMadeAgain_data()
    {
        QTest::addColumn<int>("shown");
        QTest::newRow("chosen") << int(Shown::Chosen);
        QTest::newRow("out of order") << int(Shown::OutOfOrder);
        QTest::newRow("best static") << int(Shown::BestStatic);
        QTest::newRow("plain static") << int(Shown::PlainStatic);
    }
    void everyKindOfScheduleIsMadeAgain()
    {
        QFETCH(int, shown);
        FlexerParams params;
        params.extensions.seed = false;
        const workload::Layer layer = tests::tiledConvolution();
        const auto outcome = solve(layer, tests::smallMachine(), params, {});
        QVERIFY(outcome && outcome->solution);
        const TiledSummary& summary = outcome->solution->summary;
        const SchedulePoint* point = pointOf(summary, Shown(shown));
        QVERIFY(point != nullptr);
        const auto detail = detailOf(layer, tests::smallMachine(), params, summary, Shown(shown));
        QVERIFY2(bool(detail), detail ? "" : detail.error().text().c_str());
        const LayerDetail& of = **detail;
        QCOMPARE(of.schedule.latency, point->latency);
        QCOMPARE(of.trace->end(), point->latency.count);
        QVERIFY(bool(trace::check(of.trace->trace())));
        const auto bytes = [](const std::vector<Movement>& all) {
            return std::accumulate(all.begin(), all.end(), std::int64_t(0),
                                   [](std::int64_t sum, const Movement& m) { return sum + m.bytes.count; });
        };
        QCOMPARE(bytes(of.movements), point->traffic.total().count);
        QCOMPARE(bytes(of.staticMovements), summary.bestStatic->traffic.total().count);
        QVERIFY(bytes(of.compulsory) <= bytes(of.movements));
        QCOMPARE(of.schedule.decisions.empty(),
                 Shown(shown) == Shown::BestStatic || Shown(shown) == Shown::PlainStatic);
    }

    void storesHaveALaneOfTheirOwnWhereTheyHaveAChannel()
    {
        Machine machine = tests::smallMachine();
        const auto one = solve(tests::tiledConvolution(), machine, {}, {});
        machine.storeDma = machine.dma;
        const auto two = solve(tests::tiledConvolution(), machine, {}, {});
        QVERIFY(one && one->solution && two && two->solution);
        QVERIFY(two->solution->summary.chosen.latency <= one->solution->summary.chosen.latency);
        const auto detail = detailOf(tests::tiledConvolution(), machine, {}, two->solution->summary);
        QVERIFY2(bool(detail), detail ? "" : detail.error().text().c_str());
        const trace::Trace& trace = (*detail)->trace->trace();
        QVERIFY(bool(trace::check(trace))); // no two events of a lane at once
        QCOMPARE(trace.lanes.size(), std::size_t(machine.npus) + 2);
        QCOMPARE(trace.lanes.back().name, std::string("DMA stores"));
        for (const DmaTransfer& transfer : (*detail)->schedule.transfers)
            QVERIFY(transfer.end <= (*detail)->schedule.latency);
    }

    void whatTheSearchHasNotIsNull()
    {
        TiledSummary summary;
        QVERIFY(pointOf(summary, Shown::OutOfOrder) == nullptr);
        QVERIFY(pointOf(summary, Shown::Chosen) == &summary.chosen);
        const auto detail = detailOf(tests::tiledConvolution(), tests::smallMachine(), {}, summary, Shown::BestStatic);
        QVERIFY(detail && *detail == nullptr);
    }
};

QTEST_APPLESS_MAIN(LayerDetailTest)
#include "tst_layer_detail.moc"
