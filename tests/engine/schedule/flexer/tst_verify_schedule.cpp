// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/verify_schedule.h"
#include "tests/engine/schedule/flexer/sample_layers.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <set>

using namespace nestloom;
using namespace nestloom::schedule::flexer;

namespace {

/// 4 pixel tiles, 3 output tiles, 4 reductions on two NPUs; the scratchpad is so small that partial sums are spilled.
TiledSchedule sample()
{
    const workload::Layer layer = tests::convolution("sample", 3, 8, 32, 24);
    const Machine machine = tests::npuMachine(2, 1700, 64);
    const Recipe recipe{false, {1, 4, 4, 1, 8, 8}, dataflow(3), 0, false, false, {0, 0, 0}, true};
    const auto schedule = rebuild(layer, machine, {}, recipe);
    if (!schedule)
        qFatal("%s", schedule.error().text().c_str());
    return *schedule;
}

using Break = std::function<void(TiledSchedule&)>;

DmaTransfer& transferOf(TiledSchedule& schedule, DataType type, Direction direction)
{
    for (DmaTransfer& transfer : schedule.transfers)
        if (transfer.type == type && transfer.direction == direction)
            return transfer;
    qFatal("the sample has no such transfer");
}

/// Rule by rule one way to break it; the first one breaks nothing.
const std::vector<std::pair<ScheduleRule, Break>>& breaks()
{
    using enum ScheduleRule;
    static const std::vector<std::pair<ScheduleRule, Break>> list{
        {TilesCoverLayer, [](TiledSchedule& s) { s.tiles[0].size.count += 1; }},
        {TilesCoverLayer, [](TiledSchedule& s) { s.tiles[1] = s.tiles[0]; }},
        {TilesCoverLayer, [](TiledSchedule& s) { s.tiles.pop_back(); }},
        {EveryOperationOnce, [](TiledSchedule& s) { s.operations[5].tiles[TensorRole::Weights].value = 9999; }},
        {EveryOperationOnce, [](TiledSchedule& s) { s.operations.pop_back(); }},
        {EveryOperationOnce, [](TiledSchedule& s) { s.operations[1] = s.operations[0]; }},
        {EveryOperationOnce,
         [](TiledSchedule& s) {
             std::swap(s.operations.front().tiles[TensorRole::Weights], s.operations.back().tiles[TensorRole::Weights]);
         }},
        {OperationTime, [](TiledSchedule& s) { s.operations[3].end.count -= 1; }},
        {NpuFree, [](TiledSchedule& s) { s.operations[0].npu = s.machine.npus; }},
        {NpuFree, [](TiledSchedule& s) { s.operations[0].npu = -1; }},
        {NpuFree,
         [](TiledSchedule& s) {
             for (TileOperation& operation : s.operations)
                 operation.npu = 0;
         }},
        {OneDmaChannel, [](TiledSchedule& s) { s.transfers[2].end.count += 1; }},
        {OneDmaChannel,
         [](TiledSchedule& s) {
             s.transfers[1].end = s.transfers[1].end - s.transfers[1].start + s.transfers[0].start;
             s.transfers[1].start = s.transfers[0].start;
         }},
        {ScratchpadOverlap, [](TiledSchedule& s) { s.residencies[1].address = s.residencies[0].address; }},
        {ScratchpadOverlap, [](TiledSchedule& s) { s.residencies[0].address = 1690; }},
        {OperandsResident, [](TiledSchedule& s) { s.residencies.erase(s.residencies.begin()); }},
        {OperandsResident,
         [](TiledSchedule& s) {
             transferOf(s, DataType::Inputs, Direction::Load).end.count += 100'000;
             transferOf(s, DataType::Inputs, Direction::Load).start.count += 100'000;
         }},
        {OperandsResident, [](TiledSchedule& s) { transferOf(s, DataType::Outputs, Direction::Store).address += 1; }},
        {PartialSumsKept,
         [](TiledSchedule& s) {
             std::erase_if(s.transfers, [](const DmaTransfer& t) {
                 return t.type == DataType::PartialSums && t.direction == Direction::Store;
             });
         }},
        {OutputsStored,
         [](TiledSchedule& s) {
             std::erase_if(s.transfers, [](const DmaTransfer& t) { return t.type == DataType::Outputs; });
         }},
        {OutputsStored, [](TiledSchedule& s) { transferOf(s, DataType::Outputs, Direction::Store).start.count = 0; }},
        {Ledger, [](TiledSchedule& s) { s.traffic.weights.count += 1; }},
        {Ledger, [](TiledSchedule& s) { transferOf(s, DataType::Weights, Direction::Load).type = DataType::Inputs; }},
        {Ledger, [](TiledSchedule& s) { transferOf(s, DataType::Weights, Direction::Load).time = 5; }},
        {Latency, [](TiledSchedule& s) { s.latency.count += 1; }},
    };
    return list;
}

std::string text(const std::vector<ScheduleViolation>& violations)
{
    std::string all;
    for (const ScheduleViolation& violation : violations)
        all += std::string(name(violation.rule)) + ": " + violation.message + "\n";
    return all;
}

} // namespace

Q_DECLARE_METATYPE(std::int32_t Tile::*)

class TestVerifySchedule : public QObject {
    Q_OBJECT
private slots:
    void acceptsASoundSchedule()
    {
        const TiledSchedule schedule = sample();
        const auto violations = verify(schedule);
        QVERIFY2(violations.empty(), text(violations).c_str());
        QVERIFY(schedule.traffic.partialSumsLoaded.count
                > 0); // or the rules on partial sums would have nothing to look at
    }

    void findsEachFault_data()
    {
        QTest::addColumn<int>("fault");
        for (std::size_t i = 0; i < breaks().size(); ++i)
            QTest::addRow("%s %d", std::string(name(breaks()[i].first)).c_str(), int(i)) << int(i);
    }
    void findsEachFault()
    {
        QFETCH(int, fault);
        const auto& [rule, breakIt] = breaks()[std::size_t(fault)];
        TiledSchedule schedule = sample();
        breakIt(schedule);
        const auto violations = verify(schedule);
        bool isFound = false;
        for (const ScheduleViolation& violation : violations)
            isFound = isFound || violation.rule == rule;
        QVERIFY2(isFound, ("not found; found instead: " + text(violations)).c_str());
    }

    /// Each index alone: too small, too large, and one that its tensor does not have.
    void aTileOutsideTheLayerIsNamed_data()
    {
        using Index = std::int32_t Tile::*;
        QTest::addColumn<int>("role");
        QTest::addColumn<Index>("index");
        QTest::addColumn<int>("value");
        constexpr int kPixels = 4, kOutputs = 3, kReductions = 4; // of the sample
        const auto add = [](TensorRole role, Index index, const char* name, std::initializer_list<int> values) {
            for (const int value : values)
                QTest::addRow("%s %d of %s", name, value, std::string(nestloom::name(role)).c_str())
                    << int(role) << index << value;
        };
        add(TensorRole::Inputs, &Tile::pixels, "pixels", {-1, kPixels});
        add(TensorRole::Outputs, &Tile::pixels, "pixels", {-1, kPixels});
        add(TensorRole::Weights, &Tile::pixels, "pixels", {0});
        add(TensorRole::Weights, &Tile::outputs, "outputs", {-1, kOutputs});
        add(TensorRole::Outputs, &Tile::outputs, "outputs", {-1, kOutputs});
        add(TensorRole::Inputs, &Tile::outputs, "outputs", {0}); // one group: it is not told apart
        add(TensorRole::Inputs, &Tile::reduction, "reduction", {-1, kReductions});
        add(TensorRole::Weights, &Tile::reduction, "reduction", {-1, kReductions});
        add(TensorRole::Outputs, &Tile::reduction, "reduction", {0});
    }
    void aTileOutsideTheLayerIsNamed()
    {
        QFETCH(int, role);
        QFETCH(std::int32_t Tile::*, index);
        QFETCH(int, value);
        TiledSchedule schedule = sample();
        const auto tile = std::ranges::find(schedule.tiles, TensorRole(role), &Tile::role);
        QVERIFY(tile != schedule.tiles.end());
        (*tile).*index = value;
        const std::string found = text(verify(schedule));
        QVERIFY2(found.find("lies outside the layer") != std::string::npos, found.c_str());
    }

    void everyRuleHasAFault()
    {
        std::set<ScheduleRule> rules;
        for (const auto& [rule, breakIt] : breaks())
            rules.insert(rule);
        QCOMPARE(rules.size(), std::size_t(ScheduleRule::Latency) + 1);
    }

    void acceptsAnyResidencyThatHoldsTheOperand()
    {
        TiledSchedule schedule = sample(); // a second copy elsewhere does no harm
        ScratchpadResidency copy = schedule.residencies.front();
        schedule.machine.scratchpad = Bytes{100'000};
        copy.address = 50'000;
        schedule.residencies.insert(schedule.residencies.begin(), copy);
        QVERIFY2(verify(schedule).empty(), text(verify(schedule)).c_str());
    }
};

QTEST_GUILESS_MAIN(TestVerifySchedule)
#include "tst_verify_schedule.moc"
