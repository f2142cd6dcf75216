// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/verify_schedule.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <tuple>

namespace nestloom::schedule::flexer {

namespace {

using enum workload::LoopDimension;

std::int64_t countOf(std::int64_t whole, std::int64_t tile) { return tile > 0 ? (whole - 1) / tile + 1 : 0; }

/// Elements of the i-th tile along a dimension.
std::int64_t extentOf(std::int64_t whole, std::int64_t tile, std::int64_t i)
{
    return std::clamp<std::int64_t>(whole - i * tile, 0, tile);
}

/// A schedule as the verifier looks at it: events by tile, and the tiles that layer and tiling really have. Each check
/// returns what is wrong, or nothing.
class Replay {
public:
    explicit Replay(const TiledSchedule& schedule);

    std::optional<std::string> tilesCoverLayer() const;
    std::optional<std::string> idsAreInRange() const;
    std::optional<std::string> everyOperationOnce() const;
    std::optional<std::string> operationTime() const;
    std::optional<std::string> npuFree() const;
    std::optional<std::string> dmaChannels() const;
    std::optional<std::string> scratchpadOverlap() const;
    std::optional<std::string> operandsResident() const;
    std::optional<std::string> partialSumsKept() const;
    std::optional<std::string> outputsStored() const;
    std::optional<std::string> ledger() const;
    std::optional<std::string> latency() const;

private:
    /// Where the tiles along the three loops lie in the layer.
    struct Piece {
        std::int64_t n, p, q, g, c, k; // extents
    };
    std::int64_t elements(const Tile& tile) const;
    Piece pieceOf(const Tile& tile) const;
    std::int64_t expectedTime(const TileOperation& operation) const;
    std::int64_t expectedBytes(const DmaTransfer& transfer) const;
    const Tile& tile(TileId id) const { return m_schedule.tiles[id.value]; }
    std::string words(const TileOperation& operation) const;
    std::string words(const DmaTransfer& transfer) const;
    const ScratchpadResidency* residencyAround(const DmaTransfer& transfer) const;
    std::optional<std::string> operandMissing(const TileOperation& operation, TensorRole role,
                                              const TileOperation* before) const;

    const TiledSchedule& m_schedule;
    std::int64_t m_batches, m_rows, m_columns, m_groups, m_reductions, m_outputsPerGroup; // tiles along each dimension
    std::vector<std::vector<const TileOperation*>> m_operationsOn;                        // by output tile, by start
    std::vector<std::vector<const DmaTransfer*>> m_transfersOf;                           // by tile, by start
    std::vector<std::vector<const ScratchpadResidency*>> m_residenciesOf;
};

Replay::Replay(const TiledSchedule& schedule) : m_schedule(schedule)
{
    const auto& bounds = schedule.layer.bounds;
    const Tiling& t = schedule.tiling;
    m_batches = countOf(bounds[N], t.batch);
    m_rows = countOf(bounds[P], t.rows);
    m_columns = countOf(bounds[Q], t.columns);
    m_groups = countOf(bounds[G], t.groups);
    m_reductions = countOf(bounds[C], t.inputChannels);
    m_outputsPerGroup = countOf(bounds[K], t.outputChannels);
    m_operationsOn.resize(schedule.tiles.size());
    m_transfersOf.resize(schedule.tiles.size());
    m_residenciesOf.resize(schedule.tiles.size());
    if (idsAreInRange())
        return;
    for (const TileOperation& operation : schedule.operations)
        m_operationsOn[operation.tiles[TensorRole::Outputs].value].push_back(&operation);
    for (const DmaTransfer& transfer : schedule.transfers)
        m_transfersOf[transfer.tile.value].push_back(&transfer);
    for (const ScratchpadResidency& residency : schedule.residencies)
        m_residenciesOf[residency.tile.value].push_back(&residency);
    const auto byStart = [](const auto* a, const auto* b) { return a->start < b->start; };
    for (auto& operations : m_operationsOn)
        std::ranges::stable_sort(operations, byStart);
    for (auto& transfers : m_transfersOf)
        std::ranges::stable_sort(transfers, byStart);
}

std::optional<std::string> Replay::idsAreInRange() const
{
    const std::size_t tiles = m_schedule.tiles.size();
    const auto isKnown = [&](TileId id) { return id.value < tiles; };
    for (const TileOperation& operation : m_schedule.operations)
        for (const TensorRole role : kTensorRoles)
            if (!isKnown(operation.tiles[role]) || tile(operation.tiles[role]).role != role)
                return "an operation names a tile that is not one of its " + std::string(name(role));
    for (const DmaTransfer& transfer : m_schedule.transfers)
        if (!isKnown(transfer.tile))
            return std::string("a transfer names a tile that there is not");
    for (const ScratchpadResidency& residency : m_schedule.residencies)
        if (!isKnown(residency.tile))
            return std::string("a residency names a tile that there is not");
    return std::nullopt;
}

std::string Replay::words(const TileOperation& operation) const
{
    return "the operation on " + label(tile(operation.tiles[TensorRole::Outputs])) + " with "
           + label(tile(operation.tiles[TensorRole::Inputs])) + " at cycle " + std::to_string(operation.start.count);
}

std::string Replay::words(const DmaTransfer& transfer) const
{
    return "the " + std::string(name(transfer.direction)) + " of " + label(tile(transfer.tile)) + " at cycle "
           + std::to_string(transfer.start.count);
}

Replay::Piece Replay::pieceOf(const Tile& tile) const
{
    const auto& bounds = m_schedule.layer.bounds;
    const Tiling& t = m_schedule.tiling;
    Piece piece{bounds[N], bounds[P], bounds[Q], bounds[G], bounds[C], bounds[K]};
    if (tile.pixels >= 0) {
        piece.n = extentOf(bounds[N], t.batch, tile.pixels / (m_rows * m_columns));
        piece.p = extentOf(bounds[P], t.rows, tile.pixels / m_columns % m_rows);
        piece.q = extentOf(bounds[Q], t.columns, tile.pixels % m_columns);
    }
    const bool isInput = tile.role == TensorRole::Inputs;
    if (tile.outputs >= 0) {
        piece.g = extentOf(bounds[G], t.groups, isInput ? tile.outputs : tile.outputs / m_outputsPerGroup);
        if (!isInput)
            piece.k = extentOf(bounds[K], t.outputChannels, tile.outputs % m_outputsPerGroup);
    }
    if (tile.reduction >= 0)
        piece.c = extentOf(bounds[C], t.inputChannels, tile.reduction);
    return piece;
}

std::int64_t Replay::elements(const Tile& tile) const
{
    const Piece piece = pieceOf(tile);
    workload::Extents extents = m_schedule.layer.bounds;
    extents[N] = piece.n;
    extents[P] = piece.p;
    extents[Q] = piece.q;
    extents[G] = piece.g;
    extents[C] = piece.c;
    extents[K] = piece.k;
    return workload::footprint(m_schedule.layer, tile.role, extents);
}

std::optional<std::string> Replay::tilesCoverLayer() const
{
    const std::int64_t pixels = m_batches * m_rows * m_columns, outputs = m_groups * m_outputsPerGroup;
    const std::int64_t expected = pixels * m_groups * m_reductions + outputs * m_reductions + pixels * outputs;
    if (std::int64_t(m_schedule.tiles.size()) != expected)
        return "there are " + std::to_string(m_schedule.tiles.size()) + " tiles instead of " + std::to_string(expected);
    std::set<std::tuple<TensorRole, std::int32_t, std::int32_t, std::int32_t>> seen;
    for (const Tile& tile : m_schedule.tiles) {
        const bool isInput = tile.role == TensorRole::Inputs, isWeight = tile.role == TensorRole::Weights;
        const auto isWithin = [](std::int32_t i, std::int64_t count, bool isUsed) {
            return isUsed ? i >= 0 && i < count : i == -1;
        };
        if (!isWithin(tile.pixels, pixels, !isWeight)
            || !isWithin(tile.outputs, isInput ? m_groups : outputs, !isInput || m_groups > 1)
            || !isWithin(tile.reduction, m_reductions, isInput || isWeight))
            return label(tile) + " lies outside the layer";
        if (!seen.insert({tile.role, tile.pixels, tile.outputs, tile.reduction}).second)
            return label(tile) + " is there twice";
        const std::int64_t inside = elements(tile);
        const Bits onChip{inside * m_schedule.machine.onChip[tile.role].count},
            offChip{inside * m_schedule.machine.offChip[tile.role].count};
        if (tile.size != bytesFor(onChip) || tile.finished != bytesFor(offChip))
            return label(tile) + " has " + std::to_string(tile.size.count) + " B instead of "
                   + std::to_string(bytesFor(onChip).count) + " B";
    }
    return std::nullopt;
}

std::optional<std::string> Replay::everyOperationOnce() const
{
    const std::int64_t outputs = m_groups * m_outputsPerGroup;
    const std::int64_t expected = m_batches * m_rows * m_columns * outputs * m_reductions;
    if (std::int64_t(m_schedule.operations.size()) != expected)
        return "there are " + std::to_string(m_schedule.operations.size()) + " operations instead of "
               + std::to_string(expected);
    for (const TileOperation& operation : m_schedule.operations) {
        const Tile &input = tile(operation.tiles[TensorRole::Inputs]),
                   &weight = tile(operation.tiles[TensorRole::Weights]),
                   &output = tile(operation.tiles[TensorRole::Outputs]);
        const bool sameGroup = input.outputs < 0 || input.outputs == output.outputs / m_outputsPerGroup;
        if (input.pixels != output.pixels || weight.outputs != output.outputs || input.reduction != weight.reduction
            || !sameGroup)
            return words(operation) + " takes tiles that do not belong together";
    }
    for (const auto& chain : m_operationsOn) {
        std::set<std::int32_t> reductions;
        for (std::size_t i = 0; i < chain.size(); ++i) {
            if (!reductions.insert(tile(chain[i]->tiles[TensorRole::Inputs]).reduction).second)
                return words(*chain[i]) + " is done twice";
            if (chain[i]->reduction != std::int32_t(i) || (i > 0 && chain[i]->start < chain[i - 1]->end))
                return words(*chain[i]) + " starts before the one before it on the same outputs ends";
        }
    }
    return std::nullopt;
}

std::int64_t Replay::expectedTime(const TileOperation& operation) const
{
    const Piece input = pieceOf(tile(operation.tiles[TensorRole::Inputs])),
                output = pieceOf(tile(operation.tiles[TensorRole::Outputs]));
    const std::int64_t rows = m_schedule.machine.arrayRows, columns = m_schedule.machine.arrayColumns;
    const std::int64_t taps = m_schedule.layer.bounds[R] * m_schedule.layer.bounds[S];
    const std::int64_t passes = output.g * countOf(input.c * taps, rows) * countOf(output.k, columns);
    return passes * std::max(output.n * output.p * output.q, rows) + rows + columns - 1;
}

std::optional<std::string> Replay::operationTime() const
{
    for (const TileOperation& operation : m_schedule.operations)
        if (operation.start.count < 0 || (operation.end - operation.start).count != expectedTime(operation))
            return words(operation) + " takes " + std::to_string((operation.end - operation.start).count)
                   + " cycles instead of " + std::to_string(expectedTime(operation));
    return std::nullopt;
}

std::optional<std::string> Replay::npuFree() const
{
    std::vector<std::vector<const TileOperation*>> byNpu(std::size_t(std::max(0, m_schedule.machine.npus)));
    for (const TileOperation& operation : m_schedule.operations) {
        if (operation.npu < 0 || operation.npu >= m_schedule.machine.npus)
            return words(operation) + " runs on NPU " + std::to_string(operation.npu) + ", which there is not";
        byNpu[std::size_t(operation.npu)].push_back(&operation);
    }
    for (auto& operations : byNpu) {
        std::ranges::sort(operations, [](const auto* a, const auto* b) { return a->start < b->start; });
        for (std::size_t i = 1; i < operations.size(); ++i)
            if (operations[i]->start < operations[i - 1]->end)
                return words(*operations[i]) + " starts while NPU " + std::to_string(operations[i]->npu) + " is busy";
    }
    return std::nullopt;
}

std::optional<std::string> Replay::latency() const
{
    Cycles last{};
    std::int64_t busy = 0;
    for (const TileOperation& operation : m_schedule.operations) {
        last = std::max(last, operation.end);
        busy += (operation.end - operation.start).count;
    }
    for (const DmaTransfer& transfer : m_schedule.transfers)
        last = std::max(last, transfer.end);
    if (last != m_schedule.latency)
        return "the latency is " + std::to_string(m_schedule.latency.count) + " cycles, but the last event ends at "
               + std::to_string(last.count);
    const Traffic& moved = m_schedule.traffic;
    const double compute = double(busy) / m_schedule.machine.npus,
                 transfer = m_schedule.machine.leastCycles(
                     double((moved.inputs + moved.weights + moved.partialSumsLoaded).count),
                     double((moved.outputs + moved.partialSumsStored).count));
    if (double(last.count) < std::max(compute, transfer) - 1e-6)
        return "the latency of " + std::to_string(last.count) + " cycles is below what operations or transfers need";
    return std::nullopt;
}

std::int64_t Replay::expectedBytes(const DmaTransfer& transfer) const
{
    const Tile& moved = tile(transfer.tile);
    return transfer.type == DataType::PartialSums ? moved.size.count : moved.finished.count;
}

/// Loads and stores one after the other, or, where stores have a channel of their own, on either channel.
std::optional<std::string> Replay::dmaChannels() const
{
    const Machine& machine = m_schedule.machine;
    Cycles loadsEnd{}, storesEnd{};
    std::vector<const DmaTransfer*> transfers;
    for (const DmaTransfer& transfer : m_schedule.transfers)
        transfers.push_back(&transfer);
    std::ranges::stable_sort(transfers, [](const auto* a, const auto* b) { return a->start < b->start; });
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const bool isStore = transfers[i]->direction == Direction::Store;
        const BytesPerCycle rate = isStore && machine.storeDma ? *machine.storeDma : machine.dma;
        const double needed = std::ceil(double(transfers[i]->bytes.count) / rate.count - 1e-9);
        if (transfers[i]->start.count < 0 || double((transfers[i]->end - transfers[i]->start).count) != needed)
            return words(*transfers[i]) + " takes " + std::to_string((transfers[i]->end - transfers[i]->start).count)
                   + " cycles instead of " + std::to_string(std::int64_t(needed));
        Cycles& busyUntil = isStore && machine.storeDma ? storesEnd : loadsEnd;
        if (transfers[i]->start < busyUntil)
            return words(*transfers[i]) + " starts while the channel is busy";
        busyUntil = transfers[i]->end;
    }
    return std::nullopt;
}

std::optional<std::string> Replay::scratchpadOverlap() const
{
    std::vector<const ScratchpadResidency*> residencies;
    for (const ScratchpadResidency& residency : m_schedule.residencies) {
        const std::string who = label(tile(residency.tile)) + " at address " + std::to_string(residency.address);
        if (residency.size != tile(residency.tile).size || residency.end < residency.start || residency.start.count < 0)
            return who + " has a wrong size or ends before it starts";
        const bool isInside = !m_schedule.machine.scratchpad
                              || residency.address + residency.size.count <= m_schedule.machine.scratchpad->count;
        if (residency.address < 0 || !isInside)
            return who + " lies outside the scratchpad";
        residencies.push_back(&residency);
    }
    std::ranges::stable_sort(residencies, [](const auto* a, const auto* b) { return a->start < b->start; });
    std::vector<const ScratchpadResidency*> here;
    for (const ScratchpadResidency* next : residencies) {
        std::erase_if(here, [&](const auto* other) { return other->end <= next->start; });
        for (const ScratchpadResidency* other : here)
            if (next->address < other->address + other->size.count && other->address < next->address + next->size.count
                && next->end > next->start)
                return label(tile(next->tile)) + " and " + label(tile(other->tile)) + " share bytes at cycle "
                       + std::to_string(next->start.count);
        here.push_back(next);
    }
    return std::nullopt;
}

/// The residency that a transfer fills or empties.
const ScratchpadResidency* Replay::residencyAround(const DmaTransfer& transfer) const
{
    for (const ScratchpadResidency* residency : m_residenciesOf[transfer.tile.value])
        if (residency->start <= transfer.start && transfer.end <= residency->end
            && residency->address == transfer.address)
            return residency;
    return nullptr;
}

/// Any residency will do that lasts as long as the operation, in which the tile was loaded before, or for outputs: in
/// which the operation before ran, or which begins at zero.
std::optional<std::string> Replay::operandMissing(const TileOperation& operation, TensorRole role,
                                                  const TileOperation* before) const
{
    const TileId id = operation.tiles[role];
    for (const ScratchpadResidency* residency : m_residenciesOf[id.value]) {
        if (residency->start > operation.start || residency->end < operation.end)
            continue;
        if (role == TensorRole::Outputs
            && (!before || (residency->start <= before->start && before->end <= residency->end)))
            return std::nullopt;
        for (const DmaTransfer* transfer : m_transfersOf[id.value])
            if (transfer->direction == Direction::Load && transfer->start >= residency->start
                && transfer->end <= operation.start && transfer->address == residency->address)
                return std::nullopt;
    }
    return words(operation) + " runs without " + label(tile(id)) + " in the scratchpad";
}

std::optional<std::string> Replay::operandsResident() const
{
    for (const auto& chain : m_operationsOn)
        for (std::size_t i = 0; i < chain.size(); ++i)
            for (const TensorRole role : kTensorRoles)
                if (auto missing = operandMissing(*chain[i], role, i > 0 ? chain[i - 1] : nullptr))
                    return missing;
    for (const DmaTransfer& transfer : m_schedule.transfers)
        if (!residencyAround(transfer))
            return words(transfer) + " has no place in the scratchpad";
    return std::nullopt;
}

/// A partial sum that is loaded was stored before, after the last operation that changed it and before the next one.
std::optional<std::string> Replay::partialSumsKept() const
{
    for (std::size_t t = 0; t < m_schedule.tiles.size(); ++t) {
        const DmaTransfer* stored = nullptr;
        for (const DmaTransfer* transfer : m_transfersOf[t]) {
            if (transfer->type != DataType::PartialSums)
                continue;
            if (transfer->direction == Direction::Store) {
                for (const TileOperation* operation : m_operationsOn[t])
                    if (operation->start < transfer->start && operation->end > transfer->start)
                        return words(*transfer) + " runs while an operation changes it";
                stored = transfer;
                continue;
            }
            if (!stored || transfer->start < stored->end)
                return words(*transfer) + " has nothing in DRAM to load";
            for (const TileOperation* operation : m_operationsOn[t])
                if (operation->end > stored->start && operation->start < transfer->end)
                    return words(*transfer) + " loads what was changed after it was stored";
        }
    }
    return std::nullopt;
}

std::optional<std::string> Replay::outputsStored() const
{
    for (std::size_t t = 0; t < m_schedule.tiles.size(); ++t) {
        if (m_schedule.tiles[t].role != TensorRole::Outputs || m_operationsOn[t].empty())
            continue;
        const TileOperation& last = *m_operationsOn[t].back();
        int stores = 0;
        for (const DmaTransfer* transfer : m_transfersOf[t]) {
            if (transfer->type != DataType::Outputs)
                continue;
            ++stores;
            const ScratchpadResidency* residency = residencyAround(*transfer);
            if (transfer->start < last.end || !residency || residency->start > last.start)
                return words(*transfer)
                       + " comes before the outputs are finished, or not from where they were finished";
        }
        if (stores != 1)
            return label(m_schedule.tiles[t]) + " is stored " + std::to_string(stores) + " times when finished";
    }
    return std::nullopt;
}

std::optional<std::string> Replay::ledger() const
{
    Traffic sum;
    std::map<std::pair<std::uint32_t, Direction>, std::int32_t> times;
    std::vector<const DmaTransfer*> transfers;
    for (const auto& ofTile : m_transfersOf)
        transfers.insert(transfers.end(), ofTile.begin(), ofTile.end());
    for (const DmaTransfer* transfer : transfers) {
        const TensorRole role = tile(transfer->tile).role;
        const bool isLoad = transfer->direction == Direction::Load, ofOutputs = role == TensorRole::Outputs;
        const bool isRight = transfer->type == DataType::Inputs        ? role == TensorRole::Inputs && isLoad
                             : transfer->type == DataType::Weights     ? role == TensorRole::Weights && isLoad
                             : transfer->type == DataType::PartialSums ? ofOutputs
                                                                       : ofOutputs && !isLoad;
        if (!isRight || transfer->bytes.count != expectedBytes(*transfer))
            return words(*transfer) + " has " + std::to_string(transfer->bytes.count) + " B of "
                   + std::string(name(transfer->type)) + ", which is not what the tile is";
        if (transfer->time != ++times[{transfer->tile.value, transfer->direction}])
            return words(*transfer) + " is counted as number " + std::to_string(transfer->time) + " of its kind";
        Bytes& part = transfer->type == DataType::Inputs    ? sum.inputs
                      : transfer->type == DataType::Weights ? sum.weights
                      : transfer->type == DataType::Outputs ? sum.outputs
                      : isLoad                              ? sum.partialSumsLoaded
                                                            : sum.partialSumsStored;
        part += transfer->bytes;
    }
    if (!(sum == m_schedule.traffic))
        return "the transfers move " + std::to_string(sum.total().count) + " B, but "
               + std::to_string(m_schedule.traffic.total().count) + " B are reported, or their types differ";
    return std::nullopt;
}

} // namespace

std::string_view name(ScheduleRule rule)
{
    constexpr std::array<std::string_view, 11> names{"tiles cover the layer",
                                                     "every operation once",
                                                     "operation time",
                                                     "NPU free",
                                                     "one DMA channel",
                                                     "scratchpad overlap",
                                                     "operands resident",
                                                     "partial sums kept",
                                                     "outputs stored",
                                                     "ledger",
                                                     "latency"};
    return names[std::size_t(rule)];
}

std::vector<ScheduleViolation> verify(const TiledSchedule& schedule)
{
    using enum ScheduleRule;
    const Replay replay(schedule);
    std::vector<ScheduleViolation> violations;
    const auto check = [&](ScheduleRule rule, const std::optional<std::string>& wrong) {
        if (wrong)
            violations.push_back({rule, *wrong});
        return !wrong;
    };
    if (!check(TilesCoverLayer, replay.tilesCoverLayer()) || !check(EveryOperationOnce, replay.idsAreInRange()))
        return violations; // nothing else can be said of tiles that are not there
    check(EveryOperationOnce, replay.everyOperationOnce());
    check(OperationTime, replay.operationTime());
    check(NpuFree, replay.npuFree());
    check(OneDmaChannel, replay.dmaChannels());
    check(ScratchpadOverlap, replay.scratchpadOverlap());
    check(OperandsResident, replay.operandsResident());
    check(PartialSumsKept, replay.partialSumsKept());
    check(OutputsStored, replay.outputsStored());
    check(Ledger, replay.ledger());
    check(Latency, replay.latency());
    return violations;
}

} // namespace nestloom::schedule::flexer
