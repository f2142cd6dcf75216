// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/replay.h"

#include <algorithm>
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

} // namespace

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
        std::stable_sort(operations.begin(), operations.end(), byStart);
    for (auto& transfers : m_transfersOf)
        std::stable_sort(transfers.begin(), transfers.end(), byStart);
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
        std::sort(operations.begin(), operations.end(),
                  [](const auto* a, const auto* b) { return a->start < b->start; });
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
    const double compute = double(busy) / m_schedule.machine.npus,
                 transfer = double(m_schedule.traffic.total().count) / m_schedule.machine.dma.count;
    if (double(last.count) < std::max(compute, transfer) - 1e-6)
        return "the latency of " + std::to_string(last.count) + " cycles is below what operations or transfers need";
    return std::nullopt;
}

} // namespace nestloom::schedule::flexer
