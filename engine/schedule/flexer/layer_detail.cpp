// SPDX-License-Identifier: Apache-2.0
#include "engine/schedule/flexer/layer_detail.h"

#include "engine/schedule/flexer/tiled_summary.h"
#include "engine/schedule/flexer/verify_schedule.h"

#include <algorithm>
#include <functional>
#include <map>
#include <tuple>

namespace nestloom::schedule::flexer {

namespace {

EventKind kindOf(const DmaTransfer& transfer)
{
    switch (transfer.type) {
    case DataType::Inputs: return EventKind::LoadInputs;
    case DataType::Weights: return EventKind::LoadWeights;
    case DataType::PartialSums:
        return transfer.direction == Direction::Load ? EventKind::LoadPartialSums : EventKind::StorePartialSums;
    case DataType::Outputs: return EventKind::StoreOutputs;
    }
    return EventKind::LoadInputs;
}

class TraceBuilder {
public:
    explicit TraceBuilder(const TiledSchedule& schedule) : m_schedule(schedule)
    {
        for (int npu = 0; npu < schedule.machine.npus; ++npu)
            m_trace.lanes.push_back({"NPU " + std::to_string(npu), "NPUs"});
        const bool isApart = schedule.machine.storeDma.has_value();
        m_trace.lanes.push_back({isApart ? "DMA loads" : "DMA", "off chip"});
        if (isApart)
            m_trace.lanes.push_back({"DMA stores", "off chip"});
        m_trace.kinds = {"compute",           "load inputs",        "load weights",
                         "load partial sums", "store partial sums", "store outputs"};
        m_trace.name = schedule.layer.name;
    }

    trace::Trace build()
    {
        for (const TileOperation& operation : m_schedule.operations)
            m_trace.events.push_back({operation.start.count, operation.end.count, 0, std::uint32_t(operation.npu),
                                      labelled(label(m_schedule, operation)), std::uint16_t(EventKind::Compute)});
        const auto dma = std::uint32_t(m_schedule.machine.npus);
        const std::uint32_t stores = m_schedule.machine.storeDma ? dma + 1 : dma;
        for (const DmaTransfer& transfer : m_schedule.transfers)
            m_trace.events.push_back({transfer.start.count, transfer.end.count, transfer.bytes.count,
                                      transfer.direction == Direction::Store ? stores : dma,
                                      labelled(label(m_schedule.tiles[transfer.tile.value])),
                                      std::uint16_t(kindOf(transfer))});
        count();
        return std::move(m_trace);
    }

private:
    std::uint32_t labelled(const std::string& text)
    {
        const auto [place, isNew] = m_labels.emplace(text, std::uint32_t(m_trace.labels.size()));
        if (isNew)
            m_trace.labels.push_back(text);
        return place->second;
    }

    /// Bytes in the scratchpad by data type.
    void count()
    {
        std::array<std::map<std::int64_t, std::int64_t>, 4> changes;
        for (const Occupied& piece : occupied(m_schedule)) {
            auto& of = changes[std::size_t(piece.type)];
            of[piece.start.count] += piece.size.count;
            of[piece.end.count] -= piece.size.count;
        }
        for (const DataType type : {DataType::Inputs, DataType::Weights, DataType::PartialSums, DataType::Outputs}) {
            trace::Counter counter{std::string(name(type)) + " in the scratchpad", "B", {}};
            std::int64_t bytes = 0;
            for (const auto& [cycle, change] : changes[std::size_t(type)])
                if (change != 0)
                    counter.samples.push_back({cycle, bytes += change});
            m_trace.counters.push_back(std::move(counter));
        }
    }

    const TiledSchedule& m_schedule;
    trace::Trace m_trace;
    std::map<std::string, std::uint32_t> m_labels;
};

} // namespace

std::string label(const TiledSchedule& schedule, const TileOperation& operation)
{
    const Tile& outputs = schedule.tiles[operation.tiles[TensorRole::Outputs].value];
    return "p" + std::to_string(outputs.pixels) + " o" + std::to_string(outputs.outputs) + " r"
           + std::to_string(schedule.tiles[operation.tiles[TensorRole::Weights].value].reduction);
}

trace::Trace traceOf(const TiledSchedule& schedule) { return TraceBuilder(schedule).build(); }

std::vector<Occupied> occupied(const TiledSchedule& schedule)
{
    std::vector<Cycles> finished(schedule.tiles.size()); // end of the last operation on an outputs tile
    for (const TileOperation& operation : schedule.operations) {
        Cycles& end = finished[operation.tiles[TensorRole::Outputs].value];
        end = std::max(end, operation.end);
    }
    std::vector<Occupied> pieces;
    for (std::uint32_t i = 0; i < schedule.residencies.size(); ++i) {
        const ScratchpadResidency& lies = schedule.residencies[i];
        const TensorRole role = schedule.tiles[lies.tile.value].role;
        Occupied piece{lies.tile,
                       role == TensorRole::Inputs ? DataType::Inputs : DataType::Weights,
                       lies.address,
                       lies.size,
                       lies.start,
                       lies.end,
                       i};
        if (role == TensorRole::Outputs) {
            piece.type = DataType::PartialSums;
            const Cycles turn = std::clamp(finished[lies.tile.value], lies.start, lies.end);
            if (turn > lies.start) {
                piece.end = turn;
                pieces.push_back(piece);
            }
            piece.type = DataType::Outputs;
            piece.start = turn;
            piece.end = lies.end;
        }
        if (piece.end > piece.start)
            pieces.push_back(piece);
    }
    std::ranges::stable_sort(pieces, [](const auto& a, const auto& b) { return a.start < b.start; });
    return pieces;
}

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
            std::ranges::sort(set.uses[role], std::greater<>());
        }
        all.push_back(std::move(set));
    }
    return all;
}

namespace {

Status judge(const TiledSchedule& schedule)
{
    const std::vector<ScheduleViolation> found = verify(schedule);
    if (found.empty())
        return success();
    return Error{ErrorCode::Internal, "the verifier refuses the schedule: " + found.front().message,
                 "layer " + schedule.layer.name};
}

Result<std::shared_ptr<LayerDetail>> begin(TiledSchedule schedule)
{
    TRY_DO(judge(schedule));
    auto detail = std::make_shared<LayerDetail>();
    detail->occupied = occupied(schedule);
    detail->trace = std::make_shared<const trace::TraceIndex>(std::make_shared<const trace::Trace>(traceOf(schedule)));
    detail->movements = movements(schedule);
    detail->compulsory = movements(compulsoryTraffic(schedule.layer, schedule.machine, schedule.tiling));
    detail->sharing = sharing(schedule);
    detail->schedule = std::move(schedule);
    return detail;
}

} // namespace

void NetworkTotals::add(const TiledSummary& summary)
{
    ++scheduled;
    allLatency += double(summary.chosen.latency.count);
    allBytes += double(summary.chosen.traffic.total().count);
    seedKept += summary.seedKept() ? 1 : 0;
    if (!summary.bestStatic || !summary.plain)
        return;
    ++layers;
    latency += double(summary.chosen.latency.count);
    staticLatency += double(summary.bestStatic->latency.count);
    plainLatency += double(summary.plain->latency.count);
    bytes += double(summary.chosen.traffic.total().count);
    staticBytes += double(summary.bestStatic->traffic.total().count);
    plainBytes += double(summary.plain->traffic.total().count);
}

void NetworkTotals::add(const NetworkTotals& other)
{
    scheduled += other.scheduled;
    allLatency += other.allLatency;
    allBytes += other.allBytes;
    layers += other.layers;
    seedKept += other.seedKept;
    latency += other.latency;
    staticLatency += other.staticLatency;
    plainLatency += other.plainLatency;
    bytes += other.bytes;
    staticBytes += other.staticBytes;
    plainBytes += other.plainBytes;
}

const SchedulePoint* pointOf(const TiledSummary& summary, Shown shown)
{
    const auto orNull = [](const std::optional<SchedulePoint>& point) { return point ? &*point : nullptr; };
    switch (shown) {
    case Shown::Chosen: return &summary.chosen;
    case Shown::OutOfOrder: return orNull(summary.outOfOrder);
    case Shown::BestStatic: return orNull(summary.bestStatic);
    case Shown::PlainStatic: return orNull(summary.plain);
    }
    return nullptr;
}

Result<std::shared_ptr<const LayerDetail>> detailOf(TiledSchedule schedule)
{
    TRY(auto detail, begin(std::move(schedule)));
    return std::shared_ptr<const LayerDetail>(std::move(detail));
}

Result<std::shared_ptr<const LayerDetail>> detailOf(const workload::Layer& layer, const Machine& machine,
                                                    const FlexerParams& params, const TiledSummary& summary,
                                                    Shown shown)
{
    const SchedulePoint* point = pointOf(summary, shown);
    if (point == nullptr)
        return std::shared_ptr<const LayerDetail>();
    TRY(auto chosen, rebuild(layer, machine, params, point->recipe, true));
    TRY(auto detail, begin(std::move(chosen)));
    if (summary.bestStatic) {
        TRY(const auto fixed, rebuild(layer, machine, params, summary.bestStatic->recipe));
        TRY_DO(judge(fixed));
        detail->staticMovements = movements(fixed);
        detail->staticSharing = sharing(fixed);
    }
    return std::shared_ptr<const LayerDetail>(std::move(detail));
}

} // namespace nestloom::schedule::flexer
