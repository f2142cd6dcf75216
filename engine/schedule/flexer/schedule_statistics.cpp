// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/schedule_statistics.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace nestloom::schedule::flexer {

std::vector<Movement> movements(const TiledSchedule& schedule)
{
    std::map<std::tuple<DataType, Direction, std::int32_t>, Movement> sums;
    for (const DmaTransfer& transfer : schedule.transfers) {
        Movement& sum = sums[{transfer.type, transfer.direction, transfer.time}];
        sum.type = transfer.type;
        sum.direction = transfer.direction;
        sum.time = transfer.time;
        sum.bytes += transfer.bytes;
        ++sum.transfers;
    }
    std::vector<Movement> all;
    for (const auto& [key, sum] : sums)
        all.push_back(sum);
    return all;
}

std::vector<Movement> movements(const Traffic& traffic)
{
    std::vector<Movement> all;
    const auto add = [&all](DataType type, Direction direction, Bytes bytes) {
        if (bytes.count > 0)
            all.push_back({type, direction, 1, bytes, 0});
    };
    add(DataType::Inputs, Direction::Load, traffic.inputs);
    add(DataType::Weights, Direction::Load, traffic.weights);
    add(DataType::PartialSums, Direction::Load, traffic.partialSumsLoaded);
    add(DataType::PartialSums, Direction::Store, traffic.partialSumsStored);
    add(DataType::Outputs, Direction::Store, traffic.outputs);
    return all;
}

std::vector<SetSharing> sharing(const TiledSchedule& schedule)
{
    std::map<std::int32_t, SetSharing> sets;
    std::map<std::int32_t, PerTensor<std::map<TileId, std::int32_t>>> uses;
    for (const TileOperation& operation : schedule.operations) {
        SetSharing& set = sets[operation.set];
        set.start = set.operations == 0 ? operation.start : std::min(set.start, operation.start);
        set.end = std::max(set.end, operation.end);
        set.set = operation.set;
        ++set.operations;
        for (const TensorRole role : kTensorRoles)
            ++uses[operation.set][role][operation.tiles[role]];
    }
    std::vector<SetSharing> all;
    for (auto& [index, set] : sets) {
        for (const TensorRole role : kTensorRoles) {
            for (const auto& [tile, count] : uses[index][role])
                set.uses[role].push_back(count);
            std::sort(set.uses[role].begin(), set.uses[role].end(), std::greater<>());
        }
        all.push_back(std::move(set));
    }
    return all;
}

} // namespace nestloom::schedule::flexer
