// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "engine/schedule/flexer/verify_schedule.h"

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace nestloom::schedule::flexer {

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
    std::optional<std::string> oneDmaChannel() const;
    std::optional<std::string> scratchpadOverlap() const;
    std::optional<std::string> operandsResident() const;
    std::optional<std::string> partialSumsKept() const;
    std::optional<std::string> outputsStored() const;
    std::optional<std::string> ledger() const;
    std::optional<std::string> latency() const;

private:
    /// Where the tiles along the three loops lie in the layer.
    struct Piece {
        std::int64_t n = 1, p = 1, q = 1, g = 1, c = 1, k = 1; // extents
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

} // namespace nestloom::schedule::flexer
