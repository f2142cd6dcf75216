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

/// Two groups, tiles that end before their neighbours do, a channel for loads and one for stores.
TiledSchedule grouped()
{
    workload::Layer layer = tests::convolution("grouped", 3, 5, 10, 12);
    using enum workload::LoopDimension;
    layer.bounds[G] = layer.bounds[N] = 2;
    layer.strideP = 2;
    Machine machine = tests::npuMachine(2, 3000, 16, 4);
    machine.storeDma = BytesPerCycle{5};
    machine.onChip[TensorRole::Outputs] = {32};
    const Recipe recipe{true, {1, 3, 5, 1, 4, 8}, dataflow(3), 0, false, false, {2, 2, 4}, true};
    const auto schedule = rebuild(layer, machine, {}, recipe);
    if (!schedule)
        qFatal("%s", schedule.error().text().c_str());
    return *schedule;
}

/// One NPU that never waits, and operations on the same outputs one after the other.
TiledSchedule backToBack()
{
    const Machine machine = tests::withUnlimitedScratchpad(tests::npuMachine(1, 0, 1e6));
    const Recipe recipe{false, {1, 4, 4, 1, 8, 8}, dataflow(0), 0, false, false, {0, 0, 0}, true};
    const auto schedule = rebuild(tests::convolution("sample", 3, 8, 32, 24), machine, {}, recipe);
    if (!schedule)
        qFatal("%s", schedule.error().text().c_str());
    return *schedule;
}

using Break = std::function<void(TiledSchedule&)>;

TileId tileAt(const TiledSchedule& schedule, TensorRole role, std::int32_t pixels, std::int32_t outputs,
              std::int32_t reduction)
{
    for (std::uint32_t i = 0; i < schedule.tiles.size(); ++i) {
        const Tile& tile = schedule.tiles[i];
        if (tile.role == role && tile.pixels == pixels && tile.outputs == outputs && tile.reduction == reduction)
            return {i};
    }
    qFatal("the sample has no such tile");
}

/// The n-th operation on the outputs of the first one.
TileOperation& ofFirstOutputs(TiledSchedule& schedule, int n)
{
    std::vector<TileOperation*> chain;
    for (TileOperation& operation : schedule.operations)
        if (operation.tiles[TensorRole::Outputs] == schedule.operations[0].tiles[TensorRole::Outputs])
            chain.push_back(&operation);
    std::ranges::sort(chain, {}, [](const TileOperation* operation) { return operation->start; });
    return *chain.at(std::size_t(n));
}

void move(TileOperation& operation, std::int64_t start)
{
    const Cycles time = operation.end - operation.start;
    operation.start = {start};
    operation.end = operation.start + time;
}

/// The first operation gets another tile, a given number further along each loop.
Break otherTile(TensorRole role, std::int32_t pixels, std::int32_t outputs, std::int32_t reduction)
{
    return [=](TiledSchedule& s) {
        TileId& id = s.operations[0].tiles[role];
        const Tile& tile = s.tiles[id.value];
        id = tileAt(s, role, tile.pixels + pixels, tile.outputs + outputs, tile.reduction + reduction);
    };
}

DmaTransfer& transferOf(TiledSchedule& schedule, DataType type, Direction direction)
{
    for (DmaTransfer& transfer : schedule.transfers)
        if (transfer.type == type && transfer.direction == direction)
            return transfer;
    qFatal("the sample has no such transfer");
}

struct Fault {
    const char* what;
    ScheduleRule rule;
    const char* words; // in the message
    Break breakIt;
    TiledSchedule (*of)() = grouped;
};

/// Each condition of a rule alone, by as little as can be.
const std::vector<Fault>& faults()
{
    using enum ScheduleRule;
    static const std::vector<Fault> list{
        {"inputs of other pixels", EveryOperationOnce, "do not belong together",
         otherTile(TensorRole::Inputs, 1, 0, 0)},
        {"inputs of the other group", EveryOperationOnce, "do not belong together",
         otherTile(TensorRole::Inputs, 0, 1, 0)},
        {"inputs of the group before", EveryOperationOnce, "do not belong together",
         [](TiledSchedule& s) {
             for (TileOperation& operation : s.operations) {
                 const Tile& inputs = s.tiles[operation.tiles[TensorRole::Inputs].value];
                 if (inputs.outputs == 1) {
                     operation.tiles[TensorRole::Inputs] =
                         tileAt(s, TensorRole::Inputs, inputs.pixels, 0, inputs.reduction);
                     return;
                 }
             }
         }},
        {"weights of other outputs", EveryOperationOnce, "do not belong together",
         otherTile(TensorRole::Weights, 0, 1, 0)},
        {"weights of other channels", EveryOperationOnce, "do not belong together",
         otherTile(TensorRole::Weights, 0, 0, 1)},
        {"one operation instead of another", EveryOperationOnce, "is done twice",
         [](TiledSchedule& s) { ofFirstOutputs(s, 1).tiles = ofFirstOutputs(s, 0).tiles; }},
        {"the first is not the first", EveryOperationOnce, "starts before the one before it",
         [](TiledSchedule& s) { ofFirstOutputs(s, 0).reduction = 1; }},
        {"the last has a wrong number", EveryOperationOnce, "starts before the one before it",
         [](TiledSchedule& s) { ofFirstOutputs(s, 2).reduction = 1; }},
        {"a cycle too early after the first", EveryOperationOnce, "starts before the one before it",
         [](TiledSchedule& s) { move(ofFirstOutputs(s, 1), ofFirstOutputs(s, 0).end.count - 1); }},
        {"begins before the run", OperationTime, "takes", [](TiledSchedule& s) { move(s.operations[0], -1); }},
        {"a cycle too long", OperationTime, "takes", [](TiledSchedule& s) { s.operations[1].end.count += 1; }},
        {"first two of an NPU overlap by a cycle", NpuFree, "is busy",
         [](TiledSchedule& s) {
             s.operations[1].npu = s.operations[0].npu;
             move(s.operations[1], s.operations[0].end.count - 1);
             for (std::size_t i = 2; i < s.operations.size(); ++i)
                 move(s.operations[i], 1'000'000 * std::int64_t(i));
         }},
        {"a load before the run", OneDmaChannel, "takes",
         [](TiledSchedule& s) {
             s.transfers[0].end = s.transfers[0].end - s.transfers[0].start - Cycles{1};
             s.transfers[0].start = {-1};
         }},
        {"a store at the speed of loads", OneDmaChannel, "takes",
         [](TiledSchedule& s) {
             DmaTransfer& store = transferOf(s, DataType::Outputs, Direction::Store);
             store.end.count = store.start.count + (store.bytes.count + 15) / 16;
         }},
        {"stores overlap by a cycle", OneDmaChannel, "channel is busy",
         [](TiledSchedule& s) {
             DmaTransfer* last = nullptr;
             for (DmaTransfer& transfer : s.transfers)
                 if (transfer.direction == Direction::Store) {
                     if (last != nullptr) {
                         const Cycles time = transfer.end - transfer.start;
                         transfer.start = last->end - Cycles{1};
                         transfer.end = transfer.start + time;
                         return;
                     }
                     last = &transfer;
                 }
         }},
        {"a tile of a wrong size", ScratchpadOverlap, "wrong size",
         [](TiledSchedule& s) { s.residencies[0].size.count += 1; }},
        {"a tile below the scratchpad", ScratchpadOverlap, "lies outside",
         [](TiledSchedule& s) { s.residencies[0].address = -1; }},
        {"a tile that ends a byte above the scratchpad", ScratchpadOverlap, "lies outside",
         [](TiledSchedule& s) {
             s.residencies[0].address = s.machine.scratchpad->count - s.residencies[0].size.count + 1;
         }},
        {"there before the run", ScratchpadOverlap, "wrong size",
         [](TiledSchedule& s) { s.residencies[0].start.count = -1; }},
        {"gone before it came", ScratchpadOverlap, "ends before it starts",
         [](TiledSchedule& s) { s.residencies[0].end = s.residencies[0].start - Cycles{1}; }},
        {"the last byte is another's first", ScratchpadOverlap, "share bytes",
         [](TiledSchedule& s) {
             s.machine.scratchpad = Bytes{100'000};
             ScratchpadResidency& first = s.residencies[0];
             ScratchpadResidency& second = s.residencies[1];
             second.address = first.address + first.size.count - 1;
             second.start = first.start;
             second.end = std::max(second.end, second.start + Cycles{1});
         }},
        {"loaded as weights", Ledger, "not what the tile is",
         [](TiledSchedule& s) { transferOf(s, DataType::Inputs, Direction::Load).type = DataType::Weights; }},
        {"inputs that are stored", Ledger, "not what the tile is",
         [](TiledSchedule& s) { transferOf(s, DataType::Inputs, Direction::Load).direction = Direction::Store; }},
        {"outputs that are loaded", Ledger, "not what the tile is",
         [](TiledSchedule& s) { transferOf(s, DataType::Outputs, Direction::Store).direction = Direction::Load; }},
        {"a byte more", Ledger, "not what the tile is",
         [](TiledSchedule& s) { transferOf(s, DataType::Weights, Direction::Load).bytes.count += 1; }},
        {"the second load is called the first", Ledger, "is counted as number",
         [](TiledSchedule& s) {
             for (DmaTransfer& transfer : s.transfers)
                 if (transfer.time == 2)
                     transfer.time = 1;
         }},
        {"stores reported as loads", Ledger, "or their types differ",
         [](TiledSchedule& s) { std::swap(s.traffic.partialSumsLoaded, s.traffic.outputs); }},
        {"weights come a cycle too late", OperandsResident, "runs without weights",
         [](TiledSchedule& s) {
             const TileOperation& operation = s.operations[0];
             for (ScratchpadResidency& residency : s.residencies)
                 if (residency.tile == operation.tiles[TensorRole::Weights])
                     residency.start = operation.start + Cycles{1};
         }},
        {"weights leave a cycle too early", OperandsResident, "runs without weights",
         [](TiledSchedule& s) {
             const TileOperation& operation = s.operations[0];
             for (ScratchpadResidency& residency : s.residencies)
                 if (residency.tile == operation.tiles[TensorRole::Weights])
                     residency.end = operation.end - Cycles{1};
         }},
        {"weights are loaded a cycle too late", OperandsResident, "runs without weights",
         [](TiledSchedule& s) {
             const TileOperation& operation = s.operations[0];
             for (DmaTransfer& transfer : s.transfers)
                 if (transfer.tile == operation.tiles[TensorRole::Weights])
                     transfer.end = operation.start + Cycles{1};
         }},
        {"weights are loaded elsewhere", OperandsResident, "runs without weights",
         [](TiledSchedule& s) { transferOf(s, DataType::Weights, Direction::Load).address += 1; }},
        {"weights are stored, not loaded", OperandsResident, "runs without weights",
         [](TiledSchedule& s) { transferOf(s, DataType::Weights, Direction::Load).direction = Direction::Store; }},
        {"outputs are dropped between two operations", OperandsResident, "runs without outputs",
         [](TiledSchedule& s) {
             const TileOperation &first = ofFirstOutputs(s, 0), &second = ofFirstOutputs(s, 1);
             for (ScratchpadResidency& residency : s.residencies)
                 if (residency.tile == first.tiles[TensorRole::Outputs] && residency.start <= first.start) {
                     ScratchpadResidency again = residency;
                     residency.end = first.end;
                     again.start = second.start;
                     s.residencies.push_back(again);
                     return;
                 }
         },
         backToBack},
        {"a store outlives its place by a cycle", OperandsResident, "has no place",
         [](TiledSchedule& s) {
             const DmaTransfer& store = transferOf(s, DataType::Outputs, Direction::Store);
             for (ScratchpadResidency& residency : s.residencies)
                 if (residency.tile == store.tile && residency.end >= store.end)
                     residency.end = store.end - Cycles{1};
         }},
        {"a partial sum is stored while it changes", PartialSumsKept, "runs while an operation changes it",
         [](TiledSchedule& s) {
             DmaTransfer& store = transferOf(s, DataType::PartialSums, Direction::Store);
             for (const TileOperation& operation : s.operations)
                 if (operation.tiles[TensorRole::Outputs] == store.tile && operation.end <= store.start)
                     store.start = operation.end - Cycles{1};
         }},
        {"a partial sum is loaded a cycle before it is stored", PartialSumsKept, "has nothing in DRAM to load",
         [](TiledSchedule& s) {
             const DmaTransfer& load = transferOf(s, DataType::PartialSums, Direction::Load);
             for (DmaTransfer& store : s.transfers)
                 if (store.tile == load.tile && store.type == DataType::PartialSums
                     && store.direction == Direction::Store && store.start < load.start)
                     store.end = load.start + Cycles{1};
         }},
        {"a partial sum changes after it was stored", PartialSumsKept, "changed after it was stored",
         [](TiledSchedule& s) {
             const DmaTransfer& load = transferOf(s, DataType::PartialSums, Direction::Load);
             for (TileOperation& operation : s.operations)
                 if (operation.tiles[TensorRole::Outputs] == load.tile && operation.start >= load.end) {
                     move(operation, load.end.count - 1);
                     return;
                 }
         }},
        {"outputs are stored a cycle before they are finished", OutputsStored, "before the outputs are finished",
         [](TiledSchedule& s) {
             DmaTransfer& store = transferOf(s, DataType::Outputs, Direction::Store);
             Cycles finished{};
             for (const TileOperation& operation : s.operations)
                 if (operation.tiles[TensorRole::Outputs] == store.tile)
                     finished = std::max(finished, operation.end);
             store.start = finished - Cycles{1};
         }},
        {"outputs are stored twice", OutputsStored, "is stored 2 times",
         [](TiledSchedule& s) { s.transfers.push_back(transferOf(s, DataType::Outputs, Direction::Store)); }},
        {"outputs came back after they were finished", OutputsStored, "not from where they were finished",
         [](TiledSchedule& s) {
             const DmaTransfer& store = transferOf(s, DataType::Outputs, Direction::Store);
             Cycles last{};
             for (const TileOperation& operation : s.operations)
                 if (operation.tiles[TensorRole::Outputs] == store.tile)
                     last = std::max(last, operation.start);
             for (ScratchpadResidency& residency : s.residencies)
                 if (residency.tile == store.tile && residency.end >= store.end)
                     residency.start = last + Cycles{1};
         }},
        {"faster than its operations", Latency, "is below what", [](TiledSchedule& s) { s.machine.npus = 1; }},
        {"faster than its loads of inputs", Latency, "is below what",
         [](TiledSchedule& s) { s.traffic.inputs.count += 1'000'000; }},
        {"faster than its loads of weights", Latency, "is below what",
         [](TiledSchedule& s) { s.traffic.weights.count += 1'000'000; }},
        {"faster than its loads of partial sums", Latency, "is below what",
         [](TiledSchedule& s) { s.traffic.partialSumsLoaded.count += 1'000'000; }},
        {"faster than its stores of partial sums", Latency, "is below what",
         [](TiledSchedule& s) { s.traffic.partialSumsStored.count += 1'000'000; }},
        {"faster than its stores of outputs", Latency, "is below what",
         [](TiledSchedule& s) { s.traffic.outputs.count += 1'000'000; }},
        {"ends a cycle after the last event", Latency, "the last event ends",
         [](TiledSchedule& s) { s.latency.count += 1; }},
        {"a tile that there is not", EveryOperationOnce, "a transfer names a tile",
         [](TiledSchedule& s) { s.transfers[0].tile.value = std::uint32_t(s.tiles.size()); }},
        {"a residency of nothing", EveryOperationOnce, "a residency names a tile",
         [](TiledSchedule& s) { s.residencies[0].tile.value = std::uint32_t(s.tiles.size()); }},
    };
    return list;
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
        for (const TiledSchedule& sound : {schedule, grouped(), backToBack()})
            QVERIFY2(verify(sound).empty(), text(verify(sound)).c_str());
        // or the rules on partial sums would have nothing to look at
        QVERIFY(schedule.traffic.partialSumsLoaded.count > 0 && grouped().traffic.partialSumsLoaded.count > 0);
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

    void namesEachFault_data()
    {
        QTest::addColumn<int>("fault");
        for (std::size_t i = 0; i < faults().size(); ++i)
            QTest::addRow("%s", faults()[i].what) << int(i);
    }
    void namesEachFault()
    {
        QFETCH(int, fault);
        const Fault& made = faults()[std::size_t(fault)];
        TiledSchedule schedule = made.of();
        made.breakIt(schedule);
        const auto violations = verify(schedule);
        QVERIFY2(std::ranges::any_of(violations,
                                     [&](const ScheduleViolation& violation) {
                                         return violation.rule == made.rule
                                                && violation.message.find(made.words) != std::string::npos;
                                     }),
                 ("found instead: " + text(violations)).c_str());
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

    void aPartialSumMayBeLoadedInTheVeryCycleInWhichItIsStored()
    {
        TiledSchedule schedule = sample();
        const DmaTransfer load = transferOf(schedule, DataType::PartialSums, Direction::Load);
        for (DmaTransfer& store : schedule.transfers)
            if (store.tile == load.tile && store.type == DataType::PartialSums && store.direction == Direction::Store
                && store.start < load.start)
                store.end = load.start;
        QVERIFY(text(verify(schedule)).find("nothing in DRAM") == std::string::npos);
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
