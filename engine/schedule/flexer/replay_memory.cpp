// SPDX-License-Identifier: Apache-2.0
// The verifier's view of DMA channel and scratchpad.
#include "engine/schedule/flexer/replay.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace nestloom::schedule::flexer {

std::int64_t Replay::expectedBytes(const DmaTransfer& transfer) const
{
    const Tile& moved = tile(transfer.tile);
    return transfer.type == DataType::PartialSums ? moved.size.count : moved.finished.count;
}

std::optional<std::string> Replay::oneDmaChannel() const
{
    std::vector<const DmaTransfer*> transfers;
    for (const DmaTransfer& transfer : m_schedule.transfers)
        transfers.push_back(&transfer);
    std::stable_sort(transfers.begin(), transfers.end(),
                     [](const auto* a, const auto* b) { return a->start < b->start; });
    for (std::size_t i = 0; i < transfers.size(); ++i) {
        const double needed = std::ceil(double(transfers[i]->bytes.count) / m_schedule.machine.dma.count - 1e-9);
        if (transfers[i]->start.count < 0 || double((transfers[i]->end - transfers[i]->start).count) != needed)
            return words(*transfers[i]) + " takes " + std::to_string((transfers[i]->end - transfers[i]->start).count)
                   + " cycles instead of " + std::to_string(std::int64_t(needed));
        if (i > 0 && transfers[i]->start < transfers[i - 1]->end)
            return words(*transfers[i]) + " starts while the channel is busy";
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
    std::stable_sort(residencies.begin(), residencies.end(),
                     [](const auto* a, const auto* b) { return a->start < b->start; });
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
                if (const auto missing = operandMissing(*chain[i], role, i > 0 ? chain[i - 1] : nullptr))
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

} // namespace nestloom::schedule::flexer
